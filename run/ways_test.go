package run

import (
	"cmp"
	"context"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"combigo/board"
	"combigo/result"
)

var aSite = Site{Nodes: 4, Cores: 8, Memory: 16 << 30, DiskSpeed: 1e9}

func planWays(t *testing.T, size board.Size, site Site) *Ways {
	t.Helper()
	w, err := PlanWays(context.Background(), size, "", site)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// What is planned for a site is what a run says of itself, and submits.
func TestWaysAgreeWithPlans(t *testing.T) {
	w := planWays(t, square, aSite)
	for _, way := range w.Ways {
		opt := Options{Threads: way.Threads, Memory: way.Memory, KeepEvery: -1, Method: way.Method, Shared: cmp.Or(way.Shared, -1)}
		if way.Engine == Slurm {
			opt.Engine, opt.Cluster = Slurm, &Cluster{Program: "combigo", Tasks: way.Tasks, CPUs: way.Threads, Ahead: 1000}
		}
		p, err := NewPlan(quick, filepath.Join(t.TempDir(), "run"), square, opt)
		if err != nil {
			t.Fatal(err)
		}
		if p.Traffic != way.Traffic || p.Steps != way.Steps || p.Memory != way.Memory || p.Vector != w.Vector {
			t.Errorf("%+v, the plan of a run has traffic %s, memory %s", way, p.Traffic, p.Memory)
		}
		if want := result.Bytes(way.Residues)*(p.Disk-margin) + margin; way.Disk != want {
			t.Errorf("%+v: disk %s, want %s", way, way.Disk, want)
		}
		if way.Engine == Disk {
			p.Speed = DiskSpeed{Bytes: 1e9, File: assumedSpeed.File}
			p.estimateTime()
			if r := way.Time.Seconds() / p.Time.Seconds(); math.Abs(math.Log(r)) > math.Log(2) {
				t.Errorf("the ways say %s, the plan %s", way.Time, p.Time)
			}
			continue
		}
		s, err := p.Submission(quick, Queue{})
		if err != nil {
			t.Fatal(err)
		}
		jobs := 0
		for _, job := range s.Jobs {
			jobs += max(1, job.Tasks)
		}
		if jobs != way.Jobs {
			t.Errorf("%+v: %d jobs, but %d are submitted", way, way.Jobs, jobs)
		}
	}
}

// More tasks are faster, and take no fewer core-hours, while the disk is fast.
func TestMoreTasksAreFaster(t *testing.T) {
	site := aSite
	site.DiskSpeed = 1 << 50
	for _, way := range planWays(t, board.Size{Rows: 11, Cols: 11}, site).Ways {
		if way.Bin > way.Longest || way.Longest > way.Time {
			t.Errorf("%+v: a bin, a task or the run is longer than what it is part of", way)
		}
		if least := way.CoreHours * 3600 / float64(way.Residues*way.Tasks*way.Threads); least > way.Time.Seconds()*1.001 {
			t.Errorf("%+v: %.4f core-hours are more than the tasks can hold", way, way.CoreHours)
		}
	}
}

// What a site lacks is said, and nothing else is.
func TestWhatIsMissing(t *testing.T) {
	if w := planWays(t, square, aSite); w.Cheapest() == nil {
		t.Errorf("nothing fits: %+v", w.Ways)
	}
	for _, test := range []struct {
		site Site
		want string
	}{
		{Site{Nodes: 1, Cores: 2, Memory: 1 << 20, DiskSpeed: 1e9}, "of memory, a node leaves it"},
		{Site{Nodes: 1, Cores: 2, Memory: 1 << 40, DiskSpeed: 1e9, Disk: 1 << 20}, "one residue after the other needs"},
		{Site{Nodes: 1, Cores: 2, Memory: 1 << 40, DiskSpeed: 1, TimeLimit: time.Minute}, "the longest bin takes"},
	} {
		w := planWays(t, square, test.site)
		if w.Cheapest() != nil {
			t.Errorf("%+v: %+v fits", test.site, w.Cheapest())
			continue
		}
		if missing := w.Nearest().Missing; len(missing) != 1 || !strings.Contains(missing[0], test.want) {
			t.Errorf("%+v: %q is missing, want %q", test.site, missing, test.want)
		}
	}
	for _, site := range []Site{{}, {Nodes: 1, Cores: 1, Memory: 1}} {
		if _, err := PlanWays(context.Background(), square, "", site); err == nil {
			t.Errorf("%+v is a site", site)
		}
	}
	if _, err := PlanWays(context.Background(), board.Size{Rows: 1, Cols: 9}, "", aSite); err == nil {
		t.Error("a line is planned")
	}
}
