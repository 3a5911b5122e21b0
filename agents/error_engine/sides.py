"""False sides: left for right and right for left."""

import re
from collections.abc import Iterator

from agents.chart import Charted, stems_of
from agents.error_engine.candidate import Candidate
from agents.error_engine.material import Material
from agents.error_engine.wording import in_case_of
from clinical.facts import Fact
from clinical.labels import Laterality
from clinical.modifiers import surroundings
from graph_state.generation import EditedFact

SIDE = re.compile(r"\b(?P<side>left|right)(?P<tail>-sided|ward)?\b", re.IGNORECASE)
REVERSE: dict[str, tuple[str, Laterality]] = {"left": ("right", "right"), "right": ("left", "left")}
ALWAYS_ONE_SIDED = re.compile(
    r"\s+(?:ventric\w+|heart|atri\w+|main coronary|bundle|axis|shift|colon|hemicolectomy|upper "
    r"quadrant|lower quadrant|circumflex|anterior descending|coronary|hepatic|of (?:his|her|the)|"
    r"away|now|after|before)\b",
    re.IGNORECASE,
)
"""Behind these words the side belongs to the name of a structure, or is no side at all."""


def false_sides(material: Material) -> Iterator[Candidate]:
    """Move a finding to the other side."""
    sides = list(SIDE.finditer(material.text))
    for found in sides:
        side, tail = found["side"], found["tail"] or ""
        if ALWAYS_ONE_SIDED.match(material.text, found.end()):
            continue
        charted = _charted_side(material, found)
        if charted is None:
            continue
        claim, proof = charted
        reverse = in_case_of(side, REVERSE[side.lower()][0])
        alone = all(other["side"].lower() == side.lower() for other in sides)
        yield Candidate(
            error_type="exam_result_error",
            difficulty="hard" if alone else "easy",
            start=found.start(),
            end=found.end(),
            words=reverse + tail,
            fact=EditedFact(
                kind=claim.kind,
                attribute="side",
                concept=claim.concept,
                old=side.lower(),
                new=REVERSE[side.lower()][0],
                evidence=(proof.link,),
            ),
            explanation=(
                f"{claim.concept.name} is on the {side.lower()}; "
                f"the record never puts it on the {REVERSE[side.lower()][0]}"
            ),
        )


def _charted_side(material: Material, found: re.Match[str]) -> tuple[Fact, Charted] | None:
    """Find a claim that this word gives its side, with a place that has it on the same side."""
    side: Laterality = "left" if found["side"].lower() == "left" else "right"
    for claim in sorted(material.claims, key=lambda c: abs((c.source.start or 0) - found.end())):
        if claim.laterality != side or not _near(material.text, claim, found):
            continue
        for charted in material.chart.about(claim.concept):
            if charted.fact.laterality == side:
                return claim, charted
        passages = material.chart.passages_with(stems_of(side) | stems_of(claim.concept.name))
        for passage in passages:
            if passage.link.source.note:
                return claim, Charted(claim, passage.link)
    return None


def _near(text: str, claim: Fact, found: re.Match[str]) -> bool:
    """Say whether a word of side stands in a claim or in the words beside it."""
    start, end = claim.source.start or 0, claim.source.end or 0
    before, after = surroundings(text, start, end)
    return start - len(before) <= found.start() <= end + len(after)
