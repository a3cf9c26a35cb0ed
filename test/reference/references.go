// The reference implementations in Go, except expansion.go.
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/compose-spec/compose-go/v2/dotenv"
	"github.com/compose-spec/compose-go/v2/template"
	"github.com/fluxcd/pkg/envsubst"
	goyaml "go.yaml.in/yaml/v2"
	"k8s.io/kubernetes/pkg/kubelet/util/env"
	"sigs.k8s.io/yaml"
)

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
	case "kubelet":
		file := filepath.Join(filepath.Dir(os.Args[0]), "kubelet.env")
		if err = os.WriteFile(file, q.Input, 0o600); err == nil {
			text, err = env.ParseEnv(file, q.Key)
		}
	case "yaml":
		if err = checkDocument(q.Input); err == nil {
			return yaml.YAMLToJSON(q.Input)
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

// checkDocument reads all of a text: YAMLToJSON ignores what follows the first document.
func checkDocument(text []byte) error {
	decoder := goyaml.NewDecoder(bytes.NewReader(text))
	for count := 0; ; count++ {
		var value interface{}
		if err := decoder.Decode(&value); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		} else if count > 0 {
			return fmt.Errorf("more than one document")
		}
	}
}
