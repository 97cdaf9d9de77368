package run

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Method says how the number is computed.
type Method = stages.Method

// The methods.
const (
	Exact  = stages.Exact
	Modulo = stages.Modulo
)

// Options says what a run may use.
type Options struct {
	Memory    result.Bytes // ceiling, of each task; 0: none
	Threads   int          // of each task; 0: one for each processor
	Tasks     int          // of a cluster, between which the shares are dealt out; 0: this program does the work
	Method    Method       // empty: Exact, or Modulo where the disk is too small for Exact
	Primes    []int        // numbers of the primes of Modulo, ascending; nil: as many as the number needs, and one more
	Shares    int          // of a stage; 0: as many as the memory asks for
	Limit     result.Bytes // on the files in the directory of the run; 0: none
	More      []Dir        // further directories, on other disks
	Elsewhere bool         // the directory will be on another machine: the disk here does not matter
	Part      Part         // of the work, if several programs work in the directory at the same time
}

// A Part is what one of several programs does: of each stage the shares whose numbers are Index
// modulo Of, and those that others leave.
type Part struct{ Index, Of int }

// ParsePart reads the number of a program, from 1 on, and how many there are, such as 3/16.
func ParsePart(text string) (Part, error) {
	i, of, _ := strings.Cut(text, "/")
	index, err := strconv.Atoi(i)
	n, errOf := strconv.Atoi(of)
	if err != nil || errOf != nil || index < 1 || index > n {
		return Part{}, errors.New("want the number of this program and how many there are, such as 3/16")
	}
	return Part{index - 1, n}, nil
}

// alone tells whether there are no other programs.
func (p Part) alone() bool { return p.Of < 2 }

func (o Options) threads() int { return par.Options{Threads: o.Threads}.Goroutines() }

// spare tells whether there is one residue more than needed, as a check: with [Modulo] one chain
// more; with [Exact] one in every column, if no number is published to compare with.
func spare(size board.Size, method Method) bool {
	entry, ok := published.Legal(size)
	return method == Modulo || !ok || entry.Kind != published.Exact
}

// spared leaves a part of the memory that is available to the files that pass through it.
func spared(available result.Bytes) result.Bytes { return available - available/8 }

// ceiling is what a program of a run may take beside files in memory: what it is given, but no more
// than the machine has, unless a scheduler grants that to a task; 0 if neither is known.
func (o Options) ceiling(files result.Bytes) result.Bytes {
	largest, limit := memory.Largest(), o.Memory
	if limit == 0 || o.Tasks == 0 && o.Part.alone() && largest > 0 && limit > largest {
		limit = spared(largest)
	}
	if files > 0 && largest > 0 {
		limit = min(limit, max(1, spared(largest-files)))
	}
	return limit
}

// maxPrime is the largest number of a prime that a run may be asked for, far more than any board
// needs that takes days.
const maxPrime = 1000

// PrimeNumber returns the number of a prime, counted from 1 for the largest below 2^32, or 0 if the
// number is above maxPrime. The numbers are the same for all boards and programs.
func PrimeNumber(prime uint64) int { return slices.Index(border.Primes(maxPrime), prime) + 1 }

// ParsePrimes reads numbers of primes, such as 3-5 or 1,4,7-9.
func ParsePrimes(text string) ([]int, error) {
	var all []int
	for part := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		low, errLow := strconv.ParseUint(from, 10, 16)
		high, errHigh := strconv.ParseUint(to, 10, 16)
		if errLow != nil || errHigh != nil || low < 1 || high < low || high > maxPrime {
			return nil, fmt.Errorf("want numbers of primes from 1 to %d, such as 3-5 or 1,4,7", maxPrime)
		}
		for n := int(low); n <= int(high); n++ {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// FormatPrimes writes ascending numbers of primes as [ParsePrimes] reads them.
func FormatPrimes(numbers []int) string {
	var parts []string
	for len(numbers) > 0 {
		n := 1
		for n < len(numbers) && numbers[n] == numbers[0]+n {
			n++
		}
		part := strconv.Itoa(numbers[0])
		if n > 1 {
			part += "-" + strconv.Itoa(numbers[n-1])
		}
		parts, numbers = append(parts, part), numbers[n:]
	}
	return strings.Join(parts, ",")
}
