package enum

import (
	"fmt"
	"strings"
)

// Plural writes a number of things, such as "1 board", "2 boards", "2 passes" or "2 liberties".
func Plural[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, y := strings.CutSuffix(noun, "y"); y && !strings.HasSuffix(stem, "a") && !strings.HasSuffix(stem, "e") {
		return fmt.Sprintf("%d %sies", n, stem)
	}
	if strings.HasSuffix(noun, "s") {
		noun += "e"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
