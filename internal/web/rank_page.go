package web

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/ranking"
)

// numbered tells whether the table of the board of a position is not too large.
func (s *server) numbered(p *goban.Position) bool {
	need, err := ranking.Need(sizeOf(p))
	return err == nil && need <= s.options.tableMemory()
}

// numberFact says which number a position has, or how to find it.
func (s *server) numberFact(ctx context.Context, p *goban.Position, t tool) fact {
	f := fact{Name: "number"}
	if !p.Legal() {
		f.Value = "none: only legal positions have one"
		return f
	}
	if !s.numbered(p) {
		f.Value = "too many positions for this page"
		return f
	}
	table, err := s.tables.ask(ctx, sizeOf(p), s.options.patience)
	if err == nil {
		table.mu.Lock()
		defer table.mu.Unlock()
		var numbers []*big.Int
		if numbers, err = table.CheckedRank(ctx, []*goban.Position{p}); err == nil {
			last := table.Total()
			f.Value = fmt.Sprintf("%v, of 0 to %v", numbers[0], last.Sub(last, big.NewInt(1)))
			return f
		}
	}
	f.Value, f.Path, f.Again = "find it", boardPath(p, t), errors.As(err, new(*findingError))
	return f
}

// findNumbered returns the position of a board that has a number.
func (s *server) findNumbered(ctx context.Context, size board.Size, number *big.Int) (*goban.Position, error) {
	table, err := s.tables.ask(ctx, size, s.options.patience)
	if err != nil {
		return nil, err
	}
	table.mu.Lock()
	defer table.mu.Unlock()
	found, err := table.CheckedUnrank(ctx, []*big.Int{number})
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// drawLegal draws by rejection, which needs no table.
func (s *server) drawLegal(ctx context.Context, size board.Size, seed uint32) (*goban.Position, error) {
	command := []string{"random", "--method=rejection", fmt.Sprintf("--seed=%d", seed), "--", size.String()}
	answer, err := s.answers.ask(ctx, strings.Join(command, separator), maxDrawTime)
	if err != nil {
		return nil, err
	}
	return goban.ParsePosition(answer.SGF)
}
