package goban

import "testing"

// TestForeignCharacters reads games with a character that the encoding of CA does not have, among
// others whose second byte is 5C or 5D.
func TestForeignCharacters(t *testing.T) {
	t.Parallel()
	for _, ca := range []string{"GB18030", "GBK"} {
		text := "(;FF[4]CA[" + ca + "]SZ[9]PB[\xd1\x5c\xa2\x5d\xdf\x5d];B[aa]C[\xd1\x5c];W[bb]C[\x82\x5d];B[cc])"
		for game, err := range ParseSGFGames("x.sgf", []byte(text)) {
			if err != nil {
				t.Fatalf("CA[%s]: %v", ca, err)
			}
			if len(game.Steps) != 3 || len(game.Notes) == 0 {
				t.Errorf("CA[%s]: %d moves, notes %v; want 3 moves and a note", ca, len(game.Steps), game.Notes)
			}
		}
	}
}
