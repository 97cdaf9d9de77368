package view

func writeStatesCSV(w io.Writer, counts []*stateCounts) error {
	header := []string{"height", "kink", "valid"}
	if counts[0].Constructible != nil {
		header = append(header, "constructible")
	}
	rows := [][]string{header}
	for _, c := range counts {
		for y, n := range c.Valid {
			row := []string{strconv.Itoa(c.Height), strconv.Itoa(y), n.String()}
			if c.Constructible != nil {
				row = append(row, c.Constructible[y].String())
			}
			rows = append(rows, row)
		}
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// writeKinks writes a line for every kink of one height.
func writeKinks(w io.Writer, c *stateCounts) error {
	t := newTable()
	header, footer := table.Row{"kink y", "valid"}, table.Row{"total", c.ValidTotal}
	if c.Constructible != nil {
		header, footer = append(header, "constructible"), append(footer, c.ConstructibleTotal)
	}
	t.AppendHeader(header)
	for y, n := range c.Valid {
		row := table.Row{y, n}
		if c.Constructible != nil {
			row = append(row, c.Constructible[y])
		}
		t.AppendRow(row)
	}
	t.AppendFooter(footer)
	t.SetColumnConfigs([]table.ColumnConfig{right(1), right(2), right(3)})
	_, err := fmt.Fprintf(w, "Border state classes of boards with %d rows\n\n%s\n", c.Height, t.Render())
	return err
}

// writeHeights writes a line for every height, with the numbers at the first
// and the last kink: Table 1 of the paper.
func writeHeights(w io.Writer, counts []*stateCounts) error {
	t := newTable()
	header := table.Row{"M", "valid, y = 0", "valid, y = M-1", "valid, all y"}
	if counts[0].Constructible != nil {
		header = append(header, "constructible, y = 0")
	}
	t.AppendHeader(header)
	for _, c := range counts {
		row := table.Row{c.Height, c.Valid[0], c.Valid[c.Height-1], c.ValidTotal}
		if c.Constructible != nil {
			row = append(row, c.Constructible[0])
		}
		t.AppendRow(row)
	}
	t.SetColumnConfigs([]table.ColumnConfig{right(1), right(2), right(3), right(4), right(5)})
	_, err := fmt.Fprintf(w, "Border state classes of boards with M rows\n\n%s\n", t.Render())
	return err
}
