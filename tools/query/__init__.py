"""Questions to a graph as data: read, checked against a schema, matched, and written as Cypher."""
