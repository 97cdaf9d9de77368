package polynomial

import (
	"fmt"
	"time"

	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A Method is a way to find a Go polynomial; see the package comment.
type Method int

// The methods. Auto, the zero value, is the fastest one that fits in memory.
const (
	Auto Method = iota
	Symbolic
	Interpolation
)

var methodNames = enum.Of[Method]("method", "auto", "symbolic", "interpolation")

// String returns the name that [ParseMethod] reads.
func (m Method) String() string { return methodNames.Name(m) }

// ParseMethod reads "auto", "symbolic" or "interpolation".
func ParseMethod(name string) (Method, error) { return methodNames.Parse(name) }

// Options says how to find a polynomial. The zero value lets the package choose.
type Options struct {
	// Method is the way to find it.
	Method Method
	// Expected, if set, is told what it will take, before the computation begins.
	Expected func(Forecast)
	par.Options
}

func (o *Options) validate() error {
	switch {
	case o.Method < Auto || o.Method > Interpolation:
		return fmt.Errorf("method %d: want %d to %d", int(o.Method), int(Auto), int(Interpolation))
	case o.Threads < 0:
		return fmt.Errorf("threads %d: want 1 or more, or 0 for all", o.Threads)
	case o.Memory < 0:
		return fmt.Errorf("memory %d: want a number of bytes above 0, or 0 for no ceiling", int64(o.Memory))
	}
	return nil
}

// A Forecast is what a polynomial is expected to take, within a factor of three.
type Forecast struct {
	Method Method // not Auto
	Time   time.Duration
	Memory result.Bytes
}
