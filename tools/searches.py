"""The tools as a program uses them: typed answers, each search kept."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from clinical.facts import TimeSpan
from graph_state.searches import Search
from kg.graph import Entity
from kg.instance_index import Timeline
from kg.store import LocalQuery, LocalResult
from tools.community_search import ReportAnswer, search_communities
from tools.local_search import search_locally
from tools.neighbours import Neighbourhood, read_neighbours
from tools.scope import PatientScope
from tools.shortest_path import Path, find_path
from tools.timeline import read_timeline


@dataclass(frozen=True)
class Searches:
    """Searches one graph for one sentence."""

    scope: PatientScope
    made: list[Search] = field(default_factory=list)
    """Every search so far, in order."""

    async def local(self, query: LocalQuery) -> LocalResult:
        """Find entities, their surroundings, reports, evidence and instances."""
        found = await search_locally(self.scope, query)
        self._keep(
            "local_search",
            query.model_dump(mode="json", exclude_defaults=True, exclude={"words"}),
            {
                "entities": (hit.entity.id for hit in found.hits),
                "neighbours": (entity.id for entity in found.neighbours),
                "relations": (relation.id for relation in found.relations),
                "communities": (community.id for community in found.communities),
                "evidence": (item.id for item in found.evidence),
                "instances": (one.id for one in found.instances),
            },
        )
        return found

    async def timeline(self, concept: str) -> Timeline:
        """Put what is on record of a concept in order of time."""
        found = await read_timeline(self.scope, (concept,), TimeSpan())
        ids = {
            "dated": (one.id for one in found.dated),
            "undated": (one.id for one in found.undated),
        }
        self._keep("timeline", {"concept": concept}, ids)
        return found

    async def neighbours(self, entity: Entity) -> Neighbourhood:
        """Read what is related to an entity, and what joins its instances."""
        found = await read_neighbours(self.scope, entity)
        ids = {
            "relations": (one.relation.id for one in found.neighbours),
            "edges": (edge.id for edge in found.edges),
            "instances": (one.id for one in found.instances),
        }
        self._keep("neighbours", {"entity": entity.id}, ids)
        return found

    async def path(self, start: Entity, end: Entity) -> Path | None:
        """Find how two entities hang together."""
        found = await find_path(self.scope, start.id, end.id)
        along = found.entities if found is not None else ()
        ends: dict[str, JsonValue] = {"start": start.id, "end": end.id}
        self._keep("shortest_path", ends, {"entities": (one.id for one in along)})
        return found

    async def communities(self, text: str, top_k: int) -> tuple[ReportAnswer, ...]:
        """Read the reports on the whole patient that are nearest to a text."""
        found = await search_communities(self.scope, text, top_k)
        ids = {
            "communities": (one.community.id for one in found),
            "telling": (one.community.id for one in found if one.lines),
        }
        self._keep("community_search", {"text": text, "top_k": top_k}, ids)
        return found

    def _keep(
        self,
        tool: str,
        arguments: Mapping[str, JsonValue],
        found: Mapping[str, Iterable[str]],
    ) -> None:
        ids = {name: tuple(listed) for name, listed in found.items()}
        counts = {name: len(listed) for name, listed in ids.items()}
        self.made.append(Search(tool=tool, arguments=dict(arguments), counts=counts, ids=ids))
