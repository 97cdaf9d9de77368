// Package reproduction recomputes what the papers on the combinatorics of Go print: tables,
// figures, theorems with a content that can be computed, and displayed numbers.
//
// An [Entry] is one of them. [All] lists them in the order of their papers; [Entry.Recompute]
// computes one and sets it next to the published one, line by line, each line with a [Mark]:
//
//	equal             the published value came out
//	more-digits       it came out, and more digits of it
//	exact             the paper has an estimate or a rounded number, here is the number itself
//	sharper           a bound that is sharper than the published one
//	further           a row that continues a table, or answers what the paper leaves open
//	different         another value came out; the note says what is known about why
//	undecided         what is known here neither confirms nor contradicts the paper
//	quoted            not computed here: from the paper, or from where the paper has it
//	too-large         not computed: more than was allowed for, or more than the machine has; the note says what it would take
//	not-in-the-paper  computed, but the paper has no value to compare with
//
// and with what the number rests on, a [result.Basis].
//
// The folder data has what is printed, and nothing in the code has: entries.tsv the entries,
// notes.tsv sentences about all lines of one, lines.tsv the names and the texts of lines, and
// printed.tsv the printed values, with why another value comes out. costs.tsv and committed.tsv
// have the costs of lines and the results of earlier runs. The key of a line joins these files: its
// name, and the numbers in its text.
//
// What an entry computes is in formulas.tsv, a formula for each line, such as
//
//	L(m,k)*L(m,n-k) <= L(m,n) for m=1..7 n=2..12 k=1..n/2
//	graph(m,n).Shape().Components == 1 for m=1 n=1..7; m=2 n=2..4; m=3 n=3
//
// in the syntax of Go's expressions, over exact fractions and enclosures. A formula calls functions
// that are formulas as well, of the entry or, with the entry *, of all; functions of the list in
// functions.go; and methods and fields of what these return. A function of Go returns an error with
// its value; formulas go on without values, and the first error is that of the line. The name
// "drawing" stands for the figure, "lines" for a function that adds its lines by itself. One
// comparison finds what is printed for a line, and the mark. A statement is compared by the cases
// in which it holds.
//
// What a computation may take is a [Budget]. Lines that cost more are taken from results that an
// earlier run of this program produced, with their provenance, if there are such results; otherwise
// they are too large.
//
// Figures are drawn, not copied: an outcome may carry a drawing in SVG, and its lines say what is
// in the drawing.
//
// The papers:
//
//   - J. Tromp and G. Farnebäck, "Combinatorics of Go"
//   - G. Farr and J. Schmidt, "On the number of Go positions on lattice graphs"
//   - T. Hospel, Go::CountLiberties: the most liberties of a single group
//   - an article of 2022 on the number of non-symmetric patterns after N moves
//
// [Report] writes outcomes as one page of HTML.
package reproduction
