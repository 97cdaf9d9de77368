package main

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"
)

// Where there is no terminal, a line from time to time tells that the work goes on, and none does
// before.
func TestProgressInLines(t *testing.T) {
	var out bytes.Buffer
	bar := newProgressBar(&out, "count 9x9")
	bar.show(0.5)
	bar.finish()
	if out.Len() > 0 {
		t.Errorf("the bar wrote %q", &out)
	}
	lines := &screen{want: "count 9x9: 25.0 % done after 2 minutes\n", shown: make(chan struct{})}
	bar = &progressBar{out: lines, label: "count 9x9", start: time.Now().Add(-2 * time.Minute), ended: make(chan struct{})}
	bar.show(0.25)
	go bar.watch(time.Millisecond, time.Millisecond)
	<-lines.shown
	bar.finish()
	if told := strings.Trim(strings.ReplaceAll(lines.text.String(), lines.want, ""), "\n"); told != "" {
		t.Errorf("the bar also wrote %q", told)
	}
}

// A bar waits for the work to take long, and then shows work that does not tell of itself, too.
func TestProgressBarWaits(t *testing.T) {
	var out bytes.Buffer
	bar := &progressBar{out: &out, start: time.Now(), width: 70, ended: make(chan struct{})}
	go bar.watch(time.Hour, time.Millisecond)
	bar.show(0.5)
	bar.finish()
	bar.finish() // does no harm
	bar.draw()   // nor does this, which comes too late
	if out.Len() > 0 {
		t.Errorf("the bar wrote %q", &out)
	}
	silent := &screen{want: "count 9x9 0.0", shown: make(chan struct{})}
	bar = &progressBar{out: silent, label: "count 9x9", start: time.Now(), width: 70, ended: make(chan struct{})}
	go bar.watch(time.Millisecond, time.Millisecond)
	<-silent.shown
	bar.finish()
}

func TestProgressBarShowsTimeLeft(t *testing.T) {
	var out bytes.Buffer
	bar := &progressBar{out: &out, label: "count 9x9", start: time.Now().Add(-time.Minute), width: 70, ended: make(chan struct{})}
	bar.show(0.25)
	bar.draw()
	bar.finish()
	if want := "\rcount 9x9 25.0% [" + strings.Repeat("=", 9) + ">" + strings.Repeat("-", 28) + "] 00:03:00 left" + clearLine + "\r" + clearLine; out.String() != want {
		t.Errorf("the bar wrote %q, want %q", &out, want)
	}
}

// What was done before tells nothing of the speed.
func TestTimeLeft(t *testing.T) {
	for _, test := range []struct {
		share, begun float64
		since        time.Duration
		want         string
	}{
		{0, 0, time.Minute, "--:--:--"},
		{0.2, 0.2, time.Minute, "--:--:--"},
		{0.25, 0, time.Minute, "00:03:00"},
		{0.25, 0.2, time.Minute, "00:15:00"},
		{0.001, 0, 361 * time.Second, "100:10:39"},
		{1, 0.5, time.Hour, "00:00:00"},
	} {
		if got := timeLeft(test.share, test.begun, test.since); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
}

// A screen says when it has shown a text.
type screen struct {
	text  bytes.Buffer
	want  string
	shown chan struct{}
	once  sync.Once
}

func (s *screen) Write(b []byte) (int, error) {
	s.text.Write(b)
	if strings.Contains(s.text.String(), s.want) {
		s.once.Do(func() { close(s.shown) })
	}
	return len(b), nil
}
