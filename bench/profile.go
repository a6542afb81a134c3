package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-gen/a2a-gen/bench/process"
)

// profile writes a profile of what a server does in the time to come, as
// SCENARIO.pprof. The channel gives its error.
func (s *settings) writeProfile(sc scenario, server *process.Server) <-chan error {
	done := make(chan error, 1)
	go func() { done <- s.fetchProfile(sc, server) }()
	return done
}

func (s *settings) fetchProfile(sc scenario, server *process.Server) error {
	seconds := max(1, int(s.time/time.Second))
	resp, err := http.Get("http://" + server.Debug + "/debug/pprof/profile?seconds=" + strconv.Itoa(seconds))
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	name := strings.NewReplacer(" ", "-", ",", "", "+", "-").Replace(sc.name) + ".pprof"
	f, err := os.Create(filepath.Join(s.profiles, name))
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(f, resp.Body)
	return err
}
