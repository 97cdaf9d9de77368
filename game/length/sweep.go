package length

import (
	"context"
	"math/bits"
	"slices"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/result"
)

// play puts a stone of a player on an empty point, and returns the stones after the move. It
// returns false if the move is a suicide that the rules forbid.
func (s *shape) play(stones [2]uint16, player, point int, rules Rules) ([2]uint16, bool) {
	stone := uint16(1) << point
	stones[player] |= stone
	occupied := stones[0] | stones[1]
	for beside := s.near[point] & stones[1-player]; beside != 0; {
		str := s.stringAt(beside&-beside, stones[1-player])
		beside &^= str
		if !s.hasLiberty(str, occupied) {
			stones[1-player] &^= str
		}
	}
	own := s.stringAt(stone, stones[player])
	if s.hasLiberty(own, stones[0]|stones[1]) {
		return stones, true
	}
	stones[player] &^= own
	return stones, rules.suicideOf(bits.OnesCount16(own))
}

// A sweep enumerates all sequences of stones on a shape at once, move by move: it is a dynamic
// program over states. It also sums over the subsets of points that the inclusion and exclusion
// leaves out: where a move would first touch a point that is left out, its stone is put nowhere,
// the point is frozen, and the sign changes.
type sweep struct {
	*shape
	*problem
	all    uint16    // all points of the shape
	spare  int       // moves that need not touch a point of the shape for the first time
	levels [3]*table // the states after this number of moves and the next two, by moves modulo 3
	// sums has, by the number of moves and of stones outside the shape, the sum over the words.
	sums     [][]int64
	overflow bool // a sum was too large
	histories
	before, after []pattern // buffers
	blocks        []block
}

// sweep returns the sums of [sweep] for a shape, by moves and by stones outside the shape.
func (p *problem) sweep(ctx context.Context, s *shape) ([][]int64, error) {
	w := &sweep{shape: s, problem: p, all: 1<<s.size - 1, spare: p.moves - s.size}
	w.histories = histories{patterns: [][]pattern{nil}, index: map[string]uint32{"": 0}}
	for i := range w.levels {
		w.levels[i] = newTable(w.spare + 1)
	}
	for range p.moves + 1 {
		w.sums = append(w.sums, make([]int64, w.spare+1))
	}
	start := make([]int64, w.spare+1)
	start[0] = 1
	w.addState(0, state{}, s.inner, []pattern{w.pattern([2]uint16{})}, start, 1, 0)
	for moves := range p.moves {
		if err := w.step(ctx, moves); err != nil {
			return nil, err
		}
	}
	return w.sums, nil
}

// pattern returns the pattern of the stones of a state at the beginning or after a stone: the
// player to move has the turn.
func (w *sweep) pattern(stones [2]uint16) pattern {
	if w.Rules.Superko == goban.SituationalSuperko {
		return pattern{stones, 1}
	}
	return pattern{stones, 3}
}

// step extends all states after some moves by one more stone, with a pass before it or without.
func (w *sweep) step(ctx context.Context, moves int) error {
	level := w.levels[moves%len(w.levels)]
	for i, now := range level.states {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		ways := level.ways[i*level.width:][:level.width]
		mortal, _ := w.mortalPoints(&now, w.inner, w.moves-moves)
		w.extend(moves+1, 0, &now, mortal, ways)
		if !w.NoPasses && moves+2 <= w.moves {
			w.extend(moves+2, 1, &now, mortal, ways)
		}
	}
	if w.overflow {
		return result.InternalErrorf("the sequences on a set of points", "a sum of more than 63 bits")
	}
	level.clear()
	return nil
}

// extend adds to the states after some moves the extensions of a state by a stone: outside the
// shape, on each empty point, and in place of each point that is left out. The stone is of player
// 0, who is to move, or after a pass of player 1. In the new states the player who put it is the
// opponent.
func (w *sweep) extend(moves, player int, now *state, mortal uint16, ways []int64) {
	before := append(w.before[:0], w.patterns[now.history]...)
	for i := range before {
		if before[i].stones == now.stones {
			before[i].turns |= 1 << player
		}
	}
	stay := *now // the state after the turn, without the stone
	if player == 0 {
		stay.stones = exchangePlayers(now.stones)
		for i, y := range before {
			before[i] = pattern{exchangePlayers(y.stones), y.turns>>1 | y.turns<<1&2}
		}
	}
	w.before = before
	outside := []pattern{w.pattern(stay.stones)}
	w.addState(moves, stay, mortal, outside, ways, 1, 1)
	for empty := w.all &^ (now.stones[0] | now.stones[1] | now.frozen); empty != 0; {
		point, next, alike := bits.Len16(empty)-1, stay, int64(1)
		stone := uint16(1) << point
		empty &^= stone
		for twin := w.twin[point]; twin >= 0 && compare(now, before, twin, point) == 0; twin = w.twin[twin] {
			alike++
			empty &^= 1 << twin
		}
		next.touched |= stone
		if now.touched&stone == 0 {
			next.frozen |= stone
			w.addState(moves, next, mortal&^(w.near[point]|stone), outside, ways, -alike, 0)
			next.frozen = now.frozen
		}
		var legal bool
		next.stones, legal = w.play(stay.stones, 1, point, w.Rules)
		if legal && !slices.ContainsFunc(before, func(y pattern) bool { return y.stones == next.stones && y.turns&1 != 0 }) {
			w.addState(moves, next, mortal, append(before, w.pattern(next.stones)), ways, alike, 0)
		}
	}
}

// addState adds ways, times a sign and with some more stones outside, to a state after some moves.
// It first simplifies the state: points and patterns that can make no difference any more become
// equal in all states. Stones die only on points of mortal, and only the given patterns may come
// back.
func (w *sweep) addState(moves int, now state, mortal uint16, patterns []pattern, ways []int64, sign int64, outside int) {
	left := w.moves - moves
	if w.spareOf(&now, left) < 0 {
		return
	}
	if now.touched == w.all {
		w.overflow = addWays(w.sums[moves], ways, sign, outside) || w.overflow
	}
	if left == 0 {
		return
	}
	if w.spareOf(&now, left) == 0 { // no point is touched again
		now.frozen |= now.touched &^ (now.stones[0] | now.stones[1])
	}
	mortal, open := w.mortalPoints(&now, mortal, left)
	if w.all&^now.touched&^open != 0 {
		return // a stone on such a point, and the point left out, cancel each other
	}
	kept := w.patternsToKeep(&now, patterns, mortal, left)
	still := (now.stones[0] | now.stones[1]) &^ open
	now.frozen |= still
	now.stones[0] &^= still
	now.stones[1] &^= still
	for i := range kept {
		kept[i].stones[0] &^= still
		kept[i].stones[1] &^= still
	}
	w.sortTwins(&now, kept)
	now.history = w.numberOf(kept)
	w.overflow = addWays(w.levels[moves%len(w.levels)].at(now), ways, sign, outside) || w.overflow
}

// spareOf returns how many of the moves left need not touch a point for the first time.
func (w *sweep) spareOf(now *state, left int) int {
	return left - bits.OnesCount16(w.all&^now.touched)
}

// mortalPoints returns the mortal points among some points: those on which a stone may still die.
// open is the mortal points with their neighbours: a stone anywhere else makes no difference. It
// stops as soon as an untouched point is not open.
//
// A stone that dies has stones on all points next to it; those that are not mortal have enemy
// stones.
func (w *sweep) mortalPoints(now *state, among uint16, left int) (mortal, open uint16) {
	var (
		available = [2]int{(left + 1) / 2, left / 2} // stones that each player may still put: there is a move between two stones of a player
		occupied  = now.stones[0] | now.stones[1]
		spare     = w.spareOf(now, left)
	)
	for rest := among; rest != 0; rest &= rest - 1 {
		point := bits.TrailingZeros16(rest)
		closed := w.near[point] | 1<<point
		if closed&now.frozen == 0 && bits.OnesCount16(closed&now.touched&^occupied) <= spare {
			mortal |= 1 << point
		}
	}
	for before := uint16(0); mortal != before; {
		if open = mortal | w.around(mortal); w.all&^now.touched&^open != 0 {
			break
		}
		before = mortal
		for rest := mortal; rest != 0; rest &= rest - 1 {
			point := bits.TrailingZeros16(rest)
			stone := uint16(1) << point
			fixed := w.near[point] &^ mortal
			mortal &^= stone
			for player, own := range now.stones {
				enemy := now.stones[1-player]
				if enemy&stone == 0 && fixed&own == 0 && (own&stone != 0 || available[player] > 0) &&
					bits.OnesCount16(fixed&^enemy) <= available[1-player] {
					mortal |= stone
				}
			}
		}
	}
	return mortal, open
}

// A block is a string that may still die, and its liberties.
type block struct{ stones, liberties uint16 }

// findBlocks sets blocks to the strings on mortal points, for mayComeBack.
func (w *sweep) findBlocks(now *state, mortal uint16) {
	w.blocks = w.blocks[:0]
	for _, stones := range now.stones {
		for rest := stones & mortal; rest != 0; {
			str := w.stringAt(rest&-rest, stones)
			rest &^= str
			w.blocks = append(w.blocks, block{str, w.around(str) &^ (now.stones[0] | now.stones[1])})
		}
	}
}

// patternsToKeep returns the patterns for which mayComeBack is true, each once.
func (w *sweep) patternsToKeep(now *state, patterns []pattern, mortal uint16, left int) []pattern {
	spare, noSuicide := w.spareOf(now, left), w.Rules.Suicide == goban.SuicideForbidden
	if w.Rules.Superko == goban.NoSuperko || noSuicide && spare == 0 {
		return nil
	}
	w.findBlocks(now, mortal)
	kept := w.after[:0]
	for _, y := range patterns {
		if !w.mayComeBack(now, &y, mortal, left, spare, noSuicide) {
			continue
		}
		if i := slices.IndexFunc(kept, func(z pattern) bool { return z.stones == y.stones }); i >= 0 {
			kept[i].turns |= y.turns
			continue
		}
		kept = append(kept, y)
	}
	w.after = kept
	return kept
}

// mayComeBack reports whether a pattern satisfies these conditions, all necessary for the stones to
// come back to it:
//
//   - Stones that cannot die are in the pattern.
//   - Each stone of the pattern that is missing takes a move on a point touched before.
//   - Each string with a stone that is not in the pattern dies. Its liberties are filled, by stones
//     of the pattern or by others that die, too.
//   - If no stone is missing, some stone dies. Without suicide the last capture on the way back
//     leaves the stone that captures, so the pattern has that stone: it stands now, dies with its
//     string, and is played again, on a point touched before.
func (w *sweep) mayComeBack(now *state, y *pattern, mortal uint16, left, spare int, noSuicide bool) bool {
	var (
		missing = bits.OnesCount16(y.stones[0]&^now.stones[0] | y.stones[1]&^now.stones[1])
		extra   = now.stones[0]&^y.stones[0] | now.stones[1]&^y.stones[1]
		some    = missing > 0 || !noSuicide && mortal != 0
	)
	if missing > spare || extra&^mortal != 0 {
		return false
	}
	for _, b := range w.blocks {
		fill, refill := bits.OnesCount16(b.liberties), bits.OnesCount16(b.liberties&now.touched)
		dies := b.liberties&^(y.stones[0]|y.stones[1]|mortal) == 0 && fill <= left && refill <= spare
		if b.stones&extra != 0 && !dies {
			return false
		}
		some = some || dies && fill < left && refill < spare
	}
	return some
}

// sortTwins exchanges twins, points with the same neighbours, until they are in order, so that
// states that differ by such exchanges are one.
func (w *sweep) sortTwins(now *state, patterns []pattern) {
	for point := range w.size {
		for q, p := point, w.twin[point]; p >= 0 && compare(now, patterns, p, q) > 0; q, p = p, w.twin[p] {
			exchange := func(sets ...*uint16) {
				for _, s := range sets {
					differ := (*s>>p ^ *s>>q) & 1
					*s ^= differ<<p | differ<<q
				}
			}
			exchange(&now.touched, &now.frozen, &now.stones[0], &now.stones[1])
			for k := range patterns {
				exchange(&patterns[k].stones[0], &patterns[k].stones[1])
			}
		}
	}
}

// compare orders two twins by their points in a state, then by their points in some patterns.
func compare(now *state, patterns []pattern, p, q int) int {
	at := func(p int) int {
		return int(now.touched>>p&1 | now.frozen>>p&1<<1 | now.stones[0]>>p&1<<2 | now.stones[1]>>p&1<<3)
	}
	if c := at(p) - at(q); c != 0 {
		return c
	}
	for _, y := range patterns {
		at := func(p int) int { return int(y.stones[0]>>p&1 | y.stones[1]>>p&1<<1) }
		if c := at(p) - at(q); c != 0 {
			return c
		}
	}
	return 0
}
