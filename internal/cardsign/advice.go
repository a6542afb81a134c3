package cardsign

import (
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"net/url"
	"slices"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2apb"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/discovery/signature"
)

// Advice says what of a card makes its signatures fail elsewhere: addresses
// that it is not going to be served with, and what verifiers that do not follow
// section 8.4.1 to the letter leave out or spell otherwise.
func Advice(card *a2apb.AgentCard) ([]string, error) {
	payload, err := signature.Payload(card)
	if err != nil {
		return nil, err
	}
	var value any
	if err := json.Unmarshal(payload, &value); err != nil {
		return nil, err
	}
	list := local(card)
	for _, path := range empties(value, "", nil) {
		list = append(list, fmt.Sprintf("%s is empty; some verifiers leave such members out and find the signature wrong", path))
	}
	if slices.ContainsFunc(payload, func(c byte) bool { return c > '~' }) {
		list = append(list, "the card has text that is not ASCII; some verifiers spell it otherwise and find the signature wrong")
	}
	return list, nil
}

// local finds addresses that are good on this machine only.
func local(card *a2apb.AgentCard) []string {
	var list []string
	for _, i := range card.GetSupportedInterfaces() {
		host := i.GetUrl()
		if u, err := url.Parse(host); err == nil && u.Host != "" {
			host = u.Host
		}
		name, _, err := net.SplitHostPort(host)
		if err != nil {
			name = host
		}
		ip, err := netip.ParseAddr(name)
		if name == "localhost" || err == nil && (ip.IsLoopback() || ip.IsUnspecified()) {
			list = append(list, fmt.Sprintf("the card says that clients find %s at %s; set server.publicUrl and server.publicGrpc to where they do before you sign", i.GetProtocolBinding(), i.GetUrl()))
		}
	}
	return list
}

// empties lists the paths of empty texts, lists and objects.
func empties(v any, path string, list []string) []string {
	switch v := v.(type) {
	case string:
		if v == "" {
			return append(list, path)
		}
	case []any:
		if len(v) == 0 {
			return append(list, path)
		}
		for i, item := range v {
			list = empties(item, fmt.Sprintf("%s[%d]", path, i), list)
		}
	case map[string]any:
		if len(v) == 0 {
			return append(list, path)
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			at := name
			if path != "" {
				at = path + "." + name
			}
			list = empties(v[name], at, list)
		}
	}
	return list
}
