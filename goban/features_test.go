package goban

import "testing"

// TestFeatures has positions whose features are counted by hand.
func TestFeatures(t *testing.T) {
	for _, test := range []struct {
		diagram string
		want    Features
	}{
		{"..\n..", Features{}},
		{"X.\n..", Features{Stones: 1, AreaScore: 4}},
		{"X.\n.X", Features{Stones: 2, AreaScore: 4, Eyes: 2}}, // a white stone there is suicide
		{"XO.\n.XO\n...", Features{Stones: 4, AreaScore: -1, Eyes: 1, Kos: 1}},
		{".XO.\nX.XO\n.XO.", Features{Stones: 7, AreaScore: 4 + 3 - 3 - 2, Eyes: 5, Kos: 3}}, // at (1,1), and at the right corners
		{".XO.\nXO.O\n.XO.", Features{Stones: 7, AreaScore: 3 + 2 - 4 - 3, Eyes: 5, Kos: 3}}, // at (1,2), and at the left corners
		{"O.XO", Features{Stones: 3, AreaScore: -1}},
		{".OXX", Features{Stones: 3, Eyes: 1, Kos: 1}},
	} {
		p, err := ParsePosition(test.diagram)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Features(); got != test.want {
			t.Errorf("%v\n%v, want %v", p, got, test.want)
		}
	}
}
