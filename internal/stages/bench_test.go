package stages

import (
	"fmt"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/par"
)

func TestTime(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("N"))
	if n == 0 {
		t.Skip()
	}
	forced, _ = strconv.Atoi(os.Getenv("S"))
	e := newEngine(t, n, 2)
	checks := os.Getenv("C") != ""
	primes := border.Primes(e.PrimesFor(n))
	q := Question{Method: Exact, First: n, Last: n, Primes: primes, Narrow: checks, Fresh: checks, Adjoint: checks}
	start := time.Now()
	o, err := e.Count(t.Context(), q, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, _, err := o.Number(n)
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	fmt.Println(n, forced, err, x, "wall", time.Since(start), "user", u.Utime.Sec, u.Utime.Usec/1000, "sys", u.Stime.Sec, u.Stime.Usec/1000, "rss MiB", u.Maxrss/1024, "need", e.Need(q, par.Options{})>>20, "faults", u.Minflt)
}
