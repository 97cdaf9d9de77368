package goban

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readAs says in one line what a file is read as: for each position its board, the verdict on the
// moves that lead to it, and notes; or the error.
func readAs(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", filepath.FromSlash(file)))
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(file)
	var found []string
	for record, err := range Parse(name, text) {
		if err != nil {
			return strings.Join(append(found, "error "+strings.TrimPrefix(err.Error(), name+":")), " + ")
		}
		p := record.Position
		words := []string{strings.ReplaceAll(p.String(), "\n", "/")}
		if len(p.grid) > 100 {
			words[0] = p.size()
		}
		if game := record.Game; game != nil {
			set, _ := NamedRules(game.Rules)
			v, err := game.Judge(t.Context(), set.Rules)
			if err != nil {
				t.Fatal(err)
			}
			if record.Moves > 0 {
				words = append(words, fmt.Sprintf("after %d", record.Moves))
			}
			if v.Reason != nil {
				words = append(words, fmt.Sprintf("step %d: %v", v.Bad, v.Reason))
			}
			if names := strings.Trim(game.Black+" - "+game.White, " -"); names != "" {
				words = append(words, "of "+names)
			}
			for _, n := range game.Notes {
				kind := [...]string{"allowed", "assumed", "ignored"}[n.Kind]
				words = append(words, fmt.Sprintf("%s %d:%d: %s", kind, n.Line, n.Column, n.Text))
			}
		}
		found = append(found, strings.Join(words, "; "))
	}
	return strings.Join(found, " + ")
}

// TestCorpus reads the files of testdata. Each rests on a rule, of a format or of the game, that is
// named with its source. FF[4] is https://www.red-bean.com/sgf/, with the sections of sgf4.html.
func TestCorpus(t *testing.T) {
	listed := map[string]bool{}
	for _, c := range []struct{ file, source, want string }{
		{
			"sgf/sjis-5c.sgf", "FF[4] CA: texts are in the character set that is named; 95 5C is one character of Shift_JIS",
			"XX/XO; step 0: the beginning is no legal position: the black string at A2 has no liberty",
		},
		{
			"sgf/sjis-5c-escape.sgf", "FF[4] CA: texts are in the character set that is named; 83 5C is one character, the next 5C escapes the bracket",
			"X./..",
		},
		{
			"sgf/sjis-hidden-move.sgf", "FF[4] CA: texts are in the character set that is named; no move is swallowed",
			"X../.O./...; after 2",
		},
		{
			"sgf/sjis-5d.sgf", "FF[4] CA: texts are in the character set that is named; 83 5D is one character, and so is 95 5D, which leaves the value of PW open",
			".../.../...; of ゾx - 評;B[aa",
		},
		{
			"sgf/cp932.sgf", "FF[4] CA: texts are in the character set that is named; names of vendors are known",
			"XX/XO; step 0: the beginning is no legal position: the black string at A2 has no liberty",
		},
		{
			"sgf/ca-after-text.sgf", "FF[4] CA: texts are in the character set that is named, wherever CA stands in the first node",
			"XX/XO; step 0: the beginning is no legal position: the black string at A2 has no liberty",
		},
		{
			"sgf/gbk-5d.sgf", "FF[4] CA: texts are in the character set that is named; 81 5D is one character of GBK",
			"X../.../...; after 1; of 乚ab - x",
		},
		{
			"sgf/gb2312.sgf", "FF[4] CA: texts are in the character set that is named",
			"X./..; of 柯洁",
		},
		{
			"sgf/gb18030-5c.sgf", "FF[4] CA: texts are in the character set that is named",
			"XX/XO; step 0: the beginning is no legal position: the black string at A2 has no liberty; of 乗",
		},
		{
			"sgf/gb18030-four.sgf", "FF[4] CA: texts are in the character set that is named; a character of four bytes, then one of two that ends in 5D",
			"XX/XO; step 0: the beginning is no legal position: the black string at A2 has no liberty; of 㐀乚",
		},
		{
			"sgf/big5-5c.sgf", "FF[4] CA: texts are in the character set that is named; A5 5C is one character of Big5",
			"XX/XO; step 0: the beginning is no legal position: the black string at A2 has no liberty; of 功",
		},
		{
			"sgf/big5-5d.sgf", "FF[4] CA: texts are in the character set that is named; A5 5D is one character of Big5",
			"XX/XO; step 0: the beginning is no legal position: the black string at A2 has no liberty; of 包",
		},
		{
			"sgf/euc-kr.sgf", "FF[4] CA: texts are in the character set that is named",
			"X./..; of 이창호",
		},
		{
			"sgf/euc-jp.sgf", "FF[4] CA: texts are in the character set that is named",
			"X./..; of 日本",
		},
		{
			"sgf/iso2022jp-5c.sgf", "FF[4] CA: texts are in the character set that is named; 25 5C is one character between the escape sequences",
			"XX/XO; step 0: the beginning is no legal position: the black string at A2 has no liberty",
		},
		{
			"sgf/iso2022jp-5d.sgf", "FF[4] CA: texts are in the character set that is named; 25 5D is one character between the escape sequences",
			"XX/XO; step 0: the beginning is no legal position: the black string at A2 has no liberty",
		},
		{
			"sgf/hz.sgf", "FF[4] CA: texts are in the character set that is named; between ~{ and ~} two bytes make a character (RFC 1843)",
			"XX/XO; step 0: the beginning is no legal position: the black string at A2 has no liberty",
		},
		{
			"sgf/latin1.sgf", "FF[4] CA: texts are in the character set that is named; a byte is a character",
			"X./..; of André - René",
		},
		{
			"sgf/utf8.sgf", "FF[4] CA: texts are in the character set that is named",
			"X./..; of 本因坊",
		},
		{
			"sgf/utf8-mark.sgf", "Unicode, section 23.8: the mark EF BB BF",
			"X./..; of 本因坊",
		},
		{
			"sgf/utf16-le.sgf", "Unicode, section 23.8: the mark FF FE; 5B and 5D within characters are no brackets",
			"X./..; of 崛崝",
		},
		{
			"sgf/utf16-be.sgf", "Unicode, section 23.8: the mark FE FF",
			"X./..; of 崛崝",
		},
		{
			"sgf/utf16-unmarked.sgf", "no text of 8-bit characters has a zero after the first one",
			"X./..; of 崝",
		},
		{
			"sgf/mark-against-ca.sgf", "the mark is in the bytes, CA may be left over from another program",
			"X./..; of 本; assumed 1:1: the text is not in the encoding of CA[Shift_JIS]: Unicode, by its mark, is assumed",
		},
		{
			"sgf/no-ca-utf8.sgf", "FF[4] CA: the default is ISO-8859-1, yet bytes that are UTF-8 are so for a reason",
			"X./..; of 本因坊; allowed 1:1: there is no CA: UTF-8 is assumed",
		},
		{
			"sgf/no-ca-latin1.sgf", "FF[4] CA: the default is ISO-8859-1",
			"X./..; of André - René; allowed 1:1: there is no CA: ISO-8859-1 is assumed",
		},
		{
			"sgf/no-ca-sjis-5c.sgf", "in ISO-8859-1 the end of the comment would be escaped",
			"X../.../...; after 1; assumed 1:1: there is no CA: GB18030 is assumed",
		},
		{
			"sgf/no-ca-gbk-5d.sgf", "in ISO-8859-1 the name would end early",
			"X../.../...; after 1; of 柯乚 - 洁; assumed 1:1: there is no CA: GB18030 is assumed",
		},
		{
			"sgf/no-ca-iso2022jp.sgf", "the escape sequence 1B 24 is of ISO-2022-JP (RFC 1468)",
			"X../.../...; after 1; assumed 1:1: there is no CA: ISO-2022-JP is assumed",
		},
		{
			"sgf/ca-unknown.sgf", "FF[4] CA: a name of a character set (RFC 1345)",
			"X./..; of é; assumed 1:1: CA[klingon] is no encoding that is known here: UTF-8 is assumed",
		},
		{
			"sgf/ca-wrong.sgf", "FF[4] CA: texts are in the character set that is named; E9 5D is not UTF-8",
			"X./..; of André; assumed 1:1: the text is not in the encoding of CA[UTF-8]: ISO-8859-1 is assumed",
		},
		{
			"sgf/ca-utf16-eight-bits.sgf", "FF[4] CA: texts are in the character set that is named; CA could not be found so in UTF-16",
			"X./..; of x; assumed 1:1: the text is not in the encoding of CA[UTF-16]: UTF-8 is assumed",
		},
		{
			"sgf/ca-left-over.sgf", "FF[4] CA: texts are in the character set that is named; in Shift_JIS the last byte of UTF-8 and the bracket would be a character, and the name would not end",
			"X../.../...; after 1; of く - x; assumed 1:1: the text is not in the encoding of CA[Shift_JIS]: UTF-8 is assumed",
		},
		{
			"sgf/ca-twice.sgf", "FF[4] 2.2: a property once in a node",
			"error 1:20: CA is here and at line 1, column 8: expected it once",
		},
		{
			"sgf/ca-of-each-game.sgf", "FF[4] CA is a root property: each game has its own",
			"X./..; of 乚 + ../.X; of 表 + ../X.; of 本",
		},
		{
			"sgf/line-breaks.sgf", "FF[4] Text: CR, LF, CR LF and LF CR are line breaks",
			"error 4:4: point zz is not on the 2x2 board (rows x columns): expected aa to bb",
		},
		{
			"sgf/name-small.sgf", "FF[4], EBNF: a name of a property is of capital letters",
			"error 1:13: property ab has no capital letter in its name: expected a name such as AB",
		},
		{
			"sgf/name-small-player.sgf", "FF[4], EBNF: a name of a property is of capital letters",
			"error 1:19: property pl has no capital letter in its name: expected a name such as AB",
		},
		{
			"sgf/name-small-variation.sgf", "FF[4], EBNF: a name of a property is of capital letters",
			"error 1:23: property b has no capital letter in its name: expected a name such as AB",
		},
		{
			"sgf/name-old.sgf", "FF[3]: small letters in names are for people",
			"X./..; assumed 1:3: small letters in names of properties are passed over, as before FF[4]",
		},
		{
			"sgf/sz-twice.sgf", "FF[4] 2.2: a property once in a node",
			"error 1:13: SZ is here and at line 1, column 8: expected it once",
		},
		{
			"sgf/sz-two-values.sgf", "FF[4] SZ: one value",
			"error 1:14: a second value of SZ, after that at line 1, column 11: expected just one",
		},
		{
			"sgf/pl-twice.sgf", "FF[4] 2.2: a property once in a node",
			"error 1:24: PL is here and at line 1, column 19: expected it once",
		},
		{
			"sgf/pl-two-values.sgf", "FF[4] PL: one value",
			"error 1:25: a second value of PL, after that at line 1, column 22: expected just one",
		},
		{
			"sgf/ru-twice.sgf", "FF[4] 2.2: a property once in a node",
			"error 1:25: RU is here and at line 1, column 13: expected it once",
		},
		{
			"sgf/km-twice.sgf", "FF[4] 2.2: a property once in a node",
			"error 1:25: KM is here and at line 1, column 13: expected it once",
		},
		{
			"sgf/move-twice.sgf", "FF[4] 2.2: a property once in a node",
			"error 1:19: B is here and at line 1, column 14: expected it once",
		},
		{
			"sgf/move-two-values.sgf", "FF[4] W: one value",
			"error 1:24: a second value of W, after that at line 1, column 20: expected just one",
		},
		{
			"sgf/comment-twice.sgf", "FF[4] 2.2: a property once in a node",
			"error 2:1: C is here and at line 1, column 13: expected it once",
		},
		{
			"sgf/ab-twice.sgf", "FF[4] 2.2: a property once in a node; both lists of AB have one meaning",
			"X./XO; assumed 1:25: AB is here and at line 1, column 13: all its points are taken together",
		},
		{
			"sgf/tr-twice.sgf", "FF[4] 2.2: a property once in a node; marks do not matter here",
			"X./..; after 1; ignored 1:19: TR is here and at line 1, column 13",
		},
		{
			"sgf/private-twice.sgf", "FF[4] 2.2.4: programs may have properties of their own",
			"X./..; after 1; ignored 1:18: XX is here and at line 1, column 13",
		},
		{
			"sgf/private.sgf", "FF[4] 2.2.4: programs may have properties of their own",
			"X./..; after 1",
		},
		{
			"sgf/ru-after-root.sgf", "FF[4] 2.2.1: game-info properties may stand in any node",
			".../XO./O.O; after 8; step 8: white at A1: the move retakes a ko at once, which the ko rule forbids; allowed 1:14: RU after the first node holds for the whole game",
		},
		{
			"sgf/ru-after-ru.sgf", "FF[4] 2.2.1: a game-info property once on the way to a node",
			"error 1:25: RU is here and at line 1, column 13: expected it once",
		},
		{
			"sgf/ha-after-ha.sgf", "FF[4] 2.2.1: a game-info property once on the way to a node",
			"error 1:30: HA is here and at line 1, column 13: expected it once",
		},
		{
			"sgf/info-in-branches.sgf", "FF[4] 2.2.1: a game-info property once on the way to a node",
			"X./..; after 1; of x",
		},
		{
			"sgf/info-in-side-branch.sgf", "FF[4] 2.2.1: a game-info property once on the way to a node",
			"X./..; after 1; of x; ignored 1:33: PB is here and at line 1, column 13: expected it once",
		},
		{
			"sgf/sz-after-root.sgf", "FF[4] 2.2.1: root properties in the first node only",
			"error 1:14: SZ after the first node: expected what holds for the whole game in the first node",
		},
		{
			"sgf/ca-after-root.sgf", "FF[4] 2.2.1: root properties in the first node only",
			"error 1:14: CA after the first node: expected what holds for the whole game in the first node",
		},
		{
			"sgf/gm-after-root.sgf", "FF[4] 2.2.1: root properties in the first node only",
			"error 1:19: GM after the first node: expected what holds for the whole game in the first node",
		},
		{
			"sgf/sz-in-side-branch.sgf", "FF[4] 2.2.1: root properties in the first node only",
			"X./..; after 1; ignored 1:28: SZ after the first node: expected what holds for the whole game in the first node",
		},
		{
			"sgf/rectangle.sgf", "FF[4] 3.5.1: rectangles have the upper left corner first, do not overlap, and have two points or more",
			"XXO/XX./XX.",
		},
		{
			"sgf/rectangle-reversed.sgf", "FF[4] 3.5.1: rectangles have the upper left corner first, do not overlap, and have two points or more",
			"XX./XX./XX.; assumed 1:16: the corners of a rectangle are put in order: FF[4] has the upper left one first, then the lower right one",
		},
		{
			"sgf/rectangle-other-corners.sgf", "FF[4] 3.5.1: rectangles have the upper left corner first, do not overlap, and have two points or more",
			"XX./XX./XX.; assumed 1:16: the corners of a rectangle are put in order: FF[4] has the upper left one first, then the lower right one",
		},
		{
			"sgf/rectangle-one-point.sgf", "FF[4] 3.5.1: rectangles have the upper left corner first, do not overlap, and have two points or more",
			"X./..; assumed 1:16: a rectangle of one point is read as the point, as FF[4] has it",
		},
		{
			"sgf/rectangles-overlap.sgf", "FF[4] 3.5.1: rectangles have the upper left corner first, do not overlap, and have two points or more",
			"XXX/.../...; assumed 1:23: point B3 is set up twice in one node",
		},
		{
			"sgf/points-twice.sgf", "FF[4] AB: points are unique",
			"X./..; assumed 1:20: point A2 is set up twice in one node",
		},
		{
			"sgf/points-black-and-white.sgf", "FF[4] AB: points are unique in AB, AW and AE",
			"error 1:22: point A2 is in two of AB, AW and AE of one node: expected it in one",
		},
		{
			"sgf/point-off-board.sgf", "FF[4] for Go: aa is the upper left point",
			"error 1:16: point cc is not on the 2x2 board (rows x columns): expected aa to bb",
		},
		{
			"sgf/point-white-space.sgf", "FF[4] for Go: a point is two letters",
			"X./.O; after 1; assumed 1:16: white space around a value is passed over",
		},
		{
			"sgf/sz-square.sgf", "FF[4] SZ: the long form is not for square boards",
			"X./..; after 1; assumed 1:11: SZ[2:2] is read as SZ[2], which FF[4] has for square boards",
		},
		{
			"sgf/sz-rectangle.sgf", "FF[4] SZ: columns, then rows",
			"..X/...; after 1",
		},
		{
			"sgf/sz-53.sgf", "FF[4] for Go: 52 is the largest size",
			"error 1:11: SZ[53] is not a size: expected a number from 1 to 52, or columns:rows",
		},
		{
			"sgf/set-up-and-move.sgf", "FF[4] 2.2.1: no set-up and no move in one node",
			"X./O.; after 1; assumed 1:14: a move and what is set up are in one node: what is set up comes first",
		},
		{
			"sgf/both-moves.sgf", "FF[4] B: not with W in one node",
			"X./.O; after 2; assumed 1:19: B and W are in one node: both moves are made, as they are written",
		},
		{
			"sgf/pl-word.sgf", "FF[4] 3: a colour is B or W",
			"X./.O; after 1; assumed 1:22: PL[white] is read as white: FF[4] has B and W",
		},
		{
			"sgf/pl-wrong.sgf", "FF[4] 3: a colour is B or W",
			"error 1:22: PL[x] is no player: expected B or W",
		},
		{
			"sgf/ff-5.sgf", "FF[4] FF: 1 to 4",
			"X./..; after 1; assumed 1:6: FF[5] is no version that is known: the text is read as FF[4]",
		},
		{
			"sgf/ff-3.sgf", "FF[4] FF: 1 to 4",
			"X./..; after 1",
		},
		{
			"sgf/gm-2.sgf", "FF[4] GM: 1 is Go, 2 is Othello",
			"error 1:6: GM[2] is another game: expected GM[1], which is Go",
		},
		{
			"sgf/ha-too-few.sgf", "FF[4] HA: the stones are set up by AB",
			"X../.O./..X; after 1; assumed 1:16: HA[3], but 2 black stones are set up: those that are set up count",
		},
		{
			"sgf/ha-no-stones.sgf", "FF[4] HA: the stones are set up by AB",
			".../.O./...; after 1; assumed 1:16: HA[2], but no stones are set up: whoever moves first has the first turn",
		},
		{
			"sgf/ha-as-moves.sgf", "FF[4] HA: the stones are set up by AB; servers write free placement as moves",
			"X../.O./..X; after 1; assumed 1:16: HA[2]: the first 2 moves, all black, are taken for the handicap",
		},
		{
			"sgf/ha-as-moves-too-few.sgf", "FF[4] HA: the stones are set up by AB",
			"X../.O./..X; after 3; step 2: black at C1: it is the other player's turn; assumed 1:16: HA[3], but no stones are set up: whoever moves first has the first turn",
		},
		{
			"sgf/gm-twice.sgf", "FF[4] 2.2: a property once in a node",
			"error 1:13: GM is here and at line 1, column 8: expected it once",
		},
		{
			"sgf/ha-0.sgf", "FF[4] HA: 2 or more",
			".../.X./...; after 1; ignored 1:16: HA[0]: expected 2 or more stones",
		},
		{
			"sgf/ha-word.sgf", "FF[4] HA: a number",
			"X../.O./...; after 1; assumed 1:16: HA[two] is no number of stones, and is passed over",
		},
		{
			"sgf/ab-empty.sgf", "FF[4] AB: a list of stones, not empty",
			"X./..; after 1; assumed 1:16: AB[] has no point, and sets up nothing",
		},
		{
			"sgf/dd-empty.sgf", "FF[4] DD, TB, TW: lists that may be empty",
			"X./.O; after 2",
		},
		{
			"sgf/mail-header.sgf", "FF[3] and before: text before (; is passed over",
			"X./..; after 1; assumed 1:1: text before the first game, which begins with (;, is passed over",
		},
		{
			"sgf/header-only.sgf", "FF[4], EBNF: a collection has a game",
			"error 1:1: unexpected 'S': expected a game tree, which begins with (;",
		},
		{
			"sgf/no-last-end.sgf", "FF[4], EBNF: a game ends in )",
			"X./..; after 1; assumed 2:1: the text ends in the game that begins on line 1: 1 missing ) assumed",
		},
		{
			"sgf/no-two-ends.sgf", "FF[4], EBNF: a game ends in )",
			"X./.O; after 2; assumed 2:1: the text ends in the game that begins on line 1: 2 missing ) assumed",
		},
		{
			"sgf/value-without-end.sgf", "FF[4], EBNF: a value ends in ]",
			"error 1:20: the value that begins here has no end: expected ]",
		},
		{
			"sgf/text-after.sgf", "FF[4], EBNF: a collection is games",
			"X./..; after 1 + error 2:1: unexpected 'b': expected a game tree, which begins with (;",
		},
		{
			"sgf/two-openings.sgf", "FF[4], EBNF: a game begins with (;",
			"error 1:2: unexpected '(' after (: expected a node, which begins with ;",
		},
		{
			"sgf/node-after-variation.sgf", "FF[4], EBNF: variations come last",
			"error 1:21: a node after a variation: expected ( or )",
		},
		{
			"sgf/empty.sgf", "FF[4], EBNF: a collection has a game",
			"error 2:1: the input is empty: expected a game tree, which begins with (;",
		},
		{
			"sgf/two-games.sgf", "FF[4], EBNF: a collection may have several games",
			"X./..; after 1 + X/.",
		},
		{
			"sgf/variations.sgf", "FF[4] 1: the first variation is the main line",
			"X./.O; after 2",
		},
		{
			"sgf/bad-point-in-side-branch.sgf", "the main line does not depend on side variations",
			"X./..; after 1; ignored 1:23: a move and what is set up are in one node: what is set up comes first; ignored 1:37: point A2 is in two of AB, AW and AE of one node: expected it in one; ignored 1:25: point zz is not on the 2x2 board (rows x columns): expected aa to bb",
		},
		{
			"sgf/values-not-used.sgf", "FF[4], list of properties: kinds of values",
			"X./..; after 1; ignored 1:11: AP[x]: expected two texts with a colon between",
		},
		{
			"sgf/labels.sgf", "FF[4], list of properties; 3.5.1 for the rectangle",
			"X./..; after 1",
		},
		{
			"sgf/annotations.sgf", "FF[4], list of properties: BM, DO, IT and TE need a move and exclude each other, and so do DM, GB, GW and UC",
			"X./.O; after 2; ignored 1:13: DO is in a node without a move; ignored 1:28: TE is in a node with a property that excludes it",
		},
		{
			"sgf/pass-tt.sgf", "FF[4] for Go: tt is a pass up to 19x19",
			"../..; after 2",
		},
		{
			"sgf/point-tt.sgf", "FF[4] for Go: tt is a pass up to 19x19",
			"20x20; after 1",
		},
		{
			"sgf/rules-none.sgf", "Tromp-Taylor, rule 8: two passes end the game",
			"X../.../...; after 3; step 3: black at A3: two passes have ended the game",
		},
		{
			"sgf/rules-nz.sgf", "New Zealand: not as it was after any of that player's previous moves; the beginning was nobody's",
			"..; after 4",
		},
		{
			"sgf/rules-nz-pass.sgf", "New Zealand: a pass is a move, after which the board was empty",
			"..; after 5; step 5: black at B1: the move brings back an earlier position, which superko forbids (superko of a player's own positions; it was there after move 0)",
		},
		{
			"sgf/rules-aga-third-pass.sgf", "AGA, rule 11: White makes the last move",
			"X../.../...; after 4",
		},
		{
			"sgf/rules-aga-resumed.sgf", "AGA, rule 10: play goes on if the players disagree",
			"X../.O./..X; after 5",
		},
		{
			"sgf/rules-aga-over.sgf", "AGA, rule 7: the players alternate, black first",
			".../.../...; after 2; step 1: white passes: it is the other player's turn",
		},
		{
			"sgf/rules-aga-four.sgf", "AGA, rules 10 and 11: two passes each end the game, but for the last one of White",
			"X../.X./...; after 7; step 7: black at B2: five passes have ended the game",
		},
		{
			"sgf/rules-aga-superko.sgf", "AGA, rule 6: no position again with the same player to play",
			".../XO./O.O; after 8; step 8: white at A1: the move brings back an earlier position, which superko forbids (situational superko; it was there after move 6)",
		},
		{
			"sgf/rules-japanese-resumed.sgf", "Nihon Kiin, article 9.3: the opponent of who asks to go on plays first",
			"X../.O./..O; after 5",
		},
		{
			"sgf/rules-japanese-ko.sgf", "Nihon Kiin, article 6: a ko is not retaken at once",
			".../XO./O.O; after 8; step 8: white at A1: the move retakes a ko at once, which the ko rule forbids",
		},
		{
			"sgf/rules-japanese-ko-later.sgf", "Nihon Kiin, article 6: at once; with two turns between it is no ko",
			".../XO./O.O; after 10",
		},
		{
			"sgf/rules-korean-suicide.sgf", "Korea Baduk Association: no suicide",
			".O./O../...; after 5; step 5: black at A3: the move is suicide, which the rule forbids",
		},
		{
			"sgf/rules-chinese-superko.sgf", "Chinese rules 2002: no position of the whole board comes back",
			".../XO./O.O; after 10; step 10: white at A1: the move brings back an earlier position, which superko forbids (positional superko; it was there after move 6)",
		},
		{
			"sgf/rules-ing.sgf", "Ing: four passes end the game",
			"X../.O./...; after 6; step 6: white at B2: four passes have ended the game",
		},
		{
			"sgf/rules-katago.sgf", "KataGo, Supported Go Rules: the suicide of one stone is never allowed",
			".O./O../...; after 5; step 5: black at A3: the move leaves the board as it is, which the rules forbid",
		},
		{
			"sgf/rules-katago-suicide.sgf", "KataGo, Supported Go Rules: captures come first",
			"..O; after 4",
		},
		{
			"sgf/rules-unknown.sgf", "rules that are not known are those of the game graph",
			"X../.../...; after 3; step 3: black at A3: two passes have ended the game",
		},
		{
			"boards/gnugo.txt", "GNU Go 3.8, showboard",
			"....X..../....O..../.........",
		},
		{
			"boards/gnugo-ascii.txt", "GNU Go 3.8, --mode ascii",
			".X./O..",
		},
		{
			"boards/katago.txt", "KataGo, showboard",
			".../...",
		},
		{
			"boards/katago-marks.txt", "KataGo, Board::printBoard: 1 to 3 after the last three moves",
			".O./.XO/..X",
		},
		{
			"boards/katago-mark-on-empty.txt", "KataGo, Board::printBoard: a point whose stone was captured keeps its number",
			"X../O.O",
		},
		{
			"boards/katago-one-column.txt", "KataGo, Board::printBoard",
			"X/.",
		},
		{
			"boards/leela.txt", "Leela Zero, FastState::display_state",
			"..X/..O/X..",
		},
		{
			"boards/pachi.txt", "Pachi, board_print",
			".X./.O.",
		},
		{
			"boards/pachi-two-boards.txt", "Pachi, board_print_custom: what is at the right is no part of the board",
			".X./.O.",
		},
		{
			"boards/fuego.txt", "Fuego: @ is black next to O",
			"XO/..",
		},
		{
			"boards/gomill.txt", "gomill, ascii_boards",
			".O/X.",
		},
		{
			"boards/brackets.txt", "a last move in brackets",
			".XO/...",
		},
		{
			"boards/gtp.txt", "GTP 2, 2.5: = and the number of the command before a reply",
			".X",
		},
		{
			"boards/sensei.txt", "Sensei's Library, How diagrams work: squares on stones",
			".XO/.XO",
		},
		{
			"boards/sensei-marks.txt", "Sensei's Library, How diagrams work: numbers, circles, triangles, crosses",
			"XOX./XO../XOXO",
		},
		{
			"boards/sensei-letters.txt", "Sensei's Library, How diagrams work: small letters are on empty points, x and o too",
			".../XO.",
		},
		{
			"boards/sensei-white.txt", "Sensei's Library, How diagrams work: $$W begins with a white move",
			"OXX",
		},
		{
			"boards/unicode.txt", "Unicode: circles and box drawing",
			".X./.O./...",
		},
		{
			"boards/stars.txt", "Go::CountLiberties",
			".O./.O. + O.",
		},
		{
			"boards/utf16.txt", "Unicode, section 23.8: the mark FF FE",
			"XO/.X",
		},
		{
			"boards/two.txt", "a blank line ends a diagram",
			"X. + ./.",
		},
		{
			"boards/sgf-in-txt.txt", "a text is SGF if a game begins in it",
			"X./..; after 1",
		},
		{
			"boards/ragged.txt", "rows have one length",
			"error 2:3: ragged rows: found 2 points, expected 3 as on line 1",
		},
		{
			"boards/move-numbers.txt", "numbers of moves are read with $$ only",
			"error 1:5: a number among the points: moves with numbers are read in diagrams of Sensei's Library, which begin with $$",
		},
		{
			"boards/letters-with-i.txt", "columns have no I",
			"error 1:1: column letters ABCDEFGHI: expected ABCDEFGHJ for 9 columns",
		},
		{
			"boards/rows-from-top.txt", "rows count from 1 at the bottom",
			"error 1:1: row number 1: expected 2, since rows count from 1 at the bottom",
		},
		{
			"boards/captions-only.txt", "a diagram has points",
			"error 1:1: there is no board: expected a diagram or SGF",
		},
		{
			"boards/caption-between-rows.txt", "captions are above or below the board",
			"error 3:1: a row below the border of the diagram: expected a blank line before the next diagram",
		},
		{
			"boards/words.txt", "a diagram has points",
			"error 1:1: unexpected 'H': expected . (empty), X or # (black), O or @ (white)",
		},
	} {
		listed[c.file] = true
		if got := readAs(t, c.file); got != c.want {
			t.Errorf("%s (%s): read as\n%s\nwant\n%s", c.file, c.source, got, c.want)
		}
	}
	for _, pattern := range []string{"sgf/*.sgf", "boards/*.txt"} {
		files, err := filepath.Glob(filepath.Join("testdata", pattern))
		if err != nil || len(files) < 20 {
			t.Fatalf("%d files %s, %v", len(files), pattern, err)
		}
		for _, file := range files {
			if rest, _ := filepath.Rel("testdata", file); !listed[filepath.ToSlash(rest)] {
				t.Errorf("%s is in no row of the table", file)
			}
		}
	}
}
