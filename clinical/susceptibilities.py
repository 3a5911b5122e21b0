"""What a germ was found to be sensitive or resistant to, in prose and in laboratory lists."""

import re
from typing import NamedTuple

from clinical.drug_lexicon import DrugName, find_drug_names
from clinical.facts import Concept

RESULT_OF = {
    "s": "sensitive",
    "sensitive": "sensitive",
    "susceptible": "sensitive",
    "r": "resistant",
    "resistant": "resistant",
    "resistance": "resistant",
    "nonsusceptible": "resistant",
    "i": "intermediate",
    "intermediate": "intermediate",
}
WORDS = r"(?:non-?susceptible|susceptible|sensitive|resistant|resistance|intermediate)"
CUE = re.compile(
    rf"\b(?P<result>{WORDS})\s*(?:only\s+|also\s+)?(?:(?:to|for|against)(?:\s*:)?|:)\s",
    re.IGNORECASE,
)
BEHIND = re.compile(rf"(?<![\s-])[\s-]++(?P<result>{WORDS})\b(?!\s+to\b)", re.IGNORECASE)
MARK = re.compile(
    r"(?<!\s)\s*+(?:(?:-{2,}+|\.{2,}+|[:=])\s*+)?"
    r"(?:[<>=]*+\s*+\d++(?:[./]\d+)*+\s*+(?:mcg/mL\s*+)?)?\(?"
    r"(?P<result>[SRI])\)?(?=\s*(?:[,;)\n]|$))"
)
LISTING = frozenset("and or both as well also to including other".split())
"""Words that may stand between the drugs of one list."""

WORD = re.compile(r"[A-Za-z]+")
ENDS = re.compile(r"[.;]\s")
NOT = re.compile(r"\bnot\s+$", re.IGNORECASE)


class SusceptibilityMention(NamedTuple):
    """A drug that a germ was tested against, with the result; the span holds both."""

    start: int
    end: int
    concept: Concept
    result: str


def susceptibility_to(drug: Concept) -> Concept:
    """Name the answer of germs to a drug, whichever germ it is."""
    return Concept(id=f"susceptibility:{drug.id}", name=f"susceptibility to {drug.name}")


def find_susceptibilities(text: str) -> list[SusceptibilityMention]:
    """Find the drugs of a text that a germ was tested against, in the order of the text."""
    if not (CUE.search(text) or BEHIND.search(text) or MARK.search(text)):
        return []
    names = find_drug_names(text)
    found = (_tested(text, name, names) for name in names)
    return [mention for mention in found if mention is not None]


def _tested(text: str, name: DrugName, names: list[DrugName]) -> SusceptibilityMention | None:
    """Read the result beside one drug: a mark or a word behind it, else the cue of its list."""
    behind = MARK.match(text, name.end) or BEHIND.match(text, name.end)
    if behind is not None:
        return _mention(text, name, behind, name.start, behind.end())
    cues = list(CUE.finditer(text, 0, name.start + 1))
    if not cues:
        return None
    cue = cues[-1]
    listed = [one for one in names if cue.end() <= one.start < name.start]
    if not _is_list(text, cue.end(), name.start, listed):
        return None
    return _mention(text, name, cue, name.start if listed else cue.start(), name.end)


def _is_list(text: str, start: int, end: int, listed: list[DrugName]) -> bool:
    """Say whether only the drugs of a list stand in a stretch."""
    stretch = text[start:end]
    for drug in reversed(listed):
        stretch = stretch[: drug.start - start] + stretch[drug.end - start :]
    words = {word.lower() for word in WORD.findall(stretch)}
    return words <= LISTING and not ENDS.search(stretch)


def _mention(
    text: str, name: DrugName, said: re.Match[str], start: int, end: int
) -> SusceptibilityMention:
    result = RESULT_OF[said["result"].lower().replace("-", "")]
    if NOT.search(text[: said.start("result")]):
        result = "sensitive" if result == "resistant" else "resistant"
    return SusceptibilityMention(start, end, susceptibility_to(name.concept), result)
