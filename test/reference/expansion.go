// Kubernetes' implementation of $(NAME).
package main

import "k8s.io/kubernetes/third_party/forked/golang/expansion"

func answer(q question) (interface{}, error) {
	return []byte(expansion.Expand(string(q.Input), expansion.MappingFuncFor(q.Vars))), nil
}
