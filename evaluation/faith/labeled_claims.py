"""Published sets of medical claims with verdicts, in the form in which they are given out."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from evaluation.faith.statements import Statement
from kg.errors import BadInputError
from kg.reference.readers.tables import open_text


class ClaimsForm(NamedTuple):
    """Names of the columns of a set, and which labels mean true and false; others are left out."""

    claim: str
    label: str
    true: frozenset[str]
    false: frozenset[str]


FORMS: dict[str, ClaimsForm] = {
    "healthver": ClaimsForm("claim", "label", frozenset({"supports"}), frozenset({"refutes"})),
    "verification": ClaimsForm(
        "text", "label", frozenset({"supported"}), frozenset({"contradicted"})
    ),
    "healthfc": ClaimsForm("en_claim", "label", frozenset({"0"}), frozenset({"2"})),
    "bear-fact": ClaimsForm(
        "claim", "verdict", frozenset({"supported", "supports"}), frozenset({"refuted", "refutes"})
    ),
    "nli4ct": ClaimsForm(
        "Statement", "Label", frozenset({"entailment"}), frozenset({"contradiction"})
    ),
    "factpico": ClaimsForm(
        "summary", "label", frozenset({"1", "factual"}), frozenset({"0", "unfactual"})
    ),
}
"""HealthVer (Sarrouti 2021), HealthFC (Vladika 2024), BEAR-FACT (Wührl 2024), NLI4CT (Jullien 2023)
FactPICO (Joseph 2024), and the verification sets that `curaview evaluate` reads."""


def read_claims_set(path: Path, form: str) -> list[Statement]:
    """Read a `.csv`, `.tsv`, `.json` or `.jsonl` file; each claim counts once for each label."""
    if form not in FORMS:
        raise BadInputError(f"--form {form}: unknown; choose one of {', '.join(FORMS)}")
    told = FORMS[form]
    found: dict[Statement, None] = {}
    for row in _rows(path):
        if told.claim not in row or told.label not in row:
            raise BadInputError(f"{path}: a row has no {told.claim!r} or {told.label!r} ({form})")
        label = str(row[told.label]).strip().lower()
        if label in told.true | told.false:
            found.setdefault(Statement(str(row[told.claim]).strip(), label in told.true))
    if not found:
        raise BadInputError(f"{path}: holds no claim with a verdict of {form}")
    return list(found)


def _claims_of(row: dict[str, object]) -> Iterator[dict[str, object]]:
    """Return the claims of a line of a verification set, else the line itself."""
    claims = row.get("claims")
    if isinstance(claims, list):
        yield from (claim for claim in claims if isinstance(claim, dict))
    else:
        yield row


def _rows(path: Path) -> Iterator[dict[str, object]]:
    form = path.name.removesuffix(".gz").rpartition(".")[2].lower()
    with open_text(path) as stream:
        if form in ("csv", "tsv"):
            yield from csv.DictReader(stream, delimiter="\t" if form == "tsv" else ",")
            return
        try:
            if form == "jsonl":
                for line in filter(str.strip, stream):
                    yield from _claims_of(json.loads(line))
            else:
                whole = json.load(stream)
                yield from whole.values() if isinstance(whole, dict) else whole
        except json.JSONDecodeError as error:
            raise BadInputError(f"{path}: is no JSON ({error})") from error
