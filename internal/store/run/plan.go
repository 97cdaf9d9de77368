package run

import (
	"crypto/rand"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/result"
)

// A Plan says what a run will take, before it begins.
type Plan struct {
	Size board.Size
	*need
	Shares    int          // of a stage
	Memory    result.Bytes // of a program
	Least     result.Bytes // of memory, with which any number of shares will do
	Time      time.Duration
	Dirs      []*Portion   // where the files will be, and the speeds that Time stands on
	Holes     bool         // whether the disk gives the places of tiles back that have been read
	Cluster   bool         // whether other machines than this one do the work, one task at a time as far as Time goes
	DiskExact result.Bytes // what the method exact would take, if it was considered and another one chosen

	dir          string
	opt          Options
	memory, disk result.Bytes // ceilings, 0: not known
}

// NewPlan estimates what L(size) takes. The directory need not exist.
func NewPlan(fs storage.FS, dir string, size board.Size, opt Options) (*Plan, error) {
	dirs, err := portions(fs, dir, &opt)
	if err != nil {
		return nil, err
	}
	holes := true
	for _, d := range dirs {
		holes = holes && storage.CanPunch(fs, existing(fs, d.Name), rand.Text())
	}
	needs, err := needsOf(size, opt.Method, opt.Primes, opt.Spare, holes)
	if err != nil {
		return nil, err
	}
	p := &Plan{
		Holes: holes,
		Size:  size, dir: dir, opt: opt, Cluster: opt.Engine == Slurm, memory: opt.Memory, disk: opt.Disk, Dirs: dirs,
	}
	if !p.Cluster {
		p.memory = memoryBeside(opt.Memory, filesInMemory(dirs))
	}
	here := result.Bytes(0) // not known
	for _, d := range dirs {
		if here += d.Room; d.Room == 0 {
			here = 0
			break
		}
	}
	if p.disk == 0 || !p.Cluster && 0 < here && here < p.disk {
		p.disk = here // whoever gives a ceiling for a cluster knows the disk that all nodes share
	}
	for _, p.need = range needs {
		p.take()
		if p.Refusal() == nil {
			break
		}
	}
	if p.Method != needs[0].Method {
		p.DiskExact = needs[0].Disk
	}
	return p, nil
}

// take deals out what the method needs in shares.
func (p *Plan) take() {
	n, threads := p.need, p.opt.threads()
	atLeast := 1
	if p.Cluster && p.opt.Cluster != nil {
		atLeast = p.opt.Cluster.Tasks
	}
	if p.Shares = p.opt.Shares; p.Shares == 0 {
		p.Shares = n.shares(min(atLeast, maxShares), threads, p.memory)
	}
	p.Memory = n.memory(p.Shares, threads)
	deal(p.Dirs, p.Shares, p.Disk)
	p.Least = n.memory(n.shares(1, threads, 1), threads)
	p.estimateTime()
}

// Refusal returns an error if the run cannot fit.
func (p *Plan) Refusal() error {
	if p.memory > 0 && p.Memory > p.memory {
		return tooLittle(p.Memory, p.memory, p.memory == p.opt.Memory)
	}
	if p.disk > 0 && p.Disk > p.disk {
		return &DiskError{Dir: p.dir, Need: p.Disk, Ceiling: p.disk, Given: p.disk == p.opt.Disk}
	}
	return nil
}

// Measure measures the disk, and corrects the guess of the time. It writes some megabytes near the
// directory, and removes them. Where nothing can be written the speed of the disk stays assumed:
// the run will meet the error itself if it stands in its way.
func (p *Plan) Measure(fs storage.FS) {
	for _, d := range p.Dirs {
		if speed, err := measureDisk(fs, existing(fs, d.Name)); err == nil {
			d.Speed = speed
		}
	}
	deal(p.Dirs, p.Shares, p.Disk)
	p.estimateTime()
}

// estimateTime guesses the time: the longer of what the processors and what the disk take, for
// files are read and written while others are computed.
func (p *Plan) estimateTime() {
	n := p.need
	files, disk := len(n.stages)*max(1, p.Shares), 0.0
	for _, d := range p.Dirs { // all are at work at the same time
		part := float64(d.Shares) / float64(p.Shares)
		disk = max(disk, part*((n.all.read+n.all.written)/d.Speed.Bytes+float64(files)*d.Speed.File.Seconds()))
	}
	p.Time = duration(max(n.all.work(files)/float64(p.opt.threads()), disk))
}

func duration(seconds float64) time.Duration {
	return time.Duration(min(seconds*float64(time.Second), math.MaxInt64/2))
}

// portions are the directories of a plan, with their room. Those on one disk share it.
func portions(fs storage.FS, dir string, opt *Options) (all []*Portion, err error) {
	var paths []string // of those so far, with a separator at the end
	for i, d := range append([]Dir{{Name: dir, Limit: opt.Limit}}, opt.More...) {
		path, err := filepath.Abs(d.Name)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			d.Name = path
		}
		path += string(filepath.Separator)
		above := existing(fs, d.Name)
		p := &Portion{Dir: d, Speed: assumedSpeed, Memory: storage.InMemory(above)}
		if !opt.Elsewhere {
			free, _ := fs.Free(above) // 0 with an error
			p.Room = result.Bytes(free)
		}
		within := func(o string) bool { return strings.HasPrefix(o, path) || strings.HasPrefix(path, o) }
		switch {
		case slices.ContainsFunc(paths, within):
			return nil, fmt.Errorf("%s: one of the directories is in another one: want directories apart", d.Name)
		case p.Memory && len(opt.More) > 0 && d.Limit == 0:
			return nil, fmt.Errorf("%s: files there take memory: want a limit, such as %s=8GiB", d.Name, d.Name)
		case p.Memory && opt.Engine == Slurm && len(opt.More) > 0:
			return nil, fmt.Errorf("%s: files there are on one node only", d.Name)
		}
		all, paths = append(all, p), append(paths, path)
	}
	for i, p := range all {
		on := 0
		for _, o := range all {
			if o == p || storage.SameDisk(existing(fs, o.Name), existing(fs, p.Name)) {
				on++
			}
		}
		if p.Room /= result.Bytes(on); p.Limit > 0 && (p.Room == 0 || p.Limit < p.Room) {
			all[i].Room = p.Limit
		}
	}
	return all, nil
}

// filesInMemory is what files in memory may take of it.
func filesInMemory(all []*Portion) (bytes result.Bytes) {
	for _, p := range all {
		if p.Memory && p.Limit > 0 && len(all) > 1 {
			bytes += p.Limit
		}
	}
	return bytes
}
