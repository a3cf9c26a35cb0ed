// Expands $(NAME) as a Go program does: bytes.IndexByte finds each `$` and `)`, append copies what is between, a table with open
// addressing finds names. Prints the median time of an expansion in nanoseconds.
//
//	expand VARIABLES INPUT OUTPUT MILLISECONDS
//
// VARIABLES has a NAME=VALUE and a NUL for each variable. OUTPUT gets the expanded text.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"sort"
	"strconv"
	"time"
)

type variable struct {
	name, value []byte
}

type expander struct {
	table []variable
	mask  uint32
}

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: expand VARIABLES INPUT OUTPUT MILLISECONDS")
		os.Exit(2)
	}
	expander := compile(read(os.Args[1]))
	input := read(os.Args[2])
	output := expander.expand(input, nil)
	if err := os.WriteFile(os.Args[3], output, 0o644); err != nil {
		fail(err)
	}
	milliseconds, err := strconv.ParseFloat(os.Args[4], 64)
	if err != nil {
		fail(err)
	}

	samples := []time.Duration{}
	start := time.Now()
	for end := time.Duration(milliseconds * 1e6); time.Since(start) < end; {
		before := time.Now()
		output = expander.expand(input, output[:0])
		samples = append(samples, time.Since(before))
	}
	if len(samples) > 0 {
		sort.Slice(samples, func(i, j int) bool { return samples[i] < samples[j] })
		fmt.Println(samples[len(samples)/2].Nanoseconds())
	}
}

func read(path string) []byte {
	content, err := os.ReadFile(path)
	if err != nil {
		fail(err)
	}
	return content
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func compile(variables []byte) *expander {
	entries := bytes.Split(bytes.TrimSuffix(variables, []byte{0}), []byte{0})
	size := 16
	for size < len(entries)*4 {
		size *= 2
	}
	e := &expander{make([]variable, size), uint32(size - 1)}
	for _, entry := range entries {
		name, value, _ := bytes.Cut(entry, []byte{'='})
		slot := e.slot(name)
		for e.table[slot].name != nil {
			slot = (slot + 1) & e.mask
		}
		e.table[slot] = variable{name, value}
	}
	return e
}

// slot hashes a name's first and last words.
func (e *expander) slot(name []byte) uint32 {
	first, last := uint64(0), uint64(0)
	if len(name) >= 8 {
		first, last = binary.LittleEndian.Uint64(name), binary.LittleEndian.Uint64(name[len(name)-8:])
	} else {
		for _, byte := range name {
			first = first<<8 | uint64(byte)
		}
	}
	hash := (first ^ last*0x9e3779b97f4a7c15 ^ uint64(len(name))) * 0xff51afd7ed558ccd
	return uint32(hash>>32) & e.mask
}

func (e *expander) find(name []byte) *variable {
	for slot := e.slot(name); e.table[slot].name != nil; slot = (slot + 1) & e.mask {
		if bytes.Equal(e.table[slot].name, name) {
			return &e.table[slot]
		}
	}
	return nil
}

// expand appends the expanded input to output.
func (e *expander) expand(input, output []byte) []byte {
	hasCloser := true
	for {
		dollar := bytes.IndexByte(input, '$')
		if dollar < 0 {
			return append(output, input...)
		}
		output = append(output, input[:dollar]...)
		input = input[dollar:]
		switch {
		case len(input) > 1 && input[1] == '$':
			output = append(output, '$')
			input = input[2:]
			continue
		case len(input) > 1 && input[1] == '(' && hasCloser:
			if length := bytes.IndexByte(input[2:], ')'); length >= 0 {
				if variable := e.find(input[2 : length+2]); variable != nil {
					output = append(output, variable.value...)
				} else {
					output = append(output, input[:length+3]...)
				}
				input = input[length+3:]
				continue
			}
			hasCloser = false
		}
		output = append(output, '$')
		input = input[1:]
	}
}
