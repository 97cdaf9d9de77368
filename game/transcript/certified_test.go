package transcript

import (
	"context"
	"errors"
	"testing"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/internal/gametest"
	"combigo.dev/combigo/result"
)

// What the program finds is checked: a path that is no game, and half of a cycle that leaves out
// positions, are internal errors, and a game that an interrupted search has found is certified all
// the same.
func TestCertify(t *testing.T) {
	g := gametest.Graph(t, 1, 3, game.Rules{})
	ctx, cancel := context.WithCancel(context.Background())
	path := []int32{0, g.Successors(0)[0]}
	for name, certify := range map[string]func() (*Certified, error){
		"a game that stays": func() (*Certified, error) { return CertifyGame(ctx, g, []int32{0, 0}) },
		"a cycle of no moves": func() (*Certified, error) {
			return CertifyCycle(ctx, &certificate.Certificate{Kind: certificate.Cycle, Board: g.Board(), Suicide: true, Start: Positions(g, []int32{1})[0]}, g.Len())
		},
	} {
		var internal *result.InternalError
		if found, err := certify(); !errors.As(err, &internal) {
			t.Errorf("%s: %+v, %v", name, found, err)
		}
	}
	cancel()
	found, err := CertifyGame(ctx, g, path)
	if err != nil || found.Legal != g.Len() || found.Report.Moves != 1 {
		t.Errorf("after an interrupt: %+v, %v", found, err)
	}
	found.Legal++
	var internal *result.InternalError
	if err := found.recount(t.Context()); !errors.As(err, &internal) {
		t.Errorf("a graph with a position too many: %v", err)
	}
	if _, err := Certify(ctx, found.Certificate); !errors.Is(err, context.Canceled) {
		t.Errorf("a certificate from a file, after an interrupt: %v", err)
	}
}
