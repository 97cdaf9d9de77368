package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/measure"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/ranking"
	"combigo.dev/combigo/result"
)

// Options says what the pages may cost.
type Options struct {
	Memory  result.Bytes  // of all that is computed at the same time, and of what is kept
	JobTime time.Duration // after which a count is stopped
	// PageTime is the time after which all else that a page computes is stopped. What a link of
	// another site leads to has a twentieth of the time.
	PageTime time.Duration
	Threads  int      // of a count, 0: one for each processor
	Names    []string // of this machine that requests may use, besides localhost and addresses
	// Ask answers a question by a command of the program, given as its arguments. It keeps no files,
	// and ends with the context: then, or with an error, it may return what there is of an answer.
	Ask func(ctx context.Context, args []string, opt par.Options) (*view.Page, error)

	patience time.Duration // how long a page waits for what may take longer, 0: for defaultPatience
}

// Defaults of [Options].
const (
	DefaultMemory   = 2 << 30
	DefaultJobTime  = 10 * time.Minute
	DefaultPageTime = 20 * time.Second
)

// withDefaults returns the options with defaults in place of zeros.
func (o Options) withDefaults() Options {
	o.Memory, o.JobTime = cmp.Or(o.Memory, DefaultMemory), cmp.Or(o.JobTime, DefaultJobTime)
	o.PageTime, o.patience = cmp.Or(o.PageTime, DefaultPageTime), cmp.Or(o.patience, defaultPatience)
	return o
}

// visitTime is how long an answer may take if no page of this site asks for it.
func (o Options) visitTime() time.Duration { return o.PageTime / 20 }

// What is computed shares the memory. Tables of completion counts are kept, or in the making: a
// quarter in all. An eighth is for the command that answers a question, and what is left for
// drawings.
func (o Options) countMemory() result.Bytes { return o.Memory / 2 }

// tableMemory returns the ceiling on the memory of one table.
func (o Options) tableMemory() result.Bytes { return min(maxTable, o.Memory/4/maxTables) }

// bounds are those of the answer to a question.
func (o Options) bounds(progress func(float64)) par.Options {
	return par.Options{Threads: o.Threads, Memory: o.Memory / 8, Progress: progress}
}

const (
	// maxTable bounds the memory of a table of completion counts.
	maxTable = 160 * result.Bytes(1<<20)
	// maxTables is how many tables are kept.
	maxTables = 3
)

// slowVisit says that a form has to ask for an answer, if the answer takes longer than that for a
// link may.
func (o Options) slowVisit(err error) string {
	if slow := (*slowError)(nil); !errors.As(err, &slow) || slow.limit != o.visitTime() {
		return ""
	}
	return fmt.Sprintf("This takes more than %s, so a link alone does not start it.", o.visitTime())
}

// server answers the requests for pages, and keeps what it has computed.
type server struct {
	Options
	templates map[string]*template.Template // by name, each with the frame that all share
	answers   *memo[string, *view.Page]
	counts    *memo[question, *result.Result]
	tables    *memo[board.Size, *rankTable]
	measures  *memo[string, *measure.Measure] // by the text of the position
	games     *lru.Cache[string, upload]
}

// question is what a count is asked for. It names the count in addresses: the same question is
// counted once.
type question struct {
	Size board.Size
	count.Variant
}

// rankTable is a table that many requests use, one after the other.
type rankTable struct {
	mu sync.Mutex
	*ranking.Table
}

// upload is the games of a file, each with the ways through its tree, the main line first.
type upload [][]*goban.Game
