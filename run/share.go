package run

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"combigo/internal/storage"
	"combigo/internal/tilefile"
)

// share is the file that a bin leaves in the last stage: what it adds to the
// residue. The sum of all is a file of the same form, of the stage after the last.
type share struct {
	Run      string  `json:"run"`
	Modulus  decimal `json:"modulus"`
	Stage    uint32  `json:"stage"`
	Bin      uint32  `json:"bin"`
	Share    string  `json:"share"`    // a residue; or, of the join over all residues, a fraction such as -7/3
	Checksum string  `json:"checksum"` // of all the above
}

func newShare(id tilefile.Identity, value *big.Rat) share {
	return share{
		Run: fmt.Sprintf("%x", id.Run), Modulus: decimal(id.Modulus), Stage: id.Stage, Bin: id.Bin, Share: value.RatString(),
	}
}

func (s share) seal() (share, error) {
	s.Checksum = ""
	bare, err := json.Marshal(s)
	s.Checksum = checksumOf(bare)
	return s, err
}

const maxShareBytes = 1 << 12

// runOfShare is the run that a share, sound in itself, says it is of.
func runOfShare(fs storage.FS, name string) (run [16]byte, err error) {
	text, err := storage.ReadFile(fs, name, maxShareBytes)
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
func parseShare(text []byte, id tilefile.Identity) (*big.Rat, error) {
	s, run, err := decodeShare(text)
	if err != nil {
		return nil, err
	}
	if run != id.Run {
		return nil, &tilefile.ForeignError{Got: run, Want: id.Run}
	}
	value, ok := new(big.Rat), !strings.ContainsAny(s.Share, "eEpP.") // exponents would make long numbers of short texts
	if ok {
		_, ok = value.SetString(s.Share)
	}
	if !ok {
		return nil, fmt.Errorf("the share %q is not a fraction", s.Share)
	}
	want, err := newShare(id, value).seal()
	if err != nil {
		return nil, err
	}
	if s != want || id.Modulus > 0 && !isResidue(value, id.Modulus) {
		return nil, errors.New("it is of another modulus, stage or bin")
	}
	return value, nil
}

func isResidue(value *big.Rat, modulus uint64) bool {
	return value.IsInt() && value.Sign() >= 0 && value.Num().Cmp(new(big.Int).SetUint64(modulus)) < 0
}
