"""A made-up graph of knowledge of any size, for speed alone: its names mean nothing."""

from random import Random

from clinical.sources import in_note
from kg.evidence import Evidence, evidence_id
from kg.guidelines.knowledge import (
    Attributes,
    KnowledgeEntity,
    KnowledgeGraph,
    KnowledgeRelation,
    relation_id,
)
from kg.guidelines.schema import KNOWLEDGE_KINDS, KNOWLEDGE_RELATIONS, SHAPES

ENTITIES = 12_192
RELATIONS = 28_770
"""The size of the graph of the second paper (section 1.3)."""

SEED = 7
_SYLLABLES = "ba ce di fo gu ha ki lo mu ne pa ri sa to vu wi xa ye zo bra cle dri fle gno".split()
_ENDS = {
    "DISEASE": "itis",
    "DRUG": "mab",
    "GENE": "x",
    "SYMPTOM": "algia",
    "TEST": "gram",
    "TREATMENT": "ectomy",
    "RISK_FACTOR": "ism",
    "CRITERION": "score",
}


def synthetic_knowledge(
    entities: int = ENTITIES, relations: int = RELATIONS, seed: int = SEED
) -> KnowledgeGraph:
    """Make a graph with so many entities and relations; the same seed gives the same graph."""
    draw = Random(seed)
    made = _entities(entities, draw)
    by_kind: dict[str, list[KnowledgeEntity]] = {
        kind: [one for one in made if one.kind == kind] for kind in KNOWLEDGE_KINDS
    }
    source = in_note("synthetic", 0, 9)
    evidence = Evidence(id=evidence_id(source), kind="text", source=source, quote="synthetic")
    found: dict[str, KnowledgeRelation] = {}
    while len(found) < relations:
        kind = draw.choice(KNOWLEDGE_RELATIONS)
        first = draw.choice(by_kind[_any(SHAPES[kind].sources, draw)])
        second = draw.choice(by_kind[_any(SHAPES[kind].targets, draw)])
        name = relation_id(kind, first.id, second.id)
        if first.id != second.id:
            found[name] = KnowledgeRelation(
                id=name,
                kind=kind,
                source=first.id,
                target=second.id,
                attributes=Attributes(strength=draw.choice(("strong", "conditional"))),
                weight=round(draw.random(), 2),
                evidence=(evidence.id,),
            )
    return KnowledgeGraph(
        name="synthetic",
        entities=tuple(made),
        relations=tuple(found[one] for one in sorted(found)),
        evidence=(evidence,),
    )


def _any(kinds: frozenset[str], draw: Random) -> str:
    return draw.choice(sorted(kinds))


def _entities(count: int, draw: Random) -> list[KnowledgeEntity]:
    names: set[str] = set()
    made: list[KnowledgeEntity] = []
    while len(made) < count:
        kind = KNOWLEDGE_KINDS[len(made) % len(KNOWLEDGE_KINDS)]
        words = ["".join(draw.choices(_SYLLABLES, k=3)) for _ in range(draw.randint(1, 3))]
        name = " ".join(words) + _ENDS[kind]
        if name not in names:
            names.add(name)
            made.append(KnowledgeEntity(id=f"{kind}:{name}", kind=kind, name=name))
    return made
