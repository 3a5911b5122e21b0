"""Ranges made of dates: `from A to B`, `between A and B`, `through A`, `since A`."""

import re

from clinical.facts import TimeSpan
from clinical.mentions import TimeMention

POINTS = frozenset(("date", "hospital_day", "postoperative_day", "relative"))
LINK = re.compile(r"\s*(?:to|through|thru|until|till|-|–|—|and)\s*(?:on\s+)?\Z", re.IGNORECASE)
BEFORE_FIRST = re.compile(r"\b(?P<word>between|from)\s+\Z", re.IGNORECASE)
EDGE = re.compile(
    r"\b(?P<until>until|till|through|thru|up to|ends?(?: on)?|ending(?: on)?)\s+(?:the\s+)?\Z|"
    r"\b(?P<since>since|from|starting(?: on)?|as of)\s+\Z|"
    r"\b(?P<before>before|prior to)\s+\Z|\b(?P<after>after)\s+\Z",
    re.IGNORECASE,
)
OWN_EDGE = re.compile(r"(?P<until>until|through|by)\b|(?P<since>since|from)\b", re.IGNORECASE)
LOOK_BACK = 20
DAYS = frozenset({"date", "hospital_day", "postoperative_day"})
AT = re.compile(r",?\s{0,2}(?:(?:at|around|@|~)\s{0,2})?", re.IGNORECASE)


def join_ranges(text: str, mentions: list[TimeMention]) -> list[TimeMention]:
    """Join pairs of dates into ranges and open single dates to the side that words name."""
    mentions = join_clocks(text, mentions)
    joined: list[TimeMention] = []
    index = 0
    while index < len(mentions):
        first = mentions[index]
        second = mentions[index + 1] if index + 1 < len(mentions) else None
        if second is not None and _linked(text, first, second):
            joined.append(_range(text, first, second))
            index += 2
            continue
        joined.append(_opened(text, first))
        index += 1
    return joined


def join_clocks(text: str, mentions: list[TimeMention]) -> list[TimeMention]:
    """Join a day with the time of day right behind it (`05-12 09:20`, `March 4 at 7 a.m.`)."""
    joined: list[TimeMention] = []
    for mention in mentions:
        day = joined[-1] if joined else None
        beside = day is not None and AT.fullmatch(text, day.end, mention.start)
        clocked = day is not None and day.span is not None and day.span.precision == "minute"
        if day is None or day.kind not in DAYS or not beside or clocked or not is_clock(mention):
            joined.append(mention)
            continue
        whole = text[day.start : mention.end]
        update = {"start": day.start, "text": whole, "kind": day.kind}
        joined[-1] = mention.model_copy(update=update)
    return joined


def is_clock(mention: TimeMention) -> bool:
    """Say whether a mention is a time of day."""
    return (
        mention.kind == "relative"
        and mention.span is not None
        and mention.span.precision == "minute"
    )


def _linked(text: str, first: TimeMention, second: TimeMention) -> bool:
    """Say whether two dates are the ends of one range."""
    if first.kind not in POINTS or second.kind not in POINTS or first.kind == "relative":
        return False
    link = LINK.match(text[first.end : second.start])
    if link is None:
        return False
    lead = BEFORE_FIRST.search(text, max(0, first.start - LOOK_BACK), first.start)
    if "and" in link[0].lower():
        return lead is not None and lead["word"].lower() == "between"
    return True


def _range(text: str, first: TimeMention, second: TimeMention) -> TimeMention:
    """Join two dates."""
    span = None
    if first.span and second.span:
        span = first.span.model_copy(update={"latest": second.span.latest})
        if span.earliest and span.latest and span.earliest > span.latest:
            span = None
    return TimeMention(
        start=first.start,
        end=second.end,
        text=text[first.start : second.end],
        kind="range",
        span=span,
    )


def _opened(text: str, mention: TimeMention) -> TimeMention:
    """Open a date behind `until`, `since`, `before` or `after`."""
    if mention.kind not in ("date", "hospital_day", "postoperative_day") or mention.span is None:
        return mention
    edge = OWN_EDGE.match(mention.text) or EDGE.search(
        text, max(0, mention.start - LOOK_BACK), mention.start
    )
    if edge is None:
        return mention
    groups = edge.groupdict()
    if groups.get("until") and groups["until"].lower() == "by":
        return mention
    return mention.model_copy(update={"kind": "range", "span": _open(mention.span, groups)})


def _open(span: TimeSpan, groups: dict[str, str | None]) -> TimeSpan:
    """Drop the bound that a preposition leaves open."""
    if groups.get("until"):
        return span.model_copy(update={"earliest": None})
    if groups.get("since"):
        return span.model_copy(update={"latest": None})
    if groups.get("before"):
        return span.model_copy(update={"earliest": None, "latest": span.earliest})
    return span.model_copy(update={"earliest": span.latest, "latest": None})
