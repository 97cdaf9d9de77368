package selftest

import (
	"strings"
	"testing"

	"combigo.dev/combigo/par"
)

func TestRun(t *testing.T) {
	all, err := Run(t.Context(), par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range all {
		if o.Fault != nil {
			t.Errorf("%s: %v", o.Name, o.Fault)
		}
	}
	if len(all) != len(checks()) || !strings.HasPrefix(all[0].Equal, "the kernels plain Go") {
		t.Errorf("%v", all)
	}
}
