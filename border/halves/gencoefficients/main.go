// Gencoefficients writes the table of coefficients of the transform of package halves.
//
// Put two strands for each run, and a partition of runs becomes a diagram of the Temperley-Lieb algebra with the loop
// value δ, δ² = Q = -1. Wenzl's recursion for its projectors, in the form with one factor on the left,
//
//	JW(n+1) = (JW(n) ⊗ 1) (1 + sum over k = 1..n of (-1)^(n+1-k) [k]/[n+1] U(n) U(n-1) ... U(k))
//
// is applied twice for a run more. In terms of partitions U(2i-1) cuts run i off, U(2i) joins runs i and i+1, and the
// quantum integers [k] are Fibonacci numbers: the coefficient of the product from n down to k is F(k)/F(n+1), with the
// sign of the number of joins. What JW(n) annihilates on its side is left out.
package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"log"
	"math/big"
	"os"
	"slices"
)

// maxTop is the largest number of strings of one colour on top of the stack that the table is for.
const maxTop = 5

// diagram is a partition of inputs and outputs, as many of each: labels in the order of their first occurrence.
type diagram string

// sum is a linear combination of diagrams.
type sum map[diagram]*big.Rat

func canonical(labels []int) diagram {
	names := map[int]byte{}
	out := make([]byte, len(labels))
	for i, l := range labels {
		if _, ok := names[l]; !ok {
			names[l] = byte(len(names))
		}
		out[i] = names[l]
	}
	return diagram(out)
}

func identity(n int) []int {
	labels := make([]int, 2*n)
	for i := range n {
		labels[i], labels[n+i] = i, i
	}
	return labels
}

// generator is U(k) on n runs: a run is cut, or two are joined.
func generator(k, n int) diagram {
	labels := identity(n)
	i := (k - 1) / 2
	if k%2 == 1 {
		labels[n+i] = n
	} else {
		labels[i+1], labels[n+i+1] = labels[i], labels[i]
	}
	return canonical(labels)
}

// compose puts g after f; a component that reaches neither end counts -1.
func compose(f, g diagram) (diagram, int64) {
	n := len(f) / 2
	parent := make([]int, 4*n)
	for i := range parent {
		parent[i] = i
	}
	var find func(int) int
	find = func(x int) int {
		if parent[x] != x {
			parent[x] = find(parent[x])
		}
		return parent[x]
	}
	for i := range n {
		parent[find(int(f[n+i]))] = find(2*n + int(g[i]))
	}
	ends := make([]int, 0, 2*n)
	for i := range n {
		ends = append(ends, find(int(f[i])))
	}
	for i := range n {
		ends = append(ends, find(2*n+int(g[n+i])))
	}
	sign := int64(1)
	closed := map[int]bool{}
	for i := range n {
		if c := find(int(f[n+i])); !slices.Contains(ends, c) && !closed[c] {
			closed[c] = true
			sign = -sign
		}
	}
	return canonical(ends), sign
}

func fibonacci(n int) int64 {
	a, b := int64(0), int64(1)
	for range n {
		a, b = b, a+b
	}
	return a
}

// chain is the second factor of the recursion from n to n+1 strands, on a given number of runs.
func chain(n, runs int) sum {
	one := canonical(identity(runs))
	s := sum{one: big.NewRat(1, 1)}
	product, joins := one, 0
	for k := n; k >= 1; k-- {
		product, _ = compose(product, generator(k, runs))
		if k%2 == 0 {
			joins++
		}
		c := big.NewRat(fibonacci(k), fibonacci(n+1))
		if joins%2 == 1 {
			c.Neg(c)
		}
		s.add(product, c)
	}
	return s
}

func (s sum) add(d diagram, c *big.Rat) {
	if s[d] == nil {
		s[d] = new(big.Rat)
	}
	s[d].Add(s[d], c)
}

func (s sum) times(t sum) sum {
	out := sum{}
	for f, a := range s {
		for g, b := range t {
			d, sign := compose(f, g)
			c := new(big.Rat).Mul(a, b)
			out.add(d, c.Mul(c, big.NewRat(sign, 1)))
		}
	}
	return out
}

// term says which value is added: that of the rest after another letter, with the strings on top of the stack
// changed as the tags say.
type term struct {
	letter string
	tags   string
	c      *big.Rat
}

// terms reads off what a sum on j strings and one run more, of which the first j come out of a projector, adds to the
// word where the run is the first of a string.
func (s sum) terms(j int) []term {
	var out []term
	for d, c := range s {
		if c.Sign() == 0 {
			continue
		}
		if t, ok := read([]byte(d), j); ok && t.tags != "" {
			t.c = c
			out = append(out, t)
		}
	}
	slices.SortFunc(out, func(a, b term) int {
		return cmp.Or(-cmp.Compare(a.letter, b.letter), cmp.Compare(a.tags, b.tags))
	})
	return out
}

// read translates a diagram. It reports false if the projector annihilates it: if it joins two strings, or cuts one
// off.
func read(d []byte, j int) (term, bool) {
	strings, run, outs := d[:j], d[j], d[j+1:]
	through := func(label byte) bool { return slices.Contains(outs, label) }
	for i, s := range strings {
		if slices.Contains(strings[:i], s) || !through(s) && (i != j-1 || s != run) {
			return term{}, false
		}
	}
	base := slices.Clone(strings)
	t := term{letter: "Alone"}
	switch {
	case j > 0 && run == strings[j-1] && through(run):
		t.letter = "Inner"
	case j > 0 && run == strings[j-1]:
		t.letter = "Last"
		base = base[:j-1]
	case through(run):
		t.letter = "First"
		base = append(base, run)
	}
	t.tags = tags(outs, base)
	return t, true
}

// tags names the strings that leave, the innermost first: equal letters are one string, a capital is one of base.
// Those that come out where they went in, the outermost ones, are left out.
func tags(outs, base []byte) string {
	top := slices.Clone(outs)
	slices.Reverse(top)
	n := len(top)
	for n > 0 && slices.Contains(base, top[n-1]) && !slices.Contains(top[:n-1], top[n-1]) {
		n--
	}
	names := map[byte]byte{}
	var out []byte
	for _, s := range top[:n] {
		if _, ok := names[s]; !ok {
			names[s] = byte(len(names))
		}
		letter := 'a' + names[s]
		if slices.Contains(base, s) {
			letter -= 'a' - 'A'
		}
		out = append(out, letter)
	}
	return string(out)
}

func main() {
	var first, inner [][]term
	for j := range maxTop + 1 {
		s := chain(2*j+1, j+1)
		if j > 0 {
			s = chain(2*j, j+1).times(s)
		}
		terms := s.terms(j)
		first = append(first, terms)
		// The string that goes on is projected by the factor for one string less.
		var goesOn []term
		if j > 0 {
			for _, t := range first[j-1] {
				if t.letter == "Alone" {
					goesOn = append(goesOn, term{"Last", t.tags, t.c})
				}
			}
		}
		inner = append(inner, goesOn)
	}
	var b bytes.Buffer
	b.WriteString("// Code generated by gencoefficients; DO NOT EDIT.\n\npackage halves\n")
	write(&b, "firstTerms", "are what is added to the values of words whose run is the first of a string", first)
	write(&b, "innerTerms", "are what is added to those of words whose run is an inner one", inner)
	source, err := format.Source(b.Bytes())
	if err != nil {
		log.Fatalf("gencoefficients: %v\n%s", err, b.Bytes())
	}
	if err := os.WriteFile("coefficients_gen.go", source, 0o644); err != nil {
		log.Fatalf("gencoefficients: %v", err)
	}
}

func write(b *bytes.Buffer, name, comment string, table [][]term) {
	fmt.Fprintf(b, "\n// %s %s,\n// by the number of strings of its colour on top of the stack.\nvar %s = [][]term{\n", name, comment, name)
	for _, terms := range table {
		b.WriteString("{\n")
		for _, t := range terms {
			// Values of alone and inner runs are added up before: what both have is theirs together.
			if t.letter == "Alone" && t.tags != "a" {
				continue
			}
			c := new(big.Rat).Set(t.c)
			if t.letter == "Alone" {
				c.Add(c, alone(terms))
			}
			fmt.Fprintf(b, "{%s, %q, %s, %s},\n", t.letter, t.tags, c.Num(), c.Denom())
		}
		b.WriteString("},\n")
	}
	b.WriteString("}\n")
}

// alone is minus the coefficient of the inner run that is cut off.
func alone(terms []term) *big.Rat {
	for _, t := range terms {
		if t.letter == "Inner" && t.tags == "a" {
			return new(big.Rat).Neg(t.c)
		}
	}
	return new(big.Rat)
}
