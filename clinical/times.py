"""Time expressions of clinical text: found, and resolved against the dates of the stay."""

from datetime import date

from clinical.facts import Anchors, TimeSpan
from clinical.mentions import TimeMention
from clinical.short_dates import at_line_head
from clinical.time_amounts import Match
from clinical.time_attachment import when_of
from clinical.time_patterns import Pattern, time_patterns, traits_of
from clinical.time_ranges import join_ranges
from clinical.time_relations import (
    ago,
    anchored,
    away_before_after,
    bare_neighbor,
    counted_day,
    day_of,
    deictic,
    earlier,
    emergency,
    into_stay,
    later,
    next_day,
    same_day,
    within,
)
from clinical.time_resolution import (
    Here,
    Meaning,
    Resolver,
    age,
    clock,
    dash_date,
    duration,
    gestation,
    hospital_day,
    named_day,
    named_month,
    numeric_date,
    ordinal_day,
    ordinal_numbered_day,
    postoperative_day,
    slash_date,
    year_alone,
    year_month,
)
from clinical.time_spans import parse_day

__all__ = ["find_times", "when_of"]


def _vague(match: Match, here: Here) -> Meaning:
    return Meaning("vague")


def _blank(match: Match, here: Here) -> Meaning:
    return Meaning("date")


def _frequency(match: Match, here: Here) -> Meaning:
    return Meaning("frequency")


ENTRY_KINDS = frozenset({"date", "hospital_day", "postoperative_day"})
RESOLVERS: dict[str, Resolver] = {
    "iso": numeric_date,
    "full": numeric_date,
    "year_month": year_month,
    "month_day": named_day,
    "day_month": named_day,
    "month_year": named_month,
    "part_month": named_month,
    "month": named_month,
    "slash": slash_date,
    "dash": dash_date,
    "year": year_alone,
    "ordinal_day": ordinal_day,
    "hospital_day": hospital_day,
    "stay_day": hospital_day,
    "ordinal_hospital_day": ordinal_numbered_day,
    "postoperative_day": postoperative_day,
    "course_day": _vague,
    "age": age,
    "age_sex": age,
    "gestation": gestation,
    "away": away_before_after,
    "within": within,
    "ago": ago,
    "earlier": earlier,
    "later": later,
    "into": into_stay,
    "counted_day": counted_day,
    "day_of": day_of,
    "anchored": anchored,
    "emergency": emergency,
    "next_day": next_day,
    "same_day": same_day,
    "bare_neighbor": bare_neighbor,
    "deictic": deictic,
    "frequency": _frequency,
    "span_duration": duration,
    "duration": duration,
    "times_duration": duration,
    "clock": clock,
    "blank": _blank,
}


def find_times(text: str, anchors: Anchors) -> list[TimeMention]:
    """Find the time expressions of a text in order; relative ones count from those before."""
    mentions: list[TimeMention] = []
    reference: date | None = None
    entry: date | None = None
    taken = 0
    for pattern, match in _candidates(text):
        if _start(pattern, match) < taken:
            continue
        if entry is not None and "\n\n" in text[taken : match.start()]:
            entry = None
        meaning = RESOLVERS[pattern.name](match, Here(text, anchors, reference, entry))
        if meaning is None:
            continue
        mention = _mention(pattern, match, meaning)
        mentions.append(mention)
        taken = match.end()
        named = _day_named(meaning)
        reference = named or reference
        if named is not None and meaning.kind in ENTRY_KINDS:
            entry = named if at_line_head(text, match.start()) else entry
    return join_ranges(text, mentions)


def _candidates(text: str) -> list[tuple[Pattern, Match]]:
    """All matches by place; at one place the pattern that stands first in the table wins."""
    traits = traits_of(text)
    found = [
        (_start(pattern, match), rank, pattern, match)
        for rank, pattern in enumerate(time_patterns())
        if not pattern.gate.isdisjoint(traits)
        for match in pattern.regex.finditer(text)
    ]
    found.sort(key=lambda candidate: candidate[:2])
    return [(pattern, match) for _, _, pattern, match in found]


def _start(pattern: Pattern, match: Match) -> int:
    """Where the words of time begin; the preposition before a duration is none of them."""
    return match.start("n") if pattern.name == "span_duration" else match.start()


def _mention(pattern: Pattern, match: Match, meaning: Meaning) -> TimeMention:
    """Place a meaning at its words."""
    start = _start(pattern, match)
    return TimeMention(
        start=start,
        end=match.end(),
        text=match.string[start : match.end()],
        kind=meaning.kind,
        span=meaning.span,
        days=meaning.days,
    )


def _day_named(meaning: Meaning) -> date | None:
    """The single day that a mention names, from which later words may count."""
    span: TimeSpan | None = meaning.span
    if span is None or meaning.kind == "range" or not span.earliest or not span.latest:
        return None
    if span.precision not in ("day", "minute"):
        return None
    return parse_day(span.latest)
