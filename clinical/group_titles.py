"""Groups of a report that a sentence names by their titles: `the placebo group`."""

import re

from clinical.counted_names import places
from clinical.group_reports import GroupReport
from clinical.report_scopes import Cell, Scope
from clinical.words import stem, tokens


def find_titles(text: str, report: GroupReport, named: str) -> list[Scope]:
    """List the groups that a text names by title; the longest title of a place is meant.

    `named` is the word by which sentences name the report, empty where there is one alone.
    """
    words = tokens(text)
    stems = [stem(word.word) for word in words]
    found = [
        (last - first, Scope(words[first].start, words[last - 1].end, (Cell(named, group.number),)))
        for group in report.groups
        for title in variants(group.title)
        for first, last in places(title, stems)
    ]
    kept: list[Scope] = []
    for _, scope in sorted(found, key=lambda pair: (-pair[0], pair[1])):
        if all(scope.end <= k.start or k.end <= scope.start for k in kept):
            kept.append(scope)
    return sorted(kept)


def variants(title: str) -> list[frozenset[str]]:
    """A title whole, without what is in brackets, and without its label."""
    plain = re.sub(r"\([^)]*\)?", " ", title)
    ways = {title, plain, plain.rpartition(":")[2]}
    keys = {frozenset(stem(token.word) for token in tokens(way)) for way in ways}
    return sorted((key for key in keys if key), key=sorted)
