package run

import (
	"time"

	"combigo/storage"
)

// A DiskSpeed is how fast a disk makes files durable.
type DiskSpeed struct {
	Bytes    float64       // a second, of a large file
	File     time.Duration // for each file, beside its bytes
	Measured bool          // or else assumed
}

// assumedSpeed is that of a plain solid-state disk.
var assumedSpeed = DiskSpeed{Bytes: 500e6, File: 3 * time.Millisecond}

// Figures for the guess of the time, measured on one processor of 2.3 GHz; see
// docs/performance.md.
const (
	secondsPerStep = 3.0e-9 // of one thread, for a state-step
	secondsPerByte = 0.6e-9 // of the disk and the checksums
)

// foretell guesses the time.
func (p *Plan) foretell() {
	seconds := p.Steps*secondsPerStep/float64(p.opt.threads()) + float64(p.Traffic)*secondsPerByte
	p.Time = time.Duration(seconds * float64(time.Second))
}

// Measure measures the disk.
func (p *Plan) Measure(fs storage.FS) error { return nil }
