package transfer

import "testing"

// A strip repeats itself only if steps agree in all that they do to a frontier.
func TestStepsThatDiffer(t *testing.T) {
	of := func(change func(*FrontierStep)) FrontierStep {
		s := FrontierStep{
			Width: 4, Near: []uint8{1, 2}, signs: []sign{joinsSame, joinsSame}, Gone: []uint8{1},
			Kept: []uint8{0, 2, 3},
		}
		change(&s)
		return s
	}
	plain := of(func(*FrontierStep) {})
	if _, ok := (&layout{steps: []FrontierStep{plain, of(func(*FrontierStep) {}), plain}}).repeats(1); !ok {
		t.Error("steps that are alike are not seen to repeat themselves")
	}
	for what, change := range map[string]func(*FrontierStep){
		"width": func(s *FrontierStep) { s.Width++ },
		"near":  func(s *FrontierStep) { s.Near[1] = 3 },
		"signs": func(s *FrontierStep) { s.signs[1] = joinsOpposite },
		"gone":  func(s *FrontierStep) { s.Gone[0] = 2 },
		"kept":  func(s *FrontierStep) { s.Kept = s.Kept[1:] },
		"safe":  func(s *FrontierStep) { s.Safe = true },
	} {
		if _, ok := (&layout{steps: []FrontierStep{plain, of(change), plain}}).repeats(1); ok {
			t.Errorf("steps that differ in %q are equal", what)
		}
	}
}
