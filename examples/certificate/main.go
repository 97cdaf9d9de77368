// Certificate checks two cycles through the legal positions of a line of three points: a good one,
// and one with the last two moves exchanged.
package main

import (
	"fmt"
	"log"
	"strings"

	"combigo.dev/combigo/game/certificate"
)

const cycle = `certificate: combigo 1
kind: symmetric-cycle
board: 1x3
suicide: yes
start: X..
moves: 7
`

func main() {
	for _, moves := range []string{"CbaCaBa", "CbaCaaB"} {
		c, err := certificate.Read(strings.NewReader(cycle+moves+"\n"), "the cycle")
		if err != nil {
			log.Fatal(err)
		}
		report, err := c.Check()
		if err != nil {
			fmt.Println(moves, "is refused:", err)
			continue
		}
		fmt.Println(moves, "visits", report.Visited, "positions in", report.Moves, "moves")
	}
}

// Output:
// CbaCaBa visits 14 positions in 14 moves
// CbaCaaB is refused: move 6 (a): the point is occupied
