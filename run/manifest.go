package run

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"combigo/board"
	"combigo/border"
	"combigo/count"
	"combigo/modular"
	"combigo/result"
)

const (
	manifestName   = "manifest.json"
	copyName       = "manifest.copy.json" // the same, in case that is damaged
	manifestFormat = "combigo run 2"
	// manifestWithSettings is the format of an older version, whose manifests have the first settings, too.
	manifestWithSettings = "combigo run 1"
	// maxManifestBytes is far more than any manifest has.
	maxManifestBytes = 1 << 20
)

// manifest is what a run is: what decides the numbers, and its files. It is written once.
type manifest struct {
	Format  string `json:"format"`
	ID      string `json:"id"` // 16 random bytes in hexadecimal
	Rows    int    `json:"rows"`
	Cols    int    `json:"cols"`
	Layout  string `json:"layout"`                   // checksum of the sizes of all tiles
	Engine  Engine `json:"engine,omitempty"`         // this and all that may be missing but Method: of manifestWithSettings
	Method  Method `json:"method,omitempty"`         // none: DP
	Shared  int    `json:"shared_columns,omitempty"` // with the method modulo
	Spare   bool   `json:"spare,omitempty"`          // whether a column of method exact, or a shared one, has a residue more than its values need
	Memory  *int64 `json:"memory,omitempty"`
	Disk    *int64 `json:"disk,omitempty"`
	Reclaim *bool  `json:"reclaim,omitempty"`

	KeepEvery int       `json:"keep_every,omitempty"`
	Created   time.Time `json:"created"`
	Moduli    []decimal `json:"moduli"` // primes
	Cluster   *Cluster  `json:"cluster,omitempty"`
	Checksum  string    `json:"checksum"` // of all the above
}

// settings are those of a manifest that has them.
func (m *manifest) settings() Settings {
	s := Settings{Engine: m.Engine, KeepEvery: m.KeepEvery, Cluster: m.Cluster}
	if m.Memory != nil {
		s.Memory = result.Bytes(*m.Memory)
	}
	if m.Disk != nil {
		s.Disk = result.Bytes(*m.Disk)
	}
	s.Reclaim = m.Reclaim != nil && *m.Reclaim
	return s
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

func (m *manifest) method() Method {
	switch m.Method {
	case "":
		return DP
	case Halves: // as the method was called when there was one
		return Modulo
	}
	return m.Method
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
	m := new(manifest)
	if err := strictly(text, m); err != nil {
		return nil, err
	}
	if m.Format != manifestFormat && m.Format != manifestWithSettings {
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

func (m *manifest) check() error {
	if err := m.size().Validate(); err != nil {
		return err
	}
	if m.size().Short() < 2 {
		return fmt.Errorf("the board is %s, want at least 2 rows and 2 columns", m.size())
	}
	if _, err := m.runID(); err != nil {
		return err
	}
	if m.Format == manifestWithSettings {
		if err := m.settings().check(); err != nil {
			return err
		}
	}
	if method := m.method(); method != DP && (method != Exact && method != Modulo || m.size().Long() < leastHalves) {
		return fmt.Errorf("the method is %q, want %s, %s or %s", m.Method, Exact, Modulo, DP)
	}
	if m.Shared != 0 && (m.method() != Modulo || m.Shared < 0 || m.Shared > maxShared(m.size())) {
		return fmt.Errorf("%d columns are shared with the method %q: want %s, and 0 to %d", m.Shared, m.Method, Modulo, maxShared(m.size()))
	}
	if m.Spare && m.method() != Exact && m.Shared == 0 {
		return fmt.Errorf("columns have a spare residue with the method %q: want %s", m.Method, Exact)
	}
	want := primes(m.size(), m.method(), m.scheme().spare)
	if !slices.EqualFunc(m.Moduli, want, func(p decimal, q uint64) bool { return uint64(p) == q }) {
		return fmt.Errorf("the moduli are not those of L(%d,%d), %d", m.Rows, m.Cols, want)
	}
	return nil
}

// A scheme is how a run comes to its number.
type scheme struct {
	method      Method
	shared      int  // with the method [Modulo]: the first columns, which are computed as with [Exact], once for all residues
	spare       bool // whether there is a residue more than needed
	spareColumn bool // whether each column has, where residues are found from others
}

func (m *manifest) scheme() scheme {
	s := scheme{m.method(), m.Shared, m.Spare, m.Spare}
	if s.method != Exact {
		s.spare = len(m.Moduli) != len(primes(m.size(), s.method, false))
	}
	return s
}

// maxShared is the largest number of columns that residues can share with the method [Modulo]: what the join reads is of each, and
// no more files are opened at once than the join over all residues may open.
func maxShared(size board.Size) int {
	n := size.Long()/2 - 1
	if size.Long()%2 == 0 {
		n--
	}
	for n > 0 && border.ResiduesFor(size.Short(), n)+1 > maxExact {
		n--
	}
	return max(0, n)
}

// primes returns the moduli for a board, as many as the values of half of it need, or the number, and a spare one if that is
// wanted.
func primes(size board.Size, method Method, spare bool) []uint64 {
	more := 0
	if spare {
		more = 1
	}
	if method != Exact {
		return count.Primes(size, more)
	}
	return modular.PrimesBelow(1<<border.ModulusBits, border.ResiduesFor(size.Short(), size.Long()/2)+more)
}

const (
	// leastHalves is the least width of a board of which half the columns are taken.
	leastHalves = 3
	// maxExact is the largest number of residues whose files the join opens at once.
	maxExact = 16
)

// layoutOf is a checksum of the sizes of all tiles.
func layoutOf(e *border.Engine) string {
	return checksumOf(fmt.Append(nil, e.TileSizes(0), e.TileSizes(1)))
}
