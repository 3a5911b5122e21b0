"""Where in a sentence something can be added that it did not say."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agents.error_engine.material import Material
from agents.error_engine.wording import begins_with_vowel
from clinical.plausible_events import EventFrame, PlausibleEvent
from clinical.vocabulary import TermMention
from graph_state.generation import Difficulty

ABOUT_PATIENT = re.compile(
    r"(?:[A-Z][\w ]{0,20}: )?(?:On \w+(?: \w+)?,? |Initially,? |Overall,? )?"
    r"(?:s?he|the patient|pt|mr\.? \S+|ms\.? \S+|mrs\.? \S+)\s+(?:was|had|received|remained|"
    r"improved|tolerated|underwent|completed|went|returned|presented|required|continued|recovered|"
    r"walked|did)\b",
    re.IGNORECASE,
)
CLOSED_ENDING = re.compile(
    r"(?:\bwith|\bafter|\bbefore|\bfollowed by|\bconsult\w*|\badvi[sc]\w+|[)\]\"])[^,]{0,24}$",
    re.IGNORECASE,
)
"""After such an ending a further phrase of the same make would read badly."""

SHOWN = re.compile(
    r"\b(?:show(?:ed|ing)|reveal(?:ed|ing)|demonstrat(?:ed|ing)|found|notable for|with)\b"
    r"(?:(?!\b(?:whereas|while|but|although|which|who|without|no|not)\b)[^,;])*$",
    re.IGNORECASE,
)
"""A last clause that tells what was seen, without a denial."""

LAST_CLAUSE = re.compile(
    r", (?:and|but|while|whereas|which|although|so|with|without|because|as|after|before|until)\b"
    r"(?P<clause>[^,;()]{12,90})\.?$"
)
FINITE = re.compile(r"\b(?:was|were|is|are|had|has|did|\w{3,}ed)\b")
UNFINISHED = re.compile(
    r"\b(?:both|either|neither|between|not only|although|while|because)\b", re.I
)
"""A sentence that begins so cannot do without its last clause."""

MOVABLE = re.compile(r"(?:She|He|The|A|An|Her|His|It|This|These|There|Both|All)\b")
"""First words that can follow another phrase in lower case."""

MASS_NOUN = re.compile(r"(?:teaching|counseling|placement|aids|stockings|oxygen|debridement)$")
PLURAL = re.compile(r"(?:aids|stockings|changes)$")
LIST_GAP = re.compile(r",\s+(?=[a-z])")
AGREES = re.compile(r"\s+(?:was|is|has|does|performed|[a-z]+s)\b")
"""A verb in the singular would no longer agree with two subjects."""

AFTER_PAIR = re.compile(r"[.,;]|\s+(?:for|on|in|who|which|as|at|after)\b")
LEAST_WORDS = 7
COMPANIONS: dict[str, frozenset[str]] = {
    "service": frozenset({"service"}),
    "procedure": frozenset({"study", "procedure"}),
    "device": frozenset({"device"}),
    "symptom": frozenset({"symptom"}),
    "finding": frozenset({"exam"}),
}
"""Beside which terms of the vocabulary a thing can stand in one list."""


class Place(NamedTuple):
    """A stretch of the sentence and what stands there instead."""

    start: int
    end: int
    words: str
    difficulty: Difficulty


def places(material: Material, event: PlausibleEvent, frame: EventFrame) -> Iterator[Place]:
    """Find where a frame fits; the fewer words it takes, the harder it is to see."""
    words = _filled(frame, event)
    if frame.place == "item":
        yield from _in_list(material, event.name)
        yield from _beside(material, event)
    elif frame.place == "lead":
        yield from _leading(material.text, words)
    elif frame.place != "subject" or ABOUT_PATIENT.match(material.text):
        yield from _closing(material.text, words, frame.place == "shown")


def _filled(frame: EventFrame, event: PlausibleEvent) -> str:
    verb = "were" if PLURAL.search(event.name) else "was"
    article = article_of(event.name)
    return frame.words.replace("{x}", event.name).replace("{a}", article).replace("{was}", verb)


def _closing(text: str, words: str, shown: bool) -> Iterator[Place]:
    """At the end, after the last clause or in its place."""
    if not text.endswith("."):
        return
    body = text.rstrip(" .")
    if not CLOSED_ENDING.search(body) and not (shown and not SHOWN.search(body)):
        yield Place(len(body), len(body), words, "easy")
    last = LAST_CLAUSE.search(text)
    if last is None or not FINITE.search(last["clause"]):
        return
    kept = text[: last.start()]
    whole = len(kept.split()) >= LEAST_WORDS and FINITE.search(kept)
    if whole and not UNFINISHED.search(kept) and not (shown and not SHOWN.search(kept)):
        yield Place(len(kept), len(body), words, "medium")


def _leading(text: str, words: str) -> Iterator[Place]:
    """Before the first word."""
    first = MOVABLE.match(text)
    if first and "," not in text[:40]:
        yield Place(0, first.end(), f"{words} {first.group().lower()}", "easy")


def _in_list(material: Material, name: str) -> Iterator[Place]:
    """Between two findings of a list of which the text asserts the same."""
    findings = [c for c in material.claims if c.kind in ("symptom", "exam")]
    for gap in LIST_GAP.finditer(material.text):
        left = [c for c in findings if c.source.end == gap.start()]
        right = [c for c in findings if c.source.start == gap.end()]
        if any(one.assertion == other.assertion for one in left for other in right):
            yield Place(gap.end(), gap.end(), f"{name}, ", "hard")
            return


def _beside(material: Material, event: PlausibleEvent) -> Iterator[Place]:
    """Right behind a thing of the same kind, joined to it."""
    text = material.text
    for term in material.mentions.terms:
        if term.group not in COMPANIONS.get(event.group, ()) or not _is_affirmed(material, term):
            continue
        after = text[term.end :]
        if AGREES.match(after) or not AFTER_PAIR.match(after):
            continue
        yield Place(term.end, term.end, f" and {article_of(event.name)}{event.name}", "hard")


def _is_affirmed(material: Material, term: TermMention) -> bool:
    claim = material.claim_at(term.start, term.end)
    before = material.text[: term.start]
    listed = re.search(r",\s+(?:\w+\s+)?$|\b(?:and|or|nor)\s+(?:\w+\s+)?$", before)
    return claim is not None and claim.assertion == "present" and listed is None


def article_of(name: str) -> str:
    """The indefinite article that a name wants, with a space, or nothing."""
    if re.match(r"an?\s", name) or MASS_NOUN.search(name):
        return ""
    return "an " if begins_with_vowel(name) else "a "
