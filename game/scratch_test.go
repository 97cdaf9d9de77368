package game

import (
	"combigo/lattice"
	"combigo/paths"
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"
)

func TestScratch(t *testing.T) {
	th, _ := strconv.Atoi(os.Getenv("TH"))
	for _, s := range [][2]int{{1, 1}, {1, 2}, {1, 3}, {1, 4}, {2, 2}} {
		if s[0] == 2 && os.Getenv("BIG") == "" {
			continue
		}
		b, _ := lattice.New(lattice.Square, s[0], s[1], lattice.Options{})
		for _, sk := range []Superko{0, 1, 2} {
			for _, ns := range []bool{false, true} {
				if s[1] == 4 && sk > 0 || s[0] == 2 && (sk > 0 || ns) {
					continue
				}
				t0 := time.Now()
				p, err := Histories(context.Background(), b, Rules{sk, ns}, Options{})
				if err != nil {
					t.Fatal(err)
				}
				c, err := paths.CountWalks(context.Background(), p, paths.Options{Threads: th})
				if err != nil {
					t.Fatal(err)
				}
				fmt.Println(s, Rules{sk, ns}, c.Walks, c.Longest, c.Entries, time.Since(t0))
			}
		}
	}
}
