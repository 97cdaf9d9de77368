// Package goban holds positions of the game of Go on a rectangular board: stones, strings,
// liberties, legality and moves, and reads and writes them as diagrams and as SGF.
//
// # Words
//
// A board has rows (its height) and columns (its width), always named in that order, and rows*cols
// points. A point is empty or holds a black or a white stone. Two points are adjacent if they are
// neighbours along a row or a column. A string is a maximal connected set of stones of one colour,
// and its liberties are the empty points adjacent to it. A position is legal if every string has at
// least one liberty. That is all there is to legality: the history of the game and the number of
// stones play no part (Tromp and Farnebäck, "Combinatorics of Go", sections 2 and 4).
//
// # Points and their names
//
// A [Point] counts rows from the top and columns from the left, both from 0, as diagrams and SGF
// do. For people, points have names in the usual A1 style: a column label, then the number of the
// row, which counts from 1 at the bottom. The columns are A to Z without I, 25 letters; column 26
// is AA, column 27 BB, and so on to ZZ, then AAA ([ColumnLabel]).
//
// # Moves
//
// [Position.Play] puts a stone on an empty point, then removes the opponent's strings that have no
// liberty left (capture), then the player's own string if it has none (suicide). A [Rule] says
// whether suicide is a move at all. The suicide of a single stone leaves the position as it was;
// the [Outcome] tells. Ko and superko compare positions over time; a [Replay] looks at them.
//
// # Games
//
// A Replay plays a game move by move, stones and passes, and judges each move by [Rules]: the
// turns, suicide, superko of the chosen kind, and the end by passes. [NamedRules] has the rules of
// associations and programs by name. [ParseSGFGames] reads games, which [Game.Judge] replays,
// [WriteSGFGame] writes them, and [WithPasses] makes a game of a sequence of stones in which
// players move out of turn. Stones that are set up after the first move change the position;
// superko ignores positions before that change.
//
// # Diagrams
//
// A diagram is a row of text for each row of the board, top row first, with the points packed or
// spaced:
//
//	.   empty, and so are + and ,
//	X   black, and so are x and #
//	O   white, and so are o and @
//
// A diagram that writes white stones as O and has neither X nor # has @ for black, as Fuego prints
// it. A blank line ends a diagram. These are read, too:
//
//   - what programs print around the points: column letters above and below, row numbers at the
//     left and right (checked: they must count down to 1), a frame of | + and -, parentheses around
//     the last move, and after the row number at the right any remark;
//   - what GNU Go, KataGo, Leela Zero and Pachi print: their captions, KataGo's numbers after the
//     last three moves, as in "X1O2.", the second board that Pachi prints beside, and a line with
//     only = (GTP's sign of success);
//   - borders of stars, as Go::CountLiberties draws them, with captions above, and several next to
//     each other;
//   - diagrams of Sensei's Library, whose lines begin with $$: stones with marks, letters and marks
//     on empty points, and the moves 1 to 0 of a title $$B or $$W;
//   - ● ○ ⚫ ⚪ with or without the lines of the board between them.
//
// # SGF
//
// Of the Smart Game Format FF[4] this package reads what makes a position: the size SZ, up to 52x52
// and 19x19 when absent; set-up stones AB, AW and AE; and the moves B and W. Of a game it also
// keeps who has the turn (PL), the names, the result and the rules (PB, PW, RE, RU) and the
// comments (C), and counts the variations. A collection may hold many games. Of each game the main
// line is followed, that is the first variation at every branch; [ParseSGFVariations] reads the
// others. Moves are executed as the format demands: the stone replaces whatever is on its point,
// then adjacent strings of the opponent without liberties are captured, then the stone's own string
// if it has none. A set-up never captures, so that only a set-up can make an illegal position.
//
// The bytes of a text are decoded before anything else, so that a backslash or a bracket within a
// character of several bytes is none. The encoding is that of a mark of Unicode, or of CA. If the
// text is not in that encoding, or there is no CA, it is UTF-8 if it can be, or else the first of
// ISO-8859-1, GB18030, Shift_JIS, EUC-KR, Big5 and EUC-JP in which the text has the most values: in
// a wrong encoding values run together.
//
// If a game breaks FF[4], but has one reading that makes sense, a [Note] says how the game is read.
// Where two readings are as good as each other the text is refused: a property or a value twice
// where FF[4] has one, a property of the whole game (SZ, CA) after the first node, a name without
// capital letters. Lower-case letters beside capital ones are passed over, as before FF[4]. In side
// variations only the syntax is refused. [Game.Violation] makes an error of the first note, for
// those who want FF[4] strictly.
//
// # Errors
//
// A reader that meets something it does not understand stops with a [*SyntaxError], which has the
// file, the line and the column, both from 1, the column in characters. It does not guess and does
// not skip: a position that is read wrongly would be judged wrongly.
//
// # Enumeration
//
// [All] visits all legal positions of a board one by one, and [CountLegal] counts them, both by
// trying every colouring. They are slow and obvious on purpose: the fast engines are tested against
// them.
package goban
