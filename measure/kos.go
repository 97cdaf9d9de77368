package measure

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// KoTable says how many legal positions of a board have a given number of ko captures
// ([goban.Kos]).
type KoTable struct {
	Board     *lattice.Graph
	Positions []*big.Int `json:"positions"` // with 0, 1, 2, ... of them, up to the most
	result.Provenance
}

// Kos counts the positions of a board by their ko captures, exactly. The error is a
// *transfer.WidthError if the border of the board is too long in all vertex orders that were tried,
// a *result.MemoryError, or the cause of the context's end.
func Kos(ctx context.Context, g *lattice.Graph, opt par.Options) (*KoTable, error) {
	start, order := time.Now(), lattice.Order(g)
	steps, err := transfer.Frontier(g, order, maxKoWidth)
	if err != nil {
		return nil, err
	}
	sums, err := transfer.NewSums(3, g.Len()/2) // each ko has two points of its own
	if err != nil {
		return nil, err
	}
	positions, stats, err := transfer.Run(ctx, &koSpec{steps}, sums, opt)
	if err != nil {
		return nil, result.WithSubject(err, g.String())
	}
	t := &KoTable{Board: g, Positions: positions}
	t.Provenance = result.Provenance{
		Method: "frontier", Engine: "frontier", Threads: stats.Threads,
		Description: fmt.Sprintf("dynamic programming over frontiers of at most %d points, with the only liberties of strings", lattice.Width(g, order)),
		States:      int64(stats.PeakStates), StateSteps: float64(stats.StateSteps), Wall: time.Since(start), PeakMemory: result.PeakMemory(),
	}
	legal, _, err := transfer.CountLegal(ctx, g, order, 2, par.Options{Threads: opt.Threads, Memory: opt.Memory})
	if err != nil {
		return nil, err
	}
	if sum, _ := t.Totals(); sum.Cmp(legal) != 0 {
		return nil, result.InternalErrorf("the positions of "+g.String()+" by ko captures", "they add up to %v, not %v", sum, legal)
	}
	t.Checks = append(t.Checks, "the sum is the number of legal positions, counted without kos")
	return t, nil
}

// Totals returns the number of all positions, and of the ko captures of all together.
func (t *KoTable) Totals() (positions, captures *big.Int) {
	positions, captures = new(big.Int), new(big.Int)
	for k, n := range t.Positions {
		positions.Add(positions, n)
		captures.Add(captures, new(big.Int).Mul(big.NewInt(int64(k)), n))
	}
	return positions, captures
}

// koSpec is the [transfer.Spec] of legal positions, whose choices are the numbers of ko captures
// that the points decided have for certain.
//
// A capture at an empty point is a ko if the point is an eye of the captured colour and if, of all
// strings beside it, the eye is the only liberty of one, which is a single stone. So of each string
// on the frontier a state says whether it has no liberty yet, or one eye alone, which one; all
// others are safe, and nothing else matters of them. Of each eye that is the only liberty of
// strings, or can become one, it says whether a single stone with no other liberty has left the
// frontier. An eye is given up when another string without other liberties leaves, or when a
// neighbour is empty or of the other colour: then the strings that have it are safe.
type koSpec struct{ steps []transfer.FrontierStep }

// maxKoWidth is the longest frontier that a state has room for: for each point its own number, and
// what a string and the eye of the string are.
const maxKoWidth = 8

// Levels implements [transfer.Spec].
func (s *koSpec) Levels() int { return len(s.steps) }

// Start implements [transfer.Spec].
func (s *koSpec) Start() (w transfer.Word4) { return w }

// Accept implements [transfer.Spec]: positions that are not legal were left on the way.
func (s *koSpec) Accept(transfer.Word4) bool { return true }

// Step implements [transfer.Spec].
func (s *koSpec) Step(level int, from transfer.Word4, arcs []transfer.Arc[transfer.Word4]) []transfer.Arc[transfer.Word4] {
	step := &s.steps[level]
	before := newKoFront(from, step.Width)
	for color := range uint8(3) {
		after := before
		after.put(step.Near, uint8(step.Width), color)
		if step.Safe && color > 0 {
			after.save(after.at[step.Width])
		}
		if kos, legal := after.leave(step.Kept, step.Width); legal {
			arcs = append(arcs, transfer.Arc[transfer.Word4]{To: after.pack(step.Kept), Choice: kos, By: transfer.One})
		}
	}
	return arcs
}

// koFront is an unpacked state. A point is one of the things, which are: 0 an empty point that is
// no eye, 1 and 2 a safe stone of either colour, and from firstThing on an eye, or a string that is
// not safe.
type koFront struct {
	at     [maxKoWidth + 1]uint8
	things [firstThing + 3*(maxKoWidth+1)]koThing
	len    uint8
}

const firstThing = 3

type koThing struct {
	color uint8 // of the stones, or beside the eye, 0 for none yet
	marks uint8
	only  uint8 // liberty of a string, 0 for none
}

// The marks of a thing: that it is an eye and no string; and that the string is a single stone, or
// that a single stone has left that has no other liberty than the eye.
const (
	eye    = 4
	single = 8
)

func (f *koFront) add(t koThing) uint8 {
	f.things[f.len] = t
	f.len++
	return f.len - 1
}

func (f *koFront) replace(from, to uint8) {
	for place, at := range f.at {
		if at == from {
			f.at[place] = to
		}
	}
}

func (f *koFront) colorOf(at uint8) uint8 {
	if at < firstThing {
		return at
	}
	return f.things[at].color
}

// save notes that a string has two liberties, or one that is no eye.
func (f *koFront) save(at uint8) {
	if at >= firstThing {
		f.replace(at, f.things[at].color)
		f.things[at].only = 0
	}
}

// liberty gives a string a liberty, an eye or not.
func (f *koFront) liberty(at, point uint8) {
	switch {
	case at < firstThing:
	case point < firstThing || f.things[at].only != 0 && f.things[at].only != point:
		f.save(at)
	default:
		f.things[at].only = point
	}
}

// spoil notes that an empty point is no eye in which a ko is captured.
func (f *koFront) spoil(point uint8) {
	if point < firstThing {
		return
	}
	f.replace(point, 0)
	f.things[point].marks &^= single
	for at := uint8(firstThing); at < f.len; at++ {
		if f.things[at].only == point {
			f.save(at)
		}
	}
}

// beside notes that a stone of a colour is beside an empty point, and returns what that is then.
func (f *koFront) beside(place uint8, color uint8) uint8 {
	point := f.at[place]
	switch {
	case point < firstThing:
	case f.things[point].color == 0:
		f.things[point].color = color
	case f.things[point].color != color:
		f.spoil(point)
	}
	return f.at[place]
}

func (f *koFront) put(near []uint8, place, color uint8) {
	marks := uint8(single)
	if color == 0 {
		marks = eye
	}
	f.at[place] = f.add(koThing{color: color, marks: marks})
	for _, p := range near {
		empty := f.at[p] == 0 || f.things[f.at[p]].marks&eye != 0
		switch {
		case empty && color == 0:
			f.spoil(f.at[p])
			f.spoil(f.at[place])
		case empty:
			f.liberty(f.at[place], f.beside(p, color))
		case color == 0:
			f.liberty(f.at[p], f.beside(place, f.colorOf(f.at[p])))
		case f.colorOf(f.at[p]) == color:
			f.join(f.at[p], f.at[place])
		}
	}
}

func (f *koFront) join(a, b uint8) {
	switch {
	case a == b:
	case a < firstThing || b < firstThing:
		f.save(max(a, b))
	default:
		f.replace(b, a)
		f.things[a].marks = 0
		if only := f.things[b].only; only != 0 {
			f.things[b].only = 0
			f.liberty(a, only)
		}
	}
}

// leave takes the places off the frontier that are not kept. It returns the number of ko captures
// that are certain then, and whether all strings have a liberty.
func (f *koFront) leave(kept []uint8, last int) (kos uint8, legal bool) {
	stays := func(at uint8) bool { return slices.ContainsFunc(kept, func(p uint8) bool { return f.at[p] == at }) }
	for p := range last + 1 {
		at := f.at[p]
		if at < firstThing || f.things[at].marks&eye != 0 || stays(at) {
			continue
		}
		only := f.things[at].only
		if only == 0 {
			return 0, false
		}
		f.replace(at, 0)
		f.things[at].only = 0
		if f.things[at].marks&^f.things[only].marks&single != 0 {
			f.things[only].marks |= single
		} else {
			f.spoil(only)
		}
	}
	for at, t := range f.things[:f.len] {
		needed := func(t koThing) bool { return int(t.only) == at }
		if t.marks == eye|single && !stays(uint8(at)) && !slices.ContainsFunc(f.things[:f.len], needed) {
			kos++
		}
	}
	return kos, true
}

// pack writes a state as bytes: for each point what it is, the things being numbered in the order
// in which they come, and where a thing comes for the first time what it is. Colours are numbered
// in the same way: the exchange of colours exchanges kos.
func (f *koFront) pack(kept []uint8) (w transfer.Word4) {
	var names [len(f.things)]uint8
	var colors [3]uint8
	next, used, i := uint8(firstThing), uint8(0), 0
	write := func(b uint8) { w[i/8] |= uint64(b) << (i % 8 * 8); i++ }
	color := func(c uint8) uint8 {
		if c > 0 && colors[c] == 0 {
			used++
			colors[c] = used
		}
		return colors[c]
	}
	var thing func(at uint8)
	thing = func(at uint8) {
		t := &f.things[at]
		switch {
		case at < firstThing:
			write(color(at))
		case names[at] != 0:
			write(names[at])
		default:
			names[at], next = next, next+1
			write(names[at])
			write(color(t.color) | t.marks)
			if t.marks&eye == 0 {
				thing(t.only)
			}
		}
	}
	for _, place := range kept {
		thing(f.at[place])
	}
	return w
}

// newKoFront is the inverse of pack.
func newKoFront(w transfer.Word4, width int) (f koFront) {
	f.len = firstThing
	i := 0
	read := func() uint8 { i++; return uint8(w[(i-1)/8] >> ((i - 1) % 8 * 8)) }
	var thing func() uint8
	thing = func() uint8 {
		at := read()
		if at < f.len {
			return at
		}
		about := read()
		f.add(koThing{color: about & 3, marks: about &^ 3})
		if about&eye == 0 {
			f.things[at].only = thing()
		}
		return at
	}
	for place := range width {
		f.at[place] = thing()
	}
	return f
}
