package view

import (
	"testing"
	"time"
)

func TestRoughly(t *testing.T) {
	for want, d := range map[string]time.Duration{
		"0.2 seconds": 160 * time.Millisecond, "1.9 seconds": 1900 * time.Millisecond, "2 seconds": 2 * time.Second,
		"110 seconds": 110 * time.Second, "43 minutes": 43*time.Minute + 7*time.Second, "3 hours": 170 * time.Minute,
		"30 hours": 30 * time.Hour, "3 days": 75 * time.Hour,
	} {
		if got := Roughly(d); got != want {
			t.Errorf("%v is written %q, want %q", d, got, want)
		}
	}
}
