package result

import (
	"math"
	"strings"
	"testing"
)

func TestBytesString(t *testing.T) {
	for b, want := range map[Bytes]string{
		0: "0 B", 1: "1 B", 1023: "1023 B", -5: "-5 B",
		1024: "1.00 KiB", 1536: "1.50 KiB", 10 << 10: "10.0 KiB",
		100 << 20: "100 MiB", 1023 << 20: "1.00 GiB", 8 << 30: "8.00 GiB",
		math.MaxInt64: "8.00 EiB",
	} {
		if got := b.String(); got != want {
			t.Errorf("%d is printed as %q, want %q", int64(b), got, want)
		}
	}
}

func TestParseBytes(t *testing.T) {
	for s, want := range map[string]Bytes{
		"1": 1, "1000000": 1_000_000, "5b": 5, "8GiB": 8 << 30, "8 GiB": 8 << 30, "8g": 8 << 30,
		"512MB": 512_000_000, "512 MiB": 512 << 20, "1.5k": 1536, "2T": 2 << 40, "7PiB": 7 << 50,
	} {
		if got, err := ParseBytes(s); err != nil || got != want {
			t.Errorf("ParseBytes(%q) is %d, %v, want %d", s, got, err, want)
		}
	}
}

func TestParseBytesRefuses(t *testing.T) {
	for _, s := range []string{
		"", "GiB", "x", "8XB", "8iB", "-8GiB", "+8GiB", "0", "0.1", "8GiB8", "1e9", "0x10", "NaN", "Inf",
		"8,5GiB", "1..5G", "8192PiB", "99999999999999999999999G", "1_000",
	} {
		got, err := ParseBytes(s)
		if err == nil || !strings.HasPrefix(err.Error(), `"`+s+`" is not a size of memory: want`) {
			t.Errorf("ParseBytes(%q) is %d, %v", s, got, err)
		}
	}
}

// Whatever is read is a size above zero, and its printed form reads as a size
// within the rounding: half of a hundredth of a unit, of which there are at least
// 999.5/1024, and a byte that is cut off.
func FuzzParseBytes(f *testing.F) {
	for _, s := range []string{"8GiB", "512 MB", "1.5g", "0", "", "9e9", "8192PiB", "\n", "1.999KiB", "1111", "1000.5k", "1000P"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		size, err := ParseBytes(s)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error has more than one line: %q", err)
			}
			return
		}
		if size < 1 {
			t.Fatalf("%q is read as %d", s, size)
		}
		if strings.HasSuffix(size.String(), "EiB") {
			return // which is not read
		}
		again, err := ParseBytes(size.String())
		if off := math.Abs(float64(again - size)); err != nil || off > float64(size)*0.005*1024/999.5+1 {
			t.Errorf("%d is printed as %s and read as %d, %v", size, size, again, err)
		}
	})
}
