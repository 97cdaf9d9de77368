package reproduction

// A failure is an error that ends a computation: the functions of the entries return no errors, but
// panic with a failure, which [caught] turns back into its error. No failure leaves the package.
type failure struct{ err error }

// check ends the computation if there is an error.
func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// must returns a value that came without an error; an error ends the computation.
func must[T any](x T, err error) T {
	check(err)
	return x
}

// caught computes, and returns the error that ended the computation.
func caught(compute func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			err = r.err
		default:
			panic(r)
		}
	}()
	compute()
	return nil
}
