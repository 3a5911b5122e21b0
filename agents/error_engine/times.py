"""False times: another day, another length, another day of the stay."""

import re
from collections.abc import Iterator

from agents.chart import Chart, Charted, stems_of
from agents.error_engine.candidate import Candidate, falsified
from agents.error_engine.material import Material
from agents.error_engine.wording import in_case_of
from clinical.facts import Anchors, Fact, TimeSpan
from clinical.mentions import TimeMention
from clinical.times import find_times
from clinical.words import NUMBER_WORDS
from graph_state.generation import Difficulty

WORD_OF = {value: word for word, value in NUMBER_WORDS.items()}
ANY_NUMBER = re.compile(
    r"\b(?:\d+|" + "|".join(sorted(NUMBER_WORDS, key=len, reverse=True)) + r")\b", re.IGNORECASE
)
MONTH_DAY = re.compile(r"\b(?P<month>\d{1,2})(?P<mark>[-/])(?P<day>\d{1,2})(?![\d/-])")
NAMED_DAY = re.compile(r"\b(?P<month>[A-Z][a-z]{2,8}\.?)\s+(?P<day>\d{1,2})(?!\d|\s*,?\s*\d{4}-)")
ISO_DAY = re.compile(r"\b\d{4}-\d{2}-(?P<day>\d{2})\b")
STAY_DAY = re.compile(r"\b(?:hospital day|HD|postoperative day|POD)\s*#?\s*(?P<day>\d{1,2})", re.I)
MONTHS = (
    "January February March April May June July August September October November December".split()
)
MONTH_NAME = re.compile(r"\b(?:" + "|".join(MONTHS) + r")\b")
YEAR = re.compile(r"\b(?P<day>(?:19|2[0-3])\d{2})\b")
SHIFTS: tuple[tuple[int, Difficulty], ...] = (
    (1, "hard"), (-1, "hard"), (2, "hard"), (-2, "hard"), (4, "medium"), (-3, "medium"),
    (5, "medium"), (-5, "medium"), (9, "easy"), (-8, "easy"), (12, "easy"),
)  # fmt: skip
LENGTHS: tuple[tuple[float, Difficulty], ...] = (
    (1.3, "hard"), (0.7, "hard"), (1.5, "hard"), (2.0, "medium"), (0.5, "medium"), (3.0, "easy"),
)  # fmt: skip
LAST_DAY = 28
LONGEST = 60


def false_dates(material: Material) -> Iterator[Candidate]:
    """Move an event to another day, month or year."""
    for mention in material.mentions.times:
        if mention.kind not in ("date", "hospital_day", "postoperative_day", "range"):
            continue
        if mention.span is None or mention.span.earliest is None:
            continue
        charted = charted_time(material, mention)
        if charted is None:
            continue
        claim, proof = charted
        for difficulty, start, end, words in _other_days(material.text, mention):
            span = _reread_span(material, start, end, words, mention)
            if span is None or span.overlaps(mention.span):
                continue
            if not _stays_in_stay(mention.span, span, material.sentence["anchors"]):
                continue
            if _is_known(material.chart, claim, span):
                continue
            yield falsified(
                proof,
                claim.concept,
                "date",
                (start, end),
                mention.text,
                words,
                difficulty,
                f"{claim.concept.name}: {mention.text} in the record, "
                f"{material.text[mention.start : start]}{words} now",
                kind=claim.kind,
                error_type="time_error",
            )


def charted_time(material: Material, mention: TimeMention) -> tuple[Fact, Charted] | None:
    """Find a claim at this time that the record has at the same time."""
    assert mention.span is not None
    near = [
        claim
        for claim in material.claims
        if claim.time == mention.span and not claim.concept.id.startswith("text:")
    ]
    for claim in sorted(near, key=lambda c: abs((c.source.start or 0) - mention.start)):
        for charted in material.chart.about(claim.concept):
            time = charted.fact.time
            if time and time.earliest and time.latest and _same_day(time, mention.span):
                return claim, charted
    return None


def _same_day(time: TimeSpan, span: TimeSpan) -> bool:
    """Say whether a known time lies within the time that is written."""
    if span.latest is None:
        return (time.earliest or "")[:7] == (span.earliest or "")[:7]
    inside = (span.earliest or "")[:10] <= (time.earliest or "")[:10]
    return inside and (time.latest or "")[:10] <= span.latest[:10]


def _stays_in_stay(old: TimeSpan, new: TimeSpan, anchors: Anchors) -> bool:
    """What happened during the stay may not move out of it."""
    if not anchors.admitted or not anchors.discharged or old.precision not in ("day", "minute"):
        return True
    first, last = anchors.admitted[:10], anchors.discharged[:10]
    inside = [first <= (span.earliest or "")[:10] <= last for span in (old, new)]
    return inside[1] or not inside[0]


def _is_known(chart: Chart, claim: Fact, span: TimeSpan) -> bool:
    """Say whether anything known puts the same thing at the new time, or leaves its time open."""
    return any(
        fact.time is not None and fact.time.earliest and fact.time.overlaps(span)
        for fact in chart.known(claim.concept)
    )


def _reread_span(
    material: Material, start: int, end: int, words: str, mention: TimeMention
) -> TimeSpan | None:
    """Read the time that the changed words mean, in their sentence."""
    text = material.text[:start] + words + material.text[end:]
    for found in find_times(text, material.sentence["anchors"]):
        if found.start <= start < found.end and found.kind == mention.kind:
            return found.span
    return None


def _other_days(text: str, mention: TimeMention) -> Iterator[tuple[Difficulty, int, int, str]]:
    for pattern in (ISO_DAY, MONTH_DAY, STAY_DAY, NAMED_DAY):
        found = pattern.search(text, mention.start, mention.end)
        if found:
            yield from _shifted(found)
            return
    month = MONTH_NAME.search(text, mention.start, mention.end)
    if month:
        yield from _other_months(month)
        return
    year = YEAR.search(text, mention.start, mention.end)
    if year:
        yield from _shifted(year, last=10_000)


def _shifted(
    found: re.Match[str], last: int = LAST_DAY
) -> Iterator[tuple[Difficulty, int, int, str]]:
    written = found["day"]
    for shift, difficulty in SHIFTS:
        day = int(written) + shift
        if 1 <= day <= last:
            words = (
                str(day).zfill(len(written))
                if written.startswith("0")
                or (
                    len(written) == 2
                    and day < 10
                    and found.re in (MONTH_DAY, ISO_DAY)
                    and len(found.group().split(found.group("day"))[0]) != 2
                )
                else str(day)
            )
            yield difficulty, found.start("day"), found.end("day"), words


def _other_months(found: re.Match[str]) -> Iterator[tuple[Difficulty, int, int, str]]:
    at = MONTHS.index(found.group())
    for shift, difficulty in (
        (1, "hard"),
        (-1, "hard"),
        (2, "medium"),
        (-3, "medium"),
        (5, "easy"),
    ):
        kind: Difficulty = (
            "hard" if difficulty == "hard" else "medium" if difficulty == "medium" else "easy"
        )
        yield kind, found.start(), found.end(), MONTHS[(at + shift) % len(MONTHS)]


def false_durations(material: Material) -> Iterator[Candidate]:
    """Change how long something lasted, or how long ago it was."""
    for mention in material.mentions.times:
        if mention.kind not in ("duration", "relative") or mention.days is None:
            continue
        found = ANY_NUMBER.search(material.text, mention.start, mention.end)
        if found is None:
            continue
        charted = charted_duration(material, mention)
        if charted is None:
            continue
        claim, proof = charted
        for difficulty, words in _other_lengths(found.group()):
            unit = material.text[found.end() : mention.end]
            if _is_said(material.chart, claim, words + unit):
                continue
            yield falsified(
                proof,
                claim.concept,
                "duration",
                found.span(),
                found.group(),
                words,
                difficulty,
                f"{claim.concept.name}: {found.group()}{unit} in the record, {words}{unit} now",
                unit=unit,
                kind=claim.kind,
                error_type="time_error",
            )


def charted_duration(material: Material, mention: TimeMention) -> tuple[Fact, Charted] | None:
    """Find a passage about a claim of the sentence that has the same length of time."""
    assert mention.days is not None
    named = [c for c in material.claims if not c.concept.id.startswith("text:")]
    for claim in sorted(named, key=lambda c: abs((c.source.start or 0) - mention.start)):
        for charted in material.chart.about(claim.concept):
            length = charted.fact.duration_days
            if length and abs(length.value - mention.days.value) <= max(length.tolerance, 0.5):
                return claim, charted
        phrases = _phrases(mention.text)
        for passage in material.chart.passages_with(stems_of(claim.concept.name)):
            if passage.link.source.note and any(p.search(passage.text) for p in phrases):
                return claim, Charted(claim, passage.link)
    return None


def _phrases(written: str) -> list[re.Pattern[str]]:
    """The ways to write a length: in digits and in words, with and without a hyphen."""
    found = ANY_NUMBER.search(written)
    if found is None:
        return []
    number = found.group().lower()
    value = NUMBER_WORDS.get(number) or int(number) if not number.isdigit() else int(number)
    forms = {str(value), WORD_OF.get(value, str(value))}
    unit = re.sub(r"s\b", "", written[found.end() :].strip(" -\n")).split(" ")[0]
    joined = "|".join(sorted(forms))
    return (
        [re.compile(rf"\b(?:{joined})[\s-]+{re.escape(unit)}s?\b", re.IGNORECASE)] if unit else []
    )


def _other_lengths(written: str) -> Iterator[tuple[Difficulty, str]]:
    value = int(written) if written.isdigit() else NUMBER_WORDS[written.lower()]
    seen = {value}
    for factor, difficulty in LENGTHS:
        other = round(value * factor)
        if other == value:
            other = value + (1 if factor > 1 else -1)
        if other < 2 or other in seen or other > LONGEST:
            continue
        seen.add(other)
        if written.isdigit():
            yield difficulty, str(other)
        elif other in WORD_OF:
            yield difficulty, in_case_of(written, WORD_OF[other])


def _is_said(chart: Chart, claim: Fact, written: str) -> bool:
    """Say whether a passage about the same thing has the new length."""
    phrases = _phrases(written)
    passages = chart.passages_with(stems_of(claim.concept.name))
    texts = [*(passage.text for passage in passages), chart.summary]
    return any(pattern.search(text) for pattern in phrases for text in texts)
