package main

import (
	"context"
	"testing"

	"combigo.dev/combigo/internal/longtests"
)

// TestBoards counts each board a second time, by an engine that shares no code with package border;
// large boards in long tests only.
func TestBoards(t *testing.T) {
	for _, b := range boards {
		if b.rows > 8 && !longtests.Wanted() {
			continue
		}
		b.opt.Verify = true
		if err := b.count(context.Background()); err != nil {
			t.Error(err)
		}
	}
}

// TestWrong: another number is found to be wrong.
func TestWrong(t *testing.T) {
	b := boards[0]
	b.number += "0"
	if b.count(context.Background()) != errWrong {
		t.Error("a wrong number passes")
	}
}
