package liberties

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/result"
)

// run searches, also after resume. An interrupted search leaves its checkpoint; one that fails
// leaves none, since its frontiers may be used up.
func (s *search) run(ctx context.Context) error {
	search := s.searchPruned
	if s.inHalves() {
		search = s.searchHalves
	}
	err := search(ctx)
	if err == nil || errors.Is(err, ctx.Err()) {
		return errors.Join(err, s.save(true))
	}
	return err
}

// judged says what was held against what.
func (s *search) judged() string {
	if s.inHalves() {
		return fmt.Sprintf("%d meetings of %d left with %d right parts", s.left.outside, s.left.steps, s.right.count)
	}
	return fmt.Sprintf("%d left parts, %d more held against %d right parts and %d relaxed states",
		s.left.steps, s.left.outside, s.right.count, s.relaxed.count)
}

// fullControl is the greatest height for which the control is the whole search.
func fullControl(height int) int {
	if height%3 == 0 {
		return 18
	}
	return 13
}

// control runs the search again with the cost of the formula as its threshold: then the groups of
// the formula must come up. Large heights are confined to parts of known groups.
func (s *search) control(ctx context.Context, team *workers, o Options) (string, error) {
	if o.Control || s.height <= fullControl(s.height) {
		c := newSearch(newTarget(s.height, 3), team)
		c.ceiling, c.relaxed = o.Memory, s.relaxed
		if err := c.run(ctx); err != nil {
			return "", err
		}
		for cols := c.first; cols < c.first+6; cols++ {
			want := int32(cost(s.height, cols, Formula(s.height, cols)))
			if found, ok := c.groupAt(cols); !ok || found.Cost > want {
				return "", internalf("height %d: the search with a threshold higher by 3 does not find the group of width %d", s.height, cols)
			}
		}
		return "control: with a threshold higher by 3 the same search finds a group on every width", nil
	}
	outside := int64(0)
	for cols := max(s.first, s.height); cols < max(s.first, s.height)+3; cols++ {
		n, err := s.witnessControl(ctx, team, cols)
		if err != nil {
			return "", err
		}
		outside += n
	}
	return fmt.Sprintf("control: with a threshold higher by 3 the same search, confined to the parts of known groups, finds them; %d of their parts leave the window", outside), nil
}

// witnessControl searches for a known group and the same group turned, and returns how many of
// their left parts were outside the window. In halves one of them must be found, else both.
func (s *search) witnessControl(ctx context.Context, team *workers, cols int) (outside int64, err error) {
	group := Construct(s.height, cols)
	missing := 2
	if s.inHalves() {
		missing = 1
	}
	for _, witness := range []*Group{group, group.turned()} {
		c := newSearch(newTarget(s.height, 3), team)
		c.witness = witness
		if err := c.run(ctx); err != nil {
			return 0, err
		}
		outside += c.left.outside
		if found, ok := c.found[cols]; ok && int(found.Cost) == cost(s.height, cols, Formula(s.height, cols)) {
			missing--
		}
		if missing == 0 {
			return outside, nil
		}
	}
	return 0, internalf("height %d: the search with a threshold higher by 3 loses the known group of width %d", s.height, cols)
}

// release keeps only what was found, and the relaxed states.
func (s *search) release() {
	s.pruning = nil
	s.left.release()
	s.team.release()
}

// certificate returns what the search counted.
func (s *search) certificate() *Certificate {
	c := &Certificate{
		Window: int(s.leftWindow), Rate: int(s.rate), Right: s.right.steps, Left: s.left.steps,
		Opposites: s.right.count, Meetings: s.left.outside, Peak: max(s.left.peak, s.right.peak),
	}
	if s.relaxed != nil {
		c.Decrease, c.Relaxed = int(s.relaxed.decrease), s.relaxed.count
	}
	return c
}

// windows proves the formula for a height, or finds where it is wrong.
func (r *Row) windows(ctx context.Context, from, to int, o Options) error {
	if need := WindowsMemory(r.Height); o.Memory > 0 && need > o.Memory {
		return memoryError(r.Height, need, o.Memory, false)
	}
	team := newWorkers(o.Threads)
	start := time.Now()
	s := newSearch(newTarget(r.Height, 0), team)
	s.ceiling, s.progress = o.Memory, o.Progress
	if o.Checkpoint != "" {
		if err := s.resume(storage.OS, o.Checkpoint); err != nil {
			return err
		}
	}
	earlier := s.left.wall() // of the columns that a checkpoint holds
	if err := s.run(ctx); err != nil {
		return err
	}
	before := time.Since(start) - (s.left.wall() - earlier)
	r.Proved, r.Repeat, r.Since = s.first, s.repeat, s.since
	r.Search, r.Resumed = s.certificate(), s.resumed
	r.Checks = append(r.Checks,
		fmt.Sprintf("the left parts after column %d are those after column %d, with their costs: compared one by one", s.repeat, s.since),
		fmt.Sprintf("no group costs less than the formula says, on any width from %d on: %s", s.first, s.judged()))
	if len(s.found) > 0 { // the formula is wrong, and nobody knows yet what is right
		r.Checks, r.Proved = r.Checks[:len(r.Checks)-1], 0
	}
	s.release()
	control, err := s.control(ctx, team, o)
	if err != nil {
		return err
	}
	r.Checks = append(r.Checks, control)
	for cols := from; cols <= to; cols++ {
		c, err := r.windowsColumn(ctx, s, cols, team, o.Alone)
		if err != nil {
			return err
		}
		if cols == 1 {
			c.Wall += before
		}
		r.Columns = append(r.Columns, c)
	}
	return nil
}

// WindowsMemory estimates the memory that the search of [Windows] takes, on the safe side, from
// what it took: 56 MiB for 21 rows and 282 for 24; 90 MiB for 17, 241 for 19, 664
// for 20; 10 GiB for 22 and 11 for 23; and more with each row by a factor.
func WindowsMemory(height int) result.Bytes {
	process := 64.0
	if height < 14 {
		process = 37 // what the whole process took
	}
	need, from, growth := 300.0, 24, 3.6
	switch {
	case height%3 == 0:
	case height < 21:
		need, from, growth = 700, 20, 2.65
	case height < 24: // with larger tables
		need, from, growth = 12<<10, 23, 1.15
	default:
		need, from, growth = 12<<10, 23, 3
	}
	return result.Bytes((process + need*math.Pow(growth, float64(height-from))) * (1 << 20))
}

// windowsColumn returns what is known of a width.
func (r *Row) windowsColumn(ctx context.Context, s *search, cols int, team *workers, alone bool) (Column, error) {
	c := Column{Width: cols, Formula: Formula(r.Height, cols), Memory: result.PeakMemory()}
	c.Liberties, c.Group = c.Formula, Construct(r.Height, cols)
	if cols <= len(s.left.columns) {
		column := s.left.columns[cols-1]
		c.States, c.Wall, c.Memory = column.Frontiers, column.Wall, column.Memory
	}
	if cols >= s.first {
		c.Proof = ByWindows
		if found, ok := s.groupAt(cols); ok {
			c.Liberties = libertiesAt(r.Height, cols, int(found.Cost))
			c.Proof, c.Group = ByException, nil
		}
		return c, nil
	}
	if alone {
		return c, nil
	}
	proof, liberties, err := turnedBoard(ctx, cols, r.Height, team)
	if err != nil || proof == Unproved {
		return c, err
	}
	c.Proof = proof
	if liberties != c.Liberties {
		c.Liberties, c.Group = liberties, nil
	}
	return c, nil
}

// quickHeight is the greatest height, if no multiple of 3, that takes seconds.
const quickHeight = 13

// turnedBoard proves a board of fewer rows, if that takes seconds.
func turnedBoard(ctx context.Context, rows, cols int, team *workers) (proof Proof, liberties int, err error) {
	if rows <= maxAutoPlain {
		b, err := OnBoard(ctx, rows, cols, Options{Method: Plain})
		if err != nil {
			return Unproved, 0, err
		}
		return BySymmetry, b.Liberties, nil
	}
	if rows%3 != 0 && rows > quickHeight {
		return Unproved, 0, nil
	}
	s := newSearch(newTarget(rows, 0), team)
	if err := s.run(ctx); err != nil {
		return Unproved, 0, err
	}
	if found, ok := s.groupAt(cols); ok {
		return ByException, libertiesAt(rows, cols, int(found.Cost)), nil
	}
	return BySymmetry, Formula(rows, cols), nil
}

// ForHeight returns the most liberties for all widths up to the given one, at least up to the
// height and to where the states repeat, and the rule for all widths. Widths that the proof for the
// height leaves out are proved on the board turned by a quarter if that takes seconds.
func ForHeight(ctx context.Context, height, widths int, o Options) (*Row, error) {
	if err := Check(height, o.Method); err != nil {
		return nil, err
	}
	start := time.Now()
	row := &Row{Height: height, Method: o.Method.For(height)}
	enough := max(widths, height+rowWidths)
	if err := row.find(ctx, 1, enough, o); err != nil {
		return nil, err
	}
	if err := row.findRule(); err != nil {
		return nil, err
	}
	row.Columns = row.Columns[:min(len(row.Columns), max(widths, height, row.Repeat))]
	if err := row.check(); err != nil {
		return nil, err
	}
	row.Wall = time.Since(start)
	return row, nil
}

// find finds the most liberties for a range of widths; the plain program has all before, too.
func (r *Row) find(ctx context.Context, from, to int, o Options) error {
	switch r.Method {
	case Plain:
		return r.plain(ctx, to)
	case Windows:
		return r.windows(ctx, from, to, o)
	}
	r.formula(from, to)
	return nil
}

// formula appends the columns of a range of widths by the formula, without a proof.
func (r *Row) formula(from, to int) {
	for cols := from; cols <= to; cols++ {
		r.Columns = append(r.Columns, Column{
			Width: cols, Liberties: Formula(r.Height, cols), Formula: Formula(r.Height, cols),
			Group: Construct(r.Height, cols),
		})
	}
}

// rowWidths is the number of widths, beyond the height, that show two periods of every rule.
const rowWidths = 8

// UseSymmetry takes what is not proved for one height from the proof for
// another: rows has all heights from 1 on.
func UseSymmetry(rows []*Row) {
	for _, row := range rows {
		for i := range row.Columns {
			c := &row.Columns[i]
			if c.Proof != Unproved || c.Width > len(rows) {
				continue
			}
			turned := rows[c.Width-1].Columns[row.Height-1]
			if turned.Proof == Unproved {
				continue
			}
			c.Proof = BySymmetry
			if turned.Liberties != c.Liberties {
				c.Liberties, c.Group = turned.Liberties, nil
			}
		}
	}
}

// maxPlainWidth bounds the width of the plain program for one board; the rule gives wider ones.
const maxPlainWidth = 100

// OnBoard returns the most liberties of one group on a board.
func OnBoard(ctx context.Context, rows, cols int, o Options) (*Board, error) {
	if err := Check(min(rows, cols), o.Method); err != nil {
		return nil, err
	}
	start := time.Now()
	height, width := min(rows, cols), max(rows, cols)
	row := &Row{Height: height, Method: o.Method.For(height)}
	last := width
	if row.Method == Plain {
		last = min(width, maxPlainWidth)
	}
	if err := row.find(ctx, width, last, o); err != nil {
		return nil, err
	}
	b := &Board{Rows: rows, Cols: cols, Method: row.Method, Search: row.Search, Resumed: row.Resumed, Checks: row.Checks}
	switch {
	case row.Method != Plain:
		b.Column = row.Columns[0]
	case width <= len(row.Columns):
		b.Column = row.Columns[width-1]
	default:
		if err := row.findRule(); err != nil {
			return nil, err
		}
		b.Column = Column{
			Width: width, Liberties: row.Rule.at(width), Formula: Formula(height, width), Proof: ByPlain,
			Group: Construct(height, width),
		}
	}
	if b.Group != nil {
		if rows > cols {
			b.Group = b.Group.transposed()
		}
		if err := b.Group.expect(b.Liberties); err != nil {
			return nil, err
		}
		b.Checks = append(b.Checks, "the group: liberties counted again by flood fill: equal")
	}
	b.Column.Wall = 0
	b.Wall = time.Since(start)
	return b, nil
}
