"""False courses of treatment: what was started was stopped, what was increased was reduced."""

import re
from collections.abc import Iterator

from agents.chart import Chart, Charted
from agents.error_engine.candidate import Candidate, falsified
from agents.error_engine.material import Material, reread
from agents.error_engine.wording import in_case_of
from clinical.clauses import clause_around, small_clauses
from clinical.facts import Concept, Fact
from clinical.labels import MedicationStatus
from clinical.reversals import reversals, reversible

REASON = re.compile(
    r"\b(?:to|for|because|given|since|as|due|owing|in view|in light|out of)\b", re.IGNORECASE
)
ON: frozenset[MedicationStatus] = frozenset(
    {"started", "resumed", "continued", "discharge", "given", "home"}
)
OFF: frozenset[MedicationStatus] = frozenset({"stopped", "held", "not_given"})
UP: frozenset[MedicationStatus] = frozenset({"increased"})
DOWN: frozenset[MedicationStatus] = frozenset({"decreased"})


def false_statuses(material: Material) -> Iterator[Candidate]:
    """Reverse what was done to one drug."""
    for found in reversible().finditer(material.text):
        for words in reversals()[found.group().lower()]:
            reverse = in_case_of(found.group(), words)
            text = material.text[: found.start()] + reverse + material.text[found.end() :]
            changed = _changed(material.claims, reread(material.sentence, text))
            if len(changed) != 1:
                continue
            before, after = changed[0]
            proof = charted_status(material.chart, before.concept, before.status, after.status)
            if proof is None:
                continue
            yield falsified(
                proof,
                before.concept,
                "status",
                found.span(),
                found.group(),
                reverse,
                "easy" if REASON.search(_clause_after(material, found)) else "medium",
                f"{before.concept.name} was {before.status}, not {after.status}",
            )


def _clause_after(material: Material, found: re.Match[str]) -> str:
    """The rest of the clause behind a word; a reason in it makes the reverse look odd."""
    _, end = clause_around(small_clauses(material.text), found.start())
    return material.text[found.end() : end]


def _changed(before: list[Fact], after: list[Fact]) -> list[tuple[Fact, Fact]]:
    """The drugs whose status the rewrite changes; none where it changes which drugs there are."""
    old = [claim for claim in before if claim.kind == "medication"]
    new = [claim for claim in after if claim.kind == "medication"]
    if [claim.concept.id for claim in old] != [claim.concept.id for claim in new]:
        return []
    return [(one, other) for one, other in zip(old, new, strict=True) if one.status != other.status]


def charted_status(
    chart: Chart, drug: Concept, old: MedicationStatus | None, new: MedicationStatus | None
) -> Charted | None:
    """Find what shows the old status and excludes the new one."""
    known = chart.about(drug, "medication")
    statuses = {charted.fact.status for charted in known}
    if old in ON and new in OFF:
        listed = [c for c in known if c.fact.status == "discharge"]
        return listed[0] if listed and not statuses & OFF else None
    if old in OFF and new in ON:
        return _stopped(chart, known)
    if old in UP and new in DOWN:
        return _dose_moved(known, upwards=True)
    if old in DOWN and new in UP:
        return _dose_moved(known, upwards=False)
    return None


def _stopped(chart: Chart, known: list[Charted]) -> Charted | None:
    """A drug taken at home that the list on leaving, which is not empty, does not hold."""
    statuses = {charted.fact.status for charted in known}
    has_list = any(
        charted.fact.status == "discharge" for facts in chart.facts.values() for charted in facts
    )
    if not has_list or statuses & {"discharge", "resumed", "continued"}:
        return None
    explicit = [c for c in known if c.fact.status in ("stopped", "held")]
    return next(iter([*explicit, *(c for c in known if c.fact.status == "home")]), None)


def _dose_moved(known: list[Charted], upwards: bool) -> Charted | None:
    """The dose on leaving, where it lies on one side of every dose on arrival."""
    home = [c.fact for c in known if c.fact.status == "home" and c.fact.quantity]
    leaving = [c for c in known if c.fact.status == "discharge" and c.fact.quantity]
    if not home or not leaving:
        return None
    daily = [_daily(fact) for fact in home]
    later = [_daily(c.fact) for c in leaving]
    moved = min(later) > max(daily) if upwards else max(later) < min(daily)
    return leaving[0] if moved else None


def _daily(fact: Fact) -> float:
    return (fact.quantity.value if fact.quantity else 0.0) * (fact.frequency or 1.0)
