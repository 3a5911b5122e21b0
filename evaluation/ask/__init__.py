"""How well questions about graphs are answered."""
