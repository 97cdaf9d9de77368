package run

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"combigo.dev/combigo/internal/engine/border"
)

// maxPrime is the largest number of a prime that a run may be asked for, far more than any board
// needs that takes days.
const maxPrime = 1000

// listed are the primes by their numbers, counted from 1: the largest below 2^32 come first. They
// are the same for all boards and programs.
var listed = sync.OnceValue(func() []uint64 { return border.Primes(maxPrime) })

// PrimeNumber returns the number of a prime in the list, 0 if the prime is not there.
func PrimeNumber(prime uint64) int { return slices.Index(listed(), prime) + 1 }

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
