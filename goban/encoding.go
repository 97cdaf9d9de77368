package goban

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// withoutMark returns a text without the mark of Unicode at its beginning, as UTF-8, and whether
// there was a mark. What looks like UTF-16 without a mark counts as marked.
func withoutMark(raw []byte) (text []byte, marked bool) {
	endian := unicode.LittleEndian
	switch {
	case bytes.HasPrefix(raw, []byte("\ufeff")):
		return raw[len("\ufeff"):], utf8.Valid(raw)
	case len(raw) < 2 || len(raw)%2 == 1:
		return raw, false
	case bytes.HasPrefix(raw, []byte{0xfe, 0xff}), raw[0] == 0 && raw[1] != 0:
		endian = unicode.BigEndian
	case bytes.HasPrefix(raw, []byte{0xff, 0xfe}), raw[0] != 0 && raw[1] == 0:
	default:
		return raw, false
	}
	return decoded(raw, unicode.UTF16(endian, unicode.UseBOM)), true
}

// decoded returns a text as UTF-8. What is not valid in the encoding becomes U+FFFD.
func decoded(raw []byte, from encoding.Encoding) []byte {
	text, err := from.NewDecoder().Bytes(raw)
	if err != nil {
		return []byte(string(utf8.RuneError))
	}
	return text
}

// An sgfEncoding is an encoding with its name.
type sgfEncoding struct {
	name string
	encoding.Encoding
}

// latin1 is what texts of FF[4] without CA are in.
var latin1 = sgfEncoding{"ISO-8859-1", charmap.ISO8859_1}

// guessedEncodings are tried where CA does not tell. In all but the first 5C and 5D, the backslash
// and the bracket, may be the second half of a character or two bytes of high value make one.
var guessedEncodings = []sgfEncoding{
	latin1,
	{"GB18030", simplifiedchinese.GB18030},
	{"Shift_JIS", japanese.ShiftJIS},
	{"EUC-KR", korean.EUCKR},
	{"Big5", traditionalchinese.Big5},
	{"EUC-JP", japanese.EUCJP},
}

// encodingOf returns the encoding with a name as CA has it, or nil.
func encodingOf(name string) encoding.Encoding {
	name = strings.NewReplacer("CP932", "Windows-31J", "CP949", "EUC-KR").Replace(strings.ToUpper(name))
	if e, err := htmlindex.Get(name); err == nil && e != encoding.Replacement {
		return e
	}
	e, _ := ianaindex.IANA.Encoding(name)
	return e
}

var (
	charsetProperty = regexp.MustCompile(`CA\s*\[\s*([^\[\]\\]*?)\s*\]`)
	gameStart       = regexp.MustCompile(`\(\s*;`)
	lineBreaks      = strings.NewReplacer("\r\n", "\n", "\n\r", "\n", "\r", "\n")
)

// decodeSGF returns SGF as UTF-8, with line feeds between lines, and what it assumed. A game that
// has CA may be in another encoding than the games before it.
func decodeSGF(raw []byte) (text string, notes []Note) {
	raw, marked := withoutMark(raw)
	var b strings.Builder
	line := 1
	decode := func(raw []byte, name string, hasName bool) {
		text, note := decodeGames(raw, name, hasName, marked)
		if note.Text != "" {
			note.Line, note.Column = line, 1
			notes = append(notes, note)
		}
		text = lineBreaks.Replace(text)
		line += strings.Count(text, "\n")
		b.WriteString(text)
	}
	begin, name, hasName, after := 0, "", false, 0
	for _, m := range charsetProperty.FindAllSubmatchIndex(raw, -1) {
		if m[0] > 0 && isLetter(raw[m[0]-1]) {
			continue // the end of a longer name
		}
		from, starts := after, gameStart.FindAllIndex(raw[after:m[0]], -1)
		after = m[1]
		if len(starts) == 0 {
			continue // a second CA of a game is an error of its own
		}
		if next := from + starts[len(starts)-1][0]; next > begin {
			decode(raw[begin:next], name, hasName)
			begin = next
		}
		name, hasName = string(raw[m[2]:m[3]]), true
	}
	decode(raw[begin:], name, hasName)
	return b.String(), notes
}

// decodeGames decodes games that are in one encoding, of the name that CA has.
func decodeGames(raw []byte, name string, hasName, marked bool) (text string, note Note) {
	why, kind := fmt.Sprintf("the text is not in the encoding of CA[%s]", name), Assumed
	unicode, ascii := strings.HasPrefix(strings.ToUpper(name), "UTF-"), len(raw) == utf8.RuneCount(raw)
	from := encodingOf(name)
	switch {
	case marked && (!hasName || unicode), strings.EqualFold(name, "UTF-8") && utf8.Valid(raw):
		return string(raw), Note{}
	case marked:
	case !hasName:
		why, kind = "there is no CA", Allowed
	case from == nil:
		why = fmt.Sprintf("CA[%s] is no encoding that is known here", name)
	case !unicode:
		text := string(decoded(raw, from))
		left := !ascii && utf8.Valid(raw) && countValues(string(raw)) > countValues(text) // CA is left over in UTF-8
		if !strings.ContainsRune(text, utf8.RuneError) && !left {
			return text, Note{}
		}
	}
	assume := func(text []byte, encoding string) (string, Note) {
		if marked {
			encoding = "Unicode, by its mark,"
		}
		return string(text), Note{Kind: kind, Text: fmt.Sprintf("%s: %s is assumed", why, encoding), Times: 1}
	}
	if utf8.Valid(raw) {
		if bytes.Contains(raw, []byte("\x1b$")) && !marked {
			kind = Assumed
			return assume(decoded(raw, japanese.ISO2022JP), "ISO-2022-JP")
		}
		if kind == Allowed && (marked || ascii) {
			return string(raw), Note{}
		}
		return assume(raw, "UTF-8")
	}
	best, bestValues := 0, -1
	for i, guess := range guessedEncodings {
		if text := decoded(raw, guess); !bytes.ContainsRune(text, utf8.RuneError) {
			if values := countValues(string(text)); values > bestValues {
				best, bestValues = i, values
			}
		}
	}
	if hasName && from != nil && !unicode {
		text := decoded(raw, from)
		// ISO-8859-1 fits any text, and says less than CA, even if some characters are not in CA.
		if values := countValues(string(text)); values > bestValues || best == 0 && values == bestValues {
			return string(text), Note{Kind: kind, Text: why + ": U+FFFD is put for what is not", Times: 1}
		}
	}
	if best > 0 {
		kind = Assumed
	}
	return assume(decoded(raw, guessedEncodings[best]), guessedEncodings[best].name)
}

// countValues returns how many values a text has as SGF, or -1 if it breaks the syntax. An encoding
// that is not that of the text lets ends of values be taken for parts of characters, so that values
// run together, or the reverse, which breaks the syntax.
func countValues(text string) (values int) {
	s := newSGFScanner("", text)
	s.skipTo(gameStart)
	for s.skipSpace(); !s.atEnd(); s.skipSpace() {
		if strings.IndexByte("();", s.peek()) >= 0 {
			s.next()
			continue
		}
		property, err := s.property()
		if err != nil {
			return -1
		}
		values += len(property.values)
	}
	return values
}
