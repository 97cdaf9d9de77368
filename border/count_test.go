package border

import (
	"context"
	"testing"
)

// The published numbers of legal positions on square boards (Combinatorics of
// Go; OEIS A094777).
var publishedSquares = []string{
	"1", "57", "12675", "24318165", "414295148741", "62567386502084877",
	"83677847847984287628595", "990966953618170260281935463385",
	"103919148791293834318983090438798793469",
	"96498428501909654589630887978835098088148177857",
	"793474866816582266820936671790189132321673383112185151899",
}

func TestCountPublishedSquares(t *testing.T) {
	for i, want := range publishedSquares {
		n := i + 1
		if testing.Short() && n > 9 {
			break
		}
		got, _, err := Count(context.Background(), n, n, Options{})
		if err != nil {
			t.Fatalf("%dx%d: %v", n, n, err)
		}
		if got.String() != want {
			t.Errorf("L(%d,%d) = %v, published %s", n, n, got, want)
		}
	}
}
