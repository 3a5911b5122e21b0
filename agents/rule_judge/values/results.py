"""Rules for results in words, such as `negative` or `high`."""

from agents.rule_judge.decisions import Decision, Item, contradicted, supported, undecided
from agents.rule_judge.values.quantities import value, written
from agents.rule_judge.values.series import Series
from clinical.facts import Fact
from clinical.plausibility import level_of, reference_range
from clinical.result_words import GRADE, SIZES, TITER, special_result

LEVEL_WORDS = {
    "high": {"high", "abnormal", "elevated"},
    "low": {"low", "abnormal"},
    "normal": {"normal", "negative"},
}


def judge_result(claim: Fact, series: Series) -> Decision:
    """A qualitative result, such as `negative` or `normal`."""
    wanted = (claim.result or "").lower()
    stated = [i for i in series.items if i.fact.result]
    if not wanted:
        if series.items:
            return supported("measured", series.items[:2], "the record holds this measurement")
        return undecided("not_measured", "no such measurement was found")
    same = [i for i in stated if same_result(wanted, str(i.fact.result).lower())]
    if same:
        return supported(
            "same_result", same, f"the record has {same[0].evidence.quote!r}", "result"
        )
    proof = [i for i in series.valued() if wanted in words_for(i)]
    if proof:
        return supported("level_of_value", proof, f"{written(proof[0])} is {wanted}", "result")
    if stated and opposite_result(wanted, {str(i.fact.result).lower() for i in stated}):
        return contradicted(
            "other_result",
            stated,
            ("exam_result_error",),
            f"the sentence says {wanted}, the record {stated[0].fact.result}",
            "result",
            (wanted, str(stated[0].fact.result)),
        )
    return undecided("result_not_comparable", "the results cannot be compared", series.items[:2])


PRESENT = frozenset({"positive", "present", "abnormal", *SIZES})
ABSENT = frozenset({"negative", "absent", "none", "normal"})


def same_result(one: str, other: str) -> bool:
    """Compare two qualitative results; a grade and a titer are positive."""
    groups = (ABSENT, PRESENT)
    alike = one == other or any({one, other} <= group for group in groups)
    found = {is_found(one), is_found(other)}
    return alike or (found == {True} and not (is_measured(one) and is_measured(other)))


def is_measured(result: str) -> bool:
    """Say whether a result is a grade, a titer or a blood type, of which each is another."""
    return special_result(result) is not None


def is_found(result: str) -> bool | None:
    """Say whether a result tells that something was found; None where it tells neither."""
    if result in PRESENT or GRADE.fullmatch(result) or TITER.fullmatch(result):
        return True
    return False if result in ABSENT else None


def opposite_result(one: str, others: set[str]) -> bool:
    """Say whether a result is the reverse of all that is on record, or another grade or type."""
    if one in ("normal", "abnormal"):
        return False
    mine, theirs = is_found(one), [is_found(other) for other in others]
    if is_measured(one) and all(is_measured(other) for other in others):
        return one not in others
    graded_words = one in SIZES or any(other in SIZES | {"normal", "abnormal"} for other in others)
    if mine is None or None in theirs or (graded_words and mine in theirs):
        return False
    return all(other is not mine for other in theirs)


def words_for(item: Item) -> set[str]:
    """The words for the level of a value; where none can be too low, `low` is not raised."""
    concept = item.fact.concept.id
    level = level_of(concept, value(item))
    bounds = reference_range(concept)
    words = LEVEL_WORDS.get(level or "", set())
    return words | {"low"} if level == "normal" and bounds and bounds[0] <= 0 else words
