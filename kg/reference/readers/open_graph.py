"""The open graph that comes with the product."""

import gzip
from functools import cache
from importlib.resources import files

from kg.reference.graph import ReferenceGraph, Triple, reference_graph


@cache
def open_graph() -> ReferenceGraph:
    """Load the distilled graph once."""
    data = files("kg.reference").joinpath("open_graph.tsv.gz").read_bytes()
    triples: list[Triple] = []
    names: dict[str, list[str]] = {}
    for line in gzip.decompress(data).decode().splitlines():
        kind, *cells = line.split("\t")
        if kind == "T":
            triples.append(Triple(*cells))
        else:
            names[cells[0]] = [cells[1], *filter(None, cells[2].split("|"))]
    return reference_graph(triples, names)
