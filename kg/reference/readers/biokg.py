"""OGB biokg (Hu et al. 2020) as it is unpacked: `raw/relations/HEAD___RELATION___TAIL/edge.csv`.

Nodes are numbers of their kind; `mapping/KIND_entidx2name.csv` gives their names, which are
identifiers of public systems. `names.tsv` beside `mapping`, where a user brings one, gives words:
identifier, tab, name.
"""

from pathlib import Path

from kg.errors import BadInputError
from kg.reference.graph import ReferenceGraph, Triple, reference_graph
from kg.reference.readers.tables import columns, existing, fields

NAME = "biokg"
PARTS = 3


def read_biokg(folder: Path) -> ReferenceGraph:
    """Read the folder."""
    relations = folder / "raw" / "relations"
    if not relations.is_dir():
        raise BadInputError(f"{folder}: holds no raw/relations; point to the unpacked ogbl_biokg")
    triples: list[Triple] = []
    for part in sorted(relations.iterdir()):
        ends = part.name.split("___")
        if part.is_dir() and len(ends) == PARTS:
            head, relation, tail = ends
            for row in fields(existing(part, "edge.csv.gz", "edge.csv"), 2, ","):
                triples.append(Triple(f"{head}:{row[0]}", relation, f"{tail}:{row[1]}", NAME))
    return reference_graph(triples, _names(folder))


def _names(folder: Path) -> dict[str, list[str]]:
    words_file = folder / "names.tsv"
    words = dict(row[:2] for row in fields(words_file, 2, "\t")) if words_file.exists() else {}
    found: dict[str, list[str]] = {}
    for path in sorted((folder / "mapping").glob("*_entidx2name.csv*")):
        kind = path.name.partition("_entidx2name")[0]
        for number, name in columns(path, ("ent idx", "ent name")):
            found[f"{kind}:{number}"] = [words[name], name] if name in words else [name]
    return found
