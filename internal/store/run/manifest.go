package run

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/zeebo/xxh3"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
)

const (
	manifestName = "manifest.json"
	copyName     = "manifest.copy.json" // the same, in case that is damaged
	format       = "combigo run 11"     // of the directories of this version
	// maxManifestBytes is far more than any manifest has.
	maxManifestBytes = 1 << 20
)

// manifest is what a run is: what decides the numbers, and its files. It never changes.
type manifest struct {
	Format   string `json:"format"`
	ID       string `json:"id"` // 16 random bytes in hexadecimal
	Rows     int    `json:"rows"`
	Cols     int    `json:"cols"`
	Method   Method `json:"method"`
	Primes   []int  `json:"primes,omitempty"` // the numbers of the primes, if they were chosen: with Modulo
	Spare    bool   `json:"spare"`            // whether there is one residue more than needed
	Shares   int    `json:"shares"`           // of each stage
	Holes    bool   `json:"holes"`            // whether the disk gives tiles back that have been read
	Dirs     []Dir  `json:"dirs,omitempty"`   // if there are several
	Checksum string `json:"checksum"`         // of all the above
}

// seal returns the text of a manifest, whose checksum it sets.
func seal(m *manifest) []byte {
	m.Checksum = ""
	bare, _ := json.Marshal(m) // never fails for these types
	m.Checksum = fmt.Sprintf("%016x", xxh3.Hash(bare))
	text, _ := json.MarshalIndent(m, "", "  ")
	return append(text, '\n')
}

func (m *manifest) size() board.Size { return board.Size{Rows: m.Rows, Cols: m.Cols} }

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

// formatError is the format of a run that another version has started.
type formatError struct {
	Format string `json:"format"`
}

func (e *formatError) Error() string {
	return fmt.Sprintf("the format is %q, and this version reads %q only: go on with the version that started the run", e.Format, format)
}

// parseManifest reads a manifest, which must be what is written with its checksum, and checks that
// it makes sense.
func parseManifest(text []byte) (*manifest, error) {
	var other formatError
	if json.Unmarshal(text, &other) == nil && other.Format != format {
		return nil, &other
	}
	m := new(manifest)
	if err := json.Unmarshal(text, m); err != nil {
		return nil, err
	}
	if !bytes.Equal(seal(m), text) {
		return nil, errors.New("it does not match its checksum: it has been altered")
	}
	return m, m.check()
}

// maxShares is far more than any run has use for.
const maxShares = 1 << 16

func (m *manifest) check() error {
	if err := cmp.Or(m.size().Validate(), checkSize(m.size())); err != nil {
		return err
	}
	switch {
	case m.Method != Exact && m.Method != Modulo:
		return fmt.Errorf("the method is %q, want %s or %s", m.Method, Exact, Modulo)
	case len(m.Primes) > 0 && m.Method != Modulo:
		return fmt.Errorf("primes are chosen, and the method is %s, want %s", m.Method, Modulo)
	case m.Shares < 1 || m.Shares > maxShares:
		return fmt.Errorf("%d shares, want 1 to %d", m.Shares, maxShares)
	}
	for i, number := range m.Primes {
		if number < 1 || number > maxPrime || i > 0 && number <= m.Primes[i-1] {
			return fmt.Errorf("the primes %v: want ascending numbers from 1 to %d", m.Primes, maxPrime)
		}
	}
	shares := 0
	for i, d := range m.Dirs {
		if d.Shares < 0 || d.Shares > m.Shares || (i == 0) != (d.Name == "") || i > 0 && !filepath.IsAbs(d.Name) {
			return fmt.Errorf("the directory %q has %d of %d shares", d.Name, d.Shares, m.Shares)
		}
		shares += d.Shares
	}
	if shares != m.Shares && len(m.Dirs) > 0 {
		return fmt.Errorf("the directories have %d shares, want %d", shares, m.Shares)
	}
	return nil
}

func checkSize(size board.Size) error {
	if size.Short() < 2 {
		return fmt.Errorf("board %s: want at least 2 rows and 2 columns", size)
	}
	if size.Short() > border.MaxHeight {
		return fmt.Errorf("board %s: the shorter side has at most %d points", size, border.MaxHeight)
	}
	return nil
}

// primesOf returns the primes of a run, and whether the last one is spare: those that were chosen
// by their numbers, or as many as the number needs, or as the values of the middle column do, and
// one more if it is to be spare.
func primesOf(e *stages.Engine, size board.Size, method Method, chosen []int, spare bool) ([]uint64, bool) {
	n := e.PrimesFor(size.Long())
	if len(chosen) > 0 {
		var primes []uint64
		for _, number := range chosen {
			primes = append(primes, border.Primes(number)[number-1])
		}
		return primes, len(primes) > n
	}
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
	return border.Primes(n), spare
}

// middle returns the number of columns of the vector that is joined with itself, or with the next
// one.
func middle(size board.Size) int { return (size.Long() + 1) / 2 }
