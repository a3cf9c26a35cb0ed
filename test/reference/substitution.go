// The reference implementations in Go: reads a case from each line of standard input, and writes its result as a
// line. Texts are base64, because they can be any bytes.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/compose-spec/compose-go/v2/dotenv"
	"github.com/compose-spec/compose-go/v2/template"
	"github.com/fluxcd/pkg/envsubst"
	"k8s.io/kubernetes/pkg/kubelet/util/env"
	"k8s.io/kubernetes/third_party/forked/golang/expansion"
)

type question struct {
	Syntax string
	Input  []byte
	Vars   map[string]string
	Strict bool
	Key    string
}

func (q question) lookUp(name string) (string, bool) {
	value, isSet := q.Vars[name]
	return value, isSet || (q.Syntax == "flux" && !q.Strict)
}

func answer(q question) (output interface{}, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("%v", problem)
		}
	}()
	var text string
	switch q.Syntax {
	case "kubernetes":
		text = expansion.Expand(string(q.Input), expansion.MappingFuncFor(q.Vars))
	case "kubelet":
		file := filepath.Join(filepath.Dir(os.Args[0]), "kubelet.env")
		if err = os.WriteFile(file, q.Input, 0o600); err == nil {
			text, err = env.ParseEnv(file, q.Key)
		}
	case "flux":
		text, err = envsubst.Eval(string(q.Input), q.lookUp)
	case "compose":
		text, err = template.SubstituteWithOptions(string(q.Input), q.lookUp, template.WithoutLogging)
	default:
		return dotenv.UnmarshalWithLookup(string(q.Input), q.lookUp)
	}
	return []byte(text), err
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
