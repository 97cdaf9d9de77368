package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"combigo.dev/combigo/cmd/combigo/internal/view"
)

const (
	progressDelay   = time.Second // work that takes less shows no bar
	progressLine    = time.Minute // between lines where there is no bar
	progressRefresh = time.Second / 8
	progressWidth   = 78
)

// A progressBar shows on a terminal how much of the work is done and how long the rest will take.
// It appears when the work has taken a second, and is gone from the screen when the work ends.
// Elsewhere there is a line a minute instead. All methods do nothing for a nil bar.
type progressBar struct {
	out   io.Writer
	label string
	start time.Time
	delay time.Duration
	lines bool // instead of a bar
	width int  // of the bar with its words

	mu    sync.Mutex
	share float64   // that was told last
	begun float64   // the share that was done before
	since time.Time // when that was; zero: start
	drawn time.Time // when the bar on the screen was drawn; zero if no bar is there
	ended chan struct{}
}

// newProgressBar returns a bar on standard error, or lines if that is no terminal.
func newProgressBar(stderr io.Writer, label string) *progressBar {
	style, every := terminalStyle(stderr), progressLine
	b := &progressBar{
		out: stderr, label: label, start: time.Now(), delay: progressDelay, lines: !style.Terminal,
		width: min(cmp.Or(style.Width, progressWidth)-1, progressWidth), ended: make(chan struct{}),
	}
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

// show tells of progress.
func (b *progressBar) show(share float64) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.share = share
	if !b.lines {
		b.draw()
	}
}

// draw brings the bar up to date, which appears if it is time.
func (b *progressBar) draw() {
	now := time.Now()
	if b.isOver() || now.Sub(b.start) < b.delay || now.Sub(b.drawn) < progressRefresh {
		return
	}
	b.drawn = now
	since := b.since
	if since.IsZero() {
		since = b.start
	}
	before := fmt.Sprintf("%s %.1f%% [", b.label, 100*b.share)
	after := fmt.Sprintf("] %s left", timeLeft(b.share, b.begun, now.Sub(since)))
	room := max(b.width-utf8.RuneCountInString(before+after), 1)
	done := min(int(b.share*float64(room)), room-1)
	fmt.Fprint(b.out, "\r"+before+strings.Repeat("=", done)+">"+strings.Repeat("-", room-1-done)+after+clearLine)
}

// clearLine clears a terminal from the cursor to the end of the line.
const clearLine = "\x1b[K"

// resumed says that a share was done before, so that it tells nothing of the speed.
func (b *progressBar) resumed(share float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.begun, b.since = share, time.Now()
}

// timeLeft is the time that the rest takes at the speed since a share was done.
func timeLeft(share, begun float64, since time.Duration) string {
	if share <= begun {
		return "--:--:--"
	}
	left := time.Duration(float64(since) * (1 - share) / (share - begun))
	return fmt.Sprintf("%02d:%02d:%02d", int(left.Hours()), int(left.Minutes())%60, int(left.Seconds())%60)
}

// finish takes the bar off the screen for good.
func (b *progressBar) finish() {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.isOver() {
		close(b.ended)
	}
	if !b.drawn.IsZero() {
		fmt.Fprint(b.out, "\r"+clearLine)
		b.drawn = time.Time{}
	}
}

// An interruption is what Ctrl-C needs to know of the command that it stops.
type interruption struct {
	bar    atomic.Pointer[progressBar]   // the latest bar, to be taken off the screen
	saves  atomic.Bool                   // the command saves or prints what is done, which may take longer than grace
	goesOn atomic.Pointer[func() string] // says what is kept and how to go on with it; nil if nothing is kept
}

const savingText = "combigo: saving what is done; Ctrl-C again gives it up"

// interruptionKey is where the context of a command has its interruption.
type interruptionKey struct{}
