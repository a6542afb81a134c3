package main

import (
	"slices"
	"strconv"
)

// outcome is a goal and what came of it.
type outcome struct{ what, against, goal, measured, verdict string }

// atMost notes a goal that is a most.
func (r *report) atMost(what, against string, most float64, unit string, got spread) {
	goal := "at most " + strconv.FormatFloat(most, 'f', -1, 64) + unit
	r.outcomes = append(r.outcomes, outcome{what, against, goal, got.format(2) + unit, verdict(got.median <= most, got.least <= most)})
}

// timesLess notes a goal to take that many times less than something else.
func (r *report) timesLess(what, against string, times float64, got spread) {
	goal := strconv.FormatFloat(times, 'f', -1, 64) + " times less"
	r.outcomes = append(r.outcomes, outcome{what, against, goal, got.format(2), verdict(got.median >= times, got.most >= times)})
}

// verdict says what holds. Where the median of the rounds misses a goal that
// the best round reaches, the machine has not been quiet enough to tell.
func verdict(median, best bool) string {
	switch {
	case median:
		return "holds"
	case best:
		return "in the best round"
	default:
		return "missed"
	}
}

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

// judge compares the results of the rows with the goals.
func (r *report) judge(results []result) {
	for _, g := range goals {
		i := slices.IndexFunc(results, func(r result) bool { return r.name == g.row })
		if i < 0 {
			continue
		}
		mine, other := results[i].costs(generated), results[i].costs(target{name: g.server})
		if g.least > 0 {
			r.timesLess(g.row, g.server, g.least, newSpread(ratios(other, mine)))
		} else {
			r.atMost(g.row, g.server, g.most, "", newSpread(ratios(mine, other)))
		}
	}
	for _, row := range results {
		if mine := row.costs(durable); mine != nil {
			r.timesLess(row.name+", durable in SQLite", sdk.name+" in memory", 3, newSpread(ratios(row.costs(sdk), mine)))
		}
	}
}

// costs returns the processor time of a server for a unit, by round; nil if it
// is not in the row.
func (r *result) costs(of target) []float64 {
	i := slices.IndexFunc(r.targets, func(t target) bool { return t.name == of.name })
	if i < 0 {
		return nil
	}
	return r.column(i, sample.cost)
}
