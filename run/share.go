package run

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"combigo/internal/storage"
	"combigo/internal/tilefile"
)

// share is the file that a bin leaves in the last stage: what it adds to the
// residue. The sum of all is a file of the same form, of the stage behind the last.
type share struct {
	Run      string  `json:"run"`
	Modulus  decimal `json:"modulus"`
	Stage    uint32  `json:"stage"`
	Bin      uint32  `json:"bin"`
	Share    decimal `json:"share"`
	Checksum string  `json:"checksum"` // of all the above
}

func newShare(id tilefile.Identity, value uint64) share {
	return share{
		Run: fmt.Sprintf("%x", id.Run), Modulus: decimal(id.Modulus), Stage: id.Stage, Bin: id.Bin, Share: decimal(value),
	}
}

func (s share) seal() (share, error) {
	s.Checksum = ""
	bare, err := json.Marshal(s)
	s.Checksum = checksumOf(bare)
	return s, err
}

func (r *Run) writeShare(name string, p place, bin int, value uint64) error {
	id, err := r.identity(p, bin)
	if err != nil {
		return err
	}
	s, err := newShare(id, value).seal()
	if err != nil {
		return err
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return storage.WriteFile(r.fs, name, r.tag, append(text, '\n'))
}

const mostShareBytes = 1 << 12

func (r *Run) readShare(name string, p place, bin int) (uint64, error) {
	text, err := storage.ReadFile(r.fs, name, mostShareBytes)
	if err != nil {
		return 0, r.damage(p, name, err)
	}
	id, err := r.identity(p, bin)
	if err != nil {
		return 0, err
	}
	value, err := parseShare(text, id)
	return value, r.damage(p, name, err)
}

// runOfShare is the run that a share, sound in itself, says it is of.
func runOfShare(fs storage.FS, name string) (run [16]byte, err error) {
	text, err := storage.ReadFile(fs, name, mostShareBytes)
	if err != nil {
		return run, err
	}
	_, run, err = decodeShare(text)
	return run, err
}

// decodeShare reads a share that matches its own checksum, and the run that it is of.
func decodeShare(text []byte) (s share, run [16]byte, err error) {
	if err := json.Unmarshal(text, &s); err != nil {
		return s, run, err
	}
	sealed, err := s.seal()
	if err != nil {
		return s, run, err
	}
	id, err := hex.DecodeString(s.Run)
	if s != sealed || err != nil || len(id) != len(run) {
		return s, run, errors.New("it is altered")
	}
	return s, [16]byte(id), nil
}

// parseShare reads a share, which has to be that of the identity.
func parseShare(text []byte, id tilefile.Identity) (uint64, error) {
	s, run, err := decodeShare(text)
	if err != nil {
		return 0, err
	}
	if run != id.Run {
		return 0, &tilefile.ForeignError{Got: run, Want: id.Run}
	}
	want, err := newShare(id, uint64(s.Share)).seal()
	if err != nil {
		return 0, err
	}
	if s != want || uint64(s.Share) >= id.Modulus {
		return 0, errors.New("it is of another modulus, stage or bin")
	}
	return uint64(s.Share), nil
}

// sumShares adds the shares of the last stage.
func (r *Run) sumShares(residue int) (uint64, error) {
	p := place{residue, r.stages() - 1}
	modulus := r.modulus(residue)
	var total uint64
	for bin := range r.bins(p.stage) {
		value, err := r.readShare(r.binName(p, bin), p, bin)
		if err != nil {
			return 0, err
		}
		total = (total + value) % modulus // both are below 2^62
	}
	return total, nil
}
