package run

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/result"
)

// A Site is machines that a run is planned for; they need not be here.
type Site struct {
	Nodes     int
	Cores     int           // of a node
	Memory    result.Bytes  // of a node
	Disk      result.Bytes  // that all nodes share, 0: enough
	DiskSpeed result.Bytes  // a second, read and written by all nodes together
	TimeLimit time.Duration // of a job, 0: none
}

// A Way is a way to cut the work of a run, and what it takes at a site. Times are by the figures of
// package run for one kind of processor, on machines that do nothing else.
type Way struct {
	*need
	Engine    Engine
	Tasks     int           // that a stage is cut in
	Threads   int           // of a task
	Shares    int           // of a stage
	Memory    result.Bytes  // of a task
	Jobs      int           // for Slurm, tasks of arrays counted; for Disk as many as the time limit asks for
	Longest   time.Duration // of a task
	Share     time.Duration // of a share, which is done within one job or not at all
	Time      time.Duration // from the beginning to the end
	CoreHours float64       // that tasks hold
	Missing   []string      // why the way does not fit, empty if it does
}

// Fits tells whether the site has what the way needs.
func (w *Way) Fits() bool { return len(w.Missing) == 0 }

// Ways are the ways to cut the work of L(Size).
type Ways struct {
	Size     board.Size
	Site     Site
	Vector   result.Bytes
	Ways     []*Way
	Cheapest *Way // that fits with the fewest core-hours, the faster one of several; nil if none fits
	Fastest  *Way // that fits with the shortest time, the cheaper one of several; nil if none fits
	Nearest  *Way // that lacks the fewest things, and of several needs the least memory and disk
}

// best returns the way that lacks the fewest things, and the least of several.
func (w *Ways) best(compare func(a, b *Way) int) *Way {
	return slices.MinFunc(w.Ways, func(a, b *Way) int { return cmp.Or(cmp.Compare(len(a.Missing), len(b.Missing)), compare(a, b)) })
}

// taskStart is about what the scheduler takes from the end of a stage to the beginning of the next
// one.
const taskStart = 5 * time.Second

// mostTasks of a stage are planned for.
const mostTasks = 1024

// PlanWays estimates what L(size) takes at a site, for each way to cut the work: one machine, and
// stages of 1 to 1024 tasks on nodes that are shared by one, two and four of them.
func PlanWays(size board.Size, method Method, spare Spare, site Site) (*Ways, error) {
	if site.Nodes < 1 || site.Cores < 1 || site.Memory < 1 || site.DiskSpeed < 1 {
		return nil, fmt.Errorf("a site of %d nodes with %d cores and %s, disk of %s a second: want more than none of each",
			site.Nodes, site.Cores, site.Memory, site.DiskSpeed)
	}
	needs, err := needsOf(size, method, nil, spare, true)
	if err != nil {
		return nil, err
	}
	w := &Ways{Size: size, Site: site, Vector: needs[0].Vector}
	for _, n := range needs {
		w.Ways = append(w.Ways, site.way(n, Disk, 1, 1))
		for _, perNode := range []int{1, 2, 4} {
			for tasks := 1; site.Cores%perNode == 0 && tasks <= min(mostTasks, site.Nodes*perNode); tasks *= 2 {
				w.Ways = append(w.Ways, site.way(n, Slurm, perNode, tasks))
			}
		}
	}
	w.Nearest = w.best(func(a, b *Way) int {
		return cmp.Or(cmp.Compare(a.Memory, b.Memory), cmp.Compare(a.Disk, b.Disk))
	})
	if w.Nearest.Fits() {
		w.Cheapest = w.best(func(a, b *Way) int {
			return cmp.Or(cmp.Compare(a.CoreHours, b.CoreHours), cmp.Compare(a.Time, b.Time))
		})
		w.Fastest = w.best(func(a, b *Way) int {
			return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.CoreHours, b.CoreHours))
		})
	}
	return w, nil
}

// way measures a way.
func (s Site) way(n *need, engine Engine, perNode, tasks int) *Way {
	w := &Way{
		need: n, Engine: engine, Tasks: tasks, Threads: s.Cores / perNode, Jobs: 1,
	}
	memory := s.Memory / result.Bytes(perNode)
	memory -= memory / sparedShare
	w.Shares = n.shares(2*tasks, w.Threads, memory)
	w.Memory = n.memory(w.Shares, w.Threads)
	if w.Memory > memory {
		w.Missing = append(w.Missing, fmt.Sprintf("a task needs %s of memory, a node leaves it %s", w.Memory, memory))
	}
	// The tasks take the shares in turn, so that the longest has this part of all.
	part := math.Ceil(float64(w.Shares)/float64(tasks)) / float64(w.Shares)
	begin := taskStart.Seconds() + n.tables/float64(w.Threads)
	if engine == Disk {
		begin = 0
	}
	seconds, longest, share := 0.0, 0.0, 0.0
	for _, one := range n.stages {
		work := one.work(w.Shares) / float64(w.Threads)
		disk := (one.read + one.written) / float64(s.DiskSpeed)
		task := begin + max(work*part, disk)
		seconds += task
		longest = max(longest, task)
		share = max(share, begin+max(work, disk*float64(tasks))/float64(w.Shares))
	}
	w.Longest, w.Share, w.Time = duration(longest), duration(share), duration(seconds)
	w.CoreHours = seconds * float64(tasks*w.Threads) / 3600
	switch {
	case engine == Slurm:
		w.Jobs = len(n.stages)*tasks + len(n.chains)
	case s.TimeLimit > 0:
		w.Jobs = int((w.Time + s.TimeLimit - 1) / s.TimeLimit)
	}
	if s.Disk > 0 && w.Disk > s.Disk {
		w.Missing = append(w.Missing, fmt.Sprintf("the vectors need %s of disk, there are %s", w.Disk, s.Disk))
	}
	if limit := s.TimeLimit; limit > 0 && w.Share > limit {
		w.Missing = append(w.Missing, fmt.Sprintf("a share takes %s, a job may take %s", w.Share.Round(time.Minute), limit))
	}
	return w
}
