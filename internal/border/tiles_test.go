package border

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/internal/oracle/hashed"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
)

// A vector in tiles: by the residue, by the share that leaves it.
type tiled struct {
	t      *testing.T
	d      *Division
	shares int
	values [][][]uint32
}

// of returns the tiles that a share reads, by their source.
func (v *tiled) of(p Phase, r, share int) [][]uint32 {
	before := Prefix
	if p == Prefix {
		before = Suffix
	}
	var tiles [][]uint32
	for source := range v.shares {
		at := 0
		sizes := v.d.Tiles(before, source)
		for _, n := range sizes[:share] {
			at += n
		}
		tiles = append(tiles, v.values[r][source][at:][:sizes[share]])
	}
	return tiles
}

func (v *tiled) run(p Phase, share int, from *Residue) []uint32 {
	n := 0
	for _, size := range v.d.Tiles(p, share) {
		n += size
	}
	m, err := memory.NewWords(int64(n))
	if err != nil {
		v.t.Fatal(err)
	}
	out := m.All
	if err := v.d.Run(context.Background(), p, share, from, out, par.Options{}); err != nil {
		v.t.Fatal(err)
	}
	return out
}

// column takes residue r of the vector through a column.
func (v *tiled) column(columns, r, known int, primes []uint64) [][]uint32 {
	u := &tiled{v.t, v.d, v.shares, make([][][]uint32, 1)}
	for share := range v.shares {
		from := &Residue{Prime: primes[r], Columns: columns}
		switch {
		case v.values == nil:
		case r < known:
			from.Tiles = v.of(Prefix, r, share)
		default:
			from.Primes = primes[:known]
			for k := range known {
				from.Known = append(from.Known, v.of(Prefix, k, share))
			}
		}
		u.values[0] = append(u.values[0], v.run(Prefix, share, from))
	}
	var out [][]uint32
	for share := range v.shares {
		out = append(out, v.run(Suffix, share, &Residue{Prime: primes[r], Tiles: u.of(Suffix, 0, share)}))
	}
	return out
}

func TestDivision(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct{ height, width, shares int }{{5, 7, 1}, {5, 9, 3}, {6, 11, 4}, {7, 8, 5}, {4, 6, 7}, {4, 4, 3}} {
		e, err := New(Board{Height: c.height, Colours: 2})
		if err != nil {
			t.Fatal(err)
		}
		d, err := e.Divide(ctx, c.shares, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		v := &tiled{t, d, c.shares, nil}
		columns := (c.width + 1) / 2
		primes := Primes(10)
		for k := min(e.FirstColumns(c.width), columns-1); k < columns; k++ {
			known := e.Residues(k)
			next := make([][][]uint32, e.Residues(k+1))
			for r := range next {
				next[r] = v.column(k, r, known, primes)
			}
			v.values = next
		}
		want := hashed.Count(c.height, c.width)
		known := e.Residues(columns)
		if c.width%2 == 1 {
			sum := new(big.Rat)
			for share := range c.shares {
				var values [][]uint32
				for r := range known {
					values = append(values, v.values[r][share])
				}
				part, err := d.JoinExact(ctx, share, columns, primes[:known], values, par.Options{})
				if err != nil {
					t.Fatal(err)
				}
				sum.Add(sum, part)
			}
			if !sum.IsInt() || sum.Num().Cmp(want) != 0 {
				t.Errorf("%+v: %v, want %d", c, sum, want)
			}
			continue
		}
		for r := range known + 2 {
			f, _ := modular.NewField(primes[r])
			out := v.column(columns, r, known, primes)
			sum := modular.Element(0)
			for share := range c.shares {
				x := &Residue{Prime: primes[r], Columns: columns}
				if r < known {
					x.Tiles = [][]uint32{v.values[r][share]}
				} else {
					x.Primes = primes[:known]
					for k := range known {
						x.Known = append(x.Known, [][]uint32{v.values[k][share]})
					}
				}
				part, err := d.JoinModulo(ctx, share, x, out[share], par.Options{})
				if err != nil {
					t.Fatal(err)
				}
				sum = f.Add(sum, f.Element(part))
			}
			if f.ElementBig(want) != sum {
				t.Errorf("%+v modulo %d: %d", c, primes[r], f.Uint64(sum))
			}
		}
	}
}

// What a division cannot do is an error: a modulus that is no prime, too few primes for the values,
// and work that is interrupted.
func TestDivisionRefuses(t *testing.T) {
	e := newEngine(t, 4, 2)
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := newEngine(t, 12, 2).Divide(stopped, 1, par.Options{}); err == nil {
		t.Error("tables are made although the work is interrupted")
	}
	d, err := e.Divide(t.Context(), 1, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const columns = 10 // whose values take two residues
	primes := Primes(2)
	v := make([]uint32, d.Tiles(Prefix, 0)[0]+d.Tiles(Suffix, 0)[0])
	known := func(primes []uint64) *Residue {
		return &Residue{Prime: Primes(3)[2], Columns: columns, Primes: primes, Known: make([][][]uint32, len(primes))}
	}
	for name, x := range map[string]*Residue{
		"no prime": {Prime: 1 << 30}, "too few primes": known(primes[:1]), "another one that is no prime": known([]uint64{primes[0], 1 << 31}),
	} {
		if err := d.Run(t.Context(), Prefix, 0, x, v, par.Options{}); err == nil {
			t.Errorf("a phase with %s: no error", name)
		}
		if n, err := d.JoinModulo(t.Context(), 0, x, v, par.Options{}); err == nil {
			t.Errorf("a join with %s: %d", name, n)
		}
	}
	if n, err := d.JoinExact(t.Context(), 0, columns, primes[:1], [][]uint32{v}, par.Options{}); err == nil {
		t.Errorf("an exact join with too few primes: %v", n)
	}
	for i := range v {
		v[i] = uint32(primes[1] / uint64(i+2))
	}
	wrong := known(primes)
	wrong.Known = [][][]uint32{{v}, {v[1:]}}
	if n, err := d.JoinModulo(t.Context(), 0, wrong, v, par.Options{}); !errors.Is(err, ErrImpossibleValue) {
		t.Errorf("a join of residues that fit no value: %d, %v", n, err)
	}
	first := &Residue{Prime: primes[0], Columns: 1}
	if err := d.Run(stopped, Prefix, 0, first, v, par.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a phase that is interrupted: %v", err)
	}
	if n, err := d.JoinModulo(stopped, 0, first, v, par.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a join that is interrupted: %d, %v", n, err)
	}
}
