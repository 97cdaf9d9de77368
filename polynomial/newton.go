package polynomial

import (
	"fmt"
	"math/big"
)

// newton returns the coefficients c_j of the falling factorials
// x(x-1)...(x-j+1) in the polynomial that has the given values at 0, 1, 2, ...
// The difference of order j at 0 is j! c_j. It returns an error if a coefficient
// is negative or not whole, which for a Go polynomial none is.
func newton(values []*big.Int) ([]*big.Int, error) {
	differences := make([]*big.Int, len(values))
	for k, v := range values {
		differences[k] = new(big.Int).Set(v)
	}
	factorial := big.NewInt(1)
	for j := range differences {
		for k := len(differences) - 1; k > j; k-- {
			differences[k].Sub(differences[k], differences[k-1])
		}
		if j > 0 {
			factorial.Mul(factorial, big.NewInt(int64(j)))
		}
		_, rest := differences[j].QuoRem(differences[j], factorial, new(big.Int))
		if rest.Sign() != 0 || differences[j].Sign() < 0 {
			return nil, fmt.Errorf("the difference of order %d is negative or no multiple of %s", j, factorial)
		}
	}
	return differences, nil
}
