"""What the record says to a number or a level: values, peaks, courses, changes, states."""
