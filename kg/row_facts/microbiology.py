"""Cultures and other microbiology: specimen, study, organism and what it is sensitive to."""

import re
from functools import lru_cache

from clinical.assertion import assert_span
from clinical.drug_lexicon import drug_concept, find_drug_names
from clinical.facts import Concept, Fact
from clinical.measurement_rows import analyte_of_row
from clinical.result_words import result_of
from clinical.susceptibilities import susceptibility_to
from clinical.vocabulary import concept, find_terms
from kg.row_facts.cells import Cells, concept_in_words
from kg.row_facts.statuses import never_was

_NOT_DONE = re.compile(r"(?i)\b(?:cancel+ed|not performed|invalid|uninterpretable)\b")
_NEGATIVE = re.compile(
    r"(?i)\bno\s+(?:significant\s+)?growth\b|\bno\b[^.]{0,60}\b(?:isolated|seen|detected|found)\b"
    r"|\bnegative\b|\bnon-?reactive\b|\bnot detected\b"
)
_POSITIVE = re.compile(r"(?i)\bpositive\b|\b(?<!non-)(?<!non)reactive\b|\bdetected\b|\bisolated\b")
_GROWN = re.compile(r"(?i)\b(?:culture|screen)\b")
_SENSITIVITY = {"s": "sensitive", "r": "resistant", "i": "intermediate"}
_CULTURES = {
    "blood": "study:blood_culture",
    "urine": "study:urine_culture",
    "sputum": "study:sputum_culture",
    "stool": "study:stool_culture",
    "wound": "study:wound_culture",
    "abscess": "study:wound_culture",
    "tissue": "study:wound_culture",
}
_ANY = "study:culture"
_COMMENTS = ("comments", "comment", "result", "result_text", "value")


def read_microbiology(cells: Cells) -> list[Fact]:
    """Read the result of a culture: an organism found, its sensitivity, or nothing found."""
    if never_was(cells):
        return []
    study = _study(cells.text("test_name"), cells.text("spec_type_desc"))
    tested = _tested(cells)
    if cells.field("org_name"):
        return [*_organism(cells, study), *tested]
    if tested:
        return tested
    comments = cells.text(*_COMMENTS)
    if not comments and cells.field("test_name"):
        return [_without_comment(cells, study)]
    if not comments or _NOT_DONE.search(comments):
        return []
    return [*_result(cells, study, comments), *_mentioned(cells, study, comments)]


def _tested(cells: Cells) -> list[Fact]:
    """A test for one germ or antigen, such as `influenza A PCR`, with its result."""
    name = cells.text("test_name").rpartition(":")[2].strip()
    column = cells.field("result", *_COMMENTS)
    if column is None or "culture" in name.casefold():
        return []
    result = result_of(cells.text(column.casefold()))
    analyte, _ = analyte_of_row(name, None)
    if analyte is None or result is None:
        return []
    return [
        Fact(
            kind="lab",
            concept=analyte.concept,
            text=f"{name} {cells.text(column.casefold())}",
            source=cells.source(column.casefold()),
            result=result,
            time=cells.when(),
            encounter=cells.row.encounter,
        )
    ]


def _without_comment(cells: Cells, study: Concept) -> Fact:
    """A culture whose row names no organism grew none; of other tests nothing is known."""
    grows = _GROWN.search(cells.text("test_name"))
    result = "negative" if grows else None
    return _fact(cells, study, cells.text("test_name"), "test_name", study, result)


def _organism(cells: Cells, study: Concept) -> list[Fact]:
    name = cells.text("org_name")
    found = _fact(cells, organism_concept(name), name, "org_name", study, "positive")
    result = _SENSITIVITY.get(cells.text("interpretation").casefold()[:1])
    drug = cells.text("ab_name")
    if not drug or result is None:
        return [found]
    tested = drug_of(drug)
    sensitivity = Concept(
        id=f"susceptibility:{found.concept.id}:{tested.id}",
        name=f"{found.concept.name} and {tested.name}",
        broader=(susceptibility_to(tested).id, tested.id, found.concept.id),
    )
    text = f"{name}: {drug} {result}"
    return [found, _fact(cells, sensitivity, text, "interpretation", study, result)]


def _result(cells: Cells, study: Concept, comments: str) -> list[Fact]:
    """The study itself as negative or positive, where its first statement says so."""
    negative, positive = _NEGATIVE.search(comments), _POSITIVE.search(comments)
    if negative is None and positive is None:
        return []
    first = negative is not None and (positive is None or negative.start() <= positive.start())
    column = cells.field(*_COMMENTS) or "comments"
    result = "negative" if first else "positive"
    return [_fact(cells, study, comments, column.casefold(), study, result)]


def _mentioned(cells: Cells, study: Concept, comments: str) -> list[Fact]:
    """Organisms that a comment names: found, or said not to be there."""
    column = (cells.field(*_COMMENTS) or "comments").casefold()
    found = []
    for term in find_terms(comments):
        if term.group == "organism":
            assertion = assert_span(comments, term.start, term.end).assertion
            fact = _fact(cells, concept(term.concept_id), term.text, column, study, None)
            found.append(fact.model_copy(update={"assertion": assertion}))
    return found


def _fact(
    cells: Cells, found: Concept, text: str, column: str, study: Concept, result: str | None
) -> Fact:
    return Fact(
        kind="exam",
        concept=found,
        text=text,
        source=cells.source(column),
        result=result,
        site=cells.text("spec_type_desc").casefold() or None,
        study=study.id,
        time=cells.when(),
        encounter=cells.row.encounter,
    )


@lru_cache(maxsize=4096)
def _study(test: str, specimen: str) -> Concept:
    """Find the study that a test is: a culture by its specimen, else the study it is named."""
    words = f"{test} {specimen}".casefold()
    if "culture" in words:
        return concept(next((study for word, study in _CULTURES.items() if word in words), _ANY))
    for name in (test, specimen):
        named = [term for term in find_terms(name) if term.group == "study"]
        if named:
            return concept(named[0].concept_id)
    return concept_in_words("study", test or specimen or "microbiology")


@lru_cache(maxsize=4096)
def organism_concept(name: str) -> Concept:
    """Find an organism by its name as laboratories write it."""
    found = [term for term in find_terms(name) if term.group == "organism"]
    if not found:
        return concept_in_words("organism", name)
    return concept(max(found, key=lambda term: (term.end - term.start, -term.start)).concept_id)


@lru_cache(maxsize=4096)
def drug_of(name: str) -> Concept:
    """Find the drug of an antibiotic column."""
    whole = drug_concept(name)
    found = find_drug_names(name)
    return whole or (found[0].concept if found else concept_in_words("drug", name))
