package main

import (
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"combigo.dev/combigo/internal/view"
)

const (
	progressDelay = time.Second // work that takes less shows no bar
	progressLine  = time.Minute // between lines where there is no bar
	progressSteps = 10_000      // the resolution of a bar
	progressWidth = 78
)

// A progressBar shows on a terminal how much of the work is done and how long
// the rest will take. It appears when the work has taken a second, and is gone
// from the screen when the work ends. Elsewhere there is a line a minute instead.
type progressBar struct {
	out   io.Writer
	label string
	start time.Time
	delay time.Duration
	lines bool // instead of a bar

	mu    sync.Mutex
	share float64   // that was told last
	begun float64   // the share that was done before
	since time.Time // when that was; zero: start
	ended chan struct{}
	page  *mpb.Progress // nil while the bar is not on the screen
	bar   *mpb.Bar
}

// newProgressBar returns a bar on standard error, or lines if that is no terminal.
func newProgressBar(command *cobra.Command, label string) *progressBar {
	out := command.ErrOrStderr()
	b := &progressBar{out: out, label: label, start: time.Now(), delay: progressDelay, lines: !isTerminal(out), ended: make(chan struct{})}
	interruptionOf(command).bar.Store(b)
	every := progressLine
	if !b.lines {
		every = progressDelay // work that does not tell of itself has a bar, too
	}
	go b.watch(every)
	return b
}

// watch shows the work from time to time, whether it tells of itself or not, until it ends.
func (b *progressBar) watch(every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-b.ended:
			return
		case <-tick.C:
		}
		b.mu.Lock()
		if !b.lines {
			b.draw()
		} else if !b.isOver() {
			fmt.Fprintf(b.out, "%s: %.1f %% done after %s\n", b.label, 100*b.share, view.Roughly(time.Since(b.start)))
		}
		b.mu.Unlock()
	}
}

func (b *progressBar) isOver() bool {
	select {
	case <-b.ended:
		return true
	default:
		return false
	}
}

// report returns the function to be told of progress, nil for a nil bar.
func (b *progressBar) report() func(share float64) {
	if b == nil {
		return nil
	}
	return b.show
}

func (b *progressBar) show(share float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.share = share
	if !b.lines {
		b.draw()
	}
}

// draw brings the bar up to date, which appears if it is time.
func (b *progressBar) draw() {
	if b.page == nil {
		if b.isOver() || time.Since(b.start) < b.delay {
			return
		}
		b.appear()
	}
	b.bar.SetCurrent(int64(b.share * progressSteps))
}

// resumed says that a share was done before, so that it tells nothing of the speed.
func (b *progressBar) resumed(share float64) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.begun, b.since = math.Floor(share*progressSteps)/progressSteps, time.Now() // as the bar has it
}

func (b *progressBar) appear() {
	b.page = mpb.New(mpb.WithOutput(b.out), mpb.WithWidth(progressWidth), mpb.WithAutoRefresh())
	begun, since := b.begun, b.since
	if since.IsZero() {
		since = b.start
	}
	left := decor.Any(func(s decor.Statistics) string {
		return timeLeft(float64(s.Current)/progressSteps, begun, time.Since(since))
	})
	b.bar = b.page.AddBar(progressSteps,
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(b.label+" "), decor.NewPercentage("%.1f ")),
		mpb.AppendDecorators(left, decor.Name(" left")),
	)
}

// timeLeft is the time that the rest takes at the speed since a share was done.
func timeLeft(share, begun float64, since time.Duration) string {
	if share <= begun {
		return "--:--:--"
	}
	left := time.Duration(float64(since) * (1 - share) / (share - begun))
	return fmt.Sprintf("%02d:%02d:%02d", int(left.Hours()), int(left.Minutes())%60, int(left.Seconds())%60)
}

// hide takes the bar off the screen until it is told of progress again.
func (b *progressBar) hide() {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.page == nil {
		return
	}
	b.bar.Abort(true)
	b.page.Wait()
	b.page, b.bar = nil, nil
}

// finish takes the bar off the screen for good.
func (b *progressBar) finish() {
	if b == nil {
		return
	}
	b.mu.Lock()
	if !b.isOver() {
		close(b.ended)
	}
	b.mu.Unlock()
	b.hide()
}

// stages shows one progress bar after the other, for work that has several stages.
type stages struct {
	command *cobra.Command
	label   string
	lock    sync.Mutex
	stage   string
	bar     *progressBar
}

func newStages(command *cobra.Command, label string) *stages {
	return &stages{command: command, label: label}
}

// report returns the function to be told of progress.
func (s *stages) report() func(stage string, share float64) {
	return func(stage string, share float64) {
		s.lock.Lock()
		defer s.lock.Unlock()
		if s.stage != stage {
			s.bar.finish()
			s.stage, s.bar = stage, newProgressBar(s.command, s.label+": "+stage)
		}
		if s.bar != nil {
			s.bar.show(share)
		}
	}
}

// finish takes the last bar off the screen.
func (s *stages) finish() {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.bar.finish()
}

// warnFrom is the time from which on what it takes is said before the start.
const warnFrom = time.Minute

// announce says what work is expected to take, and what else there is to say of that, if it is
// long.
func announce(stderr io.Writer, took time.Duration, work, more string) {
	if took >= warnFrom {
		fmt.Fprintf(stderr, "%s: this takes about %s%s\n", work, view.Roughly(took), more)
	}
}

// isTerminal reports whether a writer is a terminal.
func isTerminal(w io.Writer) bool {
	file, ok := w.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(file.Fd()))
}
