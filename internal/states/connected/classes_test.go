package connected

import "testing"

// Table 1 of Combinatorics of Go: the smallest and the largest number of
// valid state classes of each height, at kinks 0 and height-1.
var publishedClasses = [][2]int64{
	{3, 3},
	{9, 13},
	{32, 46},
	{117, 168},
	{444, 642},
	{1712, 2482},
	{6742, 9808},
	{26973, 39324},
	{109736, 160286},
	{452863, 662265},
	{1894494, 2772774},
	{8020098, 11742926},
	{34320647, 50258461},
	{148266922, 217096273},
	{645949499, 945567689},
	{2835158927, 4148642993},
	{12526125303, 18320946269},
	{55665579032, 81376671503},
	{248661924718, 363324268018},
}

func TestValidClassesTable1(t *testing.T) {
	for i, want := range publishedClasses {
		classes := ValidClasses(i + 1)
		for y, n := range classes {
			if at := ValidClassesAt(i+1, y); at.Cmp(n) != 0 {
				t.Errorf("height %d, kink %d: %d classes, and %d among all kinks", i+1, y, at, n)
			}
		}
		first, last := classes[0].Int64(), classes[len(classes)-1].Int64()
		if first != want[0] || last != want[1] {
			t.Errorf("height %d: %d and %d classes, published %d and %d", i+1, first, last, want[0], want[1])
		}
	}
}
