"""Language and medicine without models or graphs."""
