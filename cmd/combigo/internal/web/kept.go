package web

import (
	"context"
	"html/template"
	"os"
	"strings"
	"sync"

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

// separator is between the arguments of a command that is the key of its answer.
const separator = "\x00"

// newAnswers asks the commands of this program, in this process: what a command computes ends with
// the context, and keeps within the memory for questions.
func newAnswers(ctx context.Context, opt Options) *memo[string, *view.Page] {
	return newMemo(ctx, pageQueue(maxKept), func(ctx context.Context, a *answer[string, *view.Page]) (*view.Page, error) {
		return opt.Ask(ctx, strings.Split(a.key, separator), opt.bounds(a.report))
	})
}

// question is what a count is asked for. It names the count in addresses: the same question is
// counted once.
type question struct {
	Size board.Size
	count.Variant
}

const (
	// maxWaiting is how many counts may wait for the one that runs.
	maxWaiting = 8
	// maxGames is how many files are kept; the one not looked at for longest goes.
	maxGames = 50
)

// NoScratch is a directory that no system has: what is computed for pages keeps nothing in files,
// and is refused if the memory does not suffice.
const NoScratch = os.DevNull + "/none"

// job is a count, from its request on.
type job = answer[question, *result.Result]

// newCounts counts one question at a time, and keeps the others waiting.
func newCounts(ctx context.Context, opt Options) *memo[question, *result.Result] {
	return newMemo(ctx, queue{kept: maxKept, waiting: maxWaiting + 1}, func(ctx context.Context, j *job) (*result.Result, error) {
		o := opt.countOptions(j.key)
		o.Progress = j.report
		o.At = func(at par.Stage) { j.update(func(p *progress) { p.at = at }) }
		r, err := count.Legal(ctx, j.key.Size, o)
		if r != nil {
			r.PeakMemory = 0 // that of the server says nothing of this count
		}
		return r, err
	})
}

// countOptions are the bounds of a count.
func (o Options) countOptions(q question) count.Options {
	return count.Options{Variant: q.Variant, Scratch: NoScratch, Options: par.Options{Memory: o.countMemory(), Threads: o.Threads}}
}

// rankTable is a table that many requests use, one after the other.
type rankTable struct {
	mu sync.Mutex
	*ranking.Table
}

func newRankTables(ctx context.Context, opt Options) *memo[board.Size, *rankTable] {
	return newMemo(ctx, queue{maxTables, maxTables - 1, errorKept}, func(ctx context.Context, a *answer[board.Size, *rankTable]) (*rankTable, error) {
		bounds := opt.bounds(a.report)
		bounds.Memory = opt.tableMemory()
		table, err := ranking.New(ctx, a.key, bounds)
		return &rankTable{Table: table}, err
	})
}

// measureRuns is how many random positions a page compares a position with.
const measureRuns = 1000

// newMeasures measures positions by their texts.
func newMeasures(ctx context.Context, opt Options) *memo[string, *measure.Measure] {
	return newMemo(ctx, pageQueue(maxKept), func(ctx context.Context, a *answer[string, *measure.Measure]) (*measure.Measure, error) {
		p, err := parsePositionText(a.key)
		if err != nil {
			return nil, err
		}
		return measure.Of(ctx, p, measure.Options{Runs: measureRuns, Options: opt.bounds(a.report)})
	})
}

// upload is the games of a file, each with the ways through its tree, the main line first.
type upload [][]*goban.Game
