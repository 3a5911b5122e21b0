"""Words for whole organ systems (`cardiac`, `GI`), and which conditions belong to them."""

import re
from typing import NamedTuple

from clinical.vocabulary import ancestors

_SYSTEMS: tuple[tuple[str, frozenset[str]], ...] = (
    (r"cardiac|heart|cardiovascular|cardiologic(?:al)?",
     frozenset({"HP:0001626", "MONDO:0005267", "MONDO:0004995"})),
    (r"gastrointestinal|gastroenterologic(?:al)?|gi|digestive|bowel|intestinal",
     frozenset({"HP:0025031", "MONDO:0004335"})),
    (r"neurologic(?:al)?|neural|nervous system", frozenset({"HP:0000707", "MONDO:0005071"})),
    (r"respiratory|pulmonary|lung", frozenset({"HP:0002086", "MONDO:0005087"})),
    (r"skin|dermatologic(?:al)?|cutaneous",
     frozenset({"HP:0000951", "MESH:D012871", "MONDO:0005093"})),
    (r"renal|kidney", frozenset({"HP:0000077", "MONDO:0005240"})),
    (r"hepatic|liver", frozenset({"HP:0001392", "MONDO:0005154"})),
    (r"eye|ocular|ophthalmic", frozenset({"HP:0000478", "MONDO:0005328"})),
    (r"ha?ematologic(?:al)?|blood", frozenset({"HP:0001871", "MONDO:0005570"})),
    (r"psychiatric|mental(?: health)?", frozenset({"HP:0000708", "MONDO:0002025"})),
    (r"musculoskeletal", frozenset({"HP:0033127", "MONDO:0002081"})),
    (r"endocrine", frozenset({"HP:0000818", "MONDO:0005151"})),
)  # fmt: skip
SYSTEMS = tuple((re.compile(rf"\b(?:{w})\b(?:-related)?", re.I), ids) for w, ids in _SYSTEMS)


class SystemMention(NamedTuple):
    """An organ system named in a text, with the ids of its conditions' common ancestors."""

    start: int
    end: int
    ids: frozenset[str]


def find_systems(text: str) -> list[SystemMention]:
    """List the organ systems that a text names."""
    return [
        SystemMention(found.start(), found.end(), ids)
        for words, ids in SYSTEMS
        for found in words.finditer(text)
    ]


def belongs(concept_id: str, ids: frozenset[str]) -> bool:
    """Say whether a condition is one of a system."""
    return concept_id in ids or not ids.isdisjoint(ancestors(concept_id))
