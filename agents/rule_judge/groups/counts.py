"""Rules for sentences on how many had something, against a report that counts it in groups."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted, supported
from agents.rule_judge.groups.count_rules import RULES
from agents.rule_judge.groups.outcome import Outcome
from agents.rule_judge.groups.places import Place, Reports, places_of, reports_of
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.repetitions.substitutions import whole_sentence
from clinical.count_claims import CountClaim, Relation, pieces, read_count_claim
from clinical.counted_names import Named, find_counted
from clinical.facts import Fact
from clinical.group_reports import GroupReport
from clinical.group_titles import find_titles
from clinical.report_scopes import Scope, find_scopes
from clinical.words import stem, tokens

FREE_OF = frozenset(stem(word) for word in "free without survival surviving".split())
"""Words of an outcome that turns its events round."""


GOOD = frozenset(
    stem(word) for word in "response remission survival free cure recovery benefit control".split()
)
"""Words of outcomes of which more is better."""

OF_ALL: tuple[Relation, ...] = (
    "number", "none", "more", "less", "same", "only_here", "difference"
)  # fmt: skip
"""Relations that, without a thing, speak of how many had any."""


def judge_group_counts(text: str, view: RecordView) -> tuple[Fact, Decision] | None:
    """Decide on a sentence by counted groups, or return None where they cannot."""
    reports = reports_of(view)
    if not reports.read:
        return None
    claims = claims_of(text, reports)
    outcomes = [o for claim in claims if (o := outcome_of(claim, reports)) is not None]
    wrong = [outcome for outcome in outcomes if not outcome.holds]
    if not outcomes or (not wrong and len(outcomes) < len(claims)):
        return None
    items = [Item(whole_sentence(text), source) for _, source in reports.read]
    if not wrong:
        return whole_sentence(text), supported("counts_agree", items, outcomes[0].note, "value")
    if not any(outcome.listed for outcome in wrong):
        return None
    decision = contradicted("counts_disagree", items, ("value_error",), wrong[0].note, "value")
    return whole_sentence(text), decision


def claims_of(text: str, reports: Reports) -> list[CountClaim | None]:
    """Read a sentence whole, or piece by piece where it says several things."""
    names = frozenset(
        line.name for report, _ in reports.read for group in report.groups for line in group.lines
    )
    whole = read_piece(text, names, None, reports)
    if outcome_of(whole, reports) is not None:
        return [whole]
    claims: list[CountClaim | None] = []
    last: CountClaim | None = None
    for start, end in pieces(text):
        claim = read_piece(text[start:end], names, last, reports)
        claims.append(claim)
        last = claim or last
    return claims


def read_piece(
    text: str, names: frozenset[str], last: CountClaim | None, reports: Reports
) -> CountClaim | None:
    """Read one piece; what it leaves out is what the piece before it said."""
    text = as_numbers(text, reports)
    scopes = with_titles(find_scopes(text), titles_in(text, reports))
    found = [t for t in find_counted(text, names) if not inside(t, scopes)]
    if any(is_reversed(text, report) for report, _ in reports.read):
        return None
    subject = frozenset().union(*(report.subject for report, _ in reports.read))
    claim = read_count_claim(text, found, scopes, follows=last is not None, subject=subject)
    if claim is None or last is None:
        return claim
    if not claim.things and "adverse" not in text.lower() and last.things:
        claim = claim._replace(things=last.things)
    if claim.relation == "some" and last.relation in ("most", "least"):
        claim = claim._replace(relation=last.relation)
    here = tuple(scope_like(scope, last.here) for scope in claim.here)
    return claim._replace(here=here or last.here)


def scope_like(scope: Scope, before: tuple[Scope, ...]) -> Scope:
    """A group without its report is one of the report spoken of before."""
    named = [cell.report for other in before for cell in other.cells if cell.report]
    cells = tuple(c if c.report or not named else c._replace(report=named[-1]) for c in scope.cells)
    return scope._replace(cells=cells)


def as_numbers(text: str, reports: Reports) -> str:
    """Where all outcomes are good ones, better results are higher numbers."""
    if not reports.read or not all(report.title & GOOD for report, _ in reports.read):
        return text
    for words, plain in (
        (r"\bbetter(?: results)?\b", "higher"),
        (r"\bworse(?: results)?\b", "lower"),
    ):
        text = re.sub(words, plain, text, flags=re.IGNORECASE)
    return text


def is_reversed(text: str, report: GroupReport) -> bool:
    """Say whether a report counts who was free of something, and a sentence does not."""
    words = frozenset(stem(token.word) for token in tokens(text))
    return bool(report.title & FREE_OF) and not words & FREE_OF


def titles_in(text: str, reports: Reports) -> list[Scope]:
    """The groups of all reports that a text names by title."""
    several = len(reports.read) > 1
    return [
        scope
        for report, _ in reports.read
        for scope in find_titles(text, report, report.heading.lower().split()[0] if several else "")
    ]


def with_titles(scopes: list[Scope], titles: list[Scope]) -> list[Scope]:
    """Beside a group that is named by its title, the report alone is no place."""
    if not titles:
        return scopes
    free = [t for t in titles if all(t.end <= s.start or s.end <= t.start for s in scopes)]
    if not free:
        return scopes
    bare = [s._replace(cells=()) if all(not c.group for c in s.cells) else s for s in scopes]
    return sorted([*bare, *free])


def has_totals(place: Place) -> bool:
    """Say whether a place is known as a whole, and not by its things alone."""
    return all(group.total for group in place.groups)


def is_measured_sum(place: Place) -> bool:
    """Say whether a place would add up values that are no counts."""
    return len(place.groups) > 1 and any(group.unit == "other" for group in place.groups)


def inside(thing: Named, scopes: list[Scope]) -> bool:
    """Say whether a thing stands in the words for a place."""
    return any(scope.start <= thing.start and thing.end <= scope.end for scope in scopes)


def outcome_of(claim: CountClaim | None, reports: Reports) -> Outcome | None:
    """Apply the rule of the relation of a claim."""
    if claim is None:
        return None
    here = places_of(claim.here, reports)
    if here is None:
        return None
    there = places_of(claim.there, reports) if claim.there else []
    if there is None or any(is_measured_sum(place) for place in here + there):
        return None
    if not claim.things and claim.relation in OF_ALL and not all(map(has_totals, here + there)):
        return None
    return RULES[claim.relation](claim, here, there, reports)
