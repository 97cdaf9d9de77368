package transfer

import "testing"

// TestStepsThatDiffer: steps are equal only if they agree in all that they do to a frontier.
func TestStepsThatDiffer(t *testing.T) {
	of := func(change func(*step)) *step {
		s := &step{
			width: 4, near: []uint8{1, 2}, signs: []sign{joinsSame, joinsSame}, gone: []uint8{1},
			kept: []uint8{0, 2, 3},
		}
		change(s)
		return s
	}
	plain := of(func(*step) {})
	if !plain.equal(of(func(*step) {})) {
		t.Error("a step is not equal to itself")
	}
	for what, change := range map[string]func(*step){
		"width": func(s *step) { s.width++ },
		"near":  func(s *step) { s.near[1] = 3 },
		"signs": func(s *step) { s.signs[1] = joinsOpposite },
		"gone":  func(s *step) { s.gone[0] = 2 },
		"kept":  func(s *step) { s.kept = s.kept[1:] },
		"safe":  func(s *step) { s.safe = true },
	} {
		if plain.equal(of(change)) {
			t.Errorf("steps that differ in %q are equal", what)
		}
	}
}
