// Reads a case from each line of standard input, and writes its result as a line. Texts are base64, because they can be any
// bytes. Built together with references.go or expansion.go, which answer.
package main

import (
	"bufio"
	"encoding/json"
	"os"
)

type question struct {
	Syntax string
	Input  []byte
	Vars   map[string]string
	Strict bool
	Key    string
}

func main() {
	in, out := json.NewDecoder(bufio.NewReader(os.Stdin)), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	results := json.NewEncoder(out)
	for in.More() {
		var q question
		if err := in.Decode(&q); err != nil {
			panic(err)
		}
		output, err := answer(q)
		if err != nil {
			results.Encode(map[string]string{"error": err.Error()})
		} else {
			results.Encode(map[string]interface{}{"output": output})
		}
	}
}
