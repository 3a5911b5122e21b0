"""PrimeKG (Chandak et al. 2023): `kg.csv`, one edge a line with the names of both ends."""

from pathlib import Path

from kg.reference.graph import ReferenceGraph, Triple, reference_graph
from kg.reference.readers.tables import columns

NAME = "PrimeKG"
COLUMNS = ("relation", "display_relation", "x_id", "x_type", "x_name", "x_source",
           "y_id", "y_type", "y_name", "y_source")  # fmt: skip
OWN_WORD = frozenset({"indication", "contraindication", "off-label use"})
"""Relations whose `relation` says more than the words to display."""


def read_primekg(path: Path) -> ReferenceGraph:
    """Read the table; every edge stands in it in both directions and counts once."""
    triples: set[Triple] = set()
    names: dict[str, list[str]] = {}
    for relation, shown, x_id, x_type, x_name, x_source, y_id, y_type, y_name, y_source in columns(
        path, COLUMNS
    ):
        x, y = f"{x_type}:{x_source}:{x_id}", f"{y_type}:{y_source}:{y_id}"
        names[x], names[y] = [x_name], [y_name]
        word = relation if relation in OWN_WORD else shown
        if Triple(y, word, x, NAME) not in triples:
            triples.add(Triple(x, word, y, NAME))
    return reference_graph(_in_order(triples, names), names)


def _in_order(triples: set[Triple], names: dict[str, list[str]]) -> list[Triple]:
    """Let a drug stand first, else the smaller id, whatever line came first."""
    ordered = []
    for triple in triples:
        ends = (triple.subject, triple.object)
        first = min(ends, key=lambda id_: (not id_.startswith("drug:"), id_))
        second = ends[1] if first == ends[0] else ends[0]
        kinds = {id_.partition(":")[0] for id_ in ends}
        keeps = len(kinds) == 1 and triple.relation == "parent-child"
        ordered.append(triple if keeps else triple._replace(subject=first, object=second))
    return ordered
