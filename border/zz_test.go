package border

import (
	"context"
	"math/big"
	"testing"
)

func TestForceWindows(t *testing.T) {
	for m := 1; m <= 11; m++ {
		for n := 1; n <= 12; n++ {
			mods := []uint64{1<<62 - 57, 1 << 61}
			v, _, _ := Residues(context.Background(), m, n, mods, Options{Threads: 2})
			w, _, _ := Count(context.Background(), m, n, Options{Threads: 2})
			for i, q := range mods {
				var r big.Int
				r.Mod(w, new(big.Int).SetUint64(q))
				if r.Uint64() != v[i] {
					t.Error(m, n, i)
				}
			}
		}
	}
}
