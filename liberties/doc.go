// Package liberties x
//
//	errors.go group.go formula.go methods.go results.go plain.go target.go frontier.go join.go layer.go snapshot.go workers.go sweep.go words.go entries.go table.go minplus.go decrease.go relaxed.go pruning.go rightparts.go search.go halves.go pruned.go codec.go saved.go checkpoint.go proof.go windows.go row.go board.go
package liberties
