package run

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/result"
)

// A DiskSpeed is how fast a file system makes files durable.
type DiskSpeed struct {
	Bytes    result.Bytes  // a second, of a large file
	File     time.Duration // for each file: to sync it and the directory
	Measured bool          // or else assumed
}

// assumedSpeed is that of a plain solid-state disk.
var assumedSpeed = DiskSpeed{Bytes: 500e6, File: 2 * time.Millisecond}

// existing is the directory, or the nearest one above it that is there.
func existing(fs storage.FS, dir string) string {
	for {
		if _, err := fs.ReadDir(dir); err == nil || filepath.Dir(dir) == dir {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// The measurement writes files of one block, and then of many. What counts is the median: a disk
// that others use, too, stands still for a moment now and then.
const (
	measureFiles = 9       // of both
	measureSmall = 4 << 10 // bytes
	measureLarge = 8 << 20
)

func measureDisk(fs storage.FS, dir string) (DiskSpeed, error) {
	name := filepath.Join(dir, fmt.Sprintf(".combigo-speed-%d", os.Getpid()))
	small, err := medianTime(fs, name, measureSmall)
	large, errLarge := medianTime(fs, name, measureLarge)
	return DiskSpeed{
		Bytes: result.Bytes(measureLarge / max(large-small, time.Millisecond).Seconds()), File: small, Measured: true,
	}, errors.Join(err, errLarge)
}

// medianTime tells how long it takes to write a file durably, as files of a run are written, and to
// remove it.
func medianTime(fs storage.FS, name string, size int) (time.Duration, error) {
	content := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{}).Read(content) // what no file system makes smaller; never fails
	var times [measureFiles]time.Duration
	for i := range times {
		start := time.Now()
		if err := storage.WriteFile(fs, name, "measured", content); err != nil {
			return 0, err
		}
		if err := fs.Remove(name); err != nil {
			return 0, err
		}
		times[i] = time.Since(start)
	}
	slices.Sort(times[:])
	return times[measureFiles/2], nil
}

// A Dir is one of the directories that a run has its files in, each on a disk of its own. The first
// one is that of the run, and knows the others.
type Dir struct {
	Name   string       `json:"name,omitempty"` // empty in the manifest: that of the run
	Limit  result.Bytes `json:"limit,omitempty"`
	Shares int          `json:"shares"` // whose files are there, found by a plan
}

// ParseDir reads a directory and the limit on the files there, such as /dev/shm/x=8GiB, if there is
// one. What begins with a digit after the last = must be a size with a unit.
func ParseDir(text string) (Dir, error) {
	name, size := text, ""
	if i := strings.LastIndexByte(text, '='); i > 0 && i+1 < len(text) && '0' <= text[i+1] && text[i+1] <= '9' {
		name, size = text[:i], text[i+1:]
	}
	limit, err := result.ParseBytes(size)
	if hasUnit := strings.Trim(size, "0123456789. ") != ""; name == "" || size != "" && (err != nil || !hasUnit) {
		return Dir{}, errors.New("want a directory, or one with a limit, such as /dev/shm/x=8GiB")
	}
	return Dir{Name: name, Limit: limit}, nil
}

// A Portion is what a plan gives to a directory.
type Portion struct {
	Dir
	Room   result.Bytes // that the files may take, 0 if that is not known
	Speed  DiskSpeed
	Memory bool // whether files there take memory
}

// distribute deals shares out: to each directory as many as its speed asks for, but no more than it
// has room for. A share in n has a part in n of the disk that all take, at any time. The first
// directory has those that there is no room for, whose number is returned.
func distribute(all []*Portion, shares int, disk result.Bytes) int {
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

// combinedSpeed returns the speed of all directories, each of which has a part of the shares. All
// are at work at the same time, and the slowest is waited for.
func combinedSpeed(all []*Portion, shares int) DiskSpeed {
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
