package run

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"combigo/board"
	"combigo/result"
)

// site is a cluster in this program: it runs each job when those are done that it waits for, all that can be at the same time,
// and each task twice at once.
type site struct {
	t      *testing.T
	dir    string
	mu     sync.Mutex
	jobs   []*siteJob
	all    sync.WaitGroup
	atOnce map[int]int // tasks that run now, by residue
	most   int         // residues that ran at the same time
}

type siteJob struct {
	done chan struct{}
	err  error
}

func (s *site) command(_ context.Context, name string, args ...string) (string, error) {
	switch {
	case name == "squeue" || name == "scontrol":
		return "", nil
	case name != "sbatch":
		return "", fmt.Errorf("%s is not a command of the test", name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var after []*siteJob
	tasks := 1
	for _, arg := range args {
		if list, ok := strings.CutPrefix(arg, "--dependency=afterok:"); ok {
			for number := range strings.SplitSeq(list, ":") {
				after = append(after, s.jobs[s.number(number)-1])
			}
		}
		if last, ok := strings.CutPrefix(arg, "--array=0-"); ok {
			tasks = s.number(last) + 1
		}
	}
	job := &siteJob{done: make(chan struct{})}
	s.jobs = append(s.jobs, job)
	s.all.Go(func() {
		defer close(job.done)
		for _, other := range after {
			if <-other.done; other.err != nil {
				job.err = other.err
				return
			}
		}
		job.err = s.run(args[slices.Index(args, s.dir)+1:], tasks)
	})
	return strconv.Itoa(len(s.jobs)), nil
}

func (s *site) number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		s.t.Error(err)
	}
	return n
}

// run does what the program does for a job.
func (s *site) run(args []string, tasks int) error {
	option := map[string]int{}
	for i := 1; i+1 < len(args); i += 2 {
		option[args[i]] = s.number(args[i+1])
	}
	switch args[0] {
	case "submit":
		_, err := open(s.t, s.dir).SubmitNext(context.Background(), s.command,
			Next{option["--chain"], option["--chains"], option["--side-by-side"], option["--ahead"]})
		return err
	case "collect":
		return open(s.t, s.dir).Collect(option["--residue"])
	}
	residue := option["--residue"]
	s.count(residue, 1)
	defer s.count(residue, -1)
	errs := make([]error, 2*tasks)
	var all sync.WaitGroup
	for i := range errs {
		one := open(s.t, s.dir)
		all.Go(func() {
			errs[i] = one.Task(context.Background(), residue, option["--stage"], i/2, option["--tasks"])
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

func (s *site) count(residue, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.atOnce[residue] += n
	running := 0
	for _, tasks := range s.atOnce {
		running += min(1, tasks)
	}
	s.most = max(s.most, running)
}

// A cluster comes to the number through the jobs that are submitted, whatever runs at the same time; also where residues that depend on
// each other are worked on side by side, and where jobs submit the next ones.
func TestRunThroughJobs(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		size   board.Size
		method Method
		ahead  int
		disk   float64 // in peaks of one residue after the other, 0: enough
		most   int     // residues at the same time, 0: as many as the disk holds
		shared int
	}{
		{twice, Exact, 0, 0, 0, 0},
		{twice, Exact, 4, 0, 0, 0},
		{twice, Exact, 0, 1, 0, 0},
		{twice, Exact, 0, 0, 1, 0},
		{board.Size{Rows: 5, Cols: 8}, Modulo, 3, 0, 0, 0},
		{board.Size{Rows: 5, Cols: 8}, Modulo, 0, 0, 0, 1},
		{board.Size{Rows: 5, Cols: 20}, Modulo, 4, 0, 2, 8},
		{board.Size{Rows: 5, Cols: 8}, Exact, 0, 0, 0, 0},
	} {
		r, dir := start(t, quick, test.size, Options{
			Engine: Slurm, Method: test.method, Shared: test.shared, Spare: SpareYes, KeepEvery: 3, Cluster: &Cluster{Program: "combigo", Tasks: 2, Ahead: test.ahead, Residues: test.most},
		})
		if err := r.makeEngine(); err != nil {
			t.Fatal(err)
		}
		if test.disk > 0 {
			r.settings.Disk = result.Bytes(8 * test.disk * float64(r.graph().peak(3, 0)))
		}
		s := &site{t: t, dir: dir, atOnce: map[int]int{}}
		if _, err := r.Submit(context.Background(), s.command); err != nil {
			t.Fatal(err)
		}
		s.all.Wait()
		for _, job := range s.jobs {
			if job.err != nil {
				t.Fatalf("%+v: %v", test, job.err)
			}
		}
		wantResult(t, open(t, dir))
		if (test.disk > 0 || test.most == 1) && s.most > 1 { // that more do elsewhere is for the scheduler: see TestStagesSideBySide
			t.Errorf("%+v: %d residues ran at the same time", test, s.most)
		}
	}
}

// Whatever order stages come in that wait for each other as they shall, each finds what it reads, no more residues are worked on than
// shall be, and no more is on the disk than was said.
func TestStagesSideBySide(t *testing.T) {
	engine := engineOf(square)
	for _, cols := range []int{8, 9, 29, 30, 51, 61} {
		for _, spare := range []bool{false, true} {
			size := board.Size{Rows: 9, Cols: cols}
			schemes := []scheme{{Exact, 0, spare, spare}}
			if cols < 30 {
				for _, shared := range sharedColumns(size, spare) {
					schemes = append(schemes, scheme{Modulo, shared, spare, spare})
				}
			}
			for _, s := range schemes {
				testSideBySide(t, graph{engine, size, s.method, len(primes(size, s.method, s.spare)), s.shared, s.spareColumn})
			}
		}
	}
}

// testSideBySide takes all stages through, one residue after the other, two, and so on.
func testSideBySide(t *testing.T, g graph) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for n := 1; n <= g.residues; n++ {
		var total, longest int
		for i := range 12 {
			keepEvery := i / 2 % 3
			steps, most := simulateStages(t, g, n, keepEvery, random, i%2 == 0)
			if most > g.peakOf(keepEvery, n) {
				t.Fatalf("%+v, %d residues at once: %d values on the disk, want at most %d", g, n, most, g.peakOf(keepEvery, n))
			}
			total += len(g.order())
			longest += steps
		}
		if n == g.residues && n > 1 && longest >= total {
			t.Errorf("%+v: %d residues at once take as long as one after the other", g, n)
		}
	}
}

// simulateStages takes all stages through, and returns in how many steps, in each of which some of those under way end, and how many values
// were on the disk at the most. lateLast has stages of the last residue take longer than any others.
func simulateStages(t *testing.T, g graph, n, keepEvery int, random *rand.Rand, lateLast bool) (steps int, most int64) {
	t.Helper()
	var sequence []place
	for _, one := range g.sequences(n) {
		sequence = append(sequence, one...)
	}
	waits := g.waits(sequence, n)
	begun, ended := map[int]bool{}, map[int]bool{}
	files := map[place]bool{}
	next := g.begun()
	for len(ended) < len(sequence) {
		steps++
		for i, p := range sequence { // all begin that can
			if begun[i] || slices.ContainsFunc(waits[i], func(other int) bool { return !ended[other] }) {
				continue
			}
			begun[i] = true
			for other := range files {
				if next[other.residue] > other.stage && !g.isNeeded(other, next, keepEvery) {
					delete(files, other)
				}
			}
			left, right := g.sources(p)
			for _, source := range slices.Concat(left, right) {
				if !files[source] || next[source.residue] <= source.stage {
					t.Fatalf("%d residues at once: stage %v begins before %v is there", n, p, source)
				}
			}
			if p.stage < g.stages()-1 {
				files[p] = true
			}
		}
		var there int64
		for p := range files {
			there += g.left(p.stage)
		}
		most = max(most, there)
		var running []int
		for i := range begun {
			if !ended[i] {
				running = append(running, i)
			}
		}
		if len(running) > n {
			t.Fatalf("%d stages are under way, want at most %d", len(running), n)
		}
		slices.Sort(running)
		random.Shuffle(len(running), func(i, j int) { running[i], running[j] = running[j], running[i] })
		if lateLast && len(running) > 1 {
			slices.SortFunc(running, func(a, b int) int { return sequence[a].residue - sequence[b].residue })
			running = running[:len(running)-1]
		}
		for _, i := range running[:1+random.IntN(len(running))] {
			ended[i] = true
			next[sequence[i].residue] = sequence[i].stage + 1
		}
	}
	return steps, most
}
