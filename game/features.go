package game

import (
	"context"
	"math/bits"
	"sync"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/sampling"
)

// Features returns how many positions have each value of each feature.
func (p *Positions) Features(ctx context.Context, opt par.Options) ([]sampling.Histogram, error) {
	var lock sync.Mutex
	all := sampling.NewHistograms(len(goban.Features{}))
	err := opt.Each(ctx, p.tasks(), func(task int) {
		part := sampling.NewHistograms(len(goban.Features{}))
		for _, q := range p.between(p.span(task)) {
			for feature, value := range p.masks.features(q) {
				part[feature][value]++
			}
		}
		lock.Lock()
		defer lock.Unlock()
		for feature, h := range part {
			all[feature].Add(h)
		}
	})
	return all, err
}

// features finds the features of a position; liberties beyond the board are not looked at.
func (m *masks) features(p Position) goban.Features {
	empty := m.all &^ (p.Black | p.White)
	var f goban.Features
	f[goban.Stones] = bits.OnesCount16(p.Black | p.White)
	f[goban.AreaScore] = bits.OnesCount16(p.Black) - bits.OnesCount16(p.White)
	for _, region := range m.of(empty) {
		switch black, white := region.border&p.Black != 0, region.border&p.White != 0; {
		case black && !white:
			f[goban.AreaScore] += bits.OnesCount16(region.stones)
		case white && !black:
			f[goban.AreaScore] -= bits.OnesCount16(region.stones)
		}
	}
	for free := empty; free != 0; free &= free - 1 {
		v := bits.TrailingZeros16(free)
		for _, around := range []uint16{p.Black, p.White} {
			if near := m.beside[v]; near != 0 && near&^around == 0 {
				f[goban.Eyes]++
				if bits.OnesCount16(m.captured(around, empty&^(1<<v), v)) == 1 {
					f[goban.Kos]++
				}
			}
		}
	}
	return f
}
