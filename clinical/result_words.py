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


def result_of(written: str) -> str | None:
    """Return the category that a whole written result states, if it is one."""
    stripped = written.strip().strip("*").lower()
    if stripped in _BY_WORD:
        return _BY_WORD[stripped]
    match = RESULT.fullmatch(stripped)
    return result_in(match) if match else None


def result_in(match: re.Match[str]) -> str:
    """Return the category of a match of `RESULT`."""
    for result in _PHRASES:
        if match[result]:
            return result
    return _BY_WORD[match["word"].lower()]
