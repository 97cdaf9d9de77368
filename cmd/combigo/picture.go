package main

import (
	"cmp"
	"fmt"
	"io"
	"math/big"
	"path/filepath"

	"github.com/spf13/cobra"

	"combigo/goban"
	"combigo/internal/plot"
	"combigo/internal/view"
)

// pictureFlags is a file to draw into, and how large.
type pictureFlags struct {
	file string
	out  plot.Output
}

// register adds --plot, which draws something, --width and --dpi.
func (f *pictureFlags) register(command *cobra.Command, what string) {
	flags := command.Flags()
	format := func(name string) (string, error) {
		var err error
		f.out.Format, err = plot.ParseFormat(filepath.Ext(name))
		return name, err
	}
	flags.Var(value[string]{&f.file, "FILE", format, nil}, "plot", what+" into a file, .svg, .pdf or .png")
	flags.Var(value[float64]{&f.out.Width, "CM", f.centimeters, func(points float64) string { return shownUnlessZero(points / plot.Centimeter) }}, "width", "width of the picture in centimeters, the height in proportion (default: its own)")
	flags.Var(value[float64]{&f.out.DPI, "N", f.dpi, shownUnlessZero}, "dpi", fmt.Sprintf("pixels to an inch of a .png (default: %d)", plot.DefaultDPI))
	checkBefore(command, f.check)
}

func (f *pictureFlags) centimeters(text string) (float64, error) {
	x, err := positive("a number of centimeters, such as 8.5")(text)
	return x * plot.Centimeter, cmp.Or(err, plot.Output{Width: x * plot.Centimeter}.Check())
}

func (f *pictureFlags) dpi(text string) (float64, error) {
	x, err := positive("a number of pixels to an inch, such as 300")(text)
	return x, cmp.Or(err, plot.Output{DPI: x}.Check())
}

// check returns an error if there is a size without a picture, or a file that cannot be written.
func (f *pictureFlags) check(command *cobra.Command, _ []string) error {
	for _, name := range []string{"width", "dpi"} {
		if f.file == "" && command.Flags().Changed(name) {
			return fmt.Errorf("--%s is for the picture of --plot", name)
		}
	}
	if f.out.Format != plot.PNG && f.file != "" && command.Flags().Changed("dpi") {
		return fmt.Errorf("--dpi is for pictures of pixels: want --plot with a file name that ends in .png, not %s", filepath.Ext(f.file))
	}
	return writable("plot", f.file)
}

// write draws the picture in memory, and then writes the file, if there is to be one.
func (f *pictureFlags) write(draw func(plot.Output) ([]byte, error)) error {
	if f.file == "" {
		return nil
	}
	picture, err := draw(f.out)
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
	return f.write(func(o plot.Output) ([]byte, error) { return view.BoardPlot(p, o) })
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
