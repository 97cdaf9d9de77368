package run

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/store/storage"
)

// scripts/torture gives these.
var (
	tortureTime    = flag.Duration("torture", 0, "torture runs and checkpoints for so long")
	tortureProgram = flag.String("torture.program", "", "the program that is killed")
)

// tally is a line of the table: what was tried, and what came of it. A trial is survived if it came
// to the right number in the end; damage has to be refused by name first, with a fix that works.
type tally struct {
	what                                            string
	tried, unharmed, refused, survived, wrong, lost int
	note                                            string
}

// torturer has what all trials need.
type torturer struct {
	t      *testing.T
	random *rand.Rand
	size   board.Size
	want   string
	dir    string // of all trials
	until  time.Time
}

// TestTorture does to runs and checkpoints for an hour, or as long as it is told, what may happen
// to them in months: see scripts/torture.
func TestTorture(t *testing.T) {
	if *tortureTime == 0 {
		t.Skip("scripts/torture runs this")
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	k := &torturer{t: t, random: rand.New(rand.NewPCG(seed, 0)), size: board.Size{Rows: 9, Cols: 10}, dir: t.TempDir()}
	k.want = legal(k.size).String()
	var lines []*tally
	for _, trial := range []struct {
		run     func() *tally
		percent time.Duration // of the time
	}{{k.kills, 10}, {k.checkpointKills, 10}, {k.alterations, 50}, {k.fullDisk, 20}, {k.injectedErrors, 10}} {
		k.until = time.Now().Add(*tortureTime * trial.percent / 100)
		lines = append(lines, trial.run())
	}
	var table strings.Builder
	fmt.Fprintln(&table, "| trial | tried | unharmed | refused, then mended | survived | wrong | lost |")
	fmt.Fprintln(&table, "|---|---|---|---|---|---|---|")
	for _, l := range lines {
		fmt.Fprintf(&table, "| %s | %d | %d | %d | %d | %d | %d |\n", l.what, l.tried, l.unharmed, l.refused, l.survived, l.wrong, l.lost)
		if l.wrong+l.lost > 0 || l.survived != l.tried {
			t.Errorf("%s: %s", l.what, l.note)
		}
	}
	fmt.Print(table.String())
}

// enough tells whether a trial has had its time, or its number.
func (k *torturer) enough(tried, most int) bool { return tried >= most || time.Now().After(k.until) }

// program runs combigo, and kills it after a time if that is not 0. It returns what it prints.
func (k *torturer) program(after time.Duration, args ...string) (stdout, stderr string, killed bool, err error) {
	command := exec.Command(*tortureProgram, args...)
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr = &out, &errs
	if err := command.Start(); err != nil {
		k.t.Fatal(err)
	}
	if after > 0 {
		timer := time.AfterFunc(after, func() { _ = command.Process.Kill() })
		defer timer.Stop()
	}
	err = command.Wait()
	var exit *exec.ExitError
	killed = errors.As(err, &exit) && exit.ExitCode() < 0
	return strings.TrimSpace(out.String()), strings.TrimSpace(errs.String()), killed, err
}

// kills kills runs at random moments until they come to their end in between.
func (k *torturer) kills() *tally {
	l := &tally{what: "runs killed at random moments"}
	for number := 0; !k.enough(l.tried, 1<<20); number++ {
		dir := filepath.Join(k.dir, fmt.Sprintf("kills-%d", number))
		args := []string{"run", "start", "9", "10", "--dir", dir, "--quiet", "--method", []string{"exact", "modulo"}[number%2]}
		patience := 100 * time.Millisecond
		for {
			stdout, stderr, killed, err := k.program(patience/2+time.Duration(k.random.Int64N(int64(patience))), args...)
			if !killed {
				k.settle(l, stdout, stderr, err)
				break
			}
			l.tried++
			l.survived++
			patience = patience * 11 / 10
			if _, err := os.Stat(filepath.Join(dir, manifestName)); err == nil {
				args = []string{"run", "resume", dir, "--quiet"}
			}
		}
		if err := os.RemoveAll(dir); err != nil {
			k.t.Fatal(err)
		}
	}
	return l
}

// settle counts the end of a run.
func (k *torturer) settle(l *tally, stdout, stderr string, err error) {
	l.tried++
	switch {
	case err == nil && stdout == k.want:
		l.survived++
	case err == nil:
		l.wrong++
		l.note = fmt.Sprintf("%q, want %s", stdout, k.want)
	default:
		l.lost++
		l.note = fmt.Sprintf("%v: %s", err, stderr)
	}
}

// checkpointKills does the same to searches for the most liberties.
func (k *torturer) checkpointKills() *tally {
	l := &tally{what: "liberties --checkpoint killed"}
	args := []string{"liberties", "14", "--method", "windows", "--quiet"}
	want, stderr, _, err := k.program(0, args...)
	if err != nil {
		k.t.Fatal(err, stderr)
	}
	for number := 0; !k.enough(l.tried, 1<<20); number++ {
		file := filepath.Join(k.dir, fmt.Sprintf("checkpoint-%d", number))
		patience := 20 * time.Millisecond
		for {
			stdout, stderr, killed, err := k.program(patience/2+time.Duration(k.random.Int64N(int64(patience))),
				append(args, "--checkpoint", file)...)
			l.tried++
			if !killed {
				switch {
				case err == nil && stdout == want:
					l.survived++
				case err == nil:
					l.wrong++
					l.note = fmt.Sprintf("%q, want %q", stdout, want)
				default:
					l.lost++
					l.note = stderr
				}
				break
			}
			l.survived++
			patience = patience * 11 / 10
		}
	}
	return l
}

// alterationsWanted is how many files are altered.
const alterationsWanted = 300

// alterations alters files of a run midway in all ways, and has it go on.
func (k *torturer) alterations() *tally {
	l := &tally{what: "files altered, exchanged or taken away"}
	var dirs []string
	for _, method := range []Method{Exact, Modulo} {
		r, dir := start(k.t, quick, k.size, Options{Threads: 2, Method: method})
		err := r.Advance(context.Background(), Limits{Stages: r.end(0) - 1}, nil)
		if err = errors.Join(err, r.Close()); !errors.Is(err, ErrLimit) {
			k.t.Fatal(err)
		}
		dirs = append(dirs, dir)
	}
	for !k.enough(l.tried, alterationsWanted) {
		dir := clone(k.t, dirs[k.random.IntN(len(dirs))])
		names := files(k.t, dir)
		name := names[k.random.IntN(len(names))]
		how := k.alter(name, names)
		l.tried++
		k.mend(l, dir, how+" of "+name)
		if err := os.RemoveAll(dir); err != nil {
			k.t.Fatal(err)
		}
	}
	return l
}

// alter does something to a file, and says what.
func (k *torturer) alter(name string, names []string) string {
	other := names[k.random.IntN(len(names))]
	var how string
	var err error
	switch k.random.IntN(7) {
	case 0:
		how = "flip"
		alter(k.t, name, func(b []byte) []byte { b[k.random.IntN(len(b))] ^= 1 << k.random.IntN(8); return b })
	case 1:
		how = "cut"
		alter(k.t, name, func(b []byte) []byte { return b[:k.random.IntN(len(b))] })
	case 2:
		how, err = "loss", os.Remove(name)
	case 3:
		how = "growth"
		alter(k.t, name, func(b []byte) []byte { return append(b, make([]byte, 1+k.random.IntN(1<<14))...) })
	case 4:
		how = "a directory in the place"
		err = errors.Join(os.Remove(name), os.MkdirAll(filepath.Join(name, "x"), 0o755))
	case 5:
		how = "a copy of " + other + " in the place"
		var content []byte
		if content, err = os.ReadFile(other); err == nil {
			err = os.WriteFile(name, content, 0o644)
		}
	default:
		how = "zeros"
		alter(k.t, name, func(b []byte) []byte { clear(b[k.random.IntN(len(b)):]); return b })
	}
	if err != nil {
		k.t.Fatal(err)
	}
	return how
}

// maxFixes bounds how often a fix is followed that leads to the next one.
const maxFixes = 5

// mend goes on with a run, and follows the fixes that it is told, until there is a number.
func (k *torturer) mend(l *tally, dir, what string) {
	for fixes := 0; ; fixes++ {
		stdout, stderr, _, err := k.program(0, "run", "resume", dir, "--quiet")
		if err == nil {
			switch {
			case stdout != k.want:
				l.wrong++
				l.note = what + ": " + stdout
			case fixes == 0:
				l.unharmed++
				l.survived++
			default:
				l.refused++
				l.survived++
			}
			return
		}
		if fixes == maxFixes || !k.follow(dir, stderr) {
			l.lost++
			l.note = what + ": " + stderr
			return
		}
	}
}

// follow does what an error advises.
func (k *torturer) follow(dir, message string) bool {
	_, advice, said := strings.Cut(message, "run resume "+dir+" --recompute ")
	if !said {
		return false
	}
	residue, _, _ := strings.Cut(advice, " ")
	_, _, _, err := k.program(0, "run", "resume", dir, "--quiet", "--recompute", residue)
	var exit *exec.ExitError
	return err == nil || errors.As(err, &exit) // the next resume tells
}

// levels is at how many sizes of the disk it is full.
const levels = 40

// fullDisk has runs go on from full disks of all sizes.
func (k *torturer) fullDisk() *tally {
	l := &tally{what: "full disk, at 40 levels"}
	counted := int64(0)
	for level := range int64(levels + 1) {
		var left atomic.Int64
		left.Store(1 << 40)
		if level > 0 {
			left.Store(counted * level / (levels + 1))
		}
		dir := filepath.Join(k.dir, fmt.Sprintf("full-%d", level))
		fs := faulty{quick, &left, false}
		err := k.advance(fs, dir)
		if level == 0 { // how many operations there are
			counted = 1<<40 - left.Load()
			continue
		}
		l.tried++
		if errors.Is(err, syscall.ENOSPC) {
			l.refused++
			left.Store(1 << 40)
			err = k.advance(fs, dir)
		}
		k.count(l, dir, err)
		if time.Now().After(k.until) {
			break
		}
	}
	return l
}

// advance goes on with a run, or begins it.
func (k *torturer) advance(fs storage.FS, dir string) error {
	r, err := OpenLocked(fs, dir, Options{Threads: 2})
	if _, there := os.Stat(filepath.Join(dir, manifestName)); there != nil {
		r, err = Start(fs, dir, k.size, Options{Threads: 2})
	}
	if err != nil {
		return err
	}
	return errors.Join(r.Advance(context.Background(), Limits{}, nil), r.Close())
}

// count looks whether a run has come to the right number.
func (k *torturer) count(l *tally, dir string, err error) {
	if err == nil {
		var r *Run
		if r, err = Open(quick, dir, Options{}); err == nil {
			var value string
			if value, err = k.number(r); err == nil && value != k.want {
				l.wrong++
				l.note = value
				return
			}
		}
	}
	if err != nil {
		l.lost++
		l.note = err.Error()
		return
	}
	l.survived++
}

// number is what a finished run gives.
func (k *torturer) number(r *Run) (string, error) {
	if _, err := r.Answer(); err != nil {
		return "", err
	}
	return number(k.t, r).String(), nil
}

// flaky is a file system any of whose operations may fail, one in a given number.
type flaky struct {
	storage.FS
	err   error
	every *atomic.Int64
	count *atomic.Int64
}

type flakyFile struct {
	storage.File
	fs flaky
}

func (f flaky) fail(name string) error {
	if f.count.Add(1)%f.every.Load() == 0 {
		return &os.PathError{Op: "injected", Path: name, Err: f.err}
	}
	return nil
}

func (f flaky) Create(name string) (storage.File, error) {
	if err := f.fail(name); err != nil {
		return nil, err
	}
	file, err := f.FS.Create(name)
	return flakyFile{file, f}, err
}

func (f flaky) Open(name string) (storage.File, error) {
	if err := f.fail(name); err != nil {
		return nil, err
	}
	file, err := f.FS.Open(name)
	return flakyFile{file, f}, err
}

func (f flaky) Rename(from, to string) error {
	if err := f.fail(from); err != nil {
		return err
	}
	return f.FS.Rename(from, to)
}

func (f flaky) SyncDir(name string) error { return f.fail(name) }

func (f flakyFile) ReadAt(b []byte, offset int64) (int, error) {
	if err := f.fs.fail("file"); err != nil {
		return 0, err
	}
	return f.File.ReadAt(b, offset)
}

func (f flakyFile) WriteAt(b []byte, offset int64) (int, error) {
	if err := f.fs.fail("file"); err != nil {
		return 0, err
	}
	return f.File.WriteAt(b, offset)
}

func (f flakyFile) Sync() error { return f.fs.fail("file") }

// injectedErrors has operations fail that pass when they are tried again.
func (k *torturer) injectedErrors() *tally {
	l := &tally{what: "injected errors of reading and writing that pass"}
	for number := 0; !k.enough(l.tried, 1<<20); number++ {
		dir := filepath.Join(k.dir, fmt.Sprintf("flaky-%d", number))
		fs := flaky{
			FS: quick, err: []error{syscall.EIO, syscall.EDQUOT, syscall.EINTR, syscall.ENOMEM, syscall.ESTALE}[number%5],
			every: new(atomic.Int64), count: new(atomic.Int64),
		}
		fs.every.Store(int64(20 + k.random.IntN(300)))
		for {
			err := k.advance(fs, dir)
			if err == nil {
				l.tried++
				k.count(l, dir, nil)
				break
			}
			l.tried++
			if !errors.Is(err, fs.err) {
				l.lost++
				l.note = err.Error()
				break
			}
			l.refused++
			l.survived++
			fs.every.Store(fs.every.Load() * 5 / 4)
		}
		if err := os.RemoveAll(dir); err != nil {
			k.t.Fatal(err)
		}
	}
	return l
}
