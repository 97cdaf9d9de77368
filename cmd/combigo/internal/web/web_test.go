package web

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
)

// atEnd ends what tests of other files have started.
var atEnd = func() {}

func TestMain(m *testing.M) {
	var err error
	if builtDir, err = os.MkdirTemp("", "combigo-web"); err != nil {
		panic(err)
	}
	status := m.Run()
	endProgram()
	os.RemoveAll(builtDir)
	atEnd()
	os.Exit(status)
}

// A site is a server that tests ask, as a page of its own asks it.
type site struct {
	URL    string
	client *http.Client
}

func (s *site) Client() *http.Client { return s.client }

// own is a client whose requests come from pages of the site they go to.
var own = &http.Client{Transport: ownPages{}}

type ownPages struct{}

func (ownPages) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Header.Get("Sec-Fetch-Site") == "" {
		r = r.Clone(r.Context())
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	return http.DefaultTransport.RoundTrip(r)
}

// testPageTime is a limit that no test meets, on a busy machine either, but those about limits.
const testPageTime = 20 * time.Minute

// builtDir is where the program is, until the tests end.
var builtDir string

// program is combigo serve, of all tests that want nothing special: what one has computed, the
// others need not.
var program struct {
	once    sync.Once
	url     string
	command *exec.Cmd
	err     error
}

func startProgram() {
	p := &program
	file := filepath.Join(builtDir, "combigo")
	if text, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", file, "combigo.dev/combigo/cmd/combigo").CombinedOutput(); err != nil {
		p.err = fmt.Errorf("%w: %s", err, text)
		return
	}
	p.command = exec.Command(file, "serve", "--addr", "127.0.0.1:0", "--page-time", testPageTime.String())
	dieWithParent(p.command)
	out, err := p.command.StdoutPipe()
	if p.err = err; err != nil {
		return
	}
	if p.err = p.command.Start(); p.err != nil {
		return
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	p.url, p.err = regexp.MustCompile(`http://127\.0\.0\.1:[0-9]+`).FindString(line), err
}

// endProgram ends the program, if a test has started it.
func endProgram() {
	if program.command != nil && program.command.Process != nil {
		_ = program.command.Process.Kill() // it has nothing to lose
		_ = program.command.Wait()
	}
}

// briefly answers questions as commands do, but at once: with a position, a game or several
// positions.
func briefly(_ context.Context, args []string, _ par.Options) (*view.Page, error) {
	if slices.Contains(args, "57") {
		return nil, InputError{errors.New("there is no 57")}
	}
	command := strings.Join(args, " ")
	return &view.Page{Text: command, HTML: "an answer", JSON: strconv.Quote(command), SGF: map[string]string{
		"unrank": "(;SZ[2]AB[aa]AW[bb])", "records": "(;SZ[3]AB[bb])", "longest": "(;SZ[2];B[aa];W[ab];B[];W[ba])", "list": "(;SZ[1:2])(;SZ[1:2]AB[aa])",
	}[args[0]]}, nil
}

// nothing answers no questions.
func nothing(context.Context, []string, par.Options) (*view.Page, error) {
	return nil, errors.New("no questions here")
}

// wholeProgram says that tests ask combigo serve, whose commands answer questions. Quick tests have
// them answered by [briefly].
var wholeProgram = longtests.Wanted()

// fewTables is the memory of a server that makes small tables only.
const fewTables = 64 << 20

// explorer is combigo serve, or a server like it in this process, with options or if tests are to
// be quick.
func explorer(t testing.TB, opt Options) *site {
	t.Helper()
	if zero := reflect.ValueOf(opt).IsZero(); zero && wholeProgram {
		program.once.Do(startProgram)
		if program.err != nil {
			t.Fatal(program.err)
		}
		return &site{program.url, own}
	} else if zero {
		opt.Memory, opt.Ask = fewTables, briefly
	}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	opt.patience, opt.PageTime = cmp.Or(opt.patience, time.Minute), testPageTime
	if opt.Ask == nil {
		opt.Ask = nothing
	}
	handler, err := New(ctx, opt)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return &site{s.URL, own}
}

// get returns the status and the text of a page, of the program once nothing on it waits for an
// answer.
func get(t testing.TB, s *site, path string) (int, string) {
	t.Helper()
	for {
		answer, err := s.Client().Get(s.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		if status, text := read(t, answer); s.URL != program.url || !strings.Contains(text, `data-again="400"`) {
			return status, text
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func post(t *testing.T, s *site, path string, form url.Values) (int, string) {
	t.Helper()
	answer, err := s.Client().PostForm(s.URL+path, form)
	if err != nil {
		t.Fatal(err)
	}
	return read(t, answer)
}

func read(t testing.TB, answer *http.Response) (int, string) {
	t.Helper()
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func wantPage(t *testing.T, status int, text string, wantStatus int, wants ...string) {
	t.Helper()
	if status != wantStatus {
		t.Errorf("status %d, want %d: %s", status, wantStatus, text)
	}
	for _, want := range wants {
		if !says(text, want) {
			t.Errorf("the page lacks %q:\n%s", want, text)
		}
	}
}

// asTyped takes typesetting out of a page: digits are not grouped, powers have a ^.
var asTyped = strings.NewReplacer("\u202f", "", "×", "x", "<sup>", "^", "</sup>", "")

// says tells whether a page has a text, typeset or not.
func says(page, text string) bool {
	return strings.Contains(page, text) || strings.Contains(asTyped.Replace(page), text)
}

func TestPages(t *testing.T) {
	s := explorer(t, Options{})
	for _, c := range []struct {
		path   string
		status int
		wants  []string
	}{
		{"/", 200, []string{"The combinatorics of Go", `<a href="/board"`}},
		{"/nothing", 404, []string{"There is no page /nothing."}},
		{"/board", 200, []string{"Board 9&thinsp;&times;&thinsp;9", "Legal: every string has a liberty."}},
		{"/board?rows=2&cols=3", 200, []string{"Board 2&thinsp;&times;&thinsp;3", `aria-label="A2 empty"`, `aria-label="C1 empty"`}},
		{"/board?p=XO-OX", 200, []string{"Not legal: no liberty for black A2, white B2, white A1, black B1", "breathless"}},
		{"/board?p=..-..&at=0", 200, []string{`aria-label="A2 black"`, "1 black, 0 white"}},
		{"/board?p=X.-..&at=0", 200, []string{`aria-label="A2 white"`}},
		{"/board?p=.X-O.&at=0&tool=white", 200, []string{`aria-label="A2 white"`, "m=w0&amp;n=1&amp;p=.X-O.&amp;tool=black"}},
		{"/board?p=OX-.O&at=2&tool=black", 200, []string{"black A1 captures 2"}},
		{"/board?p=.X-X.&at=0&tool=white", 200, []string{"white A2 is suicide of 1"}},
		{"/board?p=X.&at=0&tool=black", 200, []string{"the point is occupied"}},
		{"/board?p=..-..&m=e0-b1-e0&n=1", 200, []string{"Redo", "1 of 3", "3. A2 white", `aria-label="A2 black"`, `aria-label="B2 empty"`}},
		{"/board?p=..-..&m=e0-b1-e0&n=1&at=3", 200, []string{"2. B1 black", "2 of 2"}},
		{"/board?p=..-..&m=x0", 400, []string{"want at most 300 clicks such as b3-w7-e0"}},
		{"/board?p=..-..&m=e4", 400, []string{"want at most 300 clicks"}},
		{"/board?p=..-..&m=e0&n=2", 400, []string{"want a number of clicks from 0 to 1"}},
		{"/board?rows=26&cols=x", 400, []string{"from 1 to 25", `value="26"`, `value="x"`, `role="alert"`}},
		{"/board.txt?p=XO", 200, []string{"1 X O 1"}},
		{"/board.sensei.txt?p=XO", 200, []string{"$$ | X O |"}},
		{"/board.unicode.txt?p=XO-..", 200, []string{"●─○\n└─┘"}},
		{"/board.svg?p=XO", 200, []string{"<svg", "#dcb35c"}},
		{"/board.png?p=XO", 200, []string{"PNG"}},
		{"/board.pdf?p=XO", 200, []string{"%PDF"}},
		{"/board.png?p=XZ", 400, []string{"want . X and O only"}},
		{"/numbers/unrank?rows=2&cols=2&number=5x", 400, []string{`value="5x"`, `role="alert"`}},
		{"/graph?board=2x2&a=1&b=0", 200, []string{"The shortest path from position 1 to position 0 has 3 moves.", "suicide of 4"}},
		{"/graph?board=2x2&a=0&b=1", 200, []string{"has 1 move.", "Play it"}},
		{"/graph?board=2x2&a=99&b=1", 400, []string{"want a number of a position from 0 to 56", `name="a" type="number" min="0" max="56" value="99"`}},
		{"/graph?board=2x2&a=0&pick=b", 200, []string{"that the path leads to", `href="/graph?a=0&amp;b=7&amp;board=2x2"`}},
		{"/numbers/squares", 200, []string{"24318165", "56.492%", `aria-label="these boards, n = 2: 2.7476`, `aria-label="in print, n = 19: 2.96`, `href="/numbers/estimate?board=19x19"`}},
		{"/numbers/squares?colors=7", 400, []string{"colours &#34;7&#34;: want a number from 1 to 6", `value="7"`, `value="hexagonal"`}},
		{"/numbers/squares?lattice=cycle", 400, []string{"want one of square, triangular"}},
		{"/numbers/squares?lattice=hexagonal&colors=1", 200, []string{"From the hexagonal 1x1 board", `aria-label="these boards, n = 4: 1.9`}},
		{"/numbers/squares?boards=3-4", 200, []string{"24318165"}},
		{"/board?size=26", 400, []string{"size &#34;26&#34;: want a number from 1 to 25"}},
		{"/board?size=x", 400, []string{"want a number from 1 to 25"}},
		{"/board?p=X-..", 400, []string{"row 2 has 2 points, the first one 1"}},
		{"/board?p=XA", 400, []string{"want . X and O only"}},
		{"/board?p=" + strings.Repeat("X", 26), 400, []string{"a board has 1 to 25 rows and columns"}},
		{"/board?p=XX.-O..&show=1", 200, []string{`aria-label="C2 empty, liberty"`, `aria-label="B1 empty, liberty"`, `class="point black shown"`, `show=0" aria-current="true"`}},
		{"/board?p=XX.&show=2", 200, []string{`aria-label="C1 empty"`}},
		{"/board?p=XX.&show=3", 400, []string{"show &#34;3&#34;: want a number of a point from 0 to 2"}},
		{"/board?p=..&at=2", 400, []string{"want a number of a point from 0 to 1"}},
		{"/border?p=XO.-OX.&n=3", 200, []string{"after 3 of 6 points", "<code>o0|o1</code>", "a string would die", "kink 1"}},
		{"/border?p=X..-.X.&n=3", 200, []string{"B1 black</a><br>as here"}},
		{"/border?p=XO.-OX.&n=4", 200, []string{"The string of A2 has no liberty"}},
		{"/border", 200, []string{"after 24 of 49 points", "data-plays", "282\u202f429\u202f536\u202f481 fillings, at most 18\u202f955 states"}},
		{"/border?p=XO.-OX.&n=3", 200, []string{`href="/board?p=XO.-OX."`, "27 fillings, at most 25 states"}},
		{"/measure", 200, []string{`<button class="primary" name="as" value="measure">`}},
		{"/measure?p=.XO.-XX.O-.X.O", 200, []string{"Position number 52667 of 321689", "1 in 80184: that many legal positions have 7 stones", `href="/measure.png?p=.XO.-XX.O-.X.O"`, `href="/board?p=.XO.-XX.O-.X.O"`}},
		{"/measure?p=XO.-OX.", 200, []string{"This position is not legal", `role="alert"`}},
		{"/measure?p=X-XX", 400, []string{"row 2 has 2 points", `role="alert"`}},
		{"/measure.json?p=.XO.-XX.O-.X.O", 200, []string{`"rank": "52667"`, `"total": "321689"`}},
		{"/measure.svg?p=.XO.-XX.O-.X.O", 200, []string{"<svg", "Position number 52667 of 321689"}},
		{"/measure.png?p=XO.-OX.", 400, []string{"There is no legal position to measure."}},
		{"/board?p=XO.-OX.", 200, []string{`href="/border?p=XO.-OX."`, `href="/numbers/records"`}},
		{"/numbers/records?rows=2", 200, []string{`href="/border?p=`}},
		{"/border?n=82", 400, []string{"want a number of points from 0 to 81", `role="alert"`, `name="n" min="0" max="81" value="82"`, "after 40 of 81 points"}},
		{"/border?p=XO.-OX.&n=x", 400, []string{"want a number of points from 0 to 6", `value="XO.-OX."`, `value="x"`, "after 3 of 6 points"}},
		{"/border?p=XO.-OX", 400, []string{"row 2 has 2 points, the first one 3", "after 40 of 81 points"}},
		{"/board?size=5", 200, []string{"0, of 0 to 414295148740", `action="/numbers/unrank"`, `href="/random?rows=5&amp;cols=5&amp;tool=empty"`}},
		{"/board?size=9", 200, []string{"0, of 0 to 103919148791293834318983090438798793468"}},
		{"/board?p=XO-OX", 200, []string{"none: only legal positions have one"}},
		{"/board?size=19", 200, []string{"too many positions for this page"}},
		{"/random?size=19", 200, []string{"Legal: every string has a liberty.", "Board 19"}},
		{"/random?rows=1&cols=25&tool=white", 200, []string{"Board 1", `name="tool" value="white"`}},
		{"/random?size=26", 400, []string{"want a number from 1 to 25"}},
		{"/numbers/unrank?rows=16&cols=16&number=1", 400, []string{"more than the ceiling of ", `value="16"`}},
		{"/board?size=4", 200, []string{"0, of 0 to 24318164"}},
		{"/numbers/unrank?rows=2&cols=2&number=56", 200, []string{"Put it on the board", "board?p=OO-O."}},
		{"/numbers/unrank?rows=2&cols=2&number=57", 400, []string{"57"}},
		{"/numbers/unrank?rows=2&cols=2&number=-1", 400, []string{"want a whole number from 0 on"}},
		{"/numbers/unrank?rows=0&cols=1&number=1", 400, []string{"want a number from 1 to 25"}},
		{"/numbers/constants", 200, []string{"2.975734192043357249380931", "0.96553505933837387192", "combigo asymptotic", "error at most"}},
		{"/numbers/estimate", 200, []string{"L(19,19) = 2.0816819938197998 x 10^170", "2081681993 8197998469 9478633344 8627702865 2245388453 0548425639    60", "combigo estimate 19x19"}},
		{"/numbers/estimate?board=10%5E9", 200, []string{"L(1000000000,1000000000) = 9.270358 x 10^473594135148329045"}},
		{"/numbers/estimate?board=5+200", 200, []string{"L(5,200) = ", "constants that are proved", "Theorem 3"}},
		{"/numbers/estimate?board=x", 400, []string{"is not a number of points"}},
		{"/numbers/estimate?board=1x2x3", 400, []string{"is not a number of points"}},
		{"/numbers/estimate?board=-1", 400, []string{`role="alert"`}},
		{"/numbers/estimate?board=--help", 400, []string{`role="alert"`}},
		{"/numbers/estimate?board=" + strings.Repeat("1", 300), 400, []string{"want at most 210 letters and digits"}},
		{"/numbers/estimate?board=1%002", 400, []string{"want at most 210 letters and digits"}},
		{"/graph", 200, []string{"Game graph of 2x2", "57 legal positions, 192 moves", `class="node walked here"`, "black A2"}},
		{"/graph?board=1x5", 200, []string{"113 legal positions"}},
		{"/graph?board=1x1", 200, []string{"whatever is played changes nothing"}},
		{"/graph?board=1x2&walk=0-1&to=4", 200, []string{"white B1 captures 1", "No position comes twice"}},
		{"/graph?board=1x2&walk=0-1-4-1", 200, []string{"The position after move 3 is that after move 1", "(again)"}},
		{"/graph?board=1x2&walk=0-1&to=2", 200, []string{"No move leads from position 1 to position 2."}},
		{"/graph?board=3x3", 400, []string{"board &#34;3x3&#34;: want one of 1x1, 1x2, 1x3, 1x4, 2x2, 1x5"}},
		{"/graph?board=x", 400, []string{"want one of"}},
		{"/graph?board=1x2&walk=0-5", 400, []string{"want a number of a position from 0 to 4"}},
		{"/graph?board=1x2&walk=1", 400, []string{"it begins with 1: want 0"}},
		{"/graph?board=1x2&walk=0-0", 400, []string{"no move leads from position 0 to position 0"}},
		{"/graph?board=1x2&to=x", 400, []string{"to &#34;x&#34;: want a number of a position"}},
		{"/graph?board=1x2&walk=" + strings.Repeat("0-", 200) + "0", 400, []string{"want at most 200"}},
		{"/graph.sgf?board=1x2&walk=0-1-4", 200, []string{"SZ[2:1]", ";B[aa]", ";W[ba]"}},
		{"/graph.sgf?board=9", 400, []string{"want one of"}},
		{"/numbers/symmetry?rows=3&cols=3", 200, []string{"12675", "combigo symmetry 3 3", `href="/numbers/symmetry.json?cols=3&amp;rows=3"`}},
		{"/numbers/symmetry.json?rows=2&cols=2", 200, []string{`"57"`}},
		{"/numbers/symmetry?rows=8&cols=3", 400, []string{"rows &#34;8&#34;: want a number from 1 to 7 here", `value="8"`, `value="3"`}},
		{"/numbers/random?rows=3&cols=4&seed=7", 200, []string{"<svg", "Put it on the board", "combigo random --method rejection 3 4 --seed 7"}},
		{"/numbers/random?seed=x", 400, []string{"&#34;x&#34;", "want a whole number", `role="alert"`}},
		{"/numbers/graph", 200, []string{"two-loops"}},
		{"/numbers/all-games", 200, []string{"games = 907", "the longest game has 14 moves", "combigo games 1 3"}},
		{"/numbers/games?more=2", 200, []string{"games = 130321", "combigo games 19 19 --length 2"}},
		{"/numbers/games.json?rows=2&cols=2&more=3", 200, []string{`"value"`}},
		{"/numbers/game-bounds?rows=3&cols=3", 200, []string{"Theorem 7", "More than 10^(10^", "combigo games --bounds 3 3"}},
		{"/numbers/longest", 200, []string{"2x2: a game of 48 moves", "the game is as long as possible", "48. ", "combigo longest --steps 20000 2 2", `<button name="as" value="game">`, `(;`}},
		{"/numbers/longest.json?rows=1&cols=4", 200, []string{`"optimal": true`, `"value": "40"`}},
		{"/numbers/longest?rows=3&cols=3", 400, []string{"3x3 takes longer than a page should: want a row, or at most 6 points here", `role="alert"`}},
		{"/numbers/list?rows=2&cols=2&from=50&more=20", 200, []string{"<span>50</span>", "<span>56</span>", "The next ones", "combigo list 2 2 --count 20 --from 50"}},
		{"/numbers/list.json?rows=2&cols=2&more=3", 200, []string{`"total": "57"`, `{"rank":"2","diagram":["..",".O"]}`}},
		{"/numbers/list?rows=2&cols=2&from=57", 400, []string{"57", `role="alert"`}},
		{"/numbers/list?from=-1", 400, []string{"-1", "whole number", `role="alert"`}},
		{"/numbers/sample?rows=5&cols=5&seed=1", 200, []string{"L(5,5) ~ 4.", "with 95% confidence", "combigo sample --runs 1000 5 5 --seed 1", "Another one"}},
		{"/numbers/polynomial", 200, []string{"combigo polynomial 3 3"}},
		{"/numbers/bounds", 200, []string{"combigo bounds --width 5 19 19"}},
		{"/numbers/recurrence", 200, []string{"combigo recurrence 2"}},
		{"/numbers/strip", 200, []string{"combigo strip --stored 9"}},
		{"/numbers/states", 200, []string{"1357802", "combigo states 9"}},
		{"/numbers/stones?rows=2&cols=2", 200, []string{"By the numbers of black stones (down) and white stones (right)", "<svg", "combigo count --by-stones 2 2"}},
		{"/numbers/patterns?rows=1", 200, []string{"stones <input", "tree-colors", "combigo patterns 1"}},
		{"/numbers/hamilton", 200, []string{"1x4: a colour-symmetric cycle of 40 moves, Hamiltonian", "combigo hamilton 1 4", "a wheel of 40 positions of 4 points", "39. ", `<button name="as" value="game">`}},
		{"/numbers/hamilton?rows=2", 200, []string{"combigo hamilton 1 2"}},
		{"/numbers/compare?of=connect4&rows=3&cols=4", 200, []string{"Positions of connect4 on the 3x4 board", "combigo compare connect4 3 4"}},
		{"/numbers/compare", 200, []string{"Positions of gomoku on the 5x5 board"}},
		{"/numbers/compare?of=chess&rows=3", 400, []string{"of &#34;chess&#34;: want one of gomoku, connect4", `value="3"`}},
		{"/numbers/sequence", 200, []string{"combigo sequence A094777"}},
		{"/numbers/sequence?of=A094777", 200, []string{"3 12675", "https://oeis.org/A094777", `<option value="A094777" selected>A094777: legal positions of n x n</option>`}},
		{"/numbers/sequence.json?of=rows-3", 200, []string{`"terms"`}},
		{"/numbers/nothing", 404, []string{"There is no page"}},
		{"/numbers/records", 200, []string{"The most strings in a legal position on the 6x6 board: 26", "combigo records 6 6 --of strings", "Put it on the board"}},
		{"/random?size=3&show=border", 200, []string{"after 0 of 9 points", "data-plays"}},
		{"/docs/20x20.md", 200, []string{"5.72956635708754680"}},
		{"/numbers/records?of=liberties&rows=7&cols=7", 200, []string{"board: 29", `fill="#0b7a3b"`, "combigo records 7 7 --of liberties"}},
		{"/numbers/records?of=neighbors&rows=8&cols=8", 400, []string{"want a shorter side of at most 7 here, or the command combigo records 8 8 --of neighbors", `role="alert"`, `name="rows" type="number" min="1" max="25" value="8"`, `<option value="neighbors" selected>`}},
		{"/numbers/records?of=stones&cols=7", 400, []string{"want one of strings, neighbors, pseudoliberties, liberties", `value="7"`}},
		{"/numbers/records?rows=0&cols=x", 400, []string{"want a number from 1 to 25", `value="0"`, `value="x"`, `role="alert"`}},
		{"/numbers/report", 200, []string{"Combinatorics of Go", `<option value="table-3" selected>`, "Go::CountLiberties", "16 equal"}},
		{"/numbers/report?of=fig-1", 200, []string{"equal", "combigo paper show --budget 1s fig-1", "<svg"}},
		{"/numbers/report?of=nothing", 400, []string{"entry &#34;nothing&#34;: want one of"}},
		{"/game/nothing", 404, []string{"This game is not kept any more"}},
		{"/count", 200, []string{`<option selected>square</option>`, " MiB of memory"}},
		{"/count?rows=19&cols=19", 200, []string{"Quoted, not computed here: L(19,19) =", "208 168 199 381", `name="cols" type="number" min="1" max="1000" value="19"`}},
		{"/count?rows=x&cols=5", 400, []string{"rows &#34;x&#34;: want a number from 1 to 1000"}},
		{"/count/nothing", 404, []string{"There is no such count."}},
		{"/static/style.css", 200, []string{"--paper"}},
		{"/static/app.js", 200, []string{"use strict"}},
	} {
		if !wholeProgram && (strings.HasPrefix(c.path, "/numbers/") && !slices.ContainsFunc(c.wants, func(want string) bool { return strings.Contains(want, ": want ") }) || strings.Contains(c.path, "size=9")) {
			continue // a command answers, or a table takes seconds
		}
		t.Run(c.path, func(t *testing.T) {
			status, text := get(t, s, c.path)
			wantPage(t, status, text, c.status, c.wants...)
		})
	}
}

// A question is answered by its command, with the positions and the games of the answer.
func TestQuestions(t *testing.T) {
	s := explorer(t, Options{Threads: 1, Ask: briefly})
	for path, wants := range map[string][]string{
		"/numbers/unrank?rows=2&cols=2&number=3":      {"<code>combigo unrank 2 2 3</code>", `href="/board?p=X.-.O">Put it on the board`, `href="/numbers/unrank.json?cols=2&amp;number=3&amp;rows=2"`, `href="/border?p=X.-.O"`},
		"/numbers/unrank.json?rows=2&cols=2&number=3": {`"unrank -- 2 2 3"`},
		"/numbers/random?seed=7":                      {"combigo random --method rejection 19 19 --seed 7", `href="/numbers/random?cols=19&amp;rows=19" data-swap>Another one`, "an answer"},
		"/numbers/longest":                            {`<button name="as" value="game">`, "1. black A2", "3. white B2 captures 1", "the empty board"},
		"/numbers/list?rows=1&cols=2&from=5&more=2":   {"<span>5</span>", "<span>6</span>", `href="/numbers/list?cols=2&amp;from=7&amp;more=2&amp;rows=1" data-swap>The next ones`},
		"/numbers/records?of=liberties&rows=3&cols=3": {`fill="#0b7a3b"`, "records --of=liberties -- 3 3"},
		"/numbers/estimate?board=5+200":               {"estimate -- 5 200"},
		"/numbers/records?of=strings&rows=3&cols=3":   {"records --of=strings -- 3 3", "Put it on the board"},
	} {
		status, text := get(t, s, path)
		wantPage(t, status, text+html.UnescapeString(text), 200, wants...)
	}
	status, text := get(t, s, "/numbers/unrank?rows=2&cols=2&number=57")
	wantPage(t, status, text, 400, "there is no 57", `role="alert"`, `value="57"`)
	status, text = post(t, s, "/numbers/unrank", url.Values{"rows": {"2"}, "cols": {"2"}, "number": {"3"}})
	wantPage(t, status, text, 200, "combigo unrank 2 2 3")
	status, text = post(t, s, "/numbers/unrank", url.Values{"rows": {"x"}})
	wantPage(t, status, text, 400, "want a number from 1 to 25")
}

func TestUploads(t *testing.T) {
	s := explorer(t, Options{})
	status, text := post(t, s, "/board", url.Values{"text": {"XO.\n.X.\n"}})
	wantPage(t, status, text, 200, "Board 2&thinsp;&times;&thinsp;3", `aria-label="B2 white"`)
	status, text = post(t, s, "/board", url.Values{"text": {"XQ\n"}, "p": {".X-O."}})
	wantPage(t, status, text, 400, "1:2", ">XQ\n</textarea>", "Board 2&thinsp;&times;&thinsp;2")
	status, text = post(t, s, "/board", url.Values{"text": {"(;SZ[30])"}})
	wantPage(t, status, text, 400, "the board is 30x30: want at most 25x25")
	status, text = post(t, s, "/board", url.Values{"text": {strings.Repeat(" ", maxBody+1)}})
	wantPage(t, status, text, 413, "it is too long: want at most 1048576 bytes", `role="alert"`, "Board 9&thinsp;&times;&thinsp;9")

	game := url.Values{"as": {"game"}, "text": {"(;GM[1]SZ[2];B[aa];W[ab];B[];W[ba])"}}
	status, text = post(t, s, "/board", game)
	wantPage(t, status, text, 200, "Game, move 0 of 4", "The board before the first move.")
	last := regexp.MustCompile(`/game/[A-Z0-9]+\?move=4`).FindString(text)
	status, text = get(t, s, last)
	wantPage(t, status, text, 200, "Move 4: white B2 captures 1.", `<circle cx="36" cy="12" r="5.28"`)
	status, text = get(t, s, strings.Replace(last, "move=4", "move=3", 1))
	wantPage(t, status, text, 200, "Move 3: black passes.")
	status, text = get(t, s, strings.Replace(last, "move=4", "move=5", 1))
	wantPage(t, status, text, 400, "want a number from 0 to 4", `role="alert"`, "Game, move 0 of 4")
	game.Set("text", "no game")
	status, text = post(t, s, "/board", game)
	wantPage(t, status, text, 400)
	game.Set("text", "(;SZ[9]"+strings.Repeat(";B[]", maxMoves+1)+")")
	status, text = post(t, s, "/board", game)
	wantPage(t, status, text, 400, "want at most 5000")
}

// uploaded returns the address of the page of a game, as far as its number.
func uploaded(t *testing.T, s *site, text string) string {
	t.Helper()
	_, page := post(t, s, "/board", url.Values{"as": {"file"}, "text": {text}})
	path := regexp.MustCompile(`/game/[A-Z0-9]+`).FindString(page)
	if path == "" {
		t.Fatalf("%s is no game:\n%s", text, page)
	}
	return path
}

// The first move that breaks a rule is marked, with the rule; which rules are for the game or the
// reader to say.
func TestGamesAreJudged(t *testing.T) {
	s := explorer(t, Options{})
	const ko = "(;SZ[3]%RU%C[a lesson];B[ab];W[cc];B[];W[bb]C[the ko];B[];W[ac];B[bc];W[ac](;B[ca])(;B[cb]))"
	game := uploaded(t, s, strings.Replace(ko, "%RU%", "", 1))
	if _, text := get(t, s, game); !strings.Contains(text, "Game, move 8 of") {
		t.Error("the page does not open at the first move that is not legal")
	}
	both := uploaded(t, s, "(;SZ[2];B[aa])(;SZ[3];B[bb];W[aa])")
	_, first := get(t, s, both)
	second := regexp.MustCompile(`<a class="choice" href="(/game/[A-Z0-9]+\?game=2&amp;way=1)">2</a>`).FindStringSubmatch(first)
	if !strings.Contains(first, "Games of this file") || second == nil {
		t.Fatalf("a file of two games: %s", first)
	}
	if _, text := get(t, s, html.UnescapeString(second[1])+"&move=2"); !strings.Contains(text, "white at A3") && !strings.Contains(text, "white A3") {
		t.Errorf("the second game: %s", text)
	}
	status, text := get(t, s, game+"?move=8")
	wantPage(t, status, text, 200, "This game is not legal by positional superko, suicide allowed, strict turns (the game names none).",
		`move=8" data-swap>white at A1: the move brings back an earlier position, which superko forbids (positional superko; it was there after move 6)</a>`,
		`<li class="bad"><a href="`+game+`?move=8" aria-current="true" data-swap>8 white A1</a> not legal</li>`, `<li class="unjudged">`,
		"Move 8: white A1 captures 1.", `?game=1&amp;move=9&amp;way=2`, ">main line</a>", ">9 black C2</a>", `4 white B2</a> <span title="has a comment">`)
	status, text = get(t, s, game+"?game=1&move=9&way=2&superko=none")
	wantPage(t, status, text, 200, "Move 9: black C2.", "move=8&amp;superko=none&amp;way=2", `<input type="hidden" name="way" value="2">`, `aria-current="true">9 black C2</a>`)
	status, text = get(t, s, game+"?way=3")
	wantPage(t, status, text, 400, "want a number from 1 to 2")
	_, text = get(t, s, game+"?move=4")
	wantPage(t, 200, text, 200, `<blockquote class="comment">the ko</blockquote>`)
	_, text = get(t, s, game+"?move=8&superko=none")
	wantPage(t, 200, text, 200, "Every move is legal by no superko, suicide allowed, strict turns (as chosen).", `<option selected>none</option>`, "move=7&amp;superko=none")
	status, text = get(t, s, game+"?superko=never")
	wantPage(t, status, text, 400, "superko &#34;never&#34;: want one of", `role="alert"`)
	game = uploaded(t, s, strings.Replace(ko, "%RU%", "RU[Japanese]", 1))
	_, text = get(t, s, game+"?move=0")
	wantPage(t, 200, text, 200, "simple ko, no suicide, strict turns, play may go on after two passes (RU[Japanese] of the game)", "white at A1: the move retakes a ko at once, which the ko rule forbids",
		`<option selected>simple</option>`, `<option selected>no</option>`, `<blockquote class="comment">a lesson</blockquote>`)
	_, text = get(t, s, game+"?superko=none&suicide=yes")
	wantPage(t, 200, text, 200, "(as chosen, in place of RU[Japanese] of the game)")

	game = uploaded(t, s, "(;SZ[2];B[aa];AW[aa]AB[bb]PL[W];B[ba];B[ab])")
	_, text = get(t, s, game+"?move=2")
	wantPage(t, 200, text, 200, "Game, move 1 of 3", "Stones are set up: this is no move", "black at B2: it is the other player&#39;s turn", `move=2" aria-current="true" data-swap>set-up</a>`)
	_, text = get(t, s, game+"?turns=free")
	wantPage(t, 200, text, 200, "Every move is legal")
	if _, text = get(t, s, uploaded(t, s, "(;SZ[2]AB[aa][bb]AW[ab][ba];B[aa])")); !says(text, "the beginning is no legal position: the black string at A2 has no liberty") {
		t.Error("an illegal beginning is not told")
	}
	// A file without moves is a position.
	status, text = post(t, s, "/board", url.Values{"as": {"file"}, "text": {"(;SZ[2]AB[aa])"}})
	wantPage(t, status, text, 200, "Board 2&thinsp;&times;&thinsp;2", `aria-label="A2 black"`)
}

func TestGamesAreForgotten(t *testing.T) {
	s := explorer(t, Options{Threads: 1})
	add := func() string {
		answer, err := s.Client().PostForm(s.URL+"/board", url.Values{"text": {"(;SZ[9];B[ee])"}, "as": {"game"}})
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer.Request.URL.Path
	}
	first, second := add(), add()
	for range maxGames - 1 {
		if status, _ := get(t, s, first); status != http.StatusOK {
			t.Fatal("a game that is looked at is forgotten")
		}
		add()
	}
	if status, _ := get(t, s, second); status != http.StatusNotFound {
		t.Error("the oldest game is kept")
	}
}

func TestSGF(t *testing.T) {
	s := explorer(t, Options{})
	status, text := get(t, s, "/board.sgf?p=X.-.O")
	wantPage(t, status, text, 200, "AB[aa]", "AW[bb]")
	if p, err := goban.ParsePosition(text); err != nil || positionText(p) != "X.-.O" {
		t.Errorf("the file cannot be read back: %v", err)
	}
}

// waitFor looks at a page until it has a text, as long as the test may take.
func waitFor(t *testing.T, s *site, path, want string) string {
	t.Helper()
	for {
		if _, text := get(t, s, path); says(text, want) {
			return text
		}
		time.Sleep(20 * time.Millisecond)
	}
}

func countForm(rows, cols, lattice, colors string) url.Values {
	return url.Values{"rows": {rows}, "cols": {cols}, "lattice": {lattice}, "colors": {colors}}
}

var jobID = regexp.MustCompile(`/count/[0-9]+x[0-9]+-[a-z]+-[0-9]`)

func TestCounts(t *testing.T) {
	s := explorer(t, Options{})
	noRedirect := *s.Client()
	noRedirect.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	start := func(form url.Values) string {
		answer, err := noRedirect.PostForm(s.URL+"/count", form)
		if err != nil || answer.StatusCode != http.StatusSeeOther {
			t.Fatal(err, answer.Status)
		}
		answer.Body.Close()
		return answer.Header.Get("Location")
	}
	path := start(countForm("5", "5", "square", "2"))
	waitFor(t, s, path, "L(5,5) = 414295148741")
	waitFor(t, s, start(countForm("4", "4", "torus", "2")), "37764009")
	_, text := get(t, s, "/count")
	wantPage(t, 200, text, 200, "414295148741", "4x4, torus, colours: 2")

	for _, form := range []url.Values{
		countForm("0", "5", "square", "2"), countForm("5", "1001", "square", "2"), countForm("5", "5", "cubic", "2"),
		countForm("5", "5", "square", "7"), countForm("", "", "", ""),
	} {
		status, text := post(t, s, "/count", form)
		wantPage(t, status, text, 400, "want")
	}
	status, text := post(t, s, "/count", countForm("19", "19", "square", "2"))
	wantPage(t, status, text, 200, "Quoted, not computed here: L(19,19)", "208 168 199", "Combinatorics of Go, Table 3; OEIS A094777", "; combigo run start 19", "Board 19x19 needs about", `name="rows" type="number" min="1" max="1000" value="19"`)
	for _, refused := range []string{"20", "1000"} {
		status, text = post(t, s, "/count", countForm(refused, refused, "square", "2"))
		wantPage(t, status, text, 422, `role="alert"`, "combigo ")
	}
	if _, text = get(t, s, "/count"); strings.Contains(text, "/count/19x19") {
		t.Error("what is refused was queued")
	}
	status, text = get(t, s, path+"/json")
	wantPage(t, status, text, 200, `"value": "414295148741"`, `"oeis": "A094777"`)
	status, text = get(t, s, path+"/bfile")
	wantPage(t, status, text, 200, "# L(5,5) A094777\n5 414295148741\n")
	status, text = get(t, s, path)
	wantPage(t, status, text, 200, "1 in 2.05 is legal", `<meter max="1" value="0.488`, "12 digits", `href="/board?p=`)
}

// A count can be cancelled, others wait for it, and too many are refused.
func TestCountsTakeTurns(t *testing.T) {
	s := explorer(t, Options{Threads: 1})
	_, text := post(t, s, "/count", countForm("12", "400", "square", "2"))
	running := jobID.FindString(text)
	waitFor(t, s, running, ">counting ")
	for i := range maxWaiting {
		_, text = post(t, s, "/count", countForm("3", strconv.Itoa(i+3), "square", "2"))
		wantPage(t, 200, text, 200, "waiting for its turn")
	}
	status, text := post(t, s, "/count", countForm("3", "3", "square", "2"))
	wantPage(t, status, text, 200, "waiting for its turn") // the same question is asked once
	status, text = post(t, s, "/count", countForm("3", "20", "square", "2"))
	wantPage(t, status, text, 503, "computations are waiting already", `name="cols" type="number" min="1" max="1000" value="20"`)
	status, text = post(t, s, running+"/cancel", nil)
	wantPage(t, status, text, 200)
	waitFor(t, s, running, "it was cancelled")
	waitFor(t, s, "/count/3x3-square-2", "12675")
}

func TestCountsAreBounded(t *testing.T) {
	s := explorer(t, Options{Memory: 1 << 20, JobTime: 50 * time.Millisecond, Threads: 1})
	_, text := post(t, s, "/count", countForm("9", "9", "square", "2"))
	wantPage(t, 200, text, 200, "more than the ceiling of 512 KiB", "Quoted, not computed here: L(9,9)")
	s = explorer(t, Options{JobTime: 50 * time.Millisecond, Threads: 1})
	_, text = post(t, s, "/count", countForm("11", "200", "square", "2"))
	waitFor(t, s, jobID.FindString(text), "it was stopped after 50ms")
}

// Script and style are small together, and so is the first page.
func TestSizes(t *testing.T) {
	s := explorer(t, Options{})
	most := 60 << 10
	for _, path := range []string{"/static/app.js", "/static/style.css"} {
		_, text := get(t, s, path)
		most -= len(text)
	}
	if most < 0 {
		t.Errorf("script and style have %d bytes more than 60 KiB", -most)
	}
	if _, text := get(t, s, "/"); len(text) > 40<<10 {
		t.Errorf("the first page has %d bytes", len(text))
	}
}

func TestHeaders(t *testing.T) {
	s := explorer(t, Options{})
	answer, err := s.Client().Get(s.URL + "/board")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if got := answer.Header.Get("Content-Security-Policy"); got != policy {
		t.Errorf("the policy is %q", got)
	}
	own := strings.NewReplacer(`xmlns="http://www.w3.org/2000/svg"`, "")
	inline := regexp.MustCompile(`<script>|<style|\son[a-z]+=|\sstyle=|https?://`)
	for _, path := range []string{"/", "/board", "/border", "/count", "/numbers/squares", "/graph", "/numbers/records", "/numbers/random", "/numbers/report", "/nothing"} {
		_, text := get(t, s, path)
		if found := inline.FindString(own.Replace(text)); found != "" {
			t.Errorf("%s has %q, which the policy forbids", path, found)
		}
	}
}

// Requests that another site makes the browser send, or that reach this machine by another
// name, are refused.
func TestStrangersAreRefused(t *testing.T) {
	s := explorer(t, Options{})
	request, err := http.NewRequest(http.MethodPost, s.URL+"/count", strings.NewReader(countForm("3", "3", "square", "2").Encode()))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Sec-Fetch-Site", "cross-site")
	answer, err := s.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	if status, _ := read(t, answer); status != http.StatusForbidden {
		t.Errorf("a request of another site: status %d", status)
	}
}

// A server answers to the names of its machine, whatever address it listens on.
func TestHosts(t *testing.T) {
	handler, err := New(t.Context(), Options{Names: []string{"Goban"}})
	if err != nil {
		t.Fatal(err)
	}
	for host, want := range map[string]int{
		"localhost": 200, "localhost:8361": 200, "localhost.:8361": 200, "LOCALHOST": 200, "127.0.0.1:8361": 200, "[::1]:8361": 200, "[fe80::1%25eth0]:80": 200,
		"192.168.1.5:8361": 200, "goban:8361": 200, "goban.": 200,
		"example.org": 421, "localhost.example.org": 421, "goban.example.org:8361": 421, "127.0.0.1.example.org": 421, "": 421,
	} {
		request := httptest.NewRequest(http.MethodGet, "/static/icon.svg", nil)
		request.Host = host
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		if answer.Code != want {
			t.Errorf("%q: status %d, want %d", host, answer.Code, want)
		}
	}
}

// Who is led here by another site, or says nothing about it, has a twentieth of the time. A form of
// this site, and a user who types the address, may have more.
func TestVisitorsComputeForAMoment(t *testing.T) {
	handler, err := New(t.Context(), Options{Threads: 1, PageTime: 10 * time.Second, Ask: func(ctx context.Context, _ []string, _ par.Options) (*view.Page, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}})
	if err != nil {
		t.Fatal(err)
	}
	do := func(method, path, site string) *httptest.ResponseRecorder {
		request := httptest.NewRequest(method, path, nil)
		request.Host = "localhost"
		for name, value := range map[string]string{"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"} {
			request.Header.Set(name, value)
		}
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		return answer
	}
	for _, site := range []string{"", "same-site", "cross-site"} {
		page := do("GET", "/numbers/squares?boards=1-11", site).Body.String()
		if !strings.Contains(page, "takes more than 500ms") || !strings.Contains(page, `<form method="post" action="/numbers/squares"`) || strings.Contains(page, "data-again") {
			t.Errorf("%q: %s", site, page)
		}
		page = do("GET", "/count/12x400-square-2", site).Body.String()
		if !strings.Contains(page, "takes more than 500ms") || !strings.Contains(page, `<input type="hidden" name="cols" value="400">`) {
			t.Errorf("%q: %s", site, page)
		}
	}
	if answer := do("POST", "/numbers/squares?boards=1-11", "same-origin"); answer.Code != http.StatusSeeOther || !strings.HasPrefix(answer.Header().Get("Location"), "/numbers/squares?boards=1-11") {
		t.Errorf("status %d, %v", answer.Code, answer.Header())
	}
	for _, site := range []string{"same-origin", "none"} {
		if page := do("GET", "/numbers/squares?boards=1-11", site).Body.String(); !strings.Contains(page, "data-again") {
			t.Errorf("%q: the page does not wait: %s", site, page)
		}
	}
	for path, want := range map[string]int{
		"/count/7x7-square-2": 200, "/count/3x3-square-octagonal-2": 200, "/count/7x7-square-2/json": 200, "/count/07x7-square-2": 404, "/count/7x7-square-9": 404,
		"/count/7x7-cubic-2": 404, "/count/7x7": 404, "/count/1001x3-square-2": 404, "/count/16x16-square-2": 200,
	} {
		if answer := do("GET", path, "cross-site"); answer.Code != want {
			t.Errorf("%s: status %d, want %d", path, answer.Code, want)
		}
	}
}

func FuzzPositionText(f *testing.F) {
	f.Add("X.O-...")
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := parsePositionText(text)
		if err == nil && positionText(p) != text {
			t.Errorf("%q is read as %q", text, positionText(p))
		}
	})
}
