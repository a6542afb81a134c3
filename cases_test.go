package a2agen

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// cited finds the tests that a page names: `folder: TestName` or
// `folder: TestName/subtest`, and scripts as `testdata/script/name.txtar`.
var (
	cited  = regexp.MustCompile("`([a-z0-9/_-]+): ((?:Test|Fuzz|Benchmark)[A-Za-z0-9_]+)[^`]*`")
	script = regexp.MustCompile("`(testdata/script/[a-z0-9/_-]+\\.txtar)`")
)

// TestCases holds docs/cases.md to what exists: every case has a row, and the
// tests that the rows name are there.
func TestCases(t *testing.T) {
	page, err := os.ReadFile("docs/cases.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| BR-\d{3} \|.*$`).FindAllString(string(page), -1)
	if len(rows) != 101 {
		t.Errorf("%d cases, want 101", len(rows))
	}
	for _, row := range rows {
		tests, scripts := cited.FindAllStringSubmatch(row, -1), script.FindAllStringSubmatch(row, -1)
		if len(tests)+len(scripts) == 0 && !strings.Contains(row, "| n/a |") {
			t.Errorf("no test, and not n/a: %s", row)
		}
		for _, test := range tests {
			if err := declares(test[1], test[2]); err != nil {
				t.Errorf("%.12s: %v", row, err)
			}
		}
		for _, s := range scripts {
			if _, err := os.Stat(s[1]); err != nil {
				t.Errorf("%.12s: %v", row, err)
			}
		}
	}
}

// declares looks for a test function among the Go files of a folder.
func declares(folder, name string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return err
	}
	declaration := regexp.MustCompile(`(?m)^func ` + name + `\(`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if declaration.Match(source) {
			return nil
		}
	}
	return fmt.Errorf("%s has no %s", folder, name)
}
