package main

import (
	"bytes"
	"strings"
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
	var out bytes.Buffer
	bar := &progressBar{out: &out, label: "count 9x9", start: time.Now().Add(-time.Minute)}
	report := bar.report()
	report(0.25)
	time.Sleep(300 * time.Millisecond) // the screen is refreshed every 150 ms
	report(0.5)
	bar.finish()
	if text := out.String(); !strings.Contains(text, "count 9x9") || !strings.Contains(text, "25.0") || !strings.Contains(text, "left") {
		t.Errorf("the bar wrote %q", text)
	}
}
