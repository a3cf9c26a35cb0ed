// Expands ${NAME} with the reference implementations of the dialects. Prints the median time of an expansion in nanoseconds.
//
//	references SYNTAX VARIABLES INPUT OUTPUT MILLISECONDS
//
// SYNTAX is flux, compose, or a8m. The other arguments are those of expand.go.
package main

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"time"

	a8m "github.com/a8m/envsubst/parse"
	"github.com/compose-spec/compose-go/v2/template"
	flux "github.com/fluxcd/pkg/envsubst"
)

func main() {
	entries := strings.Split(strings.TrimSuffix(read(os.Args[2]), "\x00"), "\x00")
	variables := map[string]string{}
	for _, entry := range entries {
		name, value, _ := strings.Cut(entry, "=")
		variables[name] = value
	}
	find := func(name string) (string, bool) {
		value, isSet := variables[name]
		return value, isSet
	}
	input := read(os.Args[3])
	expand := map[string]func() (string, error){
		"flux":    func() (string, error) { return flux.Eval(input, find) },
		"compose": func() (string, error) { return template.Substitute(input, find) },
		"a8m":     func() (string, error) { return a8m.New("text", entries, a8m.Relaxed).Parse(input) },
	}[os.Args[1]]
	output, err := expand()
	check(err)
	check(os.WriteFile(os.Args[4], []byte(output), 0o644))
	milliseconds, err := strconv.ParseFloat(os.Args[5], 64)
	check(err)

	samples := []time.Duration{}
	start := time.Now()
	for end := time.Duration(milliseconds * 1e6); time.Since(start) < end; {
		before := time.Now()
		_, err = expand()
		check(err)
		samples = append(samples, time.Since(before))
	}
	if len(samples) > 0 {
		sort.Slice(samples, func(i, j int) bool { return samples[i] < samples[j] })
		fmt.Println(samples[len(samples)/2].Nanoseconds())
	}
}

func read(path string) string {
	content, err := os.ReadFile(path)
	check(err)
	return string(content)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
