"""What the tables of a chart say to a claim that asks them to be sorted, counted or compared."""
