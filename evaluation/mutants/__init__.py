"""One-token changes of true sentences: what share of them still passes as supported."""
