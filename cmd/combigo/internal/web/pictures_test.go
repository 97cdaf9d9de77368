//go:build browser

package web

import (
	"bytes"
	"flag"
	"fmt"
	pixels "image"
	"image/color"
	"image/png"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

var update = flag.Bool("update", false, "write the pictures of the documents anew")

// The pictures in docs/explorer.md show the pages as they are: of the same size, with about as much
// wood and paper. Fonts and smoothing differ between machines, so pixels are not compared. With
// -update they are made anew.
func TestPicturesInTheBrowser(t *testing.T) {
	ctx := browser(t)
	s := explorer(t, Options{})
	const dir, most = "../../../../docs/pictures", 1 << 20
	total := 0
	count := []chromedp.Action[chromedp.Void]{chromedp.Click(`//button[text()="Count"]`), chromedp.WaitVisible(`#value`)}
	for _, page := range []struct {
		name, path string
		wood       float64
		then       []chromedp.Action[chromedp.Void] // what is done on the page
	}{
		{"home", "/", 0.02, nil},
		{"board", "/board?p=.X.O.-XXO.X-.OXX.-OO.O.-..O..&show=1", 0.02, nil},
		{"growth", "/numbers/squares?lattice=hexagonal", 0, nil},
		{"graph", "/graph?board=2x2&walk=0-1&a=1&b=0", 0.02, nil},
		{"border", "/border?p=.X.O.-XXO.X-.OXX.-OO.O.-..O..&n=13", 0.02, nil},
		{"count", "/count", 0.02, count},
		{"counting", "/counting", 0.02, nil},
		{"records", "/numbers/records?of=liberties&rows=9&cols=13", 0.02, nil},
		{"stones", "/numbers/stones", 0, nil},
		{"report", "/numbers/report", 0, nil},
	} {
		for _, scheme := range []string{"light", "dark"} {
			drive(t, ctx, prefer(scheme), chromedp.EmulateViewport(1000, 720), chromedp.Navigate(s.URL+page.path), chromedp.WaitVisible(answered))
			drive(t, ctx, page.then...)
			shown := ask(t, ctx, chromedp.CaptureScreenshot())
			file := filepath.Join(dir, fmt.Sprintf("explorer-%s-%s.png", page.name, scheme))
			if *update {
				if err := os.WriteFile(file, smaller(t, shown), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			kept, err := os.ReadFile(file)
			if err != nil {
				t.Fatalf("%v: run the test with -update", err)
			}
			total += len(kept)
			got, want := look(t, shown), look(t, kept)
			if got.size != want.size || math.Abs(got.wood-want.wood) > 0.05 || math.Abs(got.bright-want.bright) > 0.1 {
				t.Errorf("%s shows %+v, the page is %+v: run the test with -update", file, want, got)
			}
			if got.wood < page.wood || (got.bright > 0.5) != (scheme == "light") {
				t.Errorf("%s: %+v", file, got)
			}
		}
	}
	if total > most {
		t.Errorf("the pictures have %d bytes: want at most %d", total, most)
	}
}

// smaller is the same picture in fewer bytes: with the 256 colours that it has most of.
func smaller(t *testing.T, picture []byte) []byte {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	size, counts, cache := m.Bounds(), map[color.Color]int{}, map[color.Color]uint8{}
	for y := range size.Dy() {
		for x := range size.Dx() {
			counts[m.At(x, y)]++
		}
	}
	all := slices.SortedFunc(maps.Keys(counts), func(a, b color.Color) int { return counts[b] - counts[a] })
	reduced := pixels.NewPaletted(size, color.Palette(all[:min(256, len(all))]))
	for y := range size.Dy() {
		for x := range size.Dx() {
			c := m.At(x, y)
			index, ok := cache[c]
			if !ok {
				index = uint8(reduced.Palette.Index(c))
				cache[c] = index
			}
			reduced.SetColorIndex(x, y, index)
		}
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&b, reduced); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// looks is what is compared of a picture: its size, and which parts of every third row and column
// are wood, and bright.
type looks struct {
	size         pixels.Point
	wood, bright float64
}

func look(t *testing.T, picture []byte) looks {
	t.Helper()
	m, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	l := looks{size: m.Bounds().Size()}
	all := float64(l.size.X*l.size.Y) / 9
	for y := 0; y < l.size.Y; y += 3 {
		for x := 0; x < l.size.X; x += 3 {
			r, g, b, _ := m.At(x, y).RGBA()
			switch {
			case r>>8 == 0xdc && g>>8 == 0xb3 && b>>8 == 0x5c:
				l.wood += 1 / all
			case r > 0xc000 && b > 0xc000:
				l.bright += 1 / all
			}
		}
	}
	return l
}
