package run

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/result"
)

// A Dir is one of the directories that a run has its files in, each on a disk of its own. The first
// one is that of the run, and knows the others.
type Dir struct {
	Name   string       `json:"name,omitempty"` // empty in the manifest: that of the run
	Limit  result.Bytes `json:"limit,omitempty"`
	Shares int          `json:"shares"` // whose files are there, found by a plan
}

// ParseDir reads a directory and the limit on the files there, such as /dev/shm/x=8GiB, if there is
// one.
func ParseDir(text string) (Dir, error) {
	if i := strings.LastIndexByte(text, '='); i > 0 {
		if limit, err := result.ParseBytes(text[i+1:]); err == nil {
			return Dir{Name: text[:i], Limit: limit}, nil
		}
	}
	if text == "" {
		return Dir{}, errors.New("want a directory, or one with a limit, such as /dev/shm/x=8GiB")
	}
	return Dir{Name: text}, nil
}

// A Portion is what a plan gives to a directory.
type Portion struct {
	Dir
	Room   result.Bytes // that the files may take, 0 if that is not known
	Speed  DiskSpeed
	Memory bool // whether files there take memory
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

// deal deals shares out: to each directory as many as its speed asks for, but no more than it has
// room for. A share in n has a part in n of the disk that all take, at any time.
func deal(all []*Portion, shares int, disk result.Bytes) {
	left, open := shares, slices.Clone(all)
	for _, p := range all {
		p.Shares = 0
	}
	most := func(p *Portion) int {
		if p.Room == 0 {
			return shares
		}
		return min(shares, int(float64(p.Room)/float64(disk)*float64(shares)))
	}
	slices.SortStableFunc(open, func(a, b *Portion) int { // those that are full first come first
		return cmp.Compare(float64(most(a))/a.Speed.Bytes, float64(most(b))/b.Speed.Bytes)
	})
	for i, p := range open {
		speed := 0.0
		for _, o := range open[i:] {
			speed += o.Speed.Bytes
		}
		p.Shares = min(most(p), int(math.Round(float64(left)*p.Speed.Bytes/speed)))
		left -= p.Shares
	}
	all[0].Shares += left // none, if there is room
}

// dirsOf returns the directory of each share, by their numbers. Those of a directory are apart, so
// that all disks are at work at any time.
func dirsOf(dirs []Dir, shares int) []int {
	of, given := make([]int, shares), make([]int, len(dirs))
	for share := range of {
		best := 0
		for i, d := range dirs {
			if d.Shares*(share+1)-given[i]*shares > dirs[best].Shares*(share+1)-given[best]*shares {
				best = i
			}
		}
		of[share] = best
		given[best]++
	}
	return of
}

// checkDirs checks what a manifest says of further directories.
func (m *manifest) checkDirs() error {
	if len(m.Dirs) == 0 {
		return nil
	}
	shares := 0
	for i, d := range m.Dirs {
		if d.Shares < 0 || d.Shares > m.Shares || (i == 0) != (d.Name == "") || i > 0 && !filepath.IsAbs(d.Name) {
			return fmt.Errorf("the directory %q has %d of %d shares", d.Name, d.Shares, m.Shares)
		}
		shares += d.Shares
	}
	if shares != m.Shares {
		return fmt.Errorf("the directories have %d shares, want %d", shares, m.Shares)
	}
	return nil
}

// spread lets the run use its further directories.
func (r *Run) spread() {
	if r.of = nil; len(r.manifest.Dirs) == 0 {
		return
	}
	s := &storage.Spread{FS: r.base, Dir: r.dir, Prefix: chainPrefix, Mark: fmt.Appendf(nil, "files of the run %s\n", r.manifest.ID)}
	for _, d := range r.manifest.Dirs[1:] {
		s.More = append(s.More, d.Name)
	}
	r.fs, r.more, r.of = s, s, dirsOf(r.manifest.Dirs, r.manifest.Shares)
}

// makeDirs makes the further directories where they are missing.
func (r *Run) makeDirs() error {
	if r.more == nil {
		return nil
	}
	return explain(r.more.Make())
}

// spared is what a program leaves of the memory that there is.
func spared(bytes result.Bytes) result.Bytes { return bytes - bytes/sparedShare }

// memoryBeside is [memoryHere] beside files in memory.
func memoryBeside(given, files result.Bytes) result.Bytes {
	most := memoryHere(given)
	if available := memory.Available(); files > 0 && available > 0 {
		most = min(most, max(1, spared(available-files)))
	}
	return most
}
