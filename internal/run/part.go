package run

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"combigo.dev/combigo/internal/storage"
	"combigo.dev/combigo/internal/tilefile"
	"combigo.dev/combigo/modular"
)

// part is the file of what a share adds to a sum. The value of a chain, the sum of all, is a file
// of the same form, of the stage after the last.
type part struct {
	Run      string  `json:"run"`
	Modulus  decimal `json:"modulus"`
	Stage    uint32  `json:"stage"`
	Share    uint32  `json:"share"`
	Value    string  `json:"value"`    // a residue; or a fraction, such as -7/3, if the modulus is 0
	Checksum string  `json:"checksum"` // of all the above
}

func newPart(id tilefile.Identity, value *big.Rat) part {
	return part{
		Run: fmt.Sprintf("%x", id.Run), Modulus: decimal(id.Modulus), Stage: id.Stage, Share: id.Share, Value: value.RatString(),
	}
}

func (s part) seal() (part, error) {
	s.Checksum = ""
	bare, err := json.Marshal(s)
	s.Checksum = checksumOf(bare)
	return s, err
}

const maxPartBytes = 1 << 12

// runOfPart is the run that a part, sound in itself, says it is of.
func runOfPart(fs storage.FS, name string) (run [16]byte, err error) {
	text, err := storage.ReadFile(fs, name, maxPartBytes)
	if err != nil {
		return run, err
	}
	_, run, err = decodePart(text)
	return run, err
}

// decodePart reads a part that matches its own checksum, and the run that it is of.
func decodePart(text []byte) (s part, run [16]byte, err error) {
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

// parsePart reads a part, which has to be that of the identity.
func parsePart(text []byte, id tilefile.Identity) (*big.Rat, error) {
	s, run, err := decodePart(text)
	if err != nil {
		return nil, err
	}
	if run != id.Run {
		return nil, &tilefile.ForeignError{Got: run, Want: id.Run}
	}
	value, ok := new(big.Rat), !strings.ContainsAny(s.Value, "eEpP.") // exponents would make long numbers of short texts
	if ok {
		_, ok = value.SetString(s.Value)
	}
	if !ok {
		return nil, fmt.Errorf("the value %q is not a fraction", s.Value)
	}
	want, err := newPart(id, value).seal()
	if err != nil {
		return nil, err
	}
	if s != want || id.Modulus > 0 && !isResidue(value, id.Modulus) {
		return nil, errors.New("it is of another prime, stage or share")
	}
	return value, nil
}

func isResidue(value *big.Rat, modulus uint64) bool {
	return value.IsInt() && value.Sign() >= 0 && value.Num().Cmp(new(big.Int).SetUint64(modulus)) < 0
}

// writePart writes a part durably.
func writePart(fs storage.FS, name, tag string, id tilefile.Identity, value *big.Rat) error {
	s, err := newPart(id, value).seal()
	if err != nil {
		return err
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return storage.WriteFile(fs, name, tag, append(text, '\n'))
}

// errNotInteger says that parts do not add up to an integer.
var errNotInteger = errors.New("the parts of the sum over the words do not add up to an integer")

// remainders collect the sums of the parts of a chain: the number itself, or its residues.
type remainders struct {
	number  *big.Int
	residue modular.Remainders
}

// add adds the number if the modulus is 0, or a residue.
func (m *remainders) add(sum *big.Int, modulus uint64) error {
	if modulus == 0 {
		m.number = new(big.Int).Set(sum)
		return nil
	}
	_, err := m.residue.Add(new(big.Int).Mod(sum, new(big.Int).SetUint64(modulus)).Uint64(), modulus)
	return err
}

func (m *remainders) value() *big.Int {
	if m.number != nil {
		return m.number
	}
	return m.residue.Value()
}
