package run

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/zeebo/xxh3"

	"combigo/board"
	"combigo/internal/storage"
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
	Layout  string `json:"layout"`           // checksum of the sizes of all tiles
	Engine  Engine `json:"engine,omitempty"` // this and all that may be missing but Method: of manifestWithSettings
	Method  Method `json:"method,omitempty"` // none: DP
	Spare   bool   `json:"spare,omitempty"`  // whether the residues of method exact are one more than the values need
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

// Engine says who schedules the work.
type Engine string

// The engines.
const (
	Disk  Engine = "disk"  // this program, bin after bin
	Slurm Engine = "slurm" // job arrays on a cluster
)

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

func checksumOf(b []byte) string { return fmt.Sprintf("%016x", xxh3.Hash(b)) }

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
	if m.Spare && m.method() != Exact {
		return fmt.Errorf("there is a spare residue with the method %q: want %s", m.Method, Exact)
	}
	want := primes(m.size(), m.method(), m.Spare)
	if !slices.EqualFunc(m.Moduli, want, func(p decimal, q uint64) bool { return uint64(p) == q }) {
		return fmt.Errorf("the moduli are not those of L(%d,%d), %d", m.Rows, m.Cols, want)
	}
	return nil
}

// save writes the settings and the manifest, the latter's copy first: with the manifest the run has begun.
func (r *Run) save() error {
	if err := r.saveSettings(); err != nil {
		return err
	}
	text, err := r.manifest.seal()
	if err != nil {
		return err
	}
	for _, name := range []string{copyName, manifestName} {
		if err := storage.WriteFile(r.fs, filepath.Join(r.dir, name), r.tag, text); err != nil {
			return err
		}
	}
	return nil
}

// saveCopy writes the copy of the manifest again if it is damaged or gone; not if it is sound and
// another one: who of the two is of this run is for the files to say.
func (r *Run) saveCopy() error {
	if _, err := r.readManifest(copyName); err == nil {
		return nil
	}
	text, err := r.manifest.seal()
	if err != nil {
		return err
	}
	name := filepath.Join(r.dir, copyName)
	return errors.Join(storage.RemoveAll(r.fs, name), storage.WriteFile(r.fs, name, r.tag, text))
}

// checkCopy compares the copy of the manifest with it.
func (r *Run) checkCopy() error {
	m, err := r.readManifest(copyName)
	if err == nil && m.Checksum != r.manifest.Checksum {
		err = errors.New("it is not the same as " + manifestName)
	}
	if err == nil {
		return nil
	}
	name := filepath.Join(r.dir, copyName)
	return &DamageError{File: name, Cause: err, Fix: fmt.Sprintf("remove it, and combigo run resume %s writes it again", r.dir)}
}

func (r *Run) readManifest(name string) (*manifest, error) {
	text, err := storage.ReadFile(r.fs, filepath.Join(r.dir, name), maxManifestBytes)
	if err != nil {
		return nil, err
	}
	return parseManifest(text)
}

// load reads the manifest.
func (r *Run) load() error {
	name := filepath.Join(r.dir, manifestName)
	m, err := r.readManifest(manifestName)
	if err == nil {
		r.manifest = m
		return errors.Join(r.loadSettings(), r.loadOutcomes())
	}
	if errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("%s: this, or what it is in, is a file: want the directory of a run (combigo run start makes one)", r.dir)
	}
	fix := "put back a copy of it, or begin again in another directory"
	switch _, copyErr := r.readManifest(copyName); {
	case copyErr == nil:
		fix = r.fromCopy()
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: no such file: %s is not the directory of a run (combigo run start makes one)", name, r.dir)
	}
	if isShortage(err) {
		return err
	}
	return &DamageError{File: name, Cause: err, Fix: r.readAgain(err) + fix}
}
