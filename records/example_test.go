package records_test

import (
	"context"
	"fmt"
	"log"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/records"
)

// The most strings of the board 4x4, and the rule for all boards of four rows.
func Example() {
	ctx := context.Background()
	record, err := records.Find(ctx, records.Strings, board.Size{Rows: 4, Cols: 4}, par.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(record.Value, record.Position.Legal(), len(record.Position.Strings()))
	rule, err := records.FindRule(ctx, records.Strings, 4, 100, par.Options{})
	if err != nil {
		log.Fatal(err)
	}
	value, _ := rule.Value(1000)
	fmt.Println(rule, "so 4x1000 has", value)
	// Output:
	// 12 true 12
	// for width >= 10: 30 [+3] so 4x1000 has 3000
}
