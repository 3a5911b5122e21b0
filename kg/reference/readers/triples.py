"""Plain statements: subject, relation and object separated by tabs, and a name for the graph."""

from pathlib import Path

from kg.reference.graph import ReferenceGraph, Triple, reference_graph
from kg.reference.readers.tables import fields

LEAST = 3


def read_triples(path: Path) -> ReferenceGraph:
    """Read a table without a heading; nodes are called as they are written.

    A fourth and a fifth cell are taken as severity and reason.
    """
    graph = path.name.partition(".")[0]
    triples = []
    for row in fields(path, LEAST, "\t"):
        subject, relation, object_, severity, why = [*row, "", ""][:5]
        triples.append(Triple(subject, relation, object_, graph, severity, why))
    return reference_graph(triples)
