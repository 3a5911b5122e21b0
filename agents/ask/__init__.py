"""Answers questions about one graph: link, draft, check, search, judge, refine, answer."""
