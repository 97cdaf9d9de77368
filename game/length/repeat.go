package length

import (
	"fmt"

	"combigo/goban"
)

// A comeback is a run of stones of a cluster, those after the first from up to to, that brings the cluster back to what
// it looked like before them. If nothing happens elsewhere meanwhile, the whole board repeats.
type comeback struct {
	from, to int
	// needsPass says that superko forbids the repetition only if there was a pass before the first stone of the run:
	// situational superko wants the same player to have had the turn.
	needsPass bool
}

// A repeater counts the sequences of stones in a cluster, legal but for superko, that have a word and the same comebacks.
type repeater struct {
	word      word
	comebacks []comeback
	count     int64
}

// repeaters returns all sequences with comebacks, for all words of games of at most a given number of moves.
func (c *cluster) repeaters(moves int, rules Rules) []*repeater {
	if rules.Superko == goban.NoSuperko {
		return nil
	}
	r := repeatCounter{cluster: c, rules: rules, moves: moves, index: map[string]*repeater{}, history: []state{{}}}
	r.extend(word{}, 0, 0, nil, 0)
	return r.found
}

// repeatCounter walks through all sequences, one by one.
type repeatCounter struct {
	cluster *cluster
	rules   Rules
	moves   int
	history []state
	found   []*repeater
	index   map[string]*repeater
}

// extend takes a sequence with its word, the moves it costs, the points it touches, its comebacks and the number of its
// stones that removed others.
func (r *repeatCounter) extend(w word, spent int, touched uint16, comebacks []comeback, removals int) {
	full := uint16(1)<<r.cluster.size - 1
	if touched == full && len(comebacks) > 0 {
		r.note(w, comebacks)
	}
	now := r.history[w.len]
	for color := range uint32(2) {
		left := r.moves - spent - w.grow(color)
		if left < 0 {
			continue
		}
		for point := range r.cluster.size {
			if (now.stones[0]|now.stones[1])>>point&1 != 0 {
				continue
			}
			after, removed, ok := r.cluster.play(now, point, color, r.rules)
			if !ok {
				continue
			}
			count := removals
			if removed > 0 {
				count++
			}
			if r.cannotReturn(len(comebacks), count, left) {
				continue
			}
			longer := w.with(color)
			r.history = append(r.history, after)
			r.extend(longer, r.moves-left, touched|1<<point, r.comebacks(longer, comebacks), count)
			r.history = r.history[:w.len+1]
		}
	}
}

// cannotReturn reports whether so few stones are left that the cluster cannot come back: stones must vanish for that, and
// where suicide is no move, those of both colours, by one capture each.
func (r *repeatCounter) cannotReturn(comebacks, removals, left int) bool {
	need := 2
	if r.rules.Suicide == goban.SuicideAllowed {
		need = 1
	}
	return comebacks == 0 && removals+left < need
}

// comebacks returns the comebacks of a sequence from those it had before its last stone.
func (r *repeatCounter) comebacks(w word, before []comeback) []comeback {
	to := w.len
	all := before[:len(before):len(before)]
	for from := range to {
		if r.history[from] != r.history[to] {
			continue
		}
		// After the last stone its opponent has the turn. Before the run the player of the first stone had it, and the
		// opponent of that one only if he passed.
		sameTurn := w.at(to-1) != w.at(from)
		needsPass := r.rules.Superko == goban.SituationalSuperko && !sameTurn
		all = append(all, comeback{from, to, needsPass})
	}
	return all
}

func (r *repeatCounter) note(w word, comebacks []comeback) {
	key := fmt.Sprint(w, comebacks)
	if r.index[key] == nil {
		r.index[key] = &repeater{word: w, comebacks: comebacks}
		r.found = append(r.found, r.index[key])
	}
	r.index[key].count++
}

// offences returns the number of ways to choose the places of the cluster's stones among those of a whole game so that
// superko forbids one of them.
func (r *repeater) offences(game word) int64 {
	var ways int64
	places := make([]int, 0, r.word.len)
	var choose func(from int)
	choose = func(from int) {
		k := len(places)
		if k == r.word.len {
			if r.offends(game, places) {
				ways++
			}
			return
		}
		for i := from; i < game.len; i++ {
			if game.at(i) == r.word.at(k) {
				places = append(places, i)
				choose(i + 1)
				places = places[:k]
			}
		}
	}
	choose(0)
	return ways
}

// offends reports whether superko forbids a stone of the cluster, if its stones have these places in the game.
func (r *repeater) offends(game word, places []int) bool {
	for _, c := range r.comebacks {
		first, last := places[c.from], places[c.to-1]
		if last-first == c.to-1-c.from && (!c.needsPass || game.passBefore(first)) {
			return true
		}
	}
	return false
}
