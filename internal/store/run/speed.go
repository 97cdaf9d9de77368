package run

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
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
