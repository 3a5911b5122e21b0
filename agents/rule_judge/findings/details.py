"""Rules for what is said of a finding that is there: its stage, year, side and severity."""

from agents.rule_judge.decisions import Decision, Item, contradicted, supported
from agents.rule_judge.findings.error_types import error_type_of
from clinical.facts import Fact, TimeSpan
from clinical.stages import stage_near
from clinical.vocabulary import is_general

SIDED_BY_NAME = frozenset({"study:cardiac_catheterization"})
"""The left of `left heart catheterization` is no side of the access beside it."""

OPPOSITE = {"left": "right", "right": "left"}
SEVERITY_ORDER = {"mild": 1, "moderate": 2, "severe": 3}


def judge_details(claim: Fact, present: list[Item], sentence: str) -> Decision:
    """It is there; compare side and severity."""
    for conflict in (other_stage(claim, present, sentence), other_years(claim, present)):
        if conflict is not None:
            return conflict
    side = side_conflict(claim, present)
    if side is not None:
        return side
    severity = severity_conflict(claim, present)
    if severity is not None:
        return severity
    note = f"the record states {present[0].fact.text!r}"
    if claim.severity and not any(i.fact.severity for i in present):
        note += f"; {claim.severity!r} is unverified: the record does not say how severe it was"
    return supported("same_concept", best_first(claim, present), note)


def other_stage(claim: Fact, present: list[Item], sentence: str) -> Decision | None:
    """Both give a stage of one scale, and none agrees."""
    claimed = stage_near(sentence, claim.source.start or 0, claim.source.end or 0)
    if claimed is None:
        return None
    staged = [(item, stage) for item in present if (stage := stage_of(item)) is not None]
    scaled = [(item, step) for item, (scale, step) in staged if scale == claimed[0]]
    if not scaled or any(same_step(claimed[1], step) for _, step in scaled):
        return None
    return contradicted(
        "other_stage",
        [item for item, _ in scaled],
        (error_type_of(claim),),
        f"the sentence says {claimed[0]} {claimed[1]}, the record {claimed[0]} {scaled[0][1]}",
        "stage",
        (claimed[1], scaled[0][1]),
    )


def same_step(one: str, other: str) -> bool:
    """A step with a letter (3b) is a kind of the step without it (3)."""
    return one == other or one == other.rstrip("ab") or one.rstrip("ab") == other


def stage_of(item: Item) -> tuple[str, str] | None:
    """The stage beside a finding in its passage."""
    quote, start = item.evidence.quote, item.evidence.source.start
    if start is None or item.fact.source.start is None or item.fact.source.end is None:
        return stage_near(quote, 0, len(quote))
    return stage_near(quote, item.fact.source.start - start, item.fact.source.end - start)


def other_years(claim: Fact, present: list[Item]) -> Decision | None:
    """A past event dated to one year, where the record dates it to others only."""
    once = claim.assertion == "historical" or claim.kind == "procedure"
    if not once or not is_past_date(claim.time):
        return None
    dated = [i for i in present if is_past_date(i.fact.time)]
    if not dated or any(
        claim.time.overlaps(i.fact.time) for i in dated if claim.time and i.fact.time
    ):
        return None
    recorded = dated[0].fact.time
    return contradicted(
        "other_year",
        dated,
        ("time_error",),
        f"the sentence dates it to {year_of(claim.time)}, the record to {year_of(recorded)}",
        "date",
        (year_of(claim.time), year_of(recorded)),
        confidence=0.7,
    )


def is_past_date(time: TimeSpan | None) -> bool:
    """Say whether a time is a written year."""
    return time is not None and time.precision == "year" and time.anchor == "absolute"


def year_of(time: TimeSpan | None) -> str:
    """The year that a time begins in."""
    return "" if time is None else (time.earliest or time.latest or "")[:4]


def best_first(claim: Fact, items: list[Item]) -> list[Item]:
    """Put items with the same words, side and site first; ties by place."""

    def distance(item: Item) -> tuple[bool, bool, bool, str]:
        fact = item.fact
        return (
            fact.laterality != claim.laterality,
            fact.site != claim.site,
            fact.text.lower() != claim.text.lower(),
            str(fact.source),
        )

    return sorted(items, key=distance)


def side_conflict(claim: Fact, present: list[Item]) -> Decision | None:
    """Only the other side is on record."""
    opposite = OPPOSITE.get(claim.laterality or "")
    if opposite is None or claim.concept.id in SIDED_BY_NAME:
        return None
    same_site = [i for i in present if claim.site and i.fact.site == claim.site]
    if not same_site and is_general(claim.concept.id, claim.text):
        return None
    present = same_site or present
    sides = {item.fact.laterality for item in present}
    if opposite not in sides or sides & {claim.laterality, "bilateral"}:
        return None
    other = [item for item in present if item.fact.laterality == opposite]
    return contradicted(
        "other_side",
        other,
        (error_type_of(claim, "exam_result_error"),),
        f"the sentence says {claim.laterality}, the record {opposite}: {other[0].evidence.quote!r}",
        "laterality",
        (str(claim.laterality), str(opposite)),
    )


def severity_conflict(claim: Fact, present: list[Item]) -> Decision | None:
    """Mild against severe, or complete against partial."""
    if claim.severity is None:
        return None
    graded = [item for item in present if item.fact.severity is not None]
    if not graded or any(compatible(claim.severity, i.fact.severity) for i in graded):
        return None
    return contradicted(
        "other_severity",
        graded,
        (
            "exam_result_error"
            if graded[0].fact.study
            else error_type_of(claim, "exam_result_error"),
        ),
        f"the sentence says {claim.severity}, the record {graded[0].fact.severity}",
        "severity",
        (claim.severity, str(graded[0].fact.severity)),
    )


def compatible(one: str | None, other: str | None) -> bool:
    """Neighboring steps of severity are compatible; the ends of the scale are not."""
    if one == other or one is None or other is None:
        return True
    if one in SEVERITY_ORDER and other in SEVERITY_ORDER:
        return abs(SEVERITY_ORDER[one] - SEVERITY_ORDER[other]) < 2
    return {one, other} != {"complete", "partial"}
