package connected_test

import (
	"context"
	"fmt"

	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/par"
)

func ExampleCount() {
	count, err := connected.Count(context.Background(), 7, 8, par.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(count)
	// Output:
	// 166931297609667912727898521
}

// One run passes all smaller widths on its way.
func ExampleCountEach() {
	counts, err := connected.CountEach(context.Background(), 3, 1, 5, 0, par.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, count := range counts {
		fmt.Printf("L(3,%d) = %v\n", i+1, count)
	}
	// Output:
	// L(3,1) = 15
	// L(3,2) = 489
	// L(3,3) = 12675
	// L(3,4) = 321689
	// L(3,5) = 8180343
}

func ExampleValidClasses() {
	fmt.Println(connected.ValidClasses(4))
	// Output: [117 166 164 168]
}

func ExampleConstructibleClasses() {
	classes, err := connected.ConstructibleClasses(context.Background(), 3, par.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(classes, "of", connected.ValidClasses(3))
	// Output: [31 44 45] of [32 45 46]
}
