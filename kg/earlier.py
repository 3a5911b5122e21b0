"""What of an earlier graph stands as it is: entities, relations and the words of reports."""

from collections.abc import Iterable

from kg.community_reports import Reporter
from kg.graph import Community, Entity, GraphRelation, PatientGraph, RelationKind
from kg.nodes import NodeDraft
from kg.relations import EdgeDraft

_INFERRED: frozenset[RelationKind] = frozenset({"indicates", "contraindicated_with"})
"""No source states most of these, so no source tells whether they still hold."""


class Earlier:
    """The graph before a change, and the ids of all that the changed sources spoke or speak of."""

    def __init__(self, graph: PatientGraph | None = None, touched: Iterable[str] = ()) -> None:
        self._touched = frozenset(touched)
        self._entities = {entity.id: entity for entity in graph.entities} if graph else {}
        self._relations = {relation.id: relation for relation in graph.relations} if graph else {}
        self._communities = graph.communities if graph else ()

    def entity(self, draft: NodeDraft) -> Entity:
        """Return the entity as it was where nothing touched it, else write it anew."""
        known = self._entities.get(draft.id)
        if known is not None and draft.id not in self._touched:
            return known
        written = draft.entity()
        return known if known == written else written

    def relation(self, draft: EdgeDraft) -> GraphRelation:
        """Return the relation as it was where nothing touched it, else write it anew."""
        known = self._relations.get(draft.id)
        if known is not None and draft.kind not in _INFERRED and known.id not in self._touched:
            return known
        written = draft.relation()
        return known if known == written else written

    def reporter(
        self,
        entities: tuple[Entity, ...],
        relations: tuple[GraphRelation, ...],
        reporter: Reporter,
    ) -> Reporter:
        """Return a reporter that repeats the reports of communities in which nothing changed."""
        if not self._communities:
            return reporter
        same = {e.id for e in entities if self._entities.get(e.id) is e}
        joined = self._changed_pairs(relations)
        kept = [
            community
            for community in self._communities
            if same.issuperset(community.entities) and not _joins_any(joined, community)
        ]
        return KeptReports(kept, reporter)

    def _changed_pairs(self, relations: tuple[GraphRelation, ...]) -> list[tuple[str, str]]:
        now = {relation.id: relation for relation in relations}
        changed = [r for r in relations if self._relations.get(r.id) is not r]
        changed += [known for name, known in self._relations.items() if name not in now]
        return [(relation.source, relation.target) for relation in changed]


def _joins_any(pairs: list[tuple[str, str]], community: Community) -> bool:
    members = set(community.entities)
    return any(source in members and target in members for source, target in pairs)


class KeptReports:
    """Repeats what was said of the same members; whatever is new it asks another reporter."""

    def __init__(self, communities: Iterable[Community], reporter: Reporter) -> None:
        self.name = reporter.name
        self._known = {community.entities: community for community in communities}
        self._reporter = reporter

    def title(self, members: list[Entity], relations: list[GraphRelation]) -> str:
        """Return the title of these members."""
        known = self._known.get(_ids(members))
        return known.title if known else self._reporter.title(members, relations)

    def report(self, title: str, members: list[Entity], relations: list[GraphRelation]) -> str:
        """Return the report on these members."""
        known = self._known.get(_ids(members))
        return known.report if known else self._reporter.report(title, members, relations)


def _ids(members: list[Entity]) -> tuple[str, ...]:
    return tuple(member.id for member in members)
