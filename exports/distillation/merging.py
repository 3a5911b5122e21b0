"""Join what several runs gave: each sentence of a patient once, and wrong answers beside right."""

from collections.abc import Iterable, Sequence

from exports.distillation.example import (
    GENERATOR,
    Example,
    Material,
    Preference,
    Rejected,
    counted,
    squeezed,
)

REPEATED = "repeated"
CONTRADICTORY = "labeled both wrong and right"
UNPAIRED = "no right answer to prefer"


def merged(
    examples: Sequence[Example],
    rejected: Sequence[Rejected],
    dropped: Iterable[str],
    dropped_rejected: Iterable[str],
) -> Material:
    """Order everything by its content, so that the order of runs and lines never matters."""
    ordered = sorted(examples, key=_rank)
    consistent = _consistent(ordered)
    once = _once(consistent)
    pairs, unpaired = _pairs(consistent, rejected)
    reasons = [
        *dropped,
        *[CONTRADICTORY] * (len(ordered) - len(consistent)),
        *[REPEATED] * (len(consistent) - len(once)),
    ]
    return Material(
        examples=tuple(once),
        preferences=tuple(pairs),
        dropped=counted(reasons),
        dropped_preferences=counted([*dropped_rejected, *unpaired]),
    )


def _rank(example: Example) -> tuple[bool, str, str]:
    """A judge's own answer comes before one written from the generator's record."""
    return example.answered_by == GENERATOR, example.prompt.id, example.answer


def _key(example: Example) -> tuple[str, str]:
    return example.prompt.patient_id, squeezed(example.prompt.sentence)


def _consistent(examples: Sequence[Example]) -> list[Example]:
    labels: dict[tuple[str, str], set[bool]] = {}
    for example in examples:
        labels.setdefault(_key(example), set()).add(example.wrong)
    return [example for example in examples if len(labels[_key(example)]) == 1]


def _once(examples: Sequence[Example]) -> list[Example]:
    first: dict[tuple[str, str], Example] = {}
    for example in examples:
        first.setdefault(_key(example), example)
    return sorted(first.values(), key=lambda one: one.prompt.id)


def _pairs(
    examples: Sequence[Example], rejected: Sequence[Rejected]
) -> tuple[list[Preference], list[str]]:
    """Find for each wrong answer a right one to the same prompt, of whichever run."""
    right: dict[str, Example] = {}
    for example in examples:
        right.setdefault(example.prompt.id, example)
    pairs: dict[tuple[str, str], Preference] = {}
    reasons: list[str] = []
    for one in sorted(rejected, key=lambda wrong: (wrong.prompt.id, wrong.answer, wrong.run)):
        chosen = right.get(one.prompt.id)
        key = (one.prompt.id, one.answer)
        if chosen is None:
            reasons.append(UNPAIRED)
        elif key in pairs:
            reasons.append(REPEATED)
        else:
            pairs[key] = Preference(rejected=one, chosen=chosen)
    return list(pairs.values()), reasons
