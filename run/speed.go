package run

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"combigo/count"
	"combigo/storage"
)

// A DiskSpeed is how fast a file system makes files durable.
type DiskSpeed struct {
	Bytes    float64       // a second, of a large file
	File     time.Duration // for a file, beside its bytes: to sync it and the directory
	Measured bool          // or else assumed
}

// assumedSpeed is that of a plain solid-state disk.
var assumedSpeed = DiskSpeed{Bytes: 500e6, File: 2 * time.Millisecond}

// Figures for the guess of the time, fitted to the processor time of whole runs from 9x9 to 14x14
// at 2.3 GHz; see docs/performance.md.
const (
	secondsPerStep = 3.0e-9  // of one thread, for a state-step
	secondsPerByte = 0.63e-9 // that is read or written: checksums, and the system's copies
	secondsPerFile = 1.5e-3  // of the system, above all
	// syncsPerStage are those of directories and of files that nothing is computed behind.
	syncsPerStage = 3
)

// foretell guesses the time: the longer of what the processors and what the disk take, for
// files are synced behind the computation, and what is left at the end of each stage.
func (p *Plan) foretell() {
	threads := float64(p.opt.threads())
	residues := float64(len(p.Primes))
	files := residues * float64(p.files())
	moved := float64(p.Traffic) / 2 // read, and as much written
	processors := (p.Steps*secondsPerStep + files*secondsPerFile + moved*secondsPerByte) / threads
	processors += moved * secondsPerByte // a file is written by one thread
	sync := p.Speed.File.Seconds()
	disk := moved/p.Speed.Bytes + files*sync/commitsAtOnce
	if !p.cached() {
		disk += moved / p.Speed.Bytes
	}
	seconds := max(processors, disk) + residues*float64(p.stages())*syncsPerStage*sync
	p.Time = time.Duration(seconds * float64(time.Second))
}

func (p *Plan) stages() int { return 2 * (p.Size.Long() - 1) }

// files is the number of files that a residue takes.
func (p *Plan) files() int {
	return p.stages() / 2 * (len(p.engine.TileSizes(0)) + len(p.engine.TileSizes(1)))
}

// traffic is the bytes that a residue reads and writes: what a stage leaves the next one
// reads. The first one reads nothing, and the last one writes nothing.
func (p *Plan) traffic() float64 {
	var values [2]float64
	for half := range values {
		for _, tiles := range p.engine.TileSizes(half) {
			for _, n := range tiles {
				values[half] += float64(n)
			}
		}
	}
	columns := float64(p.Size.Long() - 1)
	return 2 * 8 * (columns*values[0] + (columns-1)*values[1])
}

// cached tells whether what a stage reads is in memory still.
func (p *Plan) cached() bool {
	available := count.AvailableMemory()
	return available == 0 || 2*p.Vector+p.Memory < available
}

// Measure measures the disk, and corrects the guess of the time. It writes some megabytes beside the
// directory, and removes them. Where nothing can be written the guess stays as it was.
func (p *Plan) Measure(fs storage.FS) {
	speed, err := measureDisk(fs, existing(fs, p.dir))
	if err != nil {
		return // the run will meet the error itself if it stands in its way
	}
	p.Speed = speed
	p.foretell()
	p.chooseDisk()
}

// existing is the directory, or the nearest one above it that is there.
func existing(fs storage.FS, dir string) string {
	for {
		if _, err := fs.ReadDir(dir); err == nil || filepath.Dir(dir) == dir {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

// The measurement writes files of one block, and then of many, for so long: a disk that others
// use, too, is fast at one moment and slow at the next.
const (
	measureTime  = 250 * time.Millisecond // for each of both
	measureLarge = 8 << 20                // bytes
	measureMost  = 64                     // files
)

func measureDisk(fs storage.FS, dir string) (DiskSpeed, error) {
	name := filepath.Join(dir, fmt.Sprintf(".combigo-speed-%d", os.Getpid()))
	small, err := meanTime(fs, name, 4096)
	if err != nil {
		return DiskSpeed{}, err
	}
	large, err := meanTime(fs, name, measureLarge)
	if err != nil {
		return DiskSpeed{}, err
	}
	return DiskSpeed{
		Bytes: measureLarge / max(large-small, time.Millisecond).Seconds(), File: small, Measured: true,
	}, nil
}

// meanTime tells how long it takes to write a file durably, and to remove it.
func meanTime(fs storage.FS, name string, size int) (time.Duration, error) {
	began := time.Now()
	for files := 1; ; files++ {
		if err := writeAndRemove(fs, name, size); err != nil {
			return 0, err
		}
		if took := time.Since(began); took > measureTime || files == measureMost {
			return took / time.Duration(files), nil
		}
	}
}

// writeAndRemove writes a file as bins are written, of bytes that no file system makes
// smaller.
func writeAndRemove(fs storage.FS, name string, size int) error {
	block := make([]byte, min(size, 1<<20))
	_, _ = rand.NewChaCha8([32]byte{}).Read(block) // never fails
	content := bytes.Repeat(block, size/len(block))
	if err := storage.WriteFile(fs, name, "measured", content); err != nil {
		return err
	}
	return fs.Remove(name)
}
