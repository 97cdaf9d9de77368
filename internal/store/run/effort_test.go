package run

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// Time during which several programs are at work counts once, pauses do not count.
func TestEffort(t *testing.T) {
	r, _ := start(t, quick, odd, Options{})
	began := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	if err := r.fs.MkdirAll(filepath.Join(r.dir, logName)); err != nil {
		t.Fatal(err)
	}
	for i, e := range []Effort{
		{Steps: 1, Began: began.Add(100 * time.Second), Seconds: 10, Read: 5, Threads: 2},
		{Steps: 2, Began: began, Seconds: 20, Written: 7, Threads: 1},
		{Steps: 4, Began: began.Add(5 * time.Second), Seconds: 5},
		{Steps: 8, Began: began.Add(15 * time.Second), Seconds: 15, Threads: 3},
	} {
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(r.dir, logName, strconv.Itoa(i)+logEnd), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got := r.effort()
	got.Began = time.Time{}
	if want := (Effort{Steps: 15, Seconds: 40, Read: 5, Written: 7, Threads: 3}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
