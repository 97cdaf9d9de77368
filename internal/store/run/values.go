package run

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"combigo.dev/combigo/internal/buildinfo"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/internal/store/tilefile"
	"combigo.dev/combigo/internal/store/valuefile"
	"combigo.dev/combigo/par"
)

// Whole is how many residues the number takes with the method modulo.
func (n *need) Whole() int { return n.engine.PrimesFor(n.Last) }

// Partial tells whether a run has fewer: those of other runs are missing.
func (n *need) Partial() bool { return n.Method == Modulo && len(n.Primes) < n.Whole() }

// ReadValue reads a value file.
func ReadValue(fs storage.FS, name string) (*valuefile.File, error) {
	text, err := storage.ReadFile(fs, name, valuefile.MaxBytes)
	if err != nil {
		return nil, err
	}
	return valuefile.Parse(name, text)
}

func (r *Run) readValue(chain int) (*valuefile.File, error) {
	end := stageID{Chain: chain, Stage: r.end(chain)}
	file, err := ReadValue(r.fs, r.fileName(end, 0))
	if err == nil && file.Run != r.id {
		err = &tilefile.ForeignError{Got: file.Run, Want: r.id}
	}
	if err == nil {
		zeros, errSums := r.chains[chain].SumsOf(r.Primes, func(int) (*big.Rat, error) { return new(big.Rat), nil })
		same := func(a, b stages.Sum) bool { return a.Purpose == b.Purpose && a.Width == b.Width && a.Prime == b.Prime }
		if errSums != nil || file.Board != r.Size() || file.Method != r.Method || !slices.EqualFunc(zeros, file.Sums, same) {
			err = fmt.Errorf("it is not of chain %d of this run", chain)
		}
	}
	return file, r.damageError(end, r.fileName(end, 0), err)
}

// finishChain adds the parts up, checks and writes the sums, and removes what they stood on. What
// is computed wrongly is met here, not with the number.
func (r *Run) finishChain(chain int) error {
	sums, err := r.chains[chain].SumsOf(r.Primes, func(stage int) (*big.Rat, error) {
		total := new(big.Rat)
		for share := range r.shares() {
			part, err := r.readPart(stageID{Chain: chain, Stage: stage}, share)
			if err != nil {
				return nil, err
			}
			total.Add(total, part)
		}
		return total, nil
	})
	if errors.Is(err, border.ErrNotInteger) {
		return r.WrongResidue(err, -1)
	}
	if err != nil {
		return err
	}
	r.buffers.Free()
	r.checker.Options = par.Options{Threads: r.threads, Memory: r.ceiling}
	if _, err = r.checker.Check(context.Background(), r.Size(), sums); errors.As(err, new(*valuefile.WrongError)) {
		return &HelpError{fmt.Errorf("%w: a value of chain %d was computed wrongly", err, chain), Help{Remedy: Recompute, Dir: r.dir, Chain: chain}}
	}
	if err != nil {
		return err
	}
	if err := r.writeValue(chain, sums); err != nil {
		return err
	}
	return r.remove(chainDir(chain))
}

func (r *Run) writeValue(chain int, sums []stages.Sum) error {
	file := &valuefile.File{
		Run: r.id, Board: r.Size(), Method: r.Method, Sums: sums, Program: "combigo " + buildinfo.Read().String(),
		Machine: fmt.Sprintf("%s/%s%s, %d threads", runtime.GOOS, runtime.GOARCH, processor(), r.threads), Date: time.Now().UTC().Format(time.DateOnly),
	}
	return storage.WriteFile(r.fs, r.fileName(stageID{Chain: chain, Stage: r.end(chain)}, 0), r.tag, file.Text())
}

// processor names the kind of processor, where the system says so.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo") // nothing, elsewhere
	_, rest, _ := strings.Cut(string(text), "model name\t: ")
	name, _, _ := strings.Cut(rest, "\n")
	if name = strings.Join(strings.Fields(name), " "); name == "" {
		return ""
	}
	return ", " + name
}
