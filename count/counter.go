package count

import (
	"context"
	"fmt"
	"math/big"
	"reflect"
	"sync"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/internal/storage"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
)

// An engine is what this package asks of [border.Engine].
type engine interface {
	Count(ctx context.Context, width int, primes []uint64, opt par.Options) (*big.Int, *border.Witness, error)
	CountModulo(ctx context.Context, first, last int, prime uint64, opt par.Options, visit func(width int, residue uint64)) error
	Witness(ctx context.Context, width int, prime uint64, opt par.Options) (*border.Witness, error)
	Need(width int, opt par.Options) result.Bytes
	NeedModulo(opt par.Options) result.Bytes
	NeedWitness(opt par.Options) result.Bytes
}

// A lastEngine keeps the engine asked for last: its tables serve all widths and all passes.
type lastEngine struct {
	mu    sync.Mutex
	board border.Board
	last  engine
}

func (k *lastEngine) of(b border.Board) (engine, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.last != nil && reflect.DeepEqual(k.board, b) {
		return k.last, nil
	}
	e, err := border.New(b)
	if err == nil {
		k.board, k.last = b, e
	}
	return e, err
}

// diskOf returns the bytes that files below a directory can take, 0 if they would be in memory
// themselves, or if it is not known.
func diskOf(dir string) result.Bytes {
	free, err := storage.OS.Free(dir)
	if err != nil || storage.InMemory(dir) {
		return 0
	}
	return result.Bytes(free)
}

// A counter is this package with everything that it stands on.
type counter struct {
	engine    func(b border.Board) (engine, error)
	available func() result.Bytes           // memory that the machine can give; 0 if unknown
	disk      func(dir string) result.Bytes // that files can take
}

func standard() *counter {
	return &counter{engine: (&lastEngine{}).of, available: memory.Available, disk: diskOf}
}

type check = result.Check[*result.Result]

// A way is a method that is ready to count one instance.
type way interface {
	method() Method
	// run counts: it writes down the number, and how it was found.
	run(ctx context.Context, progress func(float64), r *result.Result) error
	// checks lists what the number is compared with.
	checks() []check
}

// A plan says how an instance will be counted.
type plan struct {
	*instance
	way
	notes []string
}

// result returns the result as far as it is known before the count.
func (p *plan) result() *result.Result { return p.instance.result(p.method(), p.notes) }

// check compares the number with everything that is cheap to compare it with.
func (p *plan) check(ctx context.Context, r *result.Result) error {
	return result.Verify(ctx, r, &r.Provenance, p.checks())
}

// validate returns an error if a board cannot be counted with the options on
// any machine.
func validate(size board.Size, opt Options) error {
	if err := opt.validate(); err != nil {
		return err
	}
	if err := size.Validate(); err != nil {
		return err
	}
	switch {
	case !opt.Variant.Plain() || opt.Method == Frontier:
		return nil // what is too large is found out later
	case opt.Method == Recurrence && size.Short() > recurrence.MaxExactHeight:
		return fmt.Errorf("board %s: the recurrence is found in integers for a shorter side of at most %d points, not %d",
			size, recurrence.MaxExactHeight, size.Short())
	case opt.Method == Brute && size.Points() > goban.MaxBrute:
		return fmt.Errorf("board %s: %d points are too many for brute force, which takes at most %d",
			size, size.Points(), goban.MaxBrute)
	case size.Short() > border.MaxHeight:
		return tooLarge(size, fmt.Errorf("board %s: the shorter side has at most %d points", size, border.MaxHeight))
	}
	return nil
}

// ceiling returns the bytes that an engine may use, 0 if there is no limit, and
// whether that is the option: a ceiling above what the machine has is no help.
func (c *counter) ceiling(opt Options) (bytes result.Bytes, given bool) {
	available := c.available()
	if opt.Memory > 0 && (available == 0 || opt.Memory <= available) {
		return opt.Memory, true
	}
	return available, false
}

func fits(need, ceiling result.Bytes) bool {
	return ceiling == 0 || need <= ceiling
}
