package hamilton

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// maxTour is the largest file of a tour, in bytes.
const maxTour = 64 << 20

// ReadTour reads a tour and returns its cities, numbered from 0. It may be a TSPLIB file with a
// TOUR_SECTION, whose cities count from 1, as LKH writes; or a number of cities followed by as many
// cities, which count from 0, as Concorde writes. The name is for errors.
func ReadTour(r io.Reader, name string) ([]int, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxTour+1))
	if err != nil {
		return nil, err
	}
	if len(text) > maxTour {
		return nil, fmt.Errorf("%s: more than %d MiB: expected a tour", name, maxTour>>20)
	}
	words := strings.Fields(string(text))
	for i, w := range words {
		if strings.TrimSuffix(w, ":") == "TOUR_SECTION" {
			return readCities(name, slices.DeleteFunc(words[i+1:], func(w string) bool { return w == ":" }), 1)
		}
	}
	if len(words) == 0 {
		return nil, fmt.Errorf("%s: the file is empty: expected a tour", name)
	}
	n, err := strconv.Atoi(words[0])
	if err != nil {
		return nil, fmt.Errorf("%s: neither a TOUR_SECTION nor a number of cities at the beginning: expected a tour", name)
	}
	cities, err := readCities(name, words[1:], 0)
	if err == nil && len(cities) != n {
		err = fmt.Errorf("%s: %d cities: expected %d, as it begins with", name, len(cities), n)
	}
	return cities, err
}

// readCities reads numbers up to -1, EOF or the end, and takes base off them.
func readCities(name string, words []string, base int) ([]int, error) {
	var cities []int
	for _, w := range words {
		if w == "-1" || w == "EOF" {
			break
		}
		c, err := strconv.Atoi(w)
		if err != nil || c < base {
			return nil, fmt.Errorf("%s: %.20q: expected the number of a city, from %d", name, w, base)
		}
		cities = append(cities, c-base)
	}
	return cities, nil
}
