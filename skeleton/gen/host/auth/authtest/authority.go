package authtest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// audience is what the tokens of an Authority are for.
const audience = "agent under test"

// Callers are the names that an Authority knows keys and passwords of. For
// tokens and certificates any name does.
var callers = []string{"planner", "deployer"}

// Authority vouches for callers, in all the ways that a card declares.
type Authority struct {
	t       testing.TB
	schemes map[string]*a2apb.SecurityScheme
	scopes  map[string][]string // by scheme, all that the card asks for
	issuer  *Issuer
	ca      *CA // of callers and of the agent
	other   *CA // nobody trusts it
	secrets map[secret]string
	files   map[string]string // by scheme
}

// secret names a key or a password.
type secret struct {
	scheme, caller string
	scopes         string
}

// New returns an authority for the security schemes of the cards of one agent.
// Keys and passwords it knows of the callers "planner" and "deployer".
func New(t testing.TB, cards ...*a2apb.AgentCard) *Authority {
	t.Helper()
	a := &Authority{
		t: t, issuer: NewIssuer(t), ca: NewCA(t), other: NewCA(t),
		schemes: make(map[string]*a2apb.SecurityScheme), scopes: make(map[string][]string),
		secrets: make(map[secret]string), files: make(map[string]string),
	}
	for _, card := range cards {
		maps.Copy(a.schemes, card.GetSecuritySchemes())
		for _, r := range requirements(card) {
			for name, scopes := range r.GetSchemes() {
				a.scopes[name] = slices.Concat(a.scopes[name], scopes.GetList())
			}
		}
	}
	dir := t.TempDir()
	for name, scheme := range a.schemes {
		switch kindOf(scheme) {
		case keys, passwords:
			a.files[name] = filepath.Join(dir, name)
			a.writeSecrets(name)
		case certificates:
			a.files[name] = a.ca.File()
		}
	}
	return a
}

// requirements returns all requirements of a card and its skills.
func requirements(card *a2apb.AgentCard) []*a2apb.SecurityRequirement {
	all := slices.Clone(card.GetSecurityRequirements())
	for _, skill := range card.GetSkills() {
		all = append(all, skill.GetSecurityRequirements()...)
	}
	return all
}

// writeSecrets makes the file of a scheme: for each caller a secret with all
// scopes that are asked for, and one for each list of scopes that a
// requirement might.
func (a *Authority) writeSecrets(scheme string) {
	a.t.Helper()
	var file strings.Builder
	for _, caller := range callers {
		for _, scopes := range subsets(a.scopes[scheme]) {
			text := rand.Text()
			a.secrets[secret{scheme, caller, strings.Join(scopes, " ")}] = text
			sum := sha256.Sum256([]byte(text))
			fmt.Fprintf(&file, "%s:%s:%s\n", caller, hex.EncodeToString(sum[:]), strings.Join(scopes, " "))
		}
	}
	if err := os.WriteFile(a.files[scheme], []byte(file.String()), 0o600); err != nil {
		a.t.Fatal(err)
	}
}

// maxScopes bounds the number of subsets. Cards that ask for more scopes of
// keys get secrets with all of them and with none.
const maxScopes = 6

// subsets returns all selections from a list, each sorted.
func subsets(list []string) [][]string {
	list = sorted(list)
	if len(list) > maxScopes {
		return [][]string{{}, list}
	}
	all := [][]string{{}}
	for _, item := range list {
		for _, some := range slices.Clone(all) {
			all = append(all, append(slices.Clone(some), item))
		}
	}
	return all
}

// sorted returns a list in order, without repetitions.
func sorted(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

// Configure points a configuration to the authority: how credentials are
// checked, and a certificate for TLS. Limits that many tests at a time would
// reach are off.
func (a *Authority) Configure(config *host.Config) {
	a.t.Helper()
	config.Auth = slices.Clone(config.Auth)
	for i := range config.Auth {
		c := &config.Auth[i]
		switch kindOf(a.schemes[c.Scheme]) {
		case tokens:
			c.Issuer, c.Audience, c.JWKSURL = a.issuer.URL(), audience, a.issuer.KeysURL()
		case unknown:
		default:
			c.File = a.files[c.Scheme]
		}
	}
	config.TLSCert, config.TLSKey = a.ca.Server()
	config.RateLimit, config.AuthFailures = 0, 0
}

// Issuer returns the issuer of tokens.
func (a *Authority) Issuer() *Issuer { return a.issuer }
