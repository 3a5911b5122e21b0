"""Measures the check against a reference graph, on statements written apart from it."""
