"""Makes one graph of many statements: one entity a concept, one relation for all that say it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from clinical.words import phrase
from kg.evidence import Evidence
from kg.guidelines.attributes import weight_of
from kg.guidelines.extraction import Statement
from kg.guidelines.knowledge import (
    Attributes,
    KnowledgeEntity,
    KnowledgeGraph,
    KnowledgeRelation,
    relation_id,
)
from kg.guidelines.lexicon import Term, codes_of

_STRONGEST = ("strong", "conditional", "")


def fused(name: str, statements: Sequence[Statement], documents: dict[str, str]) -> KnowledgeGraph:
    """Fuse statements; the order of documents and sentences does not matter."""
    ids = _identities(statements)
    evidence = {one.evidence.id: one.evidence for one in statements}
    relations = [
        _relation(identity, group) for identity, group in sorted(_grouped(statements, ids).items())
    ]
    return KnowledgeGraph(
        name=name,
        entities=tuple(_entities(statements, ids)),
        relations=tuple(relations),
        evidence=tuple(sorted(evidence.values(), key=_place)),
        documents=dict(sorted(documents.items())),
    )


def identity_of(term: Term) -> str:
    """Name an entity: by its code in a public vocabulary, else by its normalized name.

    What has neither, such as a criterion in its own words, keeps those words.
    """
    codes = codes_of(term.name, term.kind)
    return f"{term.kind}:{codes[0] if codes else phrase(term.name) or term.name}"


def _identities(statements: Iterable[Statement]) -> dict[Term, str]:
    terms = {term for one in statements for term in (one.source, one.target)}
    return {term: identity_of(term) for term in sorted(terms)}


def _entities(statements: Iterable[Statement], ids: dict[Term, str]) -> Iterable[KnowledgeEntity]:
    evidence: dict[str, dict[str, Evidence]] = defaultdict(dict)
    for one in statements:
        for term in (one.source, one.target):
            evidence[ids[term]][one.evidence.id] = one.evidence
    merged: dict[str, list[Term]] = defaultdict(list)
    for term, entity_id in ids.items():
        merged[entity_id].append(term)
    for entity_id, terms in sorted(merged.items()):
        names = dict.fromkeys([one.name for one in terms] + [a for t in terms for a in t.aliases])
        name, *aliases = names
        cited = sorted(evidence[entity_id].values(), key=_place)
        yield KnowledgeEntity(
            id=entity_id,
            kind=terms[0].kind,
            name=name,
            aliases=tuple(aliases),
            codes=codes_of(name, terms[0].kind),
            evidence=tuple(item.id for item in cited),
        )


Identity = tuple[str, str, str, str]


def _grouped(
    statements: Iterable[Statement], ids: dict[Term, str]
) -> dict[Identity, list[Statement]]:
    """Group what says the same; a recommendation under another condition is another one."""
    groups: dict[Identity, list[Statement]] = defaultdict(list)
    for one in statements:
        condition = one.attributes.condition.casefold()
        groups[one.kind, ids[one.source], ids[one.target], condition].append(one)
    return groups


def _relation(identity: Identity, group: list[Statement]) -> KnowledgeRelation:
    kind, source, target, condition = identity
    ordered = sorted(group, key=lambda one: _place(one.evidence))
    return KnowledgeRelation(
        id=relation_id(kind, source, target, condition),
        kind=group[0].kind,
        source=source,
        target=target,
        attributes=_strongest([one.attributes for one in ordered]),
        weight=round(sum(weight_of(one.attributes) for one in ordered) / len(ordered), 4),
        evidence=tuple(dict.fromkeys(one.evidence.id for one in ordered)),
    )


def _strongest(told: list[Attributes]) -> Attributes:
    """Take the statement with the strongest recommendation, and what it leaves out from the rest.

    Dose, route and frequency belong together, so they come from one statement.
    """
    ranked = sorted(told, key=lambda one: _STRONGEST.index(one.strength))
    best = ranked[0].model_dump()
    dosed = next((one for one in ranked if one.dosage), ranked[0])
    for name in ("evidence_level", "approval"):
        best[name] = next((value for one in ranked if (value := getattr(one, name))), "")
    best |= {name: getattr(dosed, name) for name in ("dosage", "route", "frequency")}
    return Attributes.model_validate(best)


def _place(item: Evidence) -> tuple[str, int]:
    return item.source.note, item.source.start or 0
