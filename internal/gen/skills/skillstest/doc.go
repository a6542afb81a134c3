// Package skillstest holds the packages that are printed for the definitions
// in ../testdata, and tests of what they do.
package skillstest
