"""Rules for what happened to a drug: kept, ended, raised or lowered."""

from agents.rule_judge.decisions import Decision, Item, contradicted, supported, undecided
from agents.rule_judge.medications.lists import DISCHARGE_LIST, HOME_LIST, OFF, TYPE, active, listed
from agents.rule_judge.medications.passing import is_passing, tells_end
from agents.rule_judge.medications.regimens import same_dose
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact
from clinical.labels import MedicationStatus


def judge_status(
    claim: Fact, items: list[Item], view: RecordView, sentence: str = ""
) -> Decision | None:
    """Compare what happened to the drug with the two lists and with what notes say."""
    status = claim.status
    if status is None:
        return None
    stated = [i for i in items if i.fact.status == status]
    home, leaving = listed(items, HOME_LIST), active(listed(items, DISCHARGE_LIST))
    off = [i for i in items if i.fact.status in OFF]
    if status in ("stopped", "held"):
        return judge_ended(claim, items, stated, home, leaving, view, sentence)
    if status in ("continued", "resumed", "discharge"):
        return judge_kept(claim, stated, home, leaving, off, view)
    if status in ("increased", "decreased"):
        return judge_changed(claim, status, stated, home, leaving)
    if stated:
        return supported(
            "same_status", stated, f"the record says {stated[0].fact.text!r}", "status"
        )
    return None


def judge_ended(
    claim: Fact,
    items: list[Item],
    stated: list[Item],
    home: list[Item],
    leaving: list[Item],
    view: RecordView,
    sentence: str,
) -> Decision | None:
    """`stopped` or `held`: refuted by an active line of the discharge list.

    A pause that is over before the end leaves no trace on the lists.
    """
    off = [i for i in items if i.fact.status in OFF]
    if stated or off:
        return supported("ended_in_both", stated or off, "the record says it was ended", "status")
    passing = claim.status == "held" and is_passing(claim, sentence)
    if leaving and home and same_sig(home, leaving) and not passing:
        if tells_end(claim, items, view):
            return undecided("end_told", "a passage tells of an end beside the drug", leaving)
        return contradicted(
            "ended_but_listed",
            leaving,
            TYPE,
            f"the discharge list still holds {leaving[0].fact.text!r}",
            "status",
            confidence=0.75,
        )
    if home and not leaving and DISCHARGE_LIST in view.lists:
        return supported(
            "off_the_list", home, "on the list at admission, not on the list at discharge", "status"
        )
    return None


def same_sig(home: list[Item], leaving: list[Item]) -> bool:
    """Say whether a drug is on both lists with one dose."""
    return any(same_dose(one.fact, other.fact) for one in home for other in leaving)


def judge_kept(
    claim: Fact,
    stated: list[Item],
    home: list[Item],
    leaving: list[Item],
    off: list[Item],
    view: RecordView,
) -> Decision | None:
    """`continued`, `resumed` or `at discharge`: refuted where the discharge list lacks it."""
    if leaving:
        return supported(
            "on_discharge_list", leaving + home, "it is on the discharge list", "status"
        )
    ended = [i for i in off if i.fact.section == DISCHARGE_LIST]
    closed = view.lists.get(DISCHARGE_LIST)
    searched = [Item(claim, closed)] if closed is not None else []
    if ended or (closed is not None and home and not stated):
        return contradicted(
            "not_on_discharge_list",
            [*ended, *searched, *home],
            TYPE,
            "the discharge list does not hold it as active",
            "status",
            confidence=0.75,
        )
    return None


def judge_changed(
    claim: Fact,
    status: MedicationStatus,
    stated: list[Item],
    home: list[Item],
    leaving: list[Item],
) -> Decision | None:
    """`increased` or `decreased`: compare the doses of the two lists."""
    if stated:
        return supported(
            "same_status", stated, f"the record says {stated[0].fact.text!r}", "status"
        )
    if len(home) > 1 or len(leaving) > 1:
        return None
    before, after = daily(home), daily(leaving)
    if before is None or after is None:
        return None
    went_up = after > before * 1.01
    went_down = after < before * 0.99
    if (status == "increased" and went_up) or (status == "decreased" and went_down):
        note = f"{home[0].fact.text!r} became {leaving[0].fact.text!r}"
        return supported("dose_changed", [*home, *leaving], note, "status")
    actual = "increased" if went_up else "decreased" if went_down else "unchanged"
    return contradicted(
        "other_direction",
        [*home, *leaving],
        TYPE,
        f"the sentence says {status}; from list to list the dose is {actual}",
        "status",
    )


def daily(items: list[Item]) -> float | None:
    """Total dose a day of the first item that has one."""
    for item in items:
        if item.fact.quantity is not None:
            return item.fact.quantity.value * (item.fact.frequency or 1.0)
    return None
