"""Rules for sentences on how many had something, against a report that counts it in groups."""

from agents.rule_judge.decisions import Decision, Item, contradicted, supported
from agents.rule_judge.group_count_rules import RULES, Outcome
from agents.rule_judge.group_places import Reports, places_of, reports_of
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.substitutions import whole_sentence
from clinical.count_claims import CountClaim, pieces, read_count_claim
from clinical.counted_names import Named, find_counted
from clinical.facts import Fact
from clinical.report_scopes import Scope, find_scopes


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
    whole = read_piece(text, names, None)
    if outcome_of(whole, reports) is not None:
        return [whole]
    claims: list[CountClaim | None] = []
    last: CountClaim | None = None
    for start, end in pieces(text):
        claim = read_piece(text[start:end], names, last)
        claims.append(claim)
        last = claim or last
    return claims


def read_piece(text: str, names: frozenset[str], last: CountClaim | None) -> CountClaim | None:
    """Read one piece; what it leaves out is what the piece before it said."""
    scopes = find_scopes(text)
    found = [t for t in find_counted(text, names) if not inside(t, scopes)]
    claim = read_count_claim(text, found, scopes, follows=last is not None)
    if claim is None or last is None:
        return claim
    if not claim.things and "adverse" not in text.lower() and last.things:
        claim = claim._replace(things=last.things)
    if claim.relation == "some" and last.relation in ("most", "least"):
        claim = claim._replace(relation=last.relation)
    return claim if claim.here else claim._replace(here=last.here)


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
    return None if there is None else RULES[claim.relation](claim, here, there, reports)
