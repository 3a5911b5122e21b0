"""Numbers as people say them: `one twenty four over eighty`, `ninety eight point two`."""

import re

from clinical.words import NUMBER_WORDS

_WORDS = {
    **NUMBER_WORDS,
    "oh": 0,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "once": 1,
    "twice": 2,
    "thrice": 3,
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "eleventh": 11,
    "twelfth": 12,
    "half": 0.5,
    "couple": 2,
    "dozen": 12,
}
_SCALES = {"hundred": 100, "thousand": 1000, "million": 1000000}
_SCALES |= {f"{scale}s": value for scale, value in _SCALES.items()}
_RANGE = re.compile(
    r"\b(?P<low>\w+) (?:or|to) (?:about )?\w+ (?P<scale>hundreds?|thousands?)\b", re.I
)
"""`Five or six hundred` says 500 as well."""

_POINT = re.compile(r"(?<=[a-z]) \. (?=[a-z])")
"""`Ninety seven . two`: some transcribers write the point as a stop."""

_TENS = frozenset(float(tens) for tens in range(20, 100, 10))
_LONGEST = 7
_TOKEN = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|[a-z]+", re.IGNORECASE)


def spoken_values(text: str) -> frozenset[float]:
    """Every number that a transcript says, in digits or words, whole or by its parts."""
    found = _spoken(text)
    for match in _RANGE.finditer(text):
        found |= _spoken(f"{match['low']} {match['scale']}")
    if _POINT.search(text):
        found |= _spoken(_POINT.sub(" point ", text))
    return frozenset(found)


def _spoken(text: str) -> set[float]:
    """The numbers that a text says as it stands."""
    found: set[float] = set()
    run: list[float | str] = []
    for token in [*(m[0].lower() for m in _TOKEN.finditer(text)), "end"]:
        part = _part(token)
        if part is None and not (run and token == "and"):
            found |= _values(run)
            run = []
        elif part is not None:
            _append(run, part)
    return found


def _append(run: list[float | str], part: float | str) -> None:
    """Join `fifty` and `seven` at once: nobody who says 57 says 7."""
    last = run[-1] if run else None
    if isinstance(last, float) and isinstance(part, float) and last in _TENS and 0 < part < 10:
        run[-1] = last + part
    else:
        run.append(part)


def _part(token: str) -> float | str | None:
    if token[0].isdigit():
        return float(token.replace(",", ""))
    if token in _SCALES or token == "point":
        return token
    singular = token[:-1] if token.endswith("s") and token != "s" else token
    value = _WORDS.get(token, _WORDS.get(singular, _WORDS.get(singular.removesuffix("ie") + "y")))
    return None if value is None else float(value)


def _values(run: list[float | str]) -> set[float]:
    """The values of all stretches of a run."""
    return {
        value
        for start in range(len(run))
        for end in range(start + 1, min(len(run), start + _LONGEST) + 1)
        for value in _readings(run[start:end])
    }


def _readings(parts: list[float | str]) -> set[float]:
    """A stretch read as a sum (`one hundred twenty`), and as digits in groups (`nineteen ten`)."""
    if "point" in parts:
        place = parts.index("point")
        wholes, digits = _readings(parts[:place]), parts[place + 1 :]
        tail = "".join(f"{d:g}" for d in digits if isinstance(d, float))
        return {float(f"{w:g}.{tail}") for w in wholes if tail.isdigit() and w == int(w)}
    grouped = _grouped(parts)
    return {value for value in (_summed(parts), grouped) if value is not None}


def _summed(parts: list[float | str]) -> float | None:
    total, current, last = 0.0, 0.0, 0.0
    for part in parts:
        if isinstance(part, str):
            scale = _SCALES[part]
            current = (current or 1.0) * scale
            if scale >= _SCALES["thousand"]:
                total, current = total + current, 0.0
            last = 0.0
        elif last and not (last >= 20 and last % 10 == 0 and part < 10):
            return None
        else:
            current, last = current + part, part
    return total + current


def _grouped(parts: list[float | str]) -> float | None:
    """`one twenty four` is 124, `nineteen eighty four` 1984, `two oh five` 205."""
    if len(parts) < 2 or any(isinstance(part, str) for part in parts):
        return None
    numbers = [part for part in parts if isinstance(part, float)]
    groups: list[str] = []
    for number in numbers:
        if number != int(number) or number > 99:
            return None
        tens = groups and len(groups[-1]) == 2 and groups[-1].endswith("0")
        if tens and 0 < number < 10 and groups[-1] != "10":
            groups[-1] = f"{int(groups[-1]) + int(number)}"
        else:
            groups.append(f"{int(number)}")
    text = "".join(groups)
    return float(text) if len(text) <= 4 else None
