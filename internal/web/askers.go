package web

import "combigo.dev/combigo/asymptotic"

// askers are all commands that are pages, in the order of the menu.
var askers = []*asker{
	{
		Name: "random", Title: "Random", section: "Positions", Lead: "A legal position, each with the same probability. The same seed gives the same one.",
		command: "random --method rejection", Fields: append(boards(maxSide, maxSide, 19), seed),
	},
	{
		Name: "list", Title: "List", section: "Positions", Lead: "The legal positions of a board in the order of a dictionary, from any number on.",
		command: "list", Fields: append(boards(6, 6, 3),
			field{Name: "more", Label: "positions", flag: "count", Max: 60, first: "12"}, field{Name: "from", Label: "from number", flag: "from", first: "0", Next: "The next ones"}),
	},
	{
		Name: "records", Title: "Records", section: "Positions", Lead: "The most that a legal position can have, and one that has it.",
		command: "records", Fields: append(boards(maxSide, maxSide, 6), field{Name: "of", Label: "of", flag: "of", first: "strings", Choices: recordChoices()}), bound: recordBound,
	},
	{
		Name: "stones", Title: "By stones", section: "Count", Lead: "The legal positions by their numbers of black and white stones.",
		command: "count --by-stones", Fields: boards(5, 5, 4),
	},
	{
		Name: "symmetry", Title: "Symmetry", section: "Count", Lead: "How many positions are there if those that a turn, a reflection or an exchange of colours leads to count once?",
		command: "symmetry", Fields: boards(7, 7, 5),
	},
	{
		Name: "patterns", Title: "Opening patterns", section: "Count", Lead: "How many ways there are to put the first stones on 19x19, the same up to symmetry, in six meanings.",
		command: "patterns", Fields: rows("stones", 8, 5),
	},
	{
		Name: "polynomial", Title: "Polynomial", section: "Count", Lead: "The number of legal positions for every number of colours, as a polynomial.",
		command: "polynomial", Fields: boards(4, 4, 3),
	},
	{
		Name: "recurrence", Title: "Recurrence", section: "Count", Lead: "The linear recurrence of the boards of one height.",
		command: "recurrence", Fields: rows("rows", 4, 2),
	},
	{
		Name: "states", Title: "State classes", section: "Count", Lead: "How many classes of border states a board of some height has.",
		command: "states", Fields: rows("rows", 19, 9),
	},
	{
		Name: "sequence", Title: "Sequences", section: "Count", Lead: "The first terms of integer sequences, those of the OEIS under their numbers; terms that are in print are compared.",
		command: "sequence", Fields: []field{{Name: "of", Label: "of", first: "A094777", Choices: sequenceChoices()}},
	},
	{
		Name: "compare", Title: "Other games", section: "Count", Lead: "The positions of gomoku, five in a row, and of Connect-4, to compare with.",
		command: "compare", Fields: append([]field{{Name: "of", Label: "of", first: "gomoku", Choices: words("gomoku", "connect4")}}, boards(6, 7, 5)...),
	},
	{
		Name: "estimate", Title: "Estimates", section: "Growth", Lead: "About how many positions are legal on a board of any size, such as 19, 9x13 or 10^9.",
		command: "estimate", Fields: []field{{Name: "board", Label: "board", first: "19x19"}},
	},
	{
		Name: "sample", Title: "Sampling", section: "Growth", Lead: "The number of legal positions estimated by 1000 random runs, with an interval that holds it in 95 of 100 cases.",
		command: "sample --runs 1000", Fields: append(boards(60, 60, 25), seed),
	},
	{
		Name: "bounds", Title: "Bounds", section: "Growth", Lead: "Bounds on the number of positions that are proved, from the eigenvalues of strips.",
		command: "bounds --width 5", Fields: boards(maxSide, maxSide, 19),
	},
	{
		Name: "strip", Title: "Strips", section: "Growth", Lead: "How the boards of one height grow: the largest eigenvalue and its factor, proved.",
		command: "strip --stored", Fields: rows("rows", asymptotic.LastStored(), 9),
	},
	{
		Name: "constants", Title: "Constants", section: "Growth", Lead: "The constants of L(m,n) ~ A B^(m+n) L^(mn), from the numbers in print, with error bars that held in every case that can be tested.",
		command: "asymptotic",
	},
	{
		Name: "graph", Title: "Graph in numbers", section: "Games", Lead: "The game graph of a board: positions, moves, distances, components.",
		command: "graph", Fields: boards(3, 3, 2),
	},
	{
		Name: "longest", Title: "Longest games", section: "Games", Lead: "A game of as many moves as possible in which no position comes twice, passes not counted, and a proof of how long games can be.",
		command: "longest --steps 20000", Fields: boards(6, 8, 2), bound: longestBound,
	},
	{
		Name: "hamilton", Title: "Hamiltonian games", section: "Games", Lead: "A cycle through all legal positions of one row but the empty one, without a position that comes twice.",
		command: "hamilton 1", Fields: rows("points of the row", 8, 4),
	},
	{
		Name: "games", Title: "Games by length", section: "Games", Lead: "How many games of some number of moves there are on an empty board. A pass is a move, but the last move is a stone.",
		command: "games", Fields: append(boards(19, 19, 19), field{Name: "more", Label: "moves", flag: "length", Max: 5, first: "4"}),
	},
	{
		Name: "all-games", Title: "All games", section: "Games", Lead: "How many games there are on one row, of any length. On larger boards only bounds are known.",
		command: "games 1", Fields: rows("points of the row", 3, 3),
	},
	{
		Name: "game-bounds", Title: "Number of games", section: "Games", Lead: "How many games are there? Bounds that are proved, as towers of powers.",
		command: "games --bounds", Fields: boards(19, 19, 9),
	},
}
