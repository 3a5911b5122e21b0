"""What a relation of any reference graph means, and which meanings exclude each other.

Every graph has its own words (`may_treat`, `indication`, `CtD`); `relation_senses.tsv` gives each
the sense that it has here. A relation without a sense keeps its own words and counts by their
likeness alone.
"""

from functools import cache
from typing import Literal

from clinical.lexicon_rows import rows_of

Sense = Literal[
    "treats",
    "contraindicated",
    "interacts",
    "causes",
    "symptom",
    "is_a",
    "monitored",
    "opposite",
    "absent",
    "related",
]

SENSE_WORDS: dict[Sense, str] = {
    "treats": "treats, is used for, indication",
    "contraindicated": "must not be given in, contraindication",
    "interacts": "interacts with another drug",
    "causes": "causes, side effect, leads to",
    "symptom": "has the symptom, sign",
    "is_a": "is a kind of",
    "monitored": "is monitored by the test",
    "opposite": "is the opposite of",
    "absent": "does not have the sign",
    "related": "is related to",
}
"""The words that are embedded for a relation of each sense."""

POLARITY: dict[tuple[Sense, Sense], int] = {
    ("treats", "contraindicated"): -1,
    ("treats", "causes"): -1,
    ("contraindicated", "treats"): -1,
    ("causes", "treats"): -1,
    ("contraindicated", "interacts"): 1,
    ("interacts", "contraindicated"): 1,
    ("symptom", "absent"): -1,
    ("causes", "absent"): -1,
    ("causes", "symptom"): 1,
    ("symptom", "causes"): 1,
}
"""What a relation of a path (second) says of a claim (first): for it, or against it.

Equal senses speak for a claim; pairs that are not named neither exclude nor prove one another and
count by the likeness of their words."""


@cache
def known_senses() -> dict[str, Sense]:
    """Map the words of relations, in lower case, to their senses."""
    return {row[1].lower(): _sense(row[0]) for row in rows_of("relation_senses.tsv")}


def _sense(word: str) -> Sense:
    for sense in SENSE_WORDS:
        if sense == word:
            return sense
    raise ValueError(f"relation_senses.tsv: unknown sense {word!r}")


def sense_of(relation: str) -> Sense:
    """Say what a relation means; unknown ones only relate."""
    return known_senses().get(relation.strip().lower(), "related")


def relation_words(relation: str) -> str:
    """Give the words to embed for a relation."""
    sense = sense_of(relation)
    return relation.replace("_", " ") if sense == "related" else SENSE_WORDS[sense]


def polarity(claimed: Sense, told: Sense) -> int | None:
    """Say whether a relation speaks for (1) or against (-1) a claimed one; None where neither."""
    return 1 if claimed == told != "related" else POLARITY.get((claimed, told))
