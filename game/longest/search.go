package longest

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/digraph/cyclecover"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Options says how to search. The zero value will do.
type Options struct {
	// Automorphisms of the graph that keep node 0, each the images of all nodes. They make the
	// search faster. Of more than 48, 48 are looked at, taken evenly: nearly always they generate
	// the group that all do.
	Automorphisms [][]int32
	// Seed chooses among the random searches.
	Seed uint64
	// Tries is how many searches there are, each from the beginning; 0 means 2. Every second search
	// does without symmetries. The longest path of all counts.
	Tries int
	// Steps is how many steps each search takes. If it is 0 all stages together take Time, or 20
	// seconds if that is 0, of which at most a half goes to merging cycles and at most a half of
	// the rest to the upper bound, and the result depends on how fast they are.
	Steps int64
	Time  time.Duration
	// Threads is how many searches run at once; 0 means GOMAXPROCS. No result depends on it if
	// Steps is given.
	Threads int
	// Progress receives from time to time the fraction of the present stage that is done, one call at
	// a time. Progress may be nil.
	Progress func(stage string, fraction float64)
}

const (
	maxAutomorphisms = 48

	defaultTries = 2
	defaultTime  = 20 * time.Second
)

// A Result is a simple path from node 0 and what is known of longer ones.
type Result struct {
	Path        []int32 // the nodes, from node 0 on
	Upper       int     // no simple path from node 0 has more arcs
	Bound       *Bound  // the proof of that; nil if Upper is just one less than the number of nodes
	Interrupted bool    // the context was done before the search was
}

// Moves returns the number of arcs of the path.
func (r *Result) Moves() int { return len(r.Path) - 1 }

// Optimal reports whether no path is longer.
func (r *Result) Optimal() bool { return r.Moves() == r.Upper }

// Search looks for a long simple path from node 0, in three stages. If the graph has a cycle cover
// that includes an arc back to node 0, its cycles are merged, and if that succeeds the path is
// Hamiltonian. Otherwise an upper bound is proven, and then the path is sought by simulated
// annealing in folds of the graph and in the graph itself, among the arcs that the bound shows to
// be part of long paths.
//
// When the context is done the result is the best so far, and no error.
func Search(ctx context.Context, g *digraph.Graph, opt Options) (*Result, error) {
	if g.Len() == 0 {
		return nil, errors.New("the graph has no nodes: want a node to begin at")
	}
	if n := len(opt.Automorphisms); n > maxAutomorphisms {
		some := make([][]int32, maxAutomorphisms)
		for i := range some {
			some[i] = opt.Automorphisms[i*n/maxAutomorphisms]
		}
		opt.Automorphisms = some
	}
	s := &search{g: g, opt: opt, result: &Result{Path: straight(g), Upper: g.Len() - 1}}
	own := ctx
	if opt.Steps == 0 {
		var stop context.CancelFunc
		s.end = time.Now().Add(cmp.Or(max(opt.Time, 0), defaultTime))
		own, stop = context.WithDeadline(ctx, s.end)
		defer stop()
	}
	err := s.run(own)
	if ctx.Err() != nil {
		s.result.Interrupted = true
		err = nil
	} else if own.Err() != nil {
		err = nil // the time is over
	}
	return s.result, err
}

// Need returns about how much memory it takes to make a game graph with the given numbers of nodes
// and edges, and to search it.
func Need(nodes, edges int64) result.Bytes {
	return game.GraphNeed(nodes, edges) + result.Bytes(110*edges+250*nodes)
}

// half returns a context that is done when half of the time that is left is over.
func (s *search) half(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.end.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, s.end.Add(-time.Until(s.end)/2))
}

type search struct {
	g      *digraph.Graph
	opt    Options
	end    time.Time // of all stages; zero if that is not limited
	lock   sync.Mutex
	result *Result
}

// report returns a function that reports the progress of a stage.
func (s *search) report(stage string) func(fraction float64) {
	return func(fraction float64) {
		if s.opt.Progress != nil {
			s.lock.Lock()
			defer s.lock.Unlock()
			s.opt.Progress(stage, fraction)
		}
	}
}

// run goes through the stages that [Search] describes.
func (s *search) run(ctx context.Context) error {
	if s.result.Optimal() {
		return nil
	}
	merging, stop := s.half(ctx)
	err := s.hamiltonian(merging)
	late := merging.Err() != nil && ctx.Err() == nil
	if stop(); err != nil && !late || s.result.Optimal() {
		return err
	}
	bounding, stop := s.half(ctx)
	s.result.Bound = UpperBound(bounding, s.g, s.opt.Automorphisms, s.report("upper bound"))
	stop()
	s.result.Upper = s.result.Bound.Moves
	if s.result.Optimal() {
		return nil
	}
	return s.annealAll(ctx)
}

// hamiltonian tries to make a Hamiltonian path from a cover.
func (s *search) hamiltonian(ctx context.Context) error {
	closed, err := cyclecover.Closed(s.g)
	if err != nil {
		return err
	}
	successor, err := cyclecover.Perfect(ctx, closed, nil)
	if err != nil || successor == nil {
		return err
	}
	m := cyclecover.NewMerger(closed, cyclecover.NewCover(successor), nil, rand.New(rand.NewPCG(s.opt.Seed, 0)))
	m.Progress = s.report("merging cycles")
	if err = m.Merge(ctx); errors.Is(err, cyclecover.ErrStuck) {
		err = nil
	}
	if path := m.Cover.Cycle(0); len(path) > len(s.result.Path) {
		s.result.Path = path
	}
	return err
}

// annealAll runs the searches and keeps the longest path, the first of those that are equal.
func (s *search) annealAll(ctx context.Context) error {
	tries := cmp.Or(max(s.opt.Tries, 0), defaultTries)
	threads := min(par.Options{Threads: s.opt.Threads}.Goroutines(), tries)
	tight, wanted := s.result.Bound.relaxation.tight(nearlyTight)
	closed, err := cyclecover.Closed(tight) // a path may end anywhere
	if err != nil {
		return err
	}
	var folds []*fold
	for _, group := range groups(s.g.Len(), s.opt.Automorphisms) {
		f, err := newFold(closed, group)
		if err != nil {
			return err
		}
		if f.Len() > 0 {
			folds = append(folds, f)
		}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	total := max(time.Until(s.end), 1)
	var lock sync.Mutex
	first := -1 // of the searches that found the longest path
	rounds := (tries + threads - 1) / threads
	_ = par.For(context.WithoutCancel(ctx), threads, tries, func(i int) { // each returns what it has when the context ends
		done := i / threads
		report := s.report("annealing")
		one := &try{
			folds: folds, upper: s.result.Upper, wanted: wanted, rng: rand.New(rand.NewPCG(s.opt.Seed, uint64(i)+1)),
			steps: s.opt.Steps, end: time.Now().Add(total / time.Duration(rounds)),
			report: func(x float64) { report((float64(done) + x) / float64(rounds)) },
		}
		if i%2 == 1 {
			one.folds = folds[len(folds)-1:] // what is not symmetric may be longer
		}
		path := one.path(ctx)
		if len(path)-1 == s.result.Upper && s.opt.Steps == 0 {
			stop()
		}
		lock.Lock()
		defer lock.Unlock()
		if more := len(path) - len(s.result.Path); more > 0 || more == 0 && i < first {
			s.result.Path, first = path, i
		}
	})
	return nil
}
