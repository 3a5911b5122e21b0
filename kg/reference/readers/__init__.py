"""Reads reference graphs of every known form behind one function."""

from collections.abc import Sequence
from pathlib import Path

from kg.errors import BadInputError
from kg.reference.graph import ReferenceGraph, joined
from kg.reference.readers.biokg import read_biokg
from kg.reference.readers.hetionet import read_hetionet
from kg.reference.readers.open_graph import open_graph
from kg.reference.readers.primekg import read_primekg
from kg.reference.readers.triples import read_triples
from kg.reference.readers.umls import read_umls

OPEN = "open"
"""Names the graph that comes with the product."""


def read_reference(source: str) -> ReferenceGraph:
    """Read one graph, its form recognized by what it holds.

    Args:
        source: `open`, or the path of a folder of UMLS or biokg files, a PrimeKG `.csv`, a
            Hetionet `.json`, or statements in a `.tsv`; files may be packed with gzip or bzip2.
    """
    if source == OPEN:
        return open_graph()
    path = Path(source)
    if path.is_dir():
        if (path / "raw" / "relations").is_dir():
            return read_biokg(path)
        return read_umls(path)
    form = path.name.removesuffix(".gz").removesuffix(".bz2").rpartition(".")[2].lower()
    readers = {"csv": read_primekg, "json": read_hetionet, "tsv": read_triples}
    if form not in readers:
        raise BadInputError(
            f"{source}: no known form of reference graph; give a folder with UMLS or biokg files,"
            " a .csv (PrimeKG), .json (Hetionet) or .tsv (statements), or `open`"
        )
    return readers[form](path)


def read_references(sources: Sequence[str]) -> ReferenceGraph:
    """Read one or several graphs and join them."""
    if len(sources) == 1:
        return read_reference(sources[0])
    return joined((source, read_reference(source)) for source in sources)
