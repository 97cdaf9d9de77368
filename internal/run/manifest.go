package run

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/border"
)

const (
	manifestName   = "manifest.json"
	copyName       = "manifest.copy.json" // the same, in case that is damaged
	manifestPrefix = "combigo run "
	manifestFormat = manifestPrefix + "3"
	// maxManifestBytes is far more than any manifest has.
	maxManifestBytes = 1 << 20
)

// manifest is what a run is: what decides the numbers, and its files. It is written once.
type manifest struct {
	Format   string    `json:"format"`
	ID       string    `json:"id"` // 16 random bytes in hexadecimal
	Rows     int       `json:"rows"`
	Cols     int       `json:"cols"`
	Method   Method    `json:"method"`
	Spare    bool      `json:"spare"`  // whether there is one residue more than needed
	Shares   int       `json:"shares"` // of each stage
	Created  time.Time `json:"created"`
	Primes   []decimal `json:"primes"`
	Checksum string    `json:"checksum"` // of all the above
}

// decimal is a number that JSON readers would round.
type decimal uint64

// MarshalJSON writes a string of digits.
func (d decimal) MarshalJSON() ([]byte, error) {
	return json.Marshal(strconv.FormatUint(uint64(d), 10))
}

// UnmarshalJSON reads a string of digits.
func (d *decimal) UnmarshalJSON(b []byte) error {
	var digits string
	if err := json.Unmarshal(b, &digits); err != nil {
		return err
	}
	n, err := strconv.ParseUint(digits, 10, 64)
	*d = decimal(n)
	return err
}

func (m *manifest) size() board.Size { return board.Size{Rows: m.Rows, Cols: m.Cols} }

// runID returns the identity that all files of the run carry.
func (m *manifest) runID() (id [16]byte, err error) {
	b, err := hex.DecodeString(m.ID)
	if err != nil || len(b) != len(id) {
		return id, fmt.Errorf("the id %q is not %d bytes in hexadecimal", m.ID, len(id))
	}
	copy(id[:], b)
	return id, nil
}

func newID() string {
	var id [16]byte
	rand.Read(id[:]) // never fails
	return hex.EncodeToString(id[:])
}

// seal writes the manifest with its checksum.
func (m *manifest) seal() ([]byte, error) {
	m.Checksum = ""
	bare, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	m.Checksum = checksumOf(bare)
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

// parseManifest reads a manifest and checks that it makes sense.
func parseManifest(text []byte) (*manifest, error) {
	var of struct {
		Format string `json:"format"`
	}
	if json.Unmarshal(text, &of) == nil && of.Format != manifestFormat && strings.HasPrefix(of.Format, manifestPrefix) {
		return nil, &olderRun{of.Format}
	}
	m := new(manifest)
	if err := strictly(text, m); err != nil {
		return nil, err
	}
	if m.Format != manifestFormat {
		return nil, fmt.Errorf("the format is %q, want %q", m.Format, manifestFormat)
	}
	sum := m.Checksum
	if _, err := m.seal(); err != nil {
		return nil, err
	}
	if m.Checksum != sum {
		return nil, errors.New("it does not match its checksum: it has been altered")
	}
	return m, m.check()
}

// olderRun says that a run was started by an older version of the program.
type olderRun struct{ Format string }

func (e *olderRun) Error() string {
	return fmt.Sprintf("the run has the format %q, and this version reads %q only: combigo of commit fba867b reads the older one",
		e.Format, manifestFormat)
}

// maxShares is far more than any run has use for.
const maxShares = 1 << 16

func (m *manifest) check() error {
	if err := m.size().Validate(); err != nil {
		return err
	}
	if err := checkSize(m.size()); err != nil {
		return err
	}
	if _, err := m.runID(); err != nil {
		return err
	}
	if m.Method != Exact && m.Method != Modulo {
		return fmt.Errorf("the method is %q, want %s or %s", m.Method, Exact, Modulo)
	}
	if m.Shares < 1 || m.Shares > maxShares {
		return fmt.Errorf("%d shares, want 1 to %d", m.Shares, maxShares)
	}
	want, err := primesOf(m.size(), m.Method, m.Spare)
	if err != nil {
		return err
	}
	if !slices.EqualFunc(m.Primes, want, func(p decimal, q uint64) bool { return uint64(p) == q }) {
		return fmt.Errorf("the primes are not those of L(%d,%d), %d", m.Rows, m.Cols, want)
	}
	return nil
}

func checkSize(size board.Size) error {
	if size.Short() < 2 {
		return fmt.Errorf("board %s: want at least 2 rows and 2 columns: combigo count is for lines", size)
	}
	if size.Short() > border.MaxHeight {
		return fmt.Errorf("board %s: the shorter side has at most %d points", size, border.MaxHeight)
	}
	return nil
}

// primesOf returns the primes of a run: as many as the number needs, or as the values of the middle
// column do, and one more if it is to be spare.
func primesOf(size board.Size, method Method, spare bool) ([]uint64, error) {
	e, err := border.New(border.Board{Height: size.Short(), Colours: 2})
	if err != nil {
		return nil, err
	}
	n := e.PrimesFor(size.Long())
	if method == Exact {
		n = 0
		for k := 2; k <= middle(size); k++ {
			n = max(n, e.Residues(k))
		}
		if size.Long()%2 == 0 {
			n = max(n, e.PrimesFor(size.Long()))
		}
	}
	if spare {
		n++
	}
	return border.Primes(n), nil
}

// middle returns the number of columns of the vector that is joined with itself, or with the next
// one.
func middle(size board.Size) int { return (size.Long() + 1) / 2 }
