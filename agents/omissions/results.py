"""Dangerous results, positive cultures and results that were still awaited."""

import re

from agents.omissions.expected import Expected, expected_from
from agents.omissions.stay import SEGMENT, Stay, Told, part_of
from clinical.analytes import ANALYTES
from clinical.critical_results import Side, critical_limits
from kg.evidence import Evidence

Worst = dict[tuple[str, Side], Told]

CULTURED = frozenset({"microbiology", "results", "laboratory", "admission_laboratory", "events"})
NO_PATHOGEN = frozenset({"organism:mixed_flora", "organism:bacteria"})
GROWTH = r"cultures?\b.*\b(?:grew|growing|positive)|\b(?:grew|growing|positive)\b.*cultur"
AWAITED = re.compile(
    r"\b(?:pending|outstanding|awaiting|awaited|not (?:yet )?(?:back|final(?:i[sz]ed)?|resulted)"
    r"|to be followed[- ]up|in process)\b",
    re.IGNORECASE,
)
STUDY = re.compile(
    r"cultur|biops|patholog|cytolog|serolog|\btests?\b|\bresults?\b|\blevels?\b|\breports?\b"
    r"|\bpanel|titer|\bpcr\b|send-?out|genetic|antibod|sensitivit|susceptibilit|\breads?\b|stain",
    re.IGNORECASE,
)
NOT_A_RESULT = re.compile(
    r"pending (?:placement|bed|clinical|insurance|approval|transfer|improvement)",
    re.IGNORECASE,
)
AWAITED_WHERE = frozenset(
    {
        "transitional_issues",
        "follow_up",
        "results",
        "laboratory",
        "discharge_laboratory",
        "microbiology",
        "pathology",
        "events",
        "discharge_diagnosis",
        "discharge_condition",
    }
)


def critical_results(stay: Stay) -> list[Expected]:
    """The worst dangerous value of each quantity during the stay."""
    worst: Worst = {}
    for told in stay.told:
        fact = told.fact
        limits = critical_limits().get(fact.concept.id)
        if limits is None or fact.quantity is None or not stay.during(told):
            continue
        side = limits.side(fact.quantity.value)
        if side is not None and is_measured(told):
            key = (fact.concept.id, side)
            worst[key] = worse(worst.get(key), told, side)
    return [dangerous(told, side) for (_, side), told in sorted(worst.items())]


def is_measured(told: Told) -> bool:
    """Leave out values of relatives, of plans and of goals."""
    return told.fact.assertion in ("present", "historical")


def worse(known: Told | None, told: Told, side: Side) -> Told:
    """Keep the more dangerous of two values, the earlier one where they are equal."""
    if known is None or known.fact.quantity is None or told.fact.quantity is None:
        return told
    old, now = known.fact.quantity.value, told.fact.quantity.value
    return told if (now < old if side == "low" else now > old) else known


def dangerous(told: Told, side: Side) -> Expected:
    """A value that calls for action."""
    fact = told.fact
    limits = critical_limits()[fact.concept.id]
    limit = limits.low if side == "low" else limits.high
    unit = ANALYTES[fact.concept.id].unit
    value = fact.quantity.value if fact.quantity else 0.0
    sign = "at or below" if side == "low" else "at or above"
    day = f" on {fact.time.earliest[:10]}" if fact.time and fact.time.earliest else ""
    named = f"critical result: {fact.concept.name} {value:g} {unit}".rstrip()
    text = f"{named}{day} ({sign} {limit:g})"
    return expected_from("critical_result", fact.kind, text, told, told_by=limits.told_by.pattern)


def positive_cultures(stay: Stay) -> list[Expected]:
    """Each organism that grew during the stay."""
    found: dict[str, Told] = {}
    for told in stay.told:
        fact = told.fact
        where = fact.section in CULTURED or bool(fact.source.table)
        grew = fact.assertion == "present" and fact.result not in ("negative", "normal")
        known = fact.concept.id.startswith("organism:") and fact.concept.id not in NO_PATHOGEN
        if where and grew and known and (fact.time is None or stay.during(told)):
            found.setdefault(fact.concept.id, told)
    return [culture(told) for told in found.values()]


def culture(told: Told) -> Expected:
    """An organism that grew."""
    return expected_from(
        "positive_culture",
        "exam",
        f"positive culture: {told.fact.concept.name}",
        told,
        name=told.fact.text,
        told_by=GROWTH,
    )


def pending_results(stay: Stay) -> list[Expected]:
    """Each line that says a result was still awaited."""
    found: dict[str, Evidence] = {}
    for passage in stay.passages:
        if passage.section not in AWAITED_WHERE or not stay.is_own(passage):
            continue
        for line in SEGMENT.finditer(passage.quote):
            if is_awaited(line[0]):
                part = part_of(passage, *trimmed(line))
                found.setdefault(" ".join(part.quote.split()).lower(), part)
    return [awaited(part) for part in found.values()]


def is_awaited(line: str) -> bool:
    """Say whether a line tells of a result that is not back."""
    awaited = AWAITED.search(line) is not None and STUDY.search(line) is not None
    return awaited and NOT_A_RESULT.search(line) is None


def trimmed(line: re.Match[str]) -> tuple[int, int]:
    """Return the span of a line without the blanks around it."""
    text = line[0]
    return line.start() + len(text) - len(text.lstrip()), line.start() + len(text.rstrip())


def awaited(part: Evidence) -> Expected:
    """A result that somebody has to look after."""
    words = " ".join(part.quote.split())
    return Expected(
        category="pending_result",
        kind="event",
        text=f"pending result: {words}",
        evidence=(part,),
        name=words,
        told_by=AWAITED.pattern,
    )
