package view

import (
	"fmt"
	"math"

	"combigo.dev/combigo/sampling"
)

// SampleDigits returns how many digits of an estimate mean something: those before
// the size of its error, and one more.
func SampleDigits(e *sampling.Estimate) int {
	const most = 12
	if math.IsInf(e.RelError, 0) || e.RelError <= 0 {
		return 2
	}
	return max(2, min(most, 2+int(math.Floor(-math.Log10(e.RelError)))))
}

// Sample is an estimate by sampling.
func Sample(e *sampling.Estimate) *Document {
	digits := SampleDigits(e)
	d := &Document{}
	d.line("Legal positions on the %s board, estimated", e.Board)
	d.gap()
	d.formula(fmt.Sprintf("L(%d,%d) ~ ", e.Board.Rows, e.Board.Cols), e.Value.Text(digits)+plusMinus(e))
	d.gap()
	if low, high := parsed(e.Low.Text(15)), parsed(e.High.Text(15)); low != nil && high != nil && e.Nonzero > 0 {
		all := []span{{"95% interval", low, high, parsed(e.Value.Text(15)), e.Low.Text(digits + 1), e.High.Text(digits + 1)}}
		if x := known(e.Board); x != nil {
			all = append(all, span{"the number in print", x, x, x, "", ""})
		}
		d.spans("interval", all...)
	}
	d.fact("interval", intervalText(e, digits))
	d.fact("share", fmt.Sprintf("%s of all 3^%d positions", e.Share.Text(digits), e.Board.Points()))
	d.fact("method", e.Method.String()+": "+e.Method.Description())
	d.fact("runs", runsText(e))
	d.fact("run", fmt.Sprintf("seed %d, %s, %.3g s", e.Seed, Plural(e.Threads, "thread"), e.Wall.Seconds()))
	for _, warning := range e.Warnings() {
		d.fact("warning", warning)
	}
	if e.Interrupted {
		d.fact("note", "interrupted: this is what there was")
	}
	return d
}

func plusMinus(e *sampling.Estimate) string {
	if math.IsInf(e.RelError, 0) {
		return ""
	}
	return fmt.Sprintf(" +- %.2g%%", 100*e.RelError)
}

func intervalText(e *sampling.Estimate, digits int) string {
	if e.Nonzero == 0 {
		return "unknown"
	}
	return fmt.Sprintf("%s to %s, with 95%% confidence", e.Low.Text(digits+1), e.High.Text(digits+1))
}

func runsText(e *sampling.Estimate) string {
	text := fmt.Sprintf("%d, of which %d reached a legal position", e.Runs, e.Nonzero)
	if e.Nonzero == 0 {
		return text
	}
	return text + fmt.Sprintf("; a run has a standard deviation of %.3g times the estimate, known to %.2g%%; the largest makes up %.2g%% of the sum",
		e.RunSpread, 100*e.VarianceError, 100*e.LargestRun)
}
