package hamilton

import (
	"context"
	"testing"
)

func TestZZ(t *testing.T) {
	for n := 3; n <= 13; n++ {
		c, err := NewRowCover(context.Background(), n)
		if err != nil {
			t.Fatal(n, err)
		}
		r, err := c.Certify(context.Background(), nil, nil)
		t.Logf("%+v %v", r, err)
	}
}
