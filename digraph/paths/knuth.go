package paths

import (
	"context"
	"math"
	"math/rand/v2"
)

// knuther makes one estimate after another by random descent (D. Knuth, "Estimating the efficiency
// of backtrack programs", 1975): a walk that takes each step at random, as long as there is one.
// The product of the numbers of choices on the way to a depth is an unbiased estimate of the number
// of walks that long.
type knuther struct {
	problem *Problem
	entered marks
	choices []int32
}

func newKnuther(p *Problem) *knuther {
	return &knuther{problem: p, entered: newMarks(p.Graph.Len())}
}

// run returns the logarithm of an estimate, and the length of the walk.
func (k *knuther) run(ctx context.Context, random *rand.Rand) (estimate float64, length int, err error) {
	k.entered.clear()
	at := int32(k.problem.Start)
	total, product := 0.0, 0.0
	for {
		if length%1024 == 0 && ctx.Err() != nil {
			return 0, 0, context.Cause(ctx)
		}
		k.entered.add(at)
		k.choices = k.choices[:0]
		for _, w := range k.problem.Graph.Successors(int(at)) {
			if !k.entered.has(w) {
				k.choices = append(k.choices, w)
			}
		}
		if len(k.choices) == 0 {
			return total, length, nil
		}
		product += math.Log(float64(len(k.choices)))
		total = addLogs(total, product)
		at = k.choices[random.IntN(len(k.choices))]
		length++
	}
}
