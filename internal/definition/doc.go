// Package definition reads a2a.yaml, the file in which a user says what an
// agent is.
package definition
