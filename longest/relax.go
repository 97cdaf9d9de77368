package longest

import (
	"context"
	"math"
)

// A term is a coefficient of an orbit of arcs in a cut.
type term struct {
	arc   int32
	coeff float64
}

// A cut says that a path that visits a node enters every set around it that does not hold the start: the arcs into the
// set carry at least as much as the arcs into the node.
type cut struct {
	node  int32
	set   []int32
	terms []term // of the orbits of arcs; the sum over them of coefficient times flow is at least 0
	scale float64
	price float64
	row   float64 // step of the dual
}

type relaxation struct {
	o       *orbits
	flow    []float64 // of each orbit of arcs
	value   []float64 // of each orbit of arcs
	visit   []float64 // price of a visit to each orbit of nodes, at least 0
	leave   []float64 // price of leaving it, at least 0
	cuts    []*cut
	extra   []float64 // price of the cuts for each orbit of arcs
	best    float64
	bestL   []float64
	bestC   []float64
	iterate int
}

func newRelaxation(o *orbits) *relaxation {
	value := make([]float64, len(o.tail))
	for a := range value {
		value[a] = 1
	}
	return &relaxation{
		o: o, value: value, flow: make([]float64, len(o.tail)), visit: make([]float64, len(o.nodeRep)),
		leave: make([]float64, len(o.nodeRep)), extra: make([]float64, len(o.tail)), best: math.Inf(1),
	}
}

func (r *relaxation) priceCuts(prices func(*cut) float64) {
	clear(r.extra)
	for _, c := range r.cuts {
		if p := prices(c); p != 0 {
			for _, t := range c.terms {
				r.extra[t.arc] += p * t.coeff * c.scale / float64(r.o.arcSize[t.arc])
			}
		}
	}
}

// bound returns the value of the prices as an upper bound.
func (r *relaxation) bound(leave []float64, prices func(*cut) float64) float64 {
	o := r.o
	r.priceCuts(prices)
	total := leave[o.node[0]]
	for x := range o.nodeRep {
		v := 0.0
		for _, a := range o.into[x] {
			v = math.Max(v, r.value[a]+leave[x]-leave[o.node[o.tail[a]]]+r.extra[a])
		}
		total += v * float64(o.nodeSize[x])
	}
	return total
}

// solve runs so many steps of the primal-dual hybrid gradient method, with restarts from averages.
func (r *relaxation) solve(ctx context.Context, steps int) {
	o := r.o
	na, nn := len(o.tail), len(o.nodeRep)
	tau := make([]float64, na)
	for a := range tau {
		tau[a] = 3
	}
	for _, c := range r.cuts {
		sum := 0.0
		for _, t := range c.terms {
			sum += math.Abs(t.coeff)
			tau[t.arc] += math.Abs(t.coeff) * c.scale / float64(o.arcSize[t.arc])
		}
		c.row = 1 / sum
	}
	for a := range tau {
		tau[a] = 1 / tau[a]
	}
	sv, sl := make([]float64, nn), make([]float64, nn)
	for x := range nn {
		in, out := len(o.into[x]), len(o.outOf[x])
		sv[x] = 1 / math.Max(1, float64(in))
		sl[x] = 1 / math.Max(1, float64(in+out))
	}
	avgF, avgV, avgL := make([]float64, na), make([]float64, nn), make([]float64, nn)
	avgC := make([]float64, len(r.cuts))
	ahead := make([]float64, na)
	weight := 1.0
	count := 0
	length := 400
	oldF := append([]float64{}, r.flow...)
	oldL := append([]float64{}, r.leave...)
	oldV := append([]float64{}, r.visit...)
	oldC := make([]float64, len(r.cuts))
	for k, c := range r.cuts {
		oldC[k] = c.price
	}
	for step := 0; step < steps && ctx.Err() == nil; step++ {
		r.priceCuts(func(c *cut) float64 { return c.price })
		for a := range na {
			t, h := o.node[o.tail[a]], o.node[o.head[a]]
			gain := r.value[a] - r.visit[h] + r.leave[h] - r.leave[t] + r.extra[a]
			f := r.flow[a] + weight*tau[a]*gain
			if f < 0 {
				f = 0
			} else if f > 1 {
				f = 1
			}
			ahead[a] = 2*f - r.flow[a]
			r.flow[a] = f
			avgF[a] += f
		}
		for x := range nn {
			in, out := 0.0, 0.0
			for _, a := range o.into[x] {
				in += ahead[a]
			}
			for _, a := range o.outOf[x] {
				out += ahead[a]
			}
			if x == int(o.node[0]) {
				r.leave[x] = math.Max(0, r.leave[x]+sl[x]/weight*(out-1))
				avgL[x] += r.leave[x]
				continue
			}
			r.visit[x] = math.Max(0, r.visit[x]+sv[x]/weight*(in-1))
			r.leave[x] = math.Max(0, r.leave[x]+sl[x]/weight*(out-in))
			avgV[x] += r.visit[x]
			avgL[x] += r.leave[x]
		}
		for k, c := range r.cuts {
			sum := 0.0
			for _, t := range c.terms {
				sum += t.coeff * ahead[t.arc]
			}
			c.price = math.Max(0, c.price-c.row/weight*sum)
			avgC[k] += c.price
		}
		r.iterate++
		count++
		if count == length || step == steps-1 {
			now := r.bound(r.leave, func(c *cut) float64 { return c.price })
			inv := 1 / float64(count)
			for a := range avgF {
				avgF[a] *= inv
			}
			for x := range nn {
				avgV[x] *= inv
				avgL[x] *= inv
			}
			prices := map[*cut]float64{}
			for k, c := range r.cuts {
				avgC[k] *= inv
				prices[c] = avgC[k]
			}
			mean := r.bound(avgL, func(c *cut) float64 { return prices[c] })
			if mean < now {
				copy(r.flow, avgF)
				copy(r.visit, avgV)
				copy(r.leave, avgL)
				for k, c := range r.cuts {
					c.price = avgC[k]
				}
				now = mean
			}
			if now < r.best {
				r.best = now
				r.bestL = append(r.bestL[:0], r.leave...)
				r.bestC = r.bestC[:0]
				for _, c := range r.cuts {
					r.bestC = append(r.bestC, c.price)
				}
			}
			df, dd := 0.0, 0.0
			for a := range na {
				df += sq(r.flow[a]-oldF[a]) * float64(o.arcSize[a])
			}
			for x := range nn {
				dd += (sq(r.leave[x]-oldL[x]) + sq(r.visit[x]-oldV[x])) * float64(o.nodeSize[x])
			}
			for k, c := range r.cuts {
				dd += sq(c.price-oldC[k]) * c.scale
				oldC[k] = c.price
			}
			if df > 1e-12 && dd > 1e-12 {
				weight = math.Exp(0.5*math.Log(math.Sqrt(df/dd)) + 0.5*math.Log(weight))
			}
			copy(oldF, r.flow)
			copy(oldL, r.leave)
			copy(oldV, r.visit)
			clear(avgF)
			clear(avgV)
			clear(avgL)
			clear(avgC)
			count = 0
			length = length + length/10
		}
	}
}

func sq(x float64) float64 { return x * x }
