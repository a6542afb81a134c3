// Package signature checks who made an agent card (section 8.4): that one of
// the card's JSON Web Signatures is by a key that the caller trusts, and that
// nothing of the card changed since.
//
//	keys, err := signature.ParseJWKS(data) // of a provider that you trust
//	...
//	agents := discovery.Resolver{Keys: signature.Trust(keys...)}
//	client, err := agents.Dial(ctx, "https://deployer.example.com", wire.ClientOptions{})
//
// Signatures are made by "a2a-gen card sign"; [Payload] is what both sides
// compute them over.
//
// # Trust
//
// A signature proves that the holder of a key made the card, not that the
// holder is anybody in particular. The address of a key set that a signature
// names (jku) is the signer's own word: a caller that fetches whatever it
// names accepts the signature of anybody. A [Source] that uses it compares it
// with the addresses that it expects.
package signature
