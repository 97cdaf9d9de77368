package liberties

import (
	"context"
	"errors"
	"fmt"
)

// run searches. It may be called on a search that was resumed. A search that is
// interrupted leaves its checkpoint. One that fails leaves none, whether or not
// it is interrupted as well: its frontiers may be used up.
func (s *search) run(ctx context.Context) error {
	err := s.runAll(ctx)
	if s.checkpoint != nil && (err == nil || errors.Is(err, ctx.Err())) {
		return errors.Join(err, s.checkpoint.keep(s, true))
	}
	return err
}

func (s *search) runAll(ctx context.Context) error {
	s.window = s.target.window()
	if s.inHalves() {
		return s.searchHalves(ctx)
	}
	return s.searchPruned(ctx)
}

// judged says what was held against what.
func (s *search) judged() string {
	if s.inHalves() {
		return fmt.Sprintf("%d meetings of %d left with %d right parts", s.left.outside, s.left.steps, s.right.count)
	}
	return fmt.Sprintf("%d left parts, %d more held against %d right parts and %d relaxed states",
		s.left.steps, s.left.outside, s.right.count, s.relaxed.count)
}

// fullControl is the greatest height for which the control is the whole search.
func fullControl(height int) int {
	if height%3 == 0 {
		return 18
	}
	return 13
}

// control runs the search again with a threshold that is higher by 3, the cost
// of the formula itself. Then the groups of the formula must come up: if they
// do not, the search loses groups. Where the whole search would take long, the
// parts are confined to those of the known groups; the same code judges them.
func (s *search) control(ctx context.Context, team *workers, o Options) (string, error) {
	if o.Control || s.height <= fullControl(s.height) {
		c := newSearch(newTarget(s.height, 3), team)
		c.ceiling, c.relaxed = o.Memory, s.relaxed
		if err := c.run(ctx); err != nil {
			return "", err
		}
		for cols := c.first; cols < c.first+6; cols++ {
			want := int32(cost(s.height, cols, Formula(s.height, cols)))
			if found, ok := c.survivorAt(cols); !ok || found.cost > want {
				return "", internalf("height %d: the search with a threshold higher by 3 does not find the group of width %d", s.height, cols)
			}
		}
		return "control: with a threshold higher by 3 the same search finds a group on every width", nil
	}
	outside := int64(0)
	for cols := max(s.first, s.height); cols < max(s.first, s.height)+3; cols++ {
		n, err := s.witnessControl(ctx, team, cols)
		if err != nil {
			return "", err
		}
		outside += n
	}
	return fmt.Sprintf("control: with a threshold higher by 3 the same search, confined to the parts of known groups, finds them; %d of their parts leave the window", outside), nil
}

// witnessControl searches for one known group, and for the same group turned by
// half a turn. Both must be found; where groups are cut in halves, one of them:
// the left side of the other may stay inside the window. It returns how many left
// parts of theirs were outside the window.
func (s *search) witnessControl(ctx context.Context, team *workers, cols int) (outside int64, err error) {
	group := Construct(s.height, cols)
	missing := 2
	if s.inHalves() {
		missing = 1
	}
	for _, witness := range []*Group{group, group.turned()} {
		c := newSearch(newTarget(s.height, 3), team)
		c.witness = witness
		if err := c.run(ctx); err != nil {
			return 0, err
		}
		outside += c.left.outside
		if found, ok := c.survivors[cols]; ok && int(found.cost) == cost(s.height, cols, Formula(s.height, cols)) {
			missing--
		}
		if missing == 0 {
			return outside, nil
		}
	}
	return 0, internalf("height %d: the search with a threshold higher by 3 loses the known group of width %d", s.height, cols)
}

// release keeps only what was found, and the relaxed states.
func (s *search) release() {
	s.pruning = nil
	s.left.release()
	s.team.release()
}

func (s *search) certificate() *Certificate {
	c := &Certificate{
		Window: int(s.window), Rate: int(s.rate), Right: s.right.steps, Left: s.left.steps,
		Opposites: s.right.count, Meetings: s.left.outside, Peak: max(s.left.peak, s.right.peak),
	}
	if s.relaxed != nil {
		c.Decrease, c.Relaxed = int(s.relaxed.decrease), s.relaxed.count
	}
	return c
}
