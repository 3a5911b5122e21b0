"""Medical knowledge as a graph of its own, built from guideline-like documents."""
