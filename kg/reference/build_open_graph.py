"""Distill the open reference graph from the lexicons of the clinical layer.

    python -m kg.reference.build_open_graph

Drugs and their classes come from `drug_classes.tsv` and `drugs.json.gz`, indications from
`indications.tsv`, diseases and what includes them from `conditions.tsv.gz`, and contraindications,
interactions, side effects, symptoms, complications and monitoring from `medical_relations.tsv`;
`clinical/lexicons/NOTICE.md` names where each comes from. Writes `open_graph.tsv.gz` beside this
file, with lines `N id name synonyms` and `T subject relation object origin severity why`, sorted,
so that the same lexicons give the same bytes.
"""

import gzip
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from clinical.drug_lexicon import LEXICONS, concept_of, drug_concept, listed, members_of, read_tsv
from clinical.drug_lexicon import lexicon as drug_lexicon
from clinical.lexicon_rows import rows_of
from clinical.vocabulary import lexicon
from clinical.words import phrase
from kg.reference.graph import Triple
from kg.reference.names import shown_name

OUTPUT = Path(__file__).with_name("open_graph.tsv.gz")
NAME = "open"
TOLD = frozenset(
    {"contraindicated", "interacts", "causes", "treats", "symptom", "opposite", "part"}
)
"""Rows of `medical_relations.tsv` whose third cell names things of the graph."""

NOTES = frozenset({"names", "quantity", "except", "apart"})
"""Rows that are no statement of the graph."""

MOST_KINDS = 150
"""A condition with more kinds than this is a class of diseases; its kinds are left out."""

DRUG_ENDS: dict[str, tuple[bool, bool]] = {
    "contraindicated": (True, False),
    "interacts": (True, True),
    "treats": (True, False),
    "monitored": (True, False),
}
"""Whether subject and object of a relation are drugs; elsewhere a drug is only tried first."""


@cache
def classes() -> frozenset[str]:
    """Ids of all drug classes."""
    return frozenset(row["class"] for row in read_tsv(LEXICONS / "drug_classes.tsv"))


def drug_id(name: str) -> str:
    """Find the id of a drug or class; an unknown one keeps its own words."""
    if name in classes():
        return f"drugclass:{name}"
    found = drug_concept(name)
    return found.id if found else condition_id(name)


def test_id(name: str) -> str:
    """Make the id of a laboratory test; many tests measure a substance that is given as well."""
    return f"test:{phrase(name).replace(' ', '_')}"


def condition_id(name: str) -> str:
    """Find the id of a condition; an unknown one keeps its own words."""
    name = plain_to_written().get(phrase(name), name)
    known = lexicon().terms.get(phrase(name)) or lexicon().acronyms.get(name.upper())
    return known[1] if known else f"term:{phrase(name).replace(' ', '_')}"


@cache
def plain_to_written() -> dict[str, str]:
    """Map plain names to the names that `medical_relations.tsv` uses for the same thing."""
    rows = [row for row in rows_of("medical_relations.tsv") if row[0] == "names"]
    return {phrase(plain): row[1] for row in rows for plain in row[2].split(";")}


def either_id(name: str) -> str:
    """Find the id of a drug or class, else of a condition."""
    if name in classes() or (drug_concept(name) and phrase(name) not in lexicon().terms):
        return drug_id(name)
    return condition_id(name)


def written_triples() -> Iterator[Triple]:
    """Read the relations written by hand; what holds of a class is told of its members as well."""
    for row in rows_of("medical_relations.tsv"):
        relation, subject, objects, severity, why = [*row, "", "", ""][:5]
        if relation in NOTES:
            continue
        drug_subject, drug_object = DRUG_ENDS.get(relation, (False, False))
        first = drug_id(subject) if drug_subject else either_id(subject)
        for name in objects.split(";"):
            second = drug_id(name) if drug_object else condition_id(name)
            second = test_id(name) if relation == "monitored" else second
            kind = "is_a" if relation == "part" else relation
            yield from inherited(first, kind, second, severity, why)


def indication_triples() -> Iterator[Triple]:
    """Read what drugs and classes are given for."""
    for row in read_tsv(LEXICONS / "indications.tsv"):
        name = row["drug"]
        for condition in listed(row["conditions"]):
            drug = drug_id(name.removeprefix("drugclass:"))
            yield from inherited(drug, "treats", condition_id(condition), "", "")


def inherited(first: str, relation: str, second: str, severity: str, why: str) -> Iterator[Triple]:
    """Tell a statement, and where an end is a class of drugs the same of each member."""
    for one in (first, *members(first)):
        for other in (second, *members(second)):
            via = sorted({end for end in (first, second) if end not in (one, other)})
            through = f", through {' and '.join(map(shown_name, via))}" if via else ""
            if (one != other and relation != "is_a") or not via:
                yield Triple(one, relation, other, f"{NAME}{through}", severity, why)


@cache
def members(id_: str) -> tuple[str, ...]:
    """Ids of the drugs below a class, in order."""
    if not id_.startswith("drugclass:"):
        return ()
    return tuple(sorted(members_of(id_) - exceptions().get(id_, frozenset())))


@cache
def exceptions() -> dict[str, frozenset[str]]:
    """Members of which a class tells too much, by class: they have statements of their own."""
    return {
        drug_id(row[1]): frozenset(map(drug_id, row[2].split(";")))
        for row in rows_of("medical_relations.tsv")
        if row[0] == "except"
    }


def class_triples(drugs: Iterable[str]) -> Iterator[Triple]:
    """Put every drug and class under the classes above it."""
    for id_ in sorted(drugs):
        for wider in concept_of(id_).broader:
            yield Triple(id_, "is_a", wider, NAME)


def disease_triples(conditions: Iterable[str]) -> Iterator[Triple]:
    """Put the kinds of the named conditions under them, and these under what includes them."""
    kinds = _kinds()
    parents = lexicon().parents
    told = set(conditions)
    for id_ in sorted(told):
        below = _below(id_, kinds)
        for narrower in below if len(below) <= MOST_KINDS else ():
            told.add(narrower)
    for id_ in sorted(told):
        for wider in parents.get(id_, ()):
            if (id_, wider) not in apart():
                yield Triple(id_, "is_a", wider, NAME)


@cache
def apart() -> frozenset[tuple[str, str]]:
    """Pairs that a vocabulary puts under one another and that medicine keeps apart."""
    rows = [row for row in rows_of("medical_relations.tsv") if row[0] == "apart"]
    return frozenset((condition_id(row[1]), condition_id(row[2])) for row in rows)


def _kinds() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for id_, wider in lexicon().parents.items():
        for parent in wider:
            found[parent].append(id_)
    return found


def _below(id_: str, kinds: dict[str, list[str]]) -> set[str]:
    """Collect the conditions below one, until there are too many to be kinds of one disease."""
    found: set[str] = set()
    level = [id_]
    while level and len(found) <= MOST_KINDS:
        level = [kind for wider in level for kind in kinds.get(wider, ()) if kind not in found]
        found.update(level)
    return found - {id_}


def synonyms() -> dict[str, list[str]]:
    """Read the plain names that patients' papers use, by id."""
    found: dict[str, list[str]] = defaultdict(list)
    for row in rows_of("medical_relations.tsv"):
        if row[0] == "monitored":
            for name in row[2].split(";"):
                found[test_id(name)] = [name]
        if row[0] == "names":
            found[either_id(row[1])].extend([row[1], *row[2].split(";")])
    return found


def written_names() -> dict[str, str]:
    """The words that `medical_relations.tsv` itself uses, by id, so that a reader finds them."""
    found: dict[str, str] = {}
    for row in rows_of("medical_relations.tsv"):
        if row[0] == "monitored":
            found.update({test_id(name): f"{name} level" for name in row[2].split(";")})
        for name in (row[1], *row[2].split(";")) if row[0] in TOLD else (row[1],):
            found.setdefault(either_id(name), name)
    return found


def distill() -> tuple[list[Triple], dict[str, list[str]]]:
    """Collect all statements and the names of their nodes."""
    told = [*written_triples(), *indication_triples()]
    ids = {t.subject for t in told} | {t.object for t in told}
    drugs = {id_ for id_ in ids if id_.startswith(("drug:", "drugclass:"))}
    drugs |= {f"drug:{row['drug']}" for row in rows_as_dicts("strengths.tsv")}
    drugs |= {id_ for id_ in drug_lexicon().broader if id_.startswith("drugclass:")}
    told += [*class_triples(drugs), *disease_triples(ids - drugs)]
    plain, written = synonyms(), written_names()
    named = {id_: shown_or_written(id_, written) for t in told for id_ in (t.subject, t.object)}
    home = merged(named)
    names: dict[str, list[str]] = defaultdict(list)
    for id_ in sorted(named):
        own = names[home[id_]]
        own += [n for n in (named[id_], *plain.get(id_, ())) if n not in own]
    return [t._replace(subject=home[t.subject], object=home[t.object]) for t in told], names


def merged(named: dict[str, str]) -> dict[str, str]:
    """Map ids to one id a name: an organism and the disease that it brings may share theirs."""
    first: dict[str, str] = {}
    for id_ in sorted(named):
        first.setdefault(phrase(named[id_]), id_)
    return {id_: first[phrase(name)] for id_, name in named.items()}


def shown_or_written(id_: str, written: dict[str, str]) -> str:
    """Name a node by the words of this project, else by its vocabulary."""
    return written[id_] if id_ in written and not id_.startswith("drugclass:") else shown_name(id_)


def rows_as_dicts(name: str) -> list[dict[str, str]]:
    """Read a lexicon with a comment line, a heading and cells that may be missing."""
    heading, *rows = rows_of(name)
    return [dict(zip(heading, row, strict=False)) for row in rows]


def packed(triples: Iterable[Triple], names: dict[str, list[str]]) -> bytes:
    """Write the graph as sorted lines, packed without a time."""
    lines = sorted({"\t".join(["T", *triple]) for triple in triples})
    lines += ["\t".join(["N", id_, own[0], "|".join(own[1:])]) for id_, own in names.items()]
    return gzip.compress(("\n".join(sorted(lines)) + "\n").encode(), mtime=0)


if __name__ == "__main__":
    OUTPUT.write_bytes(packed(*distill()))
