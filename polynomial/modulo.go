package polynomial

import "math/big"

// A modPoly is a polynomial modulo a prime below 2^31, that of the power k at index k. The
// last coefficient is not 0.
type modPoly struct {
	prime uint64
	c     []uint64
}

// modulo returns the residues of the coefficients, and whether the degree stays.
func (p Poly) modulo(prime uint64) (modPoly, bool) {
	m, c := new(big.Int).SetUint64(prime), make([]uint64, len(p))
	for k := range p {
		c[k] = new(big.Int).Mod(p[k], m).Uint64()
	}
	f := modPoly{prime, c}.trimmed()
	return f, len(f.c) == len(p)
}

func (f modPoly) trimmed() modPoly {
	for len(f.c) > 0 && f.c[len(f.c)-1] == 0 {
		f.c = f.c[:len(f.c)-1]
	}
	return f
}

func (f modPoly) degree() int { return len(f.c) - 1 }

func (f modPoly) inverse(a uint64) uint64 {
	m := new(big.Int).SetUint64(f.prime)
	return m.ModInverse(new(big.Int).SetUint64(a), m).Uint64()
}

// divide returns the quotient and the remainder of f divided by g, which is not 0.
func (f modPoly) divide(g modPoly) (quotient, remainder modPoly) {
	r := append([]uint64(nil), f.c...)
	if len(r) < len(g.c) {
		return modPoly{f.prime, nil}, modPoly{f.prime, r}
	}
	inverse := f.inverse(g.c[len(g.c)-1])
	q := make([]uint64, len(r)-len(g.c)+1)
	for shift := len(q) - 1; shift >= 0; shift-- {
		q[shift] = r[shift+len(g.c)-1] * inverse % f.prime
		for k, c := range g.c {
			r[shift+k] = (r[shift+k] + f.prime - q[shift]*c%f.prime) % f.prime
		}
	}
	return modPoly{f.prime, q}, modPoly{f.prime, r}.trimmed()
}

func (f modPoly) gcd(g modPoly) modPoly {
	for len(g.c) > 0 {
		_, rest := f.divide(g)
		f, g = g, rest
	}
	return f
}

func (f modPoly) squarefree() bool {
	d := make([]uint64, max(0, len(f.c)-1))
	for k := range d {
		d[k] = f.c[k+1] * uint64(k+1) % f.prime % f.prime
	}
	return f.gcd(modPoly{f.prime, d}.trimmed()).degree() == 0
}

// timesModulo returns f*g modulo m.
func (f modPoly) timesModulo(g, m modPoly) modPoly {
	if len(f.c) == 0 || len(g.c) == 0 {
		return modPoly{f.prime, nil}
	}
	product := make([]uint64, len(f.c)+len(g.c)-1)
	for i, a := range f.c {
		for j, b := range g.c {
			product[i+j] = (product[i+j] + a*b%f.prime) % f.prime
		}
	}
	_, rest := modPoly{f.prime, product}.trimmed().divide(m)
	return rest
}

// frobenius returns f to the power of the prime modulo m.
func (f modPoly) frobenius(m modPoly) modPoly {
	result := modPoly{f.prime, []uint64{1}}
	for e := f.prime; e > 0; e >>= 1 {
		if e&1 == 1 {
			result = result.timesModulo(f, m)
		}
		f = f.timesModulo(f, m)
	}
	return result
}

// minusX returns f - x.
func (f modPoly) minusX() modPoly {
	c := append([]uint64(nil), f.c...)
	for len(c) < 2 {
		c = append(c, 0)
	}
	c[1] = (c[1] + f.prime - 1) % f.prime
	return modPoly{f.prime, c}.trimmed()
}
