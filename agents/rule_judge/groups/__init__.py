"""What reports on groups of people say: counts, comparisons, criteria, excerpts of literature."""
