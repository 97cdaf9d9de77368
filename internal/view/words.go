package view

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"combigo.dev/combigo/result"
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

// wrap breaks lines that are longer than a width between words, and numbers that are longer between
// groups of digits.
func wrap(text string, width int) []string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if utf8.RuneCountInString(line) <= width {
			lines = append(lines, line)
			continue
		}
		var words []string
		for _, word := range strings.Fields(line) {
			if len(word) > width && digits.MatchString(word) {
				word = result.Groups(word)
			}
			words = append(words, strings.Fields(word)...)
		}
		lines = append(lines, wrapWords(words, width, 0)...)
	}
	return lines
}

// digits is a number that may be broken between groups of digits.
var digits = regexp.MustCompile(`^[-+]?[\d.]{22,}$`)

// wrapWords puts words in lines of a width, the first of which is shorter; a longer word has a line
// for itself.
func wrapWords(words []string, width, shorter int) []string {
	lines, room := []string{""}, width-shorter
	for i, word := range words {
		last := &lines[len(lines)-1]
		switch {
		case i == 0:
			*last = word
		case len(*last)+1+len(word) <= room:
			*last += " " + word
		default:
			lines, room = append(lines, word), width
		}
	}
	return lines
}
