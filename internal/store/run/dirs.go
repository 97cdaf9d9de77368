package run

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

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

// deal deals shares out: to each directory as many as its speed asks for, but no more than it has
// room for. A share in n has a part in n of the disk that all take, at any time. The first
// directory has those that there is no room for, whose number is returned.
func deal(all []*Portion, shares int, disk result.Bytes) int {
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
		return cmp.Compare(float64(most(a))/float64(a.Speed.Bytes), float64(most(b))/float64(b.Speed.Bytes))
	})
	for i, p := range open {
		speed := result.Bytes(0)
		for _, o := range open[i:] {
			speed += o.Speed.Bytes
		}
		p.Shares = min(most(p), int(math.Round(float64(left)*float64(p.Speed.Bytes)/float64(speed))))
		left -= p.Shares
	}
	all[0].Shares += left
	return left
}

// together returns the speed of all directories, each of which has a part of the shares. All are at
// work at the same time, and the slowest is waited for.
func together(all []*Portion, shares int) DiskSpeed {
	speed := DiskSpeed{Bytes: math.MaxInt64, Measured: true}
	for _, p := range all {
		if part := float64(p.Shares) / float64(shares); part > 0 {
			speed.Bytes = min(speed.Bytes, result.Bytes(float64(p.Speed.Bytes)/part))
			speed.File = max(speed.File, time.Duration(float64(p.Speed.File)*part))
			speed.Measured = speed.Measured && p.Speed.Measured
		}
	}
	return speed
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
