package count

import (
	"context"
	"fmt"
	"time"

	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// verifyShare is the share of the time of a verified count that the first count takes, roughly.
const verifyShare = 0.2

// A verified plan counts the whole board twice.
type verified struct {
	way
	again func(ctx context.Context, progress func(float64), r *result.Result) (string, error)
	said  string
}

// run counts in both ways, and compares.
func (v *verified) run(ctx context.Context, progress func(float64), r *result.Result) error {
	before, after := progress, progress
	if progress != nil {
		before = func(share float64) { progress(verifyShare * share) }
		after = func(share float64) { progress(verifyShare + (1-verifyShare)*share) }
	}
	if err := v.way.run(ctx, before, r); err != nil {
		return err
	}
	start := time.Now()
	said, err := v.again(ctx, after, r)
	v.said = fmt.Sprintf("%s (in %s)", said, time.Since(start).Round(time.Millisecond))
	return err
}

func (v *verified) checks() []check {
	say := func(context.Context, *result.Result) (string, error) { return v.said, nil }
	return append(v.way.checks(), say)
}

// verify makes a plan count the board a second time, in another way: by states with connections
// where the plan uses words, and by the general engine with the points in the reverse order for any
// other board. The error is a [result.MemoryError] if there is no memory for that.
func (c *counter) verify(p *plan, opt Options) error {
	ceiling, given := c.ceiling(opt)
	if !p.plain() {
		return p.verifyInGeneral(c, opt, ceiling, given)
	}
	if need := connected.Need(p.size.Short(), p.size.Long(), connectedPrime); !fits(need, ceiling) {
		return &result.MemoryError{Of: "the second count of " + p.name(), Need: need, Ceiling: ceiling, Given: given}
	}
	p.way = &verified{way: p.way, again: func(ctx context.Context, progress func(float64), r *result.Result) (string, error) {
		return p.byAllStates(ctx, par.Options{Threads: opt.Goroutines(), Progress: progress}, r)
	}}
	return nil
}

// verifyInGeneral counts again by the general engine, with the points in the reverse order if the
// general engine is the first way, too.
func (p *plan) verifyInGeneral(c *counter, opt Options, ceiling result.Bytes, given bool) error {
	g, reversed := p.way.(*general)
	if !reversed {
		var err error
		if g, err = newGeneral(c, p.instance, opt, ceiling, given); err != nil {
			return err
		}
	}
	p.way = &verified{way: p.way, again: func(ctx context.Context, _ func(float64), r *result.Result) (string, error) {
		if reversed {
			return g.reverse(ctx, r)
		}
		return g.again(ctx, r)
	}}
	return nil
}

// connectedPrime is the largest prime below 2^62.
const connectedPrime = 4611686018427387847

// byAllStates compares with the number modulo a prime for which states with connections go through
// all columns.
func (in *instance) byAllStates(ctx context.Context, opt par.Options, r *result.Result) (string, error) {
	residue, err := connected.Residue(ctx, in.size.Short(), in.size.Long(), connectedPrime, opt)
	if err != nil {
		return "", err
	}
	return in.congruent(r, residue.Uint64(), connectedPrime, fmt.Sprintf(
		"all %d columns again by %v classes of states with connections, modulo %d",
		in.size.Long(), connected.ValidClassesAt(in.size.Short(), 0), uint64(connectedPrime)))
}
