package view

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Plural writes a number of things, such as "1 board", "2 boards", "2 passes" or "2 liberties".
func Plural[N int | int64](n N, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if stem, y := strings.CutSuffix(noun, "ty"); y {
		return fmt.Sprintf("%d %sties", n, stem)
	}
	if strings.HasSuffix(noun, "s") {
		noun += "e"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Roughly writes a time that is only guessed, with a digit or two that may mean something.
func Roughly(t time.Duration) string {
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"}} {
		if t >= 2*unit.size {
			return Plural(int64(t.Round(unit.size)/unit.size), unit.name)
		}
	}
	return fmt.Sprintf("%.1f seconds", t.Seconds())
}

// OneLine replaces what would break the line, or the terminal: an error may
// quote an argument as it came.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

// Capital begins a sentence.
func Capital(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[n:]
}
