package main

import (
	"cmp"
	"fmt"
	"io"
	"math/big"
	"path/filepath"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/view"
)

// pictureFlags is a file to draw into, and how large.
type pictureFlags struct {
	file string
	out  canvas.Output
}

// register adds --plot, which draws something, --width and --dpi.
func (f *pictureFlags) register(command *cobra.Command, what string) {
	flags := command.Flags()
	format := func(name string) (string, error) {
		var err error
		f.out.Format, err = canvas.ParseFormat(filepath.Ext(name))
		return name, err
	}
	flags.Var(value[string]{&f.file, "FILE", format, nil}, "plot", what+" into a file, .svg, .pdf or .png")
	flags.Var(value[float64]{&f.out.Width, "CM", f.centimeters, func(points float64) string { return shownUnlessZero(points / canvas.Centimeter) }}, "width", "width of the picture in centimeters, the height in proportion (default: its own)")
	flags.Var(value[float64]{&f.out.DPI, "N", f.dpi, shownUnlessZero}, "dpi", fmt.Sprintf("pixels to an inch of a .png (default: %d)", canvas.DefaultDPI))
	checkBefore(command, f.check)
}

func (f *pictureFlags) centimeters(text string) (float64, error) {
	x, err := positive("a number of centimeters, such as 8.5")(text)
	return x * canvas.Centimeter, cmp.Or(err, canvas.Output{Width: x * canvas.Centimeter}.Check())
}

func (f *pictureFlags) dpi(text string) (float64, error) {
	x, err := positive("a number of pixels to an inch, such as 300")(text)
	return x, cmp.Or(err, canvas.Output{DPI: x}.Check())
}

// check returns an error if there is a size without a picture, or a file that cannot be written.
func (f *pictureFlags) check(command *cobra.Command, _ []string) error {
	for _, name := range []string{"width", "dpi"} {
		if f.file == "" && command.Flags().Changed(name) {
			return fmt.Errorf("--%s is for the picture of --plot", name)
		}
	}
	if f.out.Format != canvas.PNG && f.file != "" && command.Flags().Changed("dpi") {
		return fmt.Errorf("--dpi is for pictures of pixels: want --plot with a file name that ends in .png, not %s", filepath.Ext(f.file))
	}
	return writable("plot", f.file)
}

// write draws the picture in memory, and then writes the file, if there is to be one.
func (f *pictureFlags) write(draw func() (*canvas.Canvas, error)) error {
	if f.file == "" {
		return nil
	}
	drawn, err := draw()
	var picture []byte
	if err == nil {
		picture, err = drawn.Encode(f.out)
	}
	if err != nil {
		return fmt.Errorf("--plot %s: %w", f.file, err)
	}
	return writeFile("plot", f.file, func(w io.Writer) error {
		_, err := w.Write(picture)
		return err
	})
}

// writeBoard draws a position.
func (f *pictureFlags) writeBoard(p *goban.Position) error {
	if p == nil {
		return nil
	}
	return f.write(func() (*canvas.Canvas, error) { return view.BoardPlot(p), nil })
}

// firstPosition keeps the first position that it writes.
type firstPosition struct {
	view.PositionWriter
	first *goban.Position
}

func (w *firstPosition) Write(p *goban.Position, rank *big.Int) error {
	if w.first == nil {
		w.first = p.Clone()
	}
	return w.PositionWriter.Write(p, rank)
}
