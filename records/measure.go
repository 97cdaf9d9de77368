package records

import "combigo.dev/combigo/goban"

func measureStrings(p *goban.Position) int { return len(p.Strings()) }

// measureNeighbors counts, for each string, the strings of the other colour that touch it.
func measureNeighbors(p *goban.Position) int {
	list := p.Strings()
	owner := map[goban.Point]int{}
	for i, s := range list {
		for _, at := range s.Points {
			owner[at] = i
		}
	}
	most := 0
	for _, s := range list {
		touched := map[int]bool{}
		for _, at := range s.Points {
			for _, beside := range besides(at) {
				if i, ok := owner[beside]; ok && list[i].Color != s.Color {
					touched[i] = true
				}
			}
		}
		most = max(most, len(touched))
	}
	return most
}

func measurePseudoliberties(p *goban.Position) int {
	most := 0
	for _, s := range p.Strings() {
		pairs := 0
		for _, at := range s.Points {
			for _, beside := range besides(at) {
				if p.On(beside) && p.At(beside.Row, beside.Col) == goban.Empty {
					pairs++
				}
			}
		}
		most = max(most, pairs)
	}
	return most
}

func measureLiberties(p *goban.Position) int {
	most := 0
	for _, s := range p.Strings() {
		most = max(most, len(s.Liberties))
	}
	return most
}

// besides returns the four points beside a point, some of which may be off the board.
func besides(at goban.Point) [4]goban.Point {
	return [4]goban.Point{
		{Row: at.Row - 1, Col: at.Col},
		{Row: at.Row, Col: at.Col - 1},
		{Row: at.Row, Col: at.Col + 1},
		{Row: at.Row + 1, Col: at.Col},
	}
}
