"""How a drug is taken: dose, route, frequency, duration, as needed and for what."""

import re
from typing import NamedTuple

from clinical.facts import Quantity
from clinical.route_words import is_route
from clinical.words import NUMBER_WORDS as PLAIN_NUMBERS

NUMBER_WORDS = {
    **{word: float(value) for word, value in PLAIN_NUMBERS.items() if value},
    **{
        f"{ten}-{one}": float(tens + ones)
        for ten, tens in PLAIN_NUMBERS.items()
        for one, ones in PLAIN_NUMBERS.items()
        if 20 <= tens < 100 and 1 <= ones < 10
    },
    "a": 1.0,
    "an": 1.0,
    "single": 1.0,
    "once": 1.0,
    "twice": 2.0,
    "thrice": 3.0,
    "half": 0.5,
    "half a": 0.5,
    "one half": 0.5,
    "one-half": 0.5,
    "one half a": 0.5,
    "1/2": 0.5,
    "½": 0.5,
    "1/4": 0.25,
    "¼": 0.25,
    "3/4": 0.75,
    "¾": 0.75,
    "one and a half": 1.5,
    "one and one half": 1.5,
    "one and one-half": 1.5,
    "1 and 1/2": 1.5,
    "1 1/2": 1.5,
    "1-1/2": 1.5,
    "1½": 1.5,
    "1 ½": 1.5,
    "2 1/2": 2.5,
    "2½": 2.5,
    "two and a half": 2.5,
}
WORD_NUMBER = "|".join(map(re.escape, sorted(NUMBER_WORDS, key=len, reverse=True)))
DIGITS = r"(?>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.?\d+)"
NUMBER = rf"(?:(?:{WORD_NUMBER})(?=[\s-])|{DIGITS})"

UNITS: tuple[tuple[str, str, float], ...] = (
    (r"milligrams?|mgs?", "mg", 1.0),
    (r"micrograms?|mcgs?|µg|μg|ug", "mg", 0.001),
    (r"grams?|gms?|g", "mg", 1000.0),
    (r"millilit(?:er|re)s?|mls?|ccs?", "mL", 1.0),
    (r"lit(?:er|re)s?|l", "mL", 1000.0),
    (r"milliequivalents?|meqs?", "mEq", 1.0),
    (r"mmols?|millimoles?", "mmol", 1.0),
    (r"units?|iu|u", "units", 1.0),
    (r"(?:of an? )?(?:tab(?:let)?s?|pills?)", "tablets", 1.0),
    (r"cap(?:sule)?s?", "capsules", 1.0),
    (r"puffs?|inhalations?", "puffs", 1.0),
    (r"drops?|gtts?", "drops", 1.0),
    (r"sprays?", "sprays", 1.0),
    (r"patch(?:es)?|ptch", "patches", 1.0),
    (r"nebs?", "nebs", 1.0),
    (r"amps?|ampoules?", "ampules", 1.0),
    (r"bags?|pools?", "units", 1.0),
    (r"packets?|pkts?", "packets", 1.0),
    (r"appl(?:ications?)?", "applications", 1.0),
    (r"suppositor(?:y|ies)|supp", "suppositories", 1.0),
)
"""Written units, the canonical unit, and its size in it."""

UNIT = "|".join(pattern for pattern, _, _ in UNITS)
COUNTED = frozenset({"tablets", "capsules", "puffs", "patches", "packets", "sprays", "drops"})
"""Units that count items whose strength may be written beside them."""

STRENGTH_UNITS = frozenset({"mg", "units", "mEq"})
PER = r"kilograms?|kg|hours?|hrs?|hr|h|minutes?|min|days?|m2"
DOSE = re.compile(
    rf"(?<![\w./-])(?P<low>{NUMBER})(?:\s*(?:-|–|to)\s*(?P<high>{NUMBER}))?[\s-]?\s*"
    rf"(?P<unit>{UNIT})\b(?!\s*/\s*(?:d?l|ml)\b)"
    rf"(?:\s*(?:/|per)\s*(?P<per>{PER})\b)?(?:\s*(?:/|per)\s*(?P<per2>{PER})\b)?(?![\w/])",
    re.I,
)
STRENGTHS = re.compile(
    rf"(?<![\w./-])({DIGITS})\s*(?:mg|mcg)?\s*[-/]\s*({DIGITS})(?:\s*(?:mg|mcg)?\s*[-/]\s*{DIGITS})?"
    r"\s*(mg|mcg)\b",
    re.I,
)
"""Strengths of a combination, the first of which stands for the dose."""

PER_NAMES = {"k": "kg", "h": "hour", "m": "min", "d": "day"}


class Dose(NamedTuple):
    """A dose with its span."""

    start: int
    end: int
    quantity: Quantity


def number(written: str) -> float:
    """Read a number in digits or as a word."""
    word = re.sub(r"\s+", " ", written.lower().strip())
    return NUMBER_WORDS[word] if word in NUMBER_WORDS else float(word.replace(",", ""))


def _unit_of(written: str) -> tuple[str, float]:
    """Find the canonical unit and its factor."""
    lowered = written.lower()
    return next((n, f) for pattern, n, f in UNITS if re.fullmatch(pattern, lowered))


def _half_digit(written: str) -> float:
    """Half a unit of the last written digit."""
    digits = written.replace(",", "")
    if not re.fullmatch(r"\d*\.?\d+", digits):
        return 0.0
    decimals = len(digits.partition(".")[2])
    return 0.5 * 10.0**-decimals if decimals else 0.5


def _per_name(written: str | None) -> str:
    """Name a denominator."""
    if not written:
        return ""
    return "/m2" if written.lower() == "m2" else f"/{PER_NAMES[written[0].lower()]}"


def _quantity(match: re.Match[str]) -> Quantity:
    """Build the quantity of a dose, in its canonical unit."""
    unit, factor = _unit_of(match["unit"])
    unit += _per_name(match["per"]) + _per_name(match["per2"])
    low, high = match["low"], match["high"]
    if high and low[0].isalpha() and high[0].isdigit():
        low, high = high, None  # `increased by half to 36 units` is no range.
    return Quantity(
        value=round(number(low) * factor, 6),
        unit=unit,
        high=round(number(high) * factor, 6) if high else None,
        tolerance=round(min(_half_digit(low), 0.05 * number(low)) * factor, 9),
        written=match.group(),
    )


def doses(text: str, start: int, end: int, combination: bool = False) -> list[Dose]:
    """List the doses written in a stretch of text; strengths of a combination make one dose."""
    found: list[Dose] = []
    strengths = _strengths(text, start, end, combination)
    if strengths:
        found.append(strengths)
    for match in DOSE.finditer(text, start, end):
        covered = strengths and strengths.start < match.end() and match.start() < strengths.end
        weight = match["unit"].lower() in ("g", "l", "u") and match["low"].lower() in ("a", "an")
        if not covered and not weight:
            found.append(Dose(match.start(), match.end(), _quantity(match)))
    return sorted(found)


def _strengths(text: str, start: int, end: int, combination: bool) -> Dose | None:
    """Read `5/325 mg`, `875-125 mg` or `24mg-26mg`; a rising pair is one only for a combination."""
    match = STRENGTHS.search(text, start, end)
    if not match:
        return None
    first, second = number(match[1]), number(match[2])
    if not combination and "/" not in match.group() and first < second:
        return None
    factor = 0.001 if match[3].lower() == "mcg" else 1.0
    quantity = Quantity(value=round(first * factor, 6), unit="mg", written=match.group())
    return Dose(match.start(), match.end(), quantity)


def one_dose(found: list[Dose], text: str = "") -> Quantity | None:
    """Take the first dose, times the number of tablets written right after a strength.

    Of a number of tablets or milliliters with the amount in brackets behind it (`2 tablets (20 mg
    total)`) the amount is the dose.
    """
    if not found:
        return None
    first = found[0].quantity
    if len(found) > 1 and (first.unit in COUNTED or first.unit == "mL"):
        between = text[found[0].end : found[1].start]
        if found[1].quantity.unit in STRENGTH_UNITS and between.strip() == "(":
            return found[1].quantity
    counts = [d.quantity for d in found[1:3] if d.quantity.unit in COUNTED]
    if not counts or first.unit not in STRENGTH_UNITS:
        return first
    count = counts[0]
    high = first.value * count.high if count.high else None
    written = f"{first.written} {count.written}"
    return Quantity(value=first.value * count.value, high=high, unit=first.unit, written=written)


def _words(pattern: str) -> re.Pattern[str]:
    """Compile whole words, in any case."""
    return re.compile(rf"(?<![\w.])(?:{pattern})(?!\w)", re.I)


ROUTES: tuple[tuple[re.Pattern[str], str], ...] = (
    (_words(r"po(?:/ng)?|p\.o\.|by mouth|orally|oral"), "oral"),
    (_words(r"iv|i\.v\.|ivpb|intravenous(?:ly)?|gtt|drip|infusions?|by vein"), "intravenous"),
    (_words(r"im|intramuscular(?:ly)?"), "intramuscular"),
    (_words(r"s\.?c\.?|sq|subq|subcut|sub-q|subcutaneous(?:ly)?|under the skin"), "subcutaneous"),
    (_words(r"sl|sublingual(?:ly)?|under the tongue"), "sublingual"),
    (re.compile(r"\bPR\b|\bper rectum\b|\brectally\b|\benemas?\b"), "rectal"),
    (_words(r"ih|inh|inhaled|neb(?:uli[sz]ed|uli[sz]ers?|s)?|inhalation"), "inhaled"),
    (_words(r"td|transdermal|patch(?:es)?"), "transdermal"),
    (re.compile(r"\b(?:OU|OD|OS|OPHTH?|[Oo]phthalmic|(?:both|left|right|each) eyes?)\b"), "eye"),
    (_words(r"intranasal|in each nostril|nu"), "nasal"),
    (_words(r"topical(?:ly)?|tp|to skin"), "topical"),
    (_words(r"intrathecal(?:ly)?"), "intrathecal"),
    (_words(r"vaginal(?:ly)?"), "vaginal"),
    (_words(r"via (?:ng|g|peg|j)[ -]?tube|per (?:ng|g|peg|j)[ -]?tube"), "enteral tube"),
)


class Read(NamedTuple):
    """A value with the end of its words."""

    value: str
    end: int


def routes(text: str, start: int, end: int) -> list[Read]:
    """List the routes in a stretch of text, in its order."""
    hits = [
        (m.start(), m.end(), name)
        for pattern, name in ROUTES
        for m in pattern.finditer(text, start, end)
        if is_route(text, m.start(), m.end())
    ]
    return [Read(name, stop) for _, stop, name in sorted(hits)]


def route(text: str, start: int, end: int) -> Read | None:
    """Find the first route in a stretch of text."""
    return next(iter(routes(text, start, end)), None)


HOURS = {"min": 1 / 60, "h": 1.0, "d": 24.0, "w": 168.0, "mo": 730.0}
PARTS_OF_DAY = r"night|morning|evening|afternoon|noon|bedtime"
TIMES = rf"\d+|{WORD_NUMBER}"
AGAIN = r"(?:\s*\(\s*\w+\s*\))?"
"""The same number once more in brackets: `2 (two) times`, `every six (6) hours`."""

EVERY = re.compile(
    rf"\b(?:q\.?\s*|every\s+)(?P<low>{TIMES}|other)?{AGAIN}"
    rf"(?:\s*(?:-|–|to)\s*(?P<high>{TIMES}){AGAIN})?\s*-?\s*"
    rf"(?P<unit>h(?:ou)?rs?|h|min(?:ute)?s?|days?|d|weeks?|wks?|months?|{PARTS_OF_DAY})\b",
    re.I,
)
TIMES_PER = re.compile(
    rf"\b(?:(?P<low>once|twice|thrice)|(?P<count>{TIMES}){AGAIN}(?:\s*times?|\s*x))\s*"
    r"(?:a|per|each|every|/|in a|-)?\s*(?P<unit>days?|daily|week(?:ly)?|month(?:ly)?)\b",
    re.I,
)
DAYS_A_WEEK = re.compile(
    rf"\b(?P<days>{TIMES}){AGAIN}\s*days?\s*(?:a|per|each|every|/|out of the)\s*week\b"
    r"|\b(?P<weekdays>mon(?:day)?\s*(?:-|–|to|through|thru)\s*fri(?:day)?|weekdays)\b",
    re.I,
)
WEEK = 7.0
WORKING_DAYS = 5.0
FREQUENCY_WORDS: tuple[tuple[re.Pattern[str], float], ...] = (
    (
        _words(
            r"b\.?i\.?d\.?|(?:in the )?morning and (?:in the |at )?(?:evening|night|bedtime)"
            r"|with breakfast and (?:dinner|supper)|every morning and (?:every )?(?:evening|night)"
        ),
        2.0,
    ),
    (_words(r"t\.?i\.?d\.?(?:ac)?|t\.?d\.?s\.?|with meals|before meals|with each meal"), 3.0),
    (
        _words(
            r"q\.?i\.?d\.?|q\.?d\.?s\.?|qac (?:and|&) (?:qhs|hs)|achs|qachs"
            r"|(?:(?:3|three)(?: \((?:3|three)\))? times (?:a day|daily|per day) )?"
            r"(?:with|before|after) (?:each )?meals? and (?:at )?(?:bedtime|night|nightly)"
        ),
        4.0,
    ),
    (_words(r"qod|q\.o\.d\.?|alternate days|alternating days"), 0.5),
    (_words(r"m/w/f|mwf|t/th/s|tths|tiw|mon/wed/fri|mon, wed,? (?:and )?fri"), 3 / 7),
    (_words(r"biweekly|fortnightly"), 1 / 14),
    (
        _words(
            r"q(?:sun|mon|tues?|wed|thurs?|fri|sat)(?:day)?|q ?week|qwk|each week|"
            r"weekly(?!\s+(?:\w*taper|lab|visit|check|drop|decr|reduc|step|incr|titrat|wean|monitor))"
        ),
        1 / 7,
    ),
    (_words(r"monthly|each month"), 1 / 30),
    (
        _words(
            r"daily\d{0,2}|qday|qd|q\.d\.?|q ?am|q ?pm|q\.?h\.?s\.?|hs|nightly|each day|nocte|mane"
        ),
        1.0,
    ),
    (
        _words(
            r"(?:at )?bedtime|at night|in the (?:morning|evening|afternoon)"
            r"|each (?:morning|night|evening)"
        ),
        1.0,
    ),
    (re.compile(r"(?<![\w.])(?:BD|bd|b\.d\.)(?![\w/-])"), 2.0),
    (re.compile(r"(?<=[qQ])(?:24|12|8|6|4)\b(?!\s*h)"), 0.0),
)


class Rate(NamedTuple):
    """Doses a day, with the span of the words."""

    value: float
    start: int
    end: int


def _every(match: re.Match[str]) -> float:
    """Turn `every N hours` into doses a day; of a range, the shorter interval."""
    unit = match["unit"].lower()
    part = re.fullmatch(PARTS_OF_DAY, unit)
    hours = 24.0 if part else next((h for key, h in HOURS.items() if unit.startswith(key)), 24.0)
    low = (match["low"] or "1").lower()
    count = 2.0 if low == "other" else number(low)
    return round(24.0 / (max(count, 0.01) * hours), 4)


def _times_per(match: re.Match[str]) -> float:
    """Turn `N times a day` into doses a day."""
    unit = match["unit"].lower()
    days = 1.0 if unit.startswith("da") else 7.0 if unit.startswith("w") else 30.0
    return round(number(match["low"] or match["count"]) / days, 4)


def frequency(text: str, start: int, end: int) -> Rate | None:
    """Find the first frequency in a stretch of text, in doses a day.

    Days of the week on which a drug is taken (`5 days a week`) thin it out.
    """
    best = _first_rate(text, start, end)
    week = DAYS_A_WEEK.search(text, start, end)
    if week is None:
        return best
    days = number(week["days"]) if week["days"] else WORKING_DAYS
    if best is None or best.start > week.end() or days >= WEEK:
        return best or Rate(round(days / WEEK, 4), week.start(), week.end())
    return Rate(round(best.value * days / WEEK, 4), best.start, max(best.end, week.end()))


def _first_rate(text: str, start: int, end: int) -> Rate | None:
    hits = [
        Rate(value or 24.0 / float(m.group()), m.start(), m.end())
        for pattern, value in FREQUENCY_WORDS
        if (m := pattern.search(text, start, end))
    ]
    every, times = EVERY.search(text, start, end), TIMES_PER.search(text, start, end)
    hits += [Rate(_every(every), every.start(), every.end())] if every else []
    hits += [Rate(_times_per(times), times.start(), times.end())] if times else []
    best = min(hits, key=lambda hit: (hit.start, -hit.end), default=None)
    return best._replace(value=round(best.value, 4)) if best else None
