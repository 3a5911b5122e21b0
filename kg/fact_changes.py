"""Which facts came and went with the sources that state them, and what took their place."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from clinical.facts import Fact, TimeSpan
from kg.descriptions import amount, interval
from kg.placement import PlacedFact, digest
from kg.update_report import Action, Change

_REWORDED = "the record now gives its wording another meaning"

Meaning: TypeAlias = tuple[str | None, ...]
"""What is said of whom, where and when: two sources of one meaning state one fact."""


class Stated(NamedTuple):
    """A fact with all the sources that state it."""

    fact: Fact
    said: str
    sources: tuple[str, ...]

    def words(self) -> str:
        """Say the fact."""
        when = interval(self.fact.time)
        words = f"{self.fact.concept.name}: {self.said}" if self.said else self.fact.concept.name
        return f"{words} ({when})" if when else words


def meaning_of(placed: PlacedFact) -> Meaning:
    """Return what keeps a fact apart from others."""
    fact = placed.fact
    return (
        fact.kind,
        fact.concept.id,
        placed.said,
        *_bounds(fact.time),
        fact.site,
        fact.study,
        fact.selector,
    )


def _bounds(time: TimeSpan | None) -> tuple[str | None, str | None]:
    return (time.earliest, time.latest) if time else (None, None)


def stated(placed: Iterable[PlacedFact], wanted: set[Meaning]) -> dict[Meaning, Stated]:
    """Collect the source sets of the wanted facts."""
    facts: dict[Meaning, PlacedFact] = {}
    sources: dict[Meaning, dict[str, None]] = defaultdict(dict)
    for item in placed:
        meaning = meaning_of(item)
        if meaning in wanted:
            facts.setdefault(meaning, item)
            sources[meaning][item.fact.source.document] = None
    return {
        meaning: Stated(item.fact, item.said, tuple(sorted(sources[meaning])))
        for meaning, item in facts.items()
    }


def fact_changes(
    before: Mapping[Meaning, Stated], after: Mapping[Meaning, Stated], why: Mapping[str, str]
) -> Iterator[Change]:
    """Yield a change for each fact that is new, has other sources, or lost its last source."""
    gained = _by_subject(fact for key, fact in after.items() if key not in before)
    for meaning in sorted({*before, *after}, key=lambda key: tuple(map(str, key))):
        old, new = before.get(meaning), after.get(meaning)
        if old is None and new is not None:
            yield _change("added", meaning, new, _because(new.sources, why))
        elif old is not None and new is None:
            yield _lost(meaning, old, gained.get(_subject(old.fact), []), why)
        elif old is not None and new is not None and old.sources != new.sources:
            moved = sorted({*old.sources} ^ {*new.sources})
            yield _change("changed", meaning, new, _source_sets(moved, old, why))


def _lost(meaning: Meaning, old: Stated, gained: list[Stated], why: Mapping[str, str]) -> Change:
    reason = _because(old.sources, why)
    for new in gained:
        attribute = refuted(old.fact, new.fact)
        if attribute:
            told = f"{attribute} is now {new.words()} in {', '.join(new.sources)}; was in {reason}"
            return _change("invalidated", meaning, old, told)
    return _change("removed", meaning, old, f"lost its last source: {reason}")


def _change(action: Action, meaning: Meaning, fact: Stated, reason: str) -> Change:
    name = f"fact_{digest(*meaning)}"
    return Change(part="fact", action=action, id=name, text=fact.words(), reason=reason)


def _source_sets(moved: list[str], old: Stated, why: Mapping[str, str]) -> str:
    return "; ".join(
        f"{'no longer' if source in old.sources else 'also'} stated by {_because([source], why)}"
        for source in moved
    )


def _because(sources: Iterable[str], why: Mapping[str, str]) -> str:
    return ", ".join(
        f"{source} ({why.get(source, 'its wording is read anew')})" for source in sources
    )


def _subject(fact: Fact) -> tuple[str | None, ...]:
    return (fact.kind, fact.concept.id, fact.site, fact.study)


def _by_subject(facts: Iterable[Stated]) -> dict[tuple[str | None, ...], list[Stated]]:
    groups: dict[tuple[str | None, ...], list[Stated]] = defaultdict(list)
    for fact in facts:
        groups[_subject(fact.fact)].append(fact)
    return groups


def refuted(old: Fact, new: Fact) -> str:
    """Name the attribute in which a new fact replaces an old one of the same concept, or nothing.

    Only facts of overlapping time replace each other; an undated fact replaces undated ones only.
    """
    if (old.time is None) != (new.time is None):
        return ""
    if old.time and new.time and not old.time.overlaps(new.time):
        return ""
    said, says = _attributes(old), _attributes(new)
    return next((name for name in said if name in says and said[name] != says[name]), "")


def _attributes(fact: Fact) -> dict[str, str]:
    attributes = {
        "value": amount(fact.quantity) if fact.quantity else None,
        "result": fact.result,
        "assertion": fact.assertion,
        "status": fact.status,
        "side": fact.laterality,
        "severity": fact.severity,
        "route": fact.route,
        "frequency": f"{fact.frequency:g} a day" if fact.frequency else None,
    }
    return {name: said for name, said in attributes.items() if said}
