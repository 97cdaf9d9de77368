package view

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/store/run"
	"combigo.dev/combigo/internal/store/tilefile"
)

// Explained is an error in one line, with what helps: a command, where there is one.
func Explained(err error) string {
	var (
		damage  *run.DamageError
		help    *run.HelpError
		large   *count.LargeError
		missing *count.MissingError
	)
	text := err.Error()
	switch {
	case errors.As(err, &damage):
		text += "; fix: " + mended(damage)
	case errors.As(err, &help):
		words := cmp.Or(helps[help.Remedy], "nothing is lost: combigo run resume DIR goes on")
		text += "; " + strings.NewReplacer("DIR", help.Dir, "CHAIN", fmt.Sprint(help.Chain)).Replace(words)
	case errors.As(err, &large):
		text += "; " + Way(large)
	case errors.As(err, &missing):
		text += fmt.Sprintf("; combigo run start %s --dir DIR --primes %s computes what is missing", sides(missing.Board), run.FormatPrimes(missing.Missing))
	}
	return OneLine(text)
}

// helps is what helps, where DIR stands for the directory of a run and CHAIN for a number.
var helps = map[run.Remedy]string{
	run.MakeRoom:     "nothing is lost: make room, then combigo run resume DIR goes on",
	run.Finish:       "combigo run resume DIR computes the others",
	run.Combine:      "combigo run combine puts them together with those of other runs",
	run.Begin:        "combigo run start makes one",
	run.Elsewhere:    "combigo run resume DIR goes on with it, or prints its number",
	run.Resubmit:     "fix: combigo run resume DIR --engine slurm with other options, such as --tasks or --sbatch=--partition=NAME",
	run.Recompute:    "fix: combigo run resume DIR --recompute CHAIN",
	run.RecomputeAll: "fix: combigo run resume DIR --recompute all",
}

// mended says how to repair a run whose file is damaged.
func mended(e *run.DamageError) string {
	first := ""
	switch {
	case errors.Is(e.Cause, os.ErrPermission):
		first = "make it readable; if that cannot be done, "
	case errors.Is(e.Cause, syscall.EIO), errors.Is(e.Cause, syscall.ESTALE), errors.Is(e.Cause, syscall.ETIMEDOUT):
		first = fmt.Sprintf("the error may pass: combigo run resume %s reads the file again; if it stays, ", e.Dir)
	case errors.As(e.Cause, new(*run.MissingDirError)):
		first = fmt.Sprintf("bring it back, and combigo run resume %s goes on; if it is lost, ", e.Dir)
	case errors.As(e.Cause, new(*tilefile.ForeignError)):
		first = "put back the right manifest.json, if that is of another run; if it is not, "
	}
	switch e.Remedy {
	case run.Restore:
		return first + "put back a copy of it, or begin again in another directory"
	case run.GoOn:
		return fmt.Sprintf("combigo run resume %s writes it again", e.Dir)
	}
	return first + fmt.Sprintf("combigo run resume %s --recompute %d takes the chain back to the last stage whose inputs are sound", e.Dir, e.Chain)
}

// sides are those of a board as arguments of a command.
func sides(b board.Size) string {
	if b.Rows == b.Cols {
		return fmt.Sprint(b.Rows)
	}
	return fmt.Sprintf("%d %d", b.Rows, b.Cols)
}

// Way says how to compute a number nevertheless, or to come close to it.
func Way(e *count.LargeError) string {
	if e.Residues == 0 {
		return fmt.Sprintf("combigo estimate %s gives its leading digits", sides(e.Board))
	}
	if e.Time > 0 {
		return fmt.Sprintf("combigo run start %s --dir DIR computes it here: %s of disk, about %s", sides(e.Board), e.Disk, Roughly(e.Time))
	}
	return fmt.Sprintf("combigo run start %s computes it on disk, %s with vectors of up to %s: --dry-run says how long that takes",
		sides(e.Board), Plural(e.Residues, "residue"), e.Each)
}
