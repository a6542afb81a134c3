package main

import (
	"fmt"
	"io"
	"slices"
)

// goal is what the processor time of a row should be, compared with another
// server.
type goal struct {
	row, server string
	most        float64 // times the processor time of the limit; 0 for none
	least       float64 // times less than the SDK takes; 0 for none
}

// goals against the official SDK are those against one without the deep copies
// of its store, times the factor between the two.
var goals = []goal{
	{row: "SendMessage, JSON-RPC", server: limit.name, most: 2.1},
	{row: "SendMessage, HTTP+JSON", server: limit.name, most: 2.1},
	{row: "SendMessage, gRPC", server: limit.name, most: 1.6},
	{row: "SendMessage, JSON-RPC", server: sdk.name, least: 25},
	{row: "SendMessage, HTTP+JSON", server: sdk.name, least: 25},
	{row: "SendMessage, gRPC", server: sdk.name, least: 20},
	{row: "GetTask of 1,000, JSON-RPC", server: limit.name, most: 1.4},
	{row: "ListTasks, 50 of 10,000, JSON-RPC", server: limit.name, most: 2.5},
	{row: "ListTasks, 50 of 10,000, JSON-RPC", server: sdk.name, least: 80},
	{row: "stream of 100 appends, JSON-RPC", server: flushing.name, most: 1.2},
	{row: "stream of 1,000 appends, JSON-RPC", server: flushing.name, most: 1.2},
	{row: "stream of 100 appends, JSON-RPC", server: sdk.name, least: 25 * 4.9},
	{row: "SendMessage with 1 MB, JSON-RPC", server: sdk.name, least: 20 * 1.2},
}

// writeGoals compares the results with the goals. Where the median of the
// rounds misses a goal that the best round reaches, the machine has not been
// quiet enough to tell.
func writeGoals(w io.Writer, results []result) {
	fmt.Fprintf(w, "\n## Goals\n\nIn processor time of the server.\n\n| row | against | goal | measured | |\n|---|---|--:|--:|---|\n")
	for _, g := range goals {
		i := slices.IndexFunc(results, func(r result) bool { return r.name == g.row })
		if i < 0 {
			continue
		}
		r := &results[i]
		ratio := r.ratio(slices.IndexFunc(r.targets, func(t target) bool { return t.name == g.server }), sample.cost)
		want, got, verdict := fmt.Sprintf("at most %.1f", g.most), ratio, verdictOf(ratio.median <= g.most, ratio.least <= g.most)
		if g.least > 0 {
			got = ratio.inverse()
			want, verdict = fmt.Sprintf("%.0f times less", g.least), verdictOf(got.median >= g.least, got.most >= g.least)
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s |\n", g.row, g.server, want, got.format(2), verdict)
	}
	for i := range results {
		writeDurable(w, &results[i])
	}
}

// writeDurable compares the durable store with the SDK's memory.
func writeDurable(w io.Writer, r *result) {
	store := slices.IndexFunc(r.targets, func(t target) bool { return t.name == durable.name })
	if store < 0 {
		return
	}
	other := slices.IndexFunc(r.targets, func(t target) bool { return t.name == sdk.name })
	var values []float64
	for round := range r.samples[store] {
		values = append(values, r.samples[other][round].cost()/r.samples[store][round].cost())
	}
	times := newSpread(values)
	fmt.Fprintf(w, "| %s, durable in SQLite | %s in memory | 3 times less | %s | %s |\n", r.name, sdk.name,
		times.format(2), verdictOf(times.median >= 3, times.most >= 3))
}

func verdictOf(median, best bool) string {
	switch {
	case median:
		return "holds"
	case best:
		return "in the best round"
	default:
		return "missed"
	}
}

// inverse returns how many times less instead of which part of it.
func (s spread) inverse() spread { return spread{1 / s.most, 1 / s.median, 1 / s.least} }
