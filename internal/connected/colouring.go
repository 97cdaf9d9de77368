package connected

// colourings calls visit for all 3^n words of empty points and live stones.
func colourings(n int, visit func(word)) {
	var extend func(w word, i int)
	extend = func(w word, i int) {
		if i == n {
			visit(w)
			return
		}
		for s := empty; s <= liveStone(1); s++ {
			extend(w.with(i, s), i+1)
		}
	}
	extend(0, 0)
}
