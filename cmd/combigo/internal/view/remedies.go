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
	"combigo.dev/combigo/records"
)

// Explained is an error in one line, with what helps: a command, where there is one.
func Explained(err error) string {
	var (
		damage  *run.DamageError
		help    *run.HelpError
		large   *count.LargeError
		missing *count.MissingError
		open    *records.UnprovedError
	)
	text := err.Error()
	switch {
	case errors.As(err, &damage):
		words := cmp.Or(repairs[damage.Remedy], repairs[run.Recompute])
		if damage.Remedy != run.GoOn {
			words = afterCause(damage.Cause) + words
		}
		text += "; fix: " + filled(words, damage.Help)
	case errors.As(err, &help):
		text += "; " + filled(cmp.Or(helps[help.Remedy], "nothing is lost: combigo run resume DIR goes on"), help.Help)
	case errors.As(err, &large):
		text += "; " + Way(large)
	case errors.As(err, &missing):
		text += fmt.Sprintf("; combigo run start %s --dir DIR --primes %s computes what is missing", sides(missing.Board), run.FormatPrimes(missing.Missing))
	case errors.As(err, &open):
		text += fmt.Sprintf(": combigo liberties %d --method windows does", open.Record.Board.Short())
	}
	return OneLine(text)
}

// filled is words with the directory and the number of the chain.
func filled(words string, h run.Help) string {
	return strings.NewReplacer("DIR", h.Dir, "CHAIN", fmt.Sprint(h.Chain)).Replace(words)
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

// repairs is how to repair a run whose file is damaged.
var repairs = map[run.Remedy]string{
	run.Restore:   "put back a copy of it, or begin again in another directory",
	run.GoOn:      "combigo run resume DIR writes it again",
	run.Recompute: "combigo run resume DIR --recompute CHAIN takes the chain back to the last stage whose inputs are sound",
}

// afterCause is what to try before that, by the cause of the damage.
func afterCause(cause error) string {
	switch {
	case errors.Is(cause, os.ErrPermission):
		return "make it readable; if that cannot be done, "
	case errors.Is(cause, syscall.EIO), errors.Is(cause, syscall.ESTALE), errors.Is(cause, syscall.ETIMEDOUT):
		return "the error may pass: combigo run resume DIR reads the file again; if it stays, "
	case errors.As(cause, new(*run.MissingDirError)):
		return "bring it back, and combigo run resume DIR goes on; if it is lost, "
	case errors.As(cause, new(*tilefile.ForeignError)):
		return "put back the right manifest.json, if that is of another run; if it is not, "
	}
	return ""
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
