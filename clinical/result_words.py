"""Words for the result of a test, and the category that each one states."""

import re

RESULTS = {
    "positive": "positive pos reactive detected present detectable +",
    "negative": "negative neg nonreactive non-reactive undetectable undetected none absent"
    " unrevealing -",
    "normal": "normal unremarkable wnl nl normalized normalised",
    "abnormal": "abnormal",
    "high": "high elevated raised supratherapeutic increased",
    "low": "low depressed subtherapeutic decreased reduced",
    "trace": "trace tr",
    "stable": "stable unchanged flat",
    "pending": "pending",
    "indeterminate": "indeterminate equivocal borderline inconclusive",
}
_PHRASES = {
    "negative": (
        r"not\s+detected|non[- ]?reactive|not\s+reactive|none\s+detected|non[- ]?detected"
        r"|not\s+present"
    ),
    "normal": r"within\s+(?:the\s+)?normal\s+(?:limits|range)|in\s+the\s+normal\s+range",
    "abnormal": r"not\s+normal",
}
_BY_WORD = {word: result for result, words in RESULTS.items() for word in words.split()}
_LETTERS = sorted((word for word in _BY_WORD if word[0].isalpha()), key=lambda w: (-len(w), w))
RESULT = re.compile(
    "|".join(f"(?P<{result}>{phrase})" for result, phrase in _PHRASES.items())
    + rf"|\b(?P<word>{'|'.join(map(re.escape, _LETTERS))})\b",
    re.I,
)


_QUALIFIER = re.compile(r"\s*\((?:qualifier value|finding|disorder|situation|observable entity)\)$")
GRADE = re.compile(r"(?P<digit>[1-4])\s?\+|(?P<pluses>\+{1,4})(?!\d)")
"""How strong a test on a strip is: `2+`, `++`."""

TITER = re.compile(r"1\s?:\s?(?P<dilution>\d{1,6})")
BLOOD_TYPE = re.compile(
    r"(?:group |type )?\b(?P<group>AB|A|B|O)\b[\s,]*(?:Rh)?\s*(?:\(?D\)?)?\s*"
    r"(?P<rhesus>positive|negative|pos\b|neg\b|\+|-(?!\w))",
    re.IGNORECASE,
)
SIZES = frozenset({"small", "moderate", "large", "few", "many", "rare", "occasional", "heavy"})
"""Amounts that a test found, without a number."""

FEW_WORDS = 7
"""A cell of so few words is a result; a longer one is a comment."""


def result_of(written: str) -> str | None:
    """Return the category that a whole written result states, if it is one.

    Besides the categories of `RESULTS` it may be a grade (`2+`), a titer (`1:320`), a blood type
    (`o negative`) or an amount (`moderate`).
    """
    stripped = _QUALIFIER.sub("", written.strip().strip("*").lower()).strip(" .")
    if stripped in _BY_WORD and stripped != "+":
        return _BY_WORD[stripped]
    if stripped in SIZES:
        return stripped
    special = special_result(stripped)
    if special is not None:
        return special
    match = RESULT.fullmatch(stripped)
    if match is None and len(stripped.split()) <= FEW_WORDS and not _DIGIT.search(stripped):
        match = RESULT.search(stripped)
        graded = match is not None and result_in(match) not in _CERTAIN
        return None if match is None or graded else result_in(match)
    return result_in(match) if match else None


_DIGIT = re.compile(r"\b\d")
_CERTAIN = frozenset({"positive", "negative"})
"""Results that a longer cell may state, as in `influenza A not detected`."""


def special_result(written: str) -> str | None:
    """Read a grade, a titer or a blood type that a text in small letters is."""
    grade = GRADE.fullmatch(written) or re.fullmatch(
        rf"(?:positive|present)\W+(?:{GRADE.pattern})\W*", written
    )
    if grade:
        return f"{grade['digit'] or len(grade['pluses'])}+"
    titer = TITER.fullmatch(written)
    if titer:
        return f"1:{titer['dilution']}"
    typed = BLOOD_TYPE.fullmatch(written)
    return blood_type(typed) if typed else None


def blood_type(match: re.Match[str]) -> str:
    """Write the blood type of a match of `BLOOD_TYPE` in one form: `o negative`."""
    rhesus = "positive" if match["rhesus"].lower() in ("positive", "pos", "+") else "negative"
    return f"{match['group'].lower()} {rhesus}"


def result_in(match: re.Match[str]) -> str:
    """Return the category of a match of `RESULT`."""
    for result in _PHRASES:
        if match[result]:
            return result
    return _BY_WORD[match["word"].lower()]
