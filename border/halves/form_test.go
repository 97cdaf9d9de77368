package halves

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"combigo/modular"
)

// Of long words, with many strings on top of the stack, the form of a few states at random: the sum of their signs by
// pairs is the sum of the squares over the norms.
func TestFormOfLongWords(t *testing.T) {
	words := []Runs{0b1_0000000000, 0b1_0100010000100, 0b1_000000000000}
	if testing.Short() {
		words = words[:2]
	}
	ar, _ := Residues(testPrime)
	form := NewForm()
	for _, x := range words {
		n := form.Words(x)
		rng := rand.New(rand.NewPCG(1, uint64(x)))
		// Partitions of runs without live ones, drawn one by one.
		const drawn = 12
		var picked [][]int
		var weight []int64
		for range drawn {
			picked = append(picked, stringsOf(drawNeedy(rng, n)))
			weight = append(weight, rng.Int64N(1000)-500)
		}
		want := new(big.Int)
		for i, p := range picked {
			for j, q := range picked {
				sign := int64(1 - 2*(components(p, q)%2))
				want.Add(want, big.NewInt(sign*weight[i]*weight[j]))
			}
		}
		values := make([]uint64, n.Size())
		at := 0
		eachNeedy(n, nil, &at, func(word []Letter, at int) {
			p := stringsOf(word)
			var value int64
			for i, q := range picked {
				value += int64(1-2*(components(p, q)%2)) * weight[i]
			}
			values[at] = uint64((value + testPrime) % testPrime)
		})
		if err := n.Transform(t.Context(), ar, values); err != nil {
			t.Fatal(err)
		}
		sum := form.NewSum(ar)
		sum.Add(n, values, values, 1)
		if got := sum.Residue(); got != want.Mod(want, big.NewInt(testPrime)).Uint64() {
			t.Errorf("runs %b: %d, want %d", x, got, want)
		}
	}
}

// drawNeedy draws a word without live runs.
func drawNeedy(rng *rand.Rand, n *Node) []Letter {
	var word []Letter
	for !n.isLeaf() {
		var choices []Letter
		for l := Alone; l < letters; l++ {
			if n.child[l] != nil {
				choices = append(choices, l)
			}
		}
		// Deep stacks are what is wanted.
		l := choices[rng.IntN(len(choices))]
		if n.child[First] != nil && rng.IntN(2) == 0 {
			l = First
		}
		word = append(word, l)
		n, _ = n.Step(l)
	}
	return word
}

// eachNeedy calls visit for all words without live runs, with their places.
func eachNeedy(n *Node, word []Letter, at *int, visit func(word []Letter, at int)) {
	if n.isLeaf() {
		visit(word, *at)
		*at++
		return
	}
	for l, child := range n.child {
		switch {
		case child == nil:
		case Letter(l) == Live:
			*at += child.Size()
		default:
			eachNeedy(child, append(word, Letter(l)), at, visit)
		}
	}
}

// Limbs of every width, and the loops for any width, do what residues do.
func TestLimbsAgainstResidues(t *testing.T) {
	ar, _ := Residues(testPrime)
	prime := big.NewInt(testPrime)
	form := NewForm()
	rng := rand.New(rand.NewPCG(3, 4))
	rings := map[string]Arithmetic{"wide": limbs{3, loops{wide(3).combine, wide(3).combineRange, wide(3).products}}}
	for width := 1; width <= 8; width++ {
		rings[string(rune('0'+width))] = Limbs(width)
	}
	for _, x := range []Runs{0b1_00, 0b1_010, 0b1_000000, 0b1_0100100, 0b1_01010101010} {
		n := form.Words(x)
		for name, ring := range rings {
			width := ring.Width()
			bits := 64*width - 2 - int(n.Growth())
			if bits < 1 {
				continue
			}
			limbed, residues := make([]uint64, n.Size()*width), make([]uint64, n.Size())
			live := randomBelow(rng, bits)
			for i := range residues {
				value := randomBelow(rng, bits)
				if value.Cmp(live) > 0 {
					value.Set(live)
				}
				for l, w := range value.Bits() {
					limbed[i*width+l] = uint64(w)
				}
				residues[i] = new(big.Int).Mod(value, prime).Uint64()
			}
			if err := n.Transform(t.Context(), ring, limbed); err != nil {
				t.Fatal(err)
			}
			if err := n.Transform(t.Context(), ar, residues); err != nil {
				t.Fatal(err)
			}
			for i, want := range residues {
				value := modular.FromLimbs(limbed[i*width : (i+1)*width])
				if limbed[(i+1)*width-1]>>63 == 1 {
					value.Sub(value, new(big.Int).Lsh(big.NewInt(1), uint(64*width)))
				}
				if got := value.Mod(value, prime).Uint64(); got != want {
					t.Fatalf("runs %b, arithmetic %s: coordinate %d is %d, want %d", x, name, i, got, want)
				}
			}
			exact, modular := form.NewSum(ring), form.NewSum(ar)
			exact.Add(n, limbed, limbed, 3)
			modular.Add(n, residues, residues, 3)
			r := exact.Rat()
			got := new(big.Int).ModInverse(r.Denom(), prime)
			got.Mul(got, r.Num()).Mod(got, prime)
			if got.Uint64() != modular.Residue() {
				t.Errorf("runs %b, arithmetic %s: the sum is %v, want %d", x, name, got, modular.Residue())
			}
		}
	}
}

func randomBelow(rng *rand.Rand, bits int) *big.Int {
	x := new(big.Int)
	for range bits/32 + 1 {
		x.Lsh(x, 32)
		x.Or(x, big.NewInt(int64(rng.Uint32())))
	}
	return x.Rsh(x, uint(max(0, x.BitLen()-bits)))
}

// Large words go through the same steps without lists of all their places.
func TestLargeWordsAgainstTheirBlocks(t *testing.T) {
	if testing.Short() {
		t.Skip("a second")
	}
	ar, _ := Residues(testPrime)
	form := NewForm()
	n := form.Words(0b1_0101010101010)
	if n.Size() < 4*maxList {
		t.Fatalf("%d words are not large", n.Size())
	}
	values := make([]uint64, n.Size())
	for i := range values {
		values[i] = uint64(i) * 0x9e3779b97f4a7c15 % testPrime
	}
	want := append([]uint64(nil), values...)
	if err := n.Transform(t.Context(), ar, values); err != nil {
		t.Fatal(err)
	}
	// The same as one list.
	tr := transformation{ctx: t.Context(), ar: ar, values: want}
	for pass := range passes {
		var levels [][]batch
		n.collect(pass, 0, 0, &levels)
		for _, level := range levels {
			for _, b := range level {
				ar.combine(want, b.combination, tr.bases(1+b.combination.count), b.places)
			}
		}
	}
	for i := range want {
		if values[i] != want[i] {
			t.Fatalf("coordinate %d is %d, want %d", i, values[i], want[i])
		}
	}
}
