package liberties

// Formula returns the most liberties of one group on a board of the two given
// sides if the hypothesis of Go::CountLiberties, section Hypothesis, is true.
func Formula(rows, cols int) int {
	m, n := min(rows, cols), max(rows, cols)
	switch {
	case m == 1:
		return min(n-1, 2)
	case m == 2 && n == 3:
		return 4
	case m == 2:
		return n
	case m == 3:
		return 2 * n
	case m%3 == 0:
		return m * (2*n - 1) / 3
	case n%3 == 0:
		return n * (2*m - 1) / 3
	case m%3 == 1 && n%3 == 1:
		return ((2*m-1)*(2*n-1) + 5) / 6
	}
	return ((2*m-1)*(2*n-1) + 3) / 6
}

// cost returns K of the identity 3L = 2mn + 2 - K.
func cost(rows, cols, liberties int) int { return 2*rows*cols + 2 - 3*liberties }

// libertiesAt returns L of the identity 3L = 2mn + 2 - K for the least K that
// is not below the given one and makes L whole.
func libertiesAt(rows, cols, cost int) int { return (2*rows*cols + 2 - cost) / 3 }
