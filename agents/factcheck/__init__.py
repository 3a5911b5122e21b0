"""Fact-checking against a reference graph: claims, matching, shortest paths, scores."""
