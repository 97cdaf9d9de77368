package web

import (
	"container/list"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"

	"combigo.dev/combigo/goban"
)

const (
	// maxGames is how many games are kept; the one not looked at for longest goes.
	maxGames = 50
	// maxMoves bounds what a page must replay.
	maxMoves = 5000
)

// games are those that were uploaded.
type games struct {
	mu    sync.Mutex
	byID  map[string]*list.Element // of keptGame
	order *list.List               // the one looked at last first
}

type keptGame struct {
	id   string
	game *goban.Game
}

func newGames() *games { return &games{byID: map[string]*list.Element{}, order: list.New()} }

func (g *games) add(game *goban.Game) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	id := rand.Text()
	g.byID[id] = g.order.PushFront(keptGame{id, game})
	if g.order.Len() > maxGames {
		oldest := g.order.Remove(g.order.Back()).(keptGame)
		delete(g.byID, oldest.id)
	}
	return id
}

func (g *games) get(id string) (*goban.Game, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	e, ok := g.byID[id]
	if !ok {
		return nil, false
	}
	g.order.MoveToFront(e)
	return e.Value.(keptGame).game, true
}

func readGame(text string) (*goban.Game, error) {
	for game, err := range goban.ParseSGFGames("game", []byte(text)) {
		if err != nil {
			return nil, err
		}
		switch start := game.Start; {
		case start.Rows() > maxSide || start.Cols() > maxSide:
			return nil, fmt.Errorf("the board is %dx%d: want at most %dx%d", start.Rows(), start.Cols(), maxSide, maxSide)
		case game.Len() > maxMoves:
			return nil, fmt.Errorf("the game has %d moves: want at most %d", game.Len(), maxMoves)
		}
		return game, nil
	}
	return nil, errors.New("there is no game: want SGF, such as (;GM[1]SZ[9];B[ee];W[ge])")
}
