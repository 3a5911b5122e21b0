"""Simpler ways of finding evidence: what the graph brings shows beside them, under one judge."""
