package count

import (
	"context"
	"fmt"
	"math/big"

	"combigo.dev/combigo/result"
)

// enumeration looks at each position.
type enumeration struct {
	*instance
	c *counter
}

// newEnumeration refuses graphs with too many positions.
func newEnumeration(c *counter, in *instance) (*enumeration, error) {
	if in.graph != nil && in.positions().Cmp(big.NewInt(maxColorings)) > 0 {
		return nil, fmt.Errorf("%s: %s positions are too many for brute force, which takes at most %d", in.name(), in.power(), maxColorings)
	}
	return &enumeration{in, c}, nil
}

func (e *enumeration) method() Method { return Brute }

func (e *enumeration) run(ctx context.Context, _ func(float64), r *result.Result) (err error) {
	r.Value, err = e.c.enumerate(ctx, e.instance)
	r.Description, r.Engine, r.Threads = "every position looked at", "goban", 1
	if e.graph != nil {
		r.Engine = "internal/oracle/graphs"
	}
	return err
}

func (e *enumeration) checks() []check {
	return []check{e.checkBounds, e.checkPublished, e.checkFormula, e.c.checkBorder(e.instance), checkGeneral(e.instance)}
}
