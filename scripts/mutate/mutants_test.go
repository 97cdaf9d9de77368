package main

import (
	"fmt"
	"go/format"
	"slices"
	"strings"
	"testing"
)

// TestFind lists all mutants of a small file.
func TestFind(t *testing.T) {
	const source = `package p

func f(a []int, x ratio) (n int, err error) {
	if n = len(a); n < 0x10 && a != nil {
		return -n, nil
	}
	n, err = g(0 + 1.5)
	for n <<= 2; !ok; n++ {
		a[n] = x.negative()
	}
	if x == y {
		g(0)
	}
	if err := f(n); err != nil {
		return n, err
	}
	err = h(n)
	k(n)
	return
}
`
	// What a line becomes, after its number.
	want := strings.Split(`4 if _ = len(a); n < 0x10 && a != nil {
4 if n = len(a); !(n < 0x10 && a != nil) {
4 if n = len(a); false && (n < 0x10 && a != nil) {
4 if n = len(a); n < 0x10 || a != nil {
4 if n = len(a); n < 0x10 {
4 if n = len(a); a != nil {
4 if n = len(a); n <= 0x10 && a != nil {
4 if n = len(a); n < (17) && a != nil {
4 if n = len(a); n < (15) && a != nil {
4 if n = len(a); n < (-16) && a != nil {
4 if n = len(a); n < 0x10 && a == nil {
5 return n, nil
7 _, _ = g(0 + 1.5)
7 n, err = g(0 - 1.5)
7 n, err = g((1) + 1.5)
7 n, err = g((-1) + 1.5)
7 n, err = g(0 + (0.9*1.5))
8 for n >>= 2; !ok; n++ {
8 for _ = 2; !ok; n++ {
8 for n <<= (3); !ok; n++ {
8 for n <<= (1); !ok; n++ {
8 for n <<= (-2); !ok; n++ {
8 for n <<= 2; !ok; n-- {
9 _ = x.negative()
9 a[n] = x
11 if x != y {
11
11 if err := f(n); err != nil {
12 g((1))
12 g((-1))
12
14 if err := f(n); err == nil {
14 if err := f(n); false && (err != nil) {
14
14 err = h(n)
17 _ = h(n)
17
17 k(n)
18`, "\n")
	all, err := find("p.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range all {
		if _, err := format.Source(m.text); err != nil {
			t.Errorf("%v: %v", &m, err)
		}
		got = append(got, strings.TrimSpace(fmt.Sprint(m.line, " ", strings.TrimSpace(strings.Split(string(m.text), "\n")[m.line-1]))))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
