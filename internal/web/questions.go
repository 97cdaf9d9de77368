package web

import (
	"cmp"
	"fmt"
	"html/template"
	"math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/view"
	"combigo.dev/combigo/records"
	"combigo.dev/combigo/sequence"
)

// field is a part of a question that the reader fills in.
type field struct {
	Name, Label string // in addresses, and on the page
	flag        string // on the command line; none: an argument
	first       string // what stands there at first; none: a number by chance
	Max         int    // of a whole number from 1 on; 0: the command reads the text
	Choices     []choice
	Next        string // what another answer is called, if the field leads to others
}

// choice is an entry of a list to choose from.
type choice struct {
	Name, Text string
	Chosen     bool
}

// boards has the sides of a board.
func boards(rows, cols, first int) []field {
	return []field{
		{Name: "rows", Label: "rows", Max: rows, first: strconv.Itoa(first)},
		{Name: "cols", Label: "columns", Max: cols, first: strconv.Itoa(first)},
	}
}

// rows is a single number, such as the rows of all boards of one height.
func rows(label string, most, first int) []field {
	return []field{{Name: "rows", Label: label, Max: most, first: strconv.Itoa(first)}}
}

// seed is that of random numbers.
var seed = field{Name: "seed", Label: "seed", flag: "seed", Next: "Another one"}

// asker is a command that answers within a second or so on small boards, as a page. The page runs
// the command.
type asker struct {
	Name, Title, section, Lead string // the section is that of the menu
	command                    string
	Fields                     []field
	// bound says what is wanted of a board and a choice that would take too long; nothing if it
	// would not.
	bound func(size board.Size, of string) string
}

// Path is the address of the page.
func (a *asker) Path() string { return "/numbers/" + a.Name }

// maxText is the most letters of a field that the command reads.
const maxText = 210

// harmless is what such a field may have.
var harmless = regexp.MustCompile(fmt.Sprintf(`^[\w^., -]{1,%d}$`, maxText))

// typedField is a field as it was typed.
type typedField struct {
	field
	Typed string
}

// wanted returns an error for what cannot be asked.
func (f *typedField) wanted(a *asker) error {
	switch n, err := strconv.Atoi(f.Typed); {
	case f.Max > 0 && (err != nil || n < 1 || n > f.Max):
		return fmt.Errorf("%s %s: want a number from 1 to %d here; the command combigo %s has other limits", f.Label, shortened(f.Typed), f.Max, a.command)
	case f.Choices != nil && !slices.ContainsFunc(f.Choices, func(c choice) bool { return c.Name == f.Typed }):
		var names []string
		for _, c := range f.Choices {
			names = append(names, c.Name)
		}
		return fmt.Errorf("%s %s: want one of %s", f.Label, shortened(f.Typed), strings.Join(names, ", "))
	case !harmless.MatchString(f.Typed):
		return fmt.Errorf("%s %s: want at most %d letters and digits", f.Label, shortened(f.Typed), maxText)
	}
	return nil
}

// questionView is a question and its answer, if there is one.
type questionView struct {
	*asker
	Fields   []typedField
	Command  string // the command line that answers
	Answer   *view.Page
	JSON     string // the address of the answer for programs
	Again    string // the address of another answer, if there are several
	NextName string
	Drawing  template.HTML
	Edit     string
	Game     bool // whether the answer is a game to replay
	Steps    []smallBoard
	position *goban.Position
}

// smallBoard is one of several, with what it is.
type smallBoard struct {
	Drawing    template.HTML
	Name, Path string
	Again      bool // whether it came before
}

// read reads a question; what is not said is as at first. The arguments of the command come in an
// order in which no value is taken for a flag.
func (a *asker) read(r *http.Request) (v *questionView, args []string, err error) {
	v = &questionView{asker: a, Command: "combigo " + a.command}
	args = strings.Fields(a.command)
	values, numbers, next := map[string]string{}, url.Values{}, url.Values{}
	var plain []string
	for _, f := range a.Fields {
		typed := typedField{f, cmp.Or(strings.TrimSpace(r.FormValue(f.Name)), f.first)}
		if f.Choices != nil {
			typed.Choices = choose(f.Choices, typed.Typed)
		}
		if typed.Typed == "" {
			typed.Typed = strconv.Itoa(int(rand.Uint32()))
		}
		if wrong := typed.wanted(a); wrong != nil && err == nil {
			err = badInput(wrong)
		}
		v.Fields, values[f.Name] = append(v.Fields, typed), typed.Typed
		numbers.Set(f.Name, typed.Typed)
		if f.Next == "" {
			next.Set(f.Name, typed.Typed)
		}
		if f.flag == "" {
			plain, v.Command = append(plain, strings.Fields(typed.Typed)...), v.Command+" "+typed.Typed
		} else {
			args, v.Command = append(args, "--"+f.flag+"="+typed.Typed), v.Command+" --"+f.flag+" "+typed.Typed
		}
		v.NextName = cmp.Or(v.NextName, f.Next)
	}
	size := board.Size{Rows: atoi(values["rows"]), Cols: atoi(values["cols"])}
	if err == nil && a.bound != nil {
		if want := a.bound(size, values["of"]); want != "" {
			err = badInput(fmt.Errorf("%s takes longer than a page should: want %s here, or the command %s", size, want, v.Command))
		}
	}
	v.JSON = v.Path() + ".json?" + numbers.Encode()
	if from, more := values["from"], atoi(values["more"]); from != "" {
		next.Set("from", strconv.Itoa(atoi(from)+more))
	}
	v.Again = v.Path() + "?" + next.Encode()
	return v, append(append(args, "--"), plain...), err
}

// atoi reads a number that was seen to be one, and is 0 elsewhere.
func atoi(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// choose marks one of several choices.
func choose(all []choice, name string) []choice {
	marked := slices.Clone(all)
	for i := range marked {
		marked[i].Chosen = marked[i].Name == name
	}
	return marked
}

// words are choices that say themselves what they are.
func words(names ...string) (all []choice) {
	for _, name := range names {
		all = append(all, choice{Name: name, Text: name})
	}
	return all
}

// separator is between the arguments of a command that is the key of its answer.
const separator = "\x00"

// recordHeights are the shorter sides up to which a record takes a moment.
var recordHeights = map[records.Quantity]int{
	records.Strings: 10, records.Neighbors: 7, records.Pseudoliberties: 9, records.Liberties: 11,
}

func recordBound(size board.Size, of string) string {
	quantity, err := records.ParseQuantity(of)
	if most := recordHeights[quantity]; err == nil && size.Short() > most {
		return fmt.Sprintf("a shorter side of at most %d", most)
	}
	return ""
}

func recordChoices() (all []choice) {
	for _, name := range records.Names() {
		if of, err := records.ParseQuantity(name); err == nil {
			all = append(all, choice{Name: name, Text: of.Question()})
		}
	}
	return all
}

// longestBound lets games be searched that have some hundred positions.
func longestBound(size board.Size, _ string) string {
	if size.Short() > 1 && size.Points() > 6 {
		return "a row, or at most 6 points"
	}
	return ""
}

// sequenceChoices are all sequences.
func sequenceChoices() (all []choice) {
	for _, s := range sequence.All() {
		all = append(all, choice{Name: s.ID, Text: s.ID + ": " + s.Name})
	}
	return all
}
