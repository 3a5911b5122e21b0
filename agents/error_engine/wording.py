"""Fit a replacement into its sentence: case, articles and the form of numbers."""

import re

VOWEL = re.compile(r"[aeio]|u(?!ni|ri|se|ti|te|re)|(?:MR|NS|[FHLMNRSX](?=[A-Z]))|8|11\b|18\b")
CONSONANT_SOUND = re.compile(r"(?i:one\b|once\b|eu)|U[A-Z]")
ARTICLE = re.compile(r"\b(?P<article>an?)(?P<gap>\s+)$", re.IGNORECASE)


def in_case_of(model: str, words: str) -> str:
    """Write words in capitals, with a capital or without, as the model is written."""
    letters = [c for c in model if c.isalpha()]
    if len(letters) > 1 and all(c.isupper() for c in letters) and words.isascii():
        return words if is_acronym(words) else words.upper() if " " in model.strip() else words
    if model[:1].isupper() and not is_acronym(model.split()[0]):
        return words[:1].upper() + words[1:]
    return words


def is_acronym(word: str) -> bool:
    """Say whether a word is written with several capitals."""
    return sum(c.isupper() for c in word) > 1


def with_article(text: str, start: int, words: str) -> tuple[int, str]:
    """Join the article before a place to its replacement where the sound asks for the other one."""
    found = ARTICLE.search(text[:start])
    if found is None or not words:
        return start, words
    article = "an" if begins_with_vowel(words) else "a"
    if found["article"].lower() == article:
        return start, words
    return found.start(), in_case_of(found["article"], article) + found["gap"] + words


def begins_with_vowel(words: str) -> bool:
    """Say whether a phrase is spoken with a vowel first."""
    if CONSONANT_SOUND.match(words):
        return False
    return bool(VOWEL.match(words) or VOWEL.match(words[:1].lower() + words[1:]))


def like_number(model: str, value: float) -> str | None:
    """Write a value as the model is written: same decimals, same grouping; None if it cannot be."""
    digits = model.replace(",", "")
    decimals = len(digits.partition(".")[2])
    grouped = "," in model
    number = f"{value:,.{decimals}f}" if grouped else f"{value:.{decimals}f}"
    if digits.startswith("."):
        number = number.removeprefix("0")
    if decimals == 0 and not grouped:
        number = _as_round(digits, value)
    return number if any(c in "123456789" for c in number) else None


def _as_round(digits: str, value: float) -> str:
    """Keep as many closing zeros as the model has: 600 becomes 900, never 887."""
    zeros = len(digits) - len(digits.rstrip("0"))
    zeros = min(zeros, len(digits) - 1)
    step = 10**zeros
    return str(round(value / step) * step)
