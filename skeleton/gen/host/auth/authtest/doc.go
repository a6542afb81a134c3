// Package authtest makes credentials for the tests of an agent: a local issuer
// of tokens, keys and passwords, client certificates. [New] has what the
// security schemes of a card ask for, and points an agent's configuration to
// it; [Run] tests that the agent enforces what the card declares.
//
// Everything is made for one test and is worth nothing outside of it. The
// issuer listens on a loopback address.
package authtest
