"""UMLS in its Rich Release Format: `MRCONSO.RRF` names the concepts, `MRREL.RRF` relates them.

In a row of MRREL the relation is what the second concept is to the first. A user brings the files
under his own license; nothing of UMLS comes with the product.
"""

from pathlib import Path

from kg.reference.graph import ReferenceGraph, Triple, reference_graph
from kg.reference.readers.tables import existing, fields

NAME = "UMLS"
CONSO_CELLS, REL_CELLS = 17, 15


def read_umls(folder: Path) -> ReferenceGraph:
    """Read a folder with both files; preferred English names come first, suppressed rows not."""
    names = _names(existing(folder, "MRCONSO.RRF", "MRCONSO.RRF.gz"))
    triples = []
    for row in fields(existing(folder, "MRREL.RRF", "MRREL.RRF.gz"), REL_CELLS, "|"):
        first, broad, second, relation, source, suppressed = (
            row[0], row[3], row[4], row[7], row[10], row[14],
        )  # fmt: skip
        if suppressed == "N" and first in names and second in names:
            triples.append(Triple(second, relation or broad, first, f"{NAME}, {source}"))
    return reference_graph(triples, names)


def _names(path: Path) -> dict[str, list[str]]:
    preferred: dict[str, list[str]] = {}
    others: dict[str, list[str]] = {}
    for row in fields(path, CONSO_CELLS, "|"):
        concept, language, status, form, best, name, suppressed = (
            row[0], row[1], row[2], row[4], row[6], row[14], row[16],
        )  # fmt: skip
        if language == "ENG" and suppressed == "N":
            first = status == "P" and form == "PF" and best == "Y"
            (preferred if first else others).setdefault(concept, []).append(name)
    return {
        concept: [*sorted(preferred.get(concept, [])), *sorted(others.get(concept, []))]
        for concept in sorted({*preferred, *others})
    }
