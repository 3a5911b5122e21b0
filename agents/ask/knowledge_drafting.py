"""Drafts queries about medical knowledge from what a question names and the words between.

Things that are named or asked for stand in the order of the question. A thing that is asked for is
joined with the next one; two named things after it are both joined with it. The words that stand
between two things say which relation joins them.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from agents.ask.cues import Cued, Option
from agents.ask.pattern_writing import (
    Thing,
    arrow_text,
    condition_text,
    node_text,
    written,
)
from agents.ask.reading import CLASS, QuestionReading
from graph_state.asking import Link
from kg.graph_schema import GraphSchema
from kg.property_graph import PropertyGraph

MOST_QUERIES = 6
_WHAT = re.compile(r"\W*(?:what|which ones?)(?:'s|s)?\b", re.IGNORECASE)
_TRANSITIVE = frozenset({"LEADS_TO", "CAUSED_BY"})
"""What goes on from cause to effect."""

_OF_DISEASE = {
    "DRUG": "RECOMMENDS_DRUG",
    "TREATMENT": "RECOMMENDS_TREATMENT",
    "TEST": "DIAGNOSED_BY",
}
_DEFAULTS: dict[str, tuple[str, ...]] = {
    "DRUG": ("RECOMMENDS_DRUG",),
    "TREATMENT": ("RECOMMENDS_TREATMENT",),
    "TEST": ("DIAGNOSED_BY", "MONITORED_BY"),
    "SYMPTOM": ("HAS_SYMPTOM",),
    "GENE": ("LINKED_TO_GENE",),
    "CRITERION": ("DEFINED_BY",),
}
"""What a kind of thing is usually asked for, where no word says how."""


def draft_knowledge(reading: QuestionReading, graph: PropertyGraph) -> list[str]:
    """Write the queries of a question, none where nothing can be made of it."""
    things = _things(reading, graph)
    pairs = _pairs(things, reading, graph.schema)
    if not things or not any(thing.names for thing in things):
        return []
    if not pairs:
        return _about(things[0], reading, graph.schema)
    steps = [_steps(a, b, things, reading, graph.schema) for a, b in pairs]
    if not all(steps):
        return []
    chosen = list(product(*steps))[:MOST_QUERIES]
    queries = [query for one in chosen for query in written(things, pairs, one)]
    return [*queries, *_bridged(pairs)]


def _things(reading: QuestionReading, graph: PropertyGraph) -> list[Thing]:
    named = [_named(link, number, graph) for number, link in enumerate(reading.links)]
    things = sorted([*named, *_asked(reading)], key=lambda one: one.start)
    return [*_implied(things, reading, graph.schema), *things]


def _implied(things: Sequence[Thing], reading: QuestionReading, schema: GraphSchema) -> list[Thing]:
    """Return what a bare `what` asks for, as in `what is used to monitor drugs for ...`."""
    first = next((one for one in things if one.is_asked), None)
    if first is None or first != things[0] or not _WHAT.match(reading.text):
        return []
    for cued in reading.cues:
        if cued.cue.kinds or not cued.cue.after or cued.start > first.start:
            continue
        if first.start - cued.end <= 1:
            return []
        shapes = [schema.relations[option.relation] for option in cued.cue.after]
        kinds = [shape.targets for shape in shapes if set(first.kinds) & shape.sources]
        kinds += [shape.sources for shape in shapes if set(first.kinds) & shape.targets]
        if kinds:
            return [Thing("t49", -1, tuple(sorted(frozenset[str]().union(*kinds))))]
    return []


def _named(link: Link, number: int, graph: PropertyGraph) -> Thing:
    kinds = dict.fromkeys(graph.nodes[one].kind for one in link.nodes)
    prefix = "t" if link.concept.startswith(CLASS) and len(link.nodes) > 1 else "a"
    return Thing(f"{prefix}{number}", link.start, tuple(kinds), link.names)


def _asked(reading: QuestionReading) -> list[Thing]:
    """Return what cues ask for; cues side by side with kinds in common ask for one thing."""
    things: list[Thing] = []
    for cued in reading.cues:
        if not cued.cue.kinds:
            continue
        kinds = cued.cue.kinds
        before = things[-1] if things else None
        between = before and any(before.start < link.start < cued.start for link in reading.links)
        shared = tuple(one for one in (before.kinds if before else ()) if one in kinds)
        if before is not None and shared and not between and _is_same(before, cued):
            things[-1] = Thing(before.variable, before.start, shared, (), before.cue)
        else:
            things.append(Thing(f"t{len(things) + 50}", cued.start, kinds, (), cued))
    return [one for one in things if not _names_what_is_linked(one, reading)]


def _is_same(before: Thing, cued: Cued) -> bool:
    """Say whether a cue goes on with the thing before it: as in `tests diagnose`."""
    first = before.cue.cue if before.cue else None
    return first is None or not (first.before and cued.cue.before) or first == cued.cue


def _names_what_is_linked(thing: Thing, reading: QuestionReading) -> bool:
    """Say whether words such as `drugs` only introduce the names that follow at once."""
    if thing.cue is None or thing.cue.cue.after:
        return False
    end = thing.cue.end
    return any(0 <= link.start - end <= 1 for link in reading.links) and len(reading.links) > 1


def _pairs(
    things: Sequence[Thing], reading: QuestionReading, schema: GraphSchema
) -> list[tuple[Thing, Thing]]:
    asked = [one for one in things if one.is_asked]
    named = [one for one in things if not one.is_asked]
    if not asked:
        return [(named[0], named[1])] if len(named) > 1 else []
    pairs = list(pairwise(asked))
    for one in named:
        # The last of several things is joined first, unless the words only fit another one.
        fitting = [
            other for other in reversed(asked) if _steps(other, one, things, reading, schema)
        ]
        told = [other for other in fitting if _told(other, one, things, reading, schema)]
        partner = next(iter(told or fitting), asked[-1])
        pairs.append((partner, one))
    return pairs


def _told(
    a: Thing, b: Thing, things: Sequence[Thing], reading: QuestionReading, schema: GraphSchema
) -> bool:
    return any(
        _fits(option.relation, a, b, schema) for option, _ in _options(a, b, things, reading)
    )


def _options(
    a: Thing, b: Thing, things: Sequence[Thing], reading: QuestionReading
) -> Iterator[tuple[Option, Thing]]:
    """Return the relations that words mean between two things, each with the thing it is seen from.

    Words belong to what they stand before; behind the last thing they belong to that one.
    """
    for cued in reading.cues:
        own = next((one for one in things if one.cue == cued), None)
        owner = _owner(cued, own, things)
        if owner is None or owner not in (a, b) or (own is not None and own not in (a, b)):
            continue
        first, second = sorted((a, b), key=lambda one: one.start)
        if owner is first and cued.start < first.start and own is None and _is_led(first, things):
            continue
        seen = b if own is a else a if own is b else _seen_from(cued, first, second)
        for option in cued.options(seen.start):
            yield option, seen


def _owner(cued: Cued, own: Thing | None, things: Sequence[Thing]) -> Thing | None:
    others = [one for one in things if one is not own]
    after = [one for one in others if one.start > cued.start]
    return after[0] if after else others[-1] if others else None


def _is_led(thing: Thing, things: Sequence[Thing]) -> bool:
    """Say whether something stands before a thing, with which words before it join it."""
    return any(one.start < thing.start for one in things)


def _seen_from(cued: Cued, first: Thing, second: Thing) -> Thing:
    """A verb between two things is seen from the second, one behind both from the named one."""
    if first.start < cued.start < second.start:
        return second
    return second if second.names else first


def _fits(relation: str, a: Thing, b: Thing, schema: GraphSchema) -> bool:
    shape = schema.relations[relation]
    forward = set(a.kinds) & shape.sources and set(b.kinds) & shape.targets
    backward = set(b.kinds) & shape.sources and set(a.kinds) & shape.targets
    return bool(forward or backward)


def _steps(
    a: Thing,
    b: Thing,
    things: Sequence[Thing],
    reading: QuestionReading,
    schema: GraphSchema,
) -> list[tuple[str, str]]:
    """Return the ways to join two things, as relations and direction from `a`."""
    found: dict[tuple[str, str], None] = {}
    settled = reading.yes_no and not a.is_asked and not b.is_asked
    for option, seen in _options(a, b, things, reading):
        for way in _ways(option, seen is a, a, b, schema):
            found[option.relation, way] = None
    if settled and not {relation for relation, _ in found} <= _TRANSITIVE:
        # Whether one is good or bad for the other is answered by any relation between the two.
        found.clear()
    if not found:
        for relation in _usual(a, b, schema):
            for way in _ways(Option(relation), True, a, b, schema):
                found[relation, way] = None
    by_way: dict[str, list[str]] = {}
    for relation, way in found:
        by_way.setdefault(way, []).append(relation)
    walks = settled and {relation for relation, _ in found} <= _TRANSITIVE
    tail = "*1..4" if walks else ""
    return [("|".join(dict.fromkeys(kinds)) + tail, way) for way, kinds in by_way.items()]


def _usual(a: Thing, b: Thing, schema: GraphSchema) -> tuple[str, ...]:
    fitting = tuple(name for name in schema.relations if _fits(name, a, b, schema))
    asked = a if a.is_asked else b
    if not asked.is_asked:
        return fitting
    usual = [name for kind in asked.kinds for name in _DEFAULTS.get(kind, ())]
    kept = tuple(name for name in fitting if name in usual)
    return kept or tuple(name for name in fitting if name != "NOT_RECOMMENDED")


def _ways(option: Option, from_a: bool, a: Thing, b: Thing, schema: GraphSchema) -> Iterator[str]:
    shape = schema.relations[option.relation]
    one, other = (a, b) if from_a else (b, a)
    out = bool(set(one.kinds) & shape.sources and set(other.kinds) & shape.targets)
    into = bool(set(other.kinds) & shape.sources and set(one.kinds) & shape.targets)
    if out and option.way in ("out", "any"):
        yield "out" if from_a else "in"
    if into and option.way in ("in", "any"):
        yield "in" if from_a else "out"


def _about(thing: Thing, reading: QuestionReading, schema: GraphSchema) -> list[str]:
    """Ask for everything about one thing, or for what the words mean of it."""
    anything = Thing("t", len(reading.text), tuple(schema.kinds))
    steps = [
        (option.relation, way)
        for option, seen in _options(thing, anything, [thing], reading)
        for way in _ways(
            Option(option.relation, option.way if seen is thing else "any"),
            True,
            thing,
            anything,
            schema,
        )
    ]
    if not steps and reading.cues:
        return []
    if not steps:
        steps = [
            (relation, way)
            for relation in schema.relations
            for way in _ways(Option(relation), True, thing, anything, schema)
        ]
    by_way: dict[str, list[str]] = {}
    for relation, way in dict.fromkeys(steps):
        by_way.setdefault(way, []).append(relation)
    node, held, name = node_text(thing), condition_text(thing), thing.variable
    direct = [
        f"MATCH {node}{arrow_text('r0', '|'.join(kinds), way)}(t) WHERE {held} RETURN {name}, r0, t"
        for way, kinds in by_way.items()
    ]
    cures = [one for one in by_way.get("out", ()) if one.startswith("RECOMMENDS")]
    if thing.kinds != ("SYMPTOM",) or not cures:
        return direct
    # What helps against a symptom is recommended for the diseases that have it.
    return [
        *direct,
        f"MATCH {node}<-[r0:HAS_SYMPTOM]-(d:DISEASE)-[r1:{'|'.join(cures)}]->(t) "
        f"WHERE {held} RETURN {name}, r0, d, r1, t",
    ]


def _bridged(pairs: Sequence[tuple[Thing, Thing]]) -> Iterator[str]:
    """Reach what is asked for by a symptom through the diseases that have it."""
    if len(pairs) != 1:
        return
    asked, named = sorted(pairs[0], key=lambda one: not one.is_asked)
    kinds = [kind for kind in asked.kinds if kind in _OF_DISEASE]
    if asked.is_asked and not asked.names and named.kinds == ("SYMPTOM",) and kinds:
        relations = "|".join(_OF_DISEASE[kind] for kind in kinds)
        yield (
            f"MATCH {node_text(named)}<-[r0:HAS_SYMPTOM]-(d:DISEASE)-[r1:{relations}]->(t) "
            f"WHERE {condition_text(named)} RETURN {named.variable}, r0, d, r1, t"
        )


def hops_of(reading: QuestionReading, graph: PropertyGraph) -> int:
    """Count the relations that an answer has to pass by."""
    things = _things(reading, graph)
    return len(_pairs(things, reading, graph.schema)) if things else 0
