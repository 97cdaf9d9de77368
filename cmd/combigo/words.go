package main

import "fmt"

// plural writes a number of things, such as "1 board" or "2 boards".
func plural[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
