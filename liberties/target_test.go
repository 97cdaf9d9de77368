package liberties

import "testing"

// What the proof for all widths takes for granted of the formula.
func TestThresholdsRepeat(t *testing.T) {
	for height := minWindows; height <= MaxWindows; height++ {
		target := newTarget(height, 0)
		for cols := target.first; cols < 100; cols++ {
			now := target.threshold(cols)
			if now != target.threshold(cols+3) || now > target.maxThreshold() {
				t.Errorf("height %d: the threshold for width %d is %d, for width %d %d, the highest %d",
					height, cols, now, cols+3, target.threshold(cols+3), target.maxThreshold())
			}
		}
		want := int32(height - 1)
		if height%3 != 0 {
			want = int32(height - 3)
		}
		if target.maxThreshold() != want {
			t.Errorf("height %d: the highest threshold is %d, want %d", height, target.maxThreshold(), want)
		}
	}
}

// The identity that cost stands for, and its inverse.
func TestCost(t *testing.T) {
	for rows := 4; rows <= 20; rows++ {
		for cols := rows; cols <= 20; cols++ {
			want := rows + cols
			switch {
			case rows%3 == 0:
				want = rows + 2
			case cols%3 == 0:
				want = cols + 2
			case rows%3 == 1 && cols%3 == 1:
				want = rows + cols - 1
			}
			liberties := Formula(rows, cols)
			if got := cost(rows, cols, liberties); got != want || libertiesAt(rows, cols, got) != liberties {
				t.Errorf("%dx%d: the formula's cost is %d, want %d", rows, cols, got, want)
			}
		}
	}
}
