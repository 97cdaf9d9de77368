package main

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestProgressBarIsForTerminals(t *testing.T) {
	var out bytes.Buffer
	bar := newProgressBar(&out, "count 9x9")
	if bar != nil || bar.report() != nil {
		t.Error("there is a bar, but no terminal")
	}
	bar.finish()
	if out.Len() > 0 {
		t.Errorf("the bar wrote %q", &out)
	}
}

func TestProgressBarWaits(t *testing.T) {
	var out bytes.Buffer
	bar := &progressBar{out: &out, start: time.Now(), delay: time.Hour}
	bar.report()(0.5)
	bar.finish()
	if out.Len() > 0 {
		t.Errorf("the bar wrote %q", &out)
	}
}

func TestProgressBarShowsTimeLeft(t *testing.T) {
	out := &screen{want: "25.0", shown: make(chan struct{})}
	bar := &progressBar{out: out, label: "count 9x9", start: time.Now().Add(-time.Minute)}
	report := bar.report()
	report(0.25)
	<-out.shown // at the next refresh
	report(0.5)
	bar.finish()
	if text := out.text.String(); !strings.Contains(text, "count 9x9") || !strings.Contains(text, "left") {
		t.Errorf("the bar wrote %q", text)
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
