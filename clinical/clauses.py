"""Clauses of a sentence: the stretches in which a side, a severity or a date can attach."""

import re

BOUNDARY = re.compile(
    r"[;:()]"
    r"|,(?!\d)"
    r"|\s(?=(?:and|but|while|whereas|although|though|however|which|who|because|since|so|then"
    r"|until|after|before|when|once|despite|with|without)\b)",
    re.IGNORECASE,
)
STRONG_BOUNDARY = re.compile(
    r"[;]"
    r"|,\s+(?=(?:and|but|while|whereas|although|though|which|so|then)\b)"
    r"|\s(?=(?:but|while|whereas|although|though|because)\b)",
    re.IGNORECASE,
)


def split_at(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    """Cut a text at the matches of a pattern; blank stretches are left out."""
    cuts = [0, *(m.start() if not m[0].strip() else m.end() for m in pattern.finditer(text))]
    spans = zip(cuts, [*cuts[1:], len(text)], strict=True)
    return [(start, end) for start, end in spans if text[start:end].strip(" ,;:()")]


def small_clauses(text: str) -> list[tuple[int, int]]:
    """Split at every comma, bracket and conjunction: where a modifier cannot reach across."""
    return split_at(BOUNDARY, text)


def main_clauses(text: str) -> list[tuple[int, int]]:
    """Split only where a new statement begins."""
    return split_at(STRONG_BOUNDARY, text)


def clause_around(clauses: list[tuple[int, int]], position: int) -> tuple[int, int]:
    """Return the clause that holds a position, or the last one before it."""
    found = (0, 0)
    for clause in clauses:
        if clause[0] <= position:
            found = clause
    return found
