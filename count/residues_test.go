package count

import (
	"context"
	"path/filepath"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
)

// The value files of the repository are sound, and agree with the numbers in print.
func TestResiduesOfTheRepository(t *testing.T) {
	pattern := "../docs/residues/12x12-*.value"
	if longtests.Wanted() {
		pattern = "../docs/residues/*.value"
	}
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	values, err := ReadValues(names...)
	if err == nil {
		err = CheckValues(context.Background(), values, par.Options{})
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range values {
		if v.Fault != nil || len(v.Checks) < 2 {
			t.Errorf("%s: %v, %q", v.Name, v.Fault, v.Checks)
		}
	}
}
