// Random draws legal positions, each with the same probability, and writes them as SGF, which it
// then reads again.
package main

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/sampling/uniform"
)

func main() {
	ctx := context.Background()
	sampler, err := uniform.New(ctx, board.Size{Rows: 5, Cols: 5}, uniform.Options{Seed: 2016})
	if err != nil {
		log.Fatal(err)
	}
	positions, err := sampler.Draw(ctx, 3)
	if err != nil {
		log.Fatal(err)
	}
	var sgf bytes.Buffer
	if err := goban.WriteSGF(&sgf, positions...); err != nil {
		log.Fatal(err)
	}
	os.Stdout.Write(sgf.Bytes())
	for record, err := range goban.Parse("the same text", sgf.Bytes()) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(len(record.Position.Strings()), "strings, legal:", record.Position.Legal())
	}
}

// Output:
// (;FF[4]GM[1]SZ[5]
// AB[ba][ca][ea][eb][bd][cd][ae]
// AW[aa][ab][db][bc][cc][dd][ed][ce][ee])
// (;FF[4]GM[1]SZ[5]
// AB[ca][ea][ab][bc][cd][dd][be]
// AW[aa][ba][cb][db][eb][cc][dc][ed][ce][de][ee])
// (;FF[4]GM[1]SZ[5]
// AB[ca][ab][db][dc][ec][ad][ed]
// AW[da][ac][cc][dd][be][ce])
// 9 strings, legal: true
// 9 strings, legal: true
// 9 strings, legal: true
