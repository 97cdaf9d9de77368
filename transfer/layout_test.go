package transfer

import "testing"

// A strip repeats itself only if steps agree in all that they do to a frontier.
func TestStepsThatDiffer(t *testing.T) {
	of := func(change func(*step)) step {
		s := step{
			width: 4, near: []uint8{1, 2}, signs: []sign{joinsSame, joinsSame}, gone: []uint8{1},
			kept: []uint8{0, 2, 3},
		}
		change(&s)
		return s
	}
	plain := of(func(*step) {})
	if _, ok := (&layout{steps: []step{plain, of(func(*step) {}), plain}}).repeats(1); !ok {
		t.Error("steps that are alike are not seen to repeat themselves")
	}
	for what, change := range map[string]func(*step){
		"width": func(s *step) { s.width++ },
		"near":  func(s *step) { s.near[1] = 3 },
		"signs": func(s *step) { s.signs[1] = joinsOpposite },
		"gone":  func(s *step) { s.gone[0] = 2 },
		"kept":  func(s *step) { s.kept = s.kept[1:] },
		"safe":  func(s *step) { s.safe = true },
	} {
		if _, ok := (&layout{steps: []step{plain, of(change), plain}}).repeats(1); ok {
			t.Errorf("steps that differ in %q are equal", what)
		}
	}
}
