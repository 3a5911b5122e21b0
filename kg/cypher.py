"""Every Cypher statement of the Neo4j store, portable between Neo4j and ArcadeDB.

Values always travel as parameters; only labels and relationship types, which are our own
constants, are part of a text. Nodes carry `graph_id`, and a `uid` that no other graph can share.
"""

from typing import LiteralString, get_args

from kg.graph import EntityKind, RelationKind
from kg.graph_index import LONGEST_PATH
from kg.instance import EDGE_KINDS, EdgeKind

RELATIONSHIP_TYPES: dict[RelationKind, str] = {
    kind: kind.upper() for kind in get_args(RelationKind)
}
RELATION_KINDS: dict[str, RelationKind] = {
    written: kind for kind, written in RELATIONSHIP_TYPES.items()
}
_ANY_RELATION = "|".join(RELATIONSHIP_TYPES.values())
INSTANCE_TYPES: dict[EdgeKind, str] = {kind: f"INSTANCE_{kind.upper()}" for kind in EDGE_KINDS}
"""Apart from the relations of entities, so that no walk over those passes through an instance."""

INSTANCE_EDGE_KINDS: dict[str, EdgeKind] = {
    written: kind for kind, written in INSTANCE_TYPES.items()
}
TO_ENTITIES: frozenset[EdgeKind] = frozenset({"value_of", "allergic_to"})
_ANY_INSTANCE_EDGE = "|".join(INSTANCE_TYPES.values())
_SUMMARY = "g {.layout, .graph_id, .patient_id, .admission_id, .version, .anchors}"
_ENTITY = "n {.entity_id, .kind, .name, .concepts, .description, .attributes, .evidence}"
"""What an entity is read from; its other properties repeat `attributes` for people who browse."""

EVIDENCE, COMMUNITIES, INSTANCES = "evidence", "communities", "instances"
MEMBERSHIPS, PARENTS, CITATIONS = "memberships", "parents", "citations"
OWNERS = "owners"


SCHEMA: tuple[LiteralString, ...] = (
    "CREATE CONSTRAINT curaview_graph IF NOT EXISTS "
    "FOR (n:PatientGraph) REQUIRE n.graph_id IS UNIQUE",
    "CREATE CONSTRAINT curaview_entity IF NOT EXISTS FOR (n:Entity) REQUIRE n.uid IS UNIQUE",
    "CREATE CONSTRAINT curaview_evidence IF NOT EXISTS FOR (n:Evidence) REQUIRE n.uid IS UNIQUE",
    "CREATE CONSTRAINT curaview_community IF NOT EXISTS FOR (n:Community) REQUIRE n.uid IS UNIQUE",
    "CREATE CONSTRAINT curaview_patient IF NOT EXISTS "
    "FOR (n:PATIENT) REQUIRE n.patient_of IS UNIQUE",
    "CREATE CONSTRAINT curaview_instance IF NOT EXISTS FOR (n:Instance) REQUIRE n.uid IS UNIQUE",
    "CREATE INDEX curaview_entity_graph IF NOT EXISTS FOR (n:Entity) ON (n.graph_id)",
    "CREATE INDEX curaview_evidence_graph IF NOT EXISTS FOR (n:Evidence) ON (n.graph_id)",
    "CREATE INDEX curaview_community_graph IF NOT EXISTS FOR (n:Community) ON (n.graph_id)",
    "CREATE INDEX curaview_instance_graph IF NOT EXISTS FOR (n:Instance) ON (n.graph_id)",
)

SET_GRAPH: LiteralString = """
MERGE (g:PatientGraph {graph_id: $graph_id})
SET g = $properties
"""
"""Comes first: it takes the write lock of the graph, so that its writers wait for each other."""

CLEAR: tuple[LiteralString, ...] = (
    "MATCH (n:Entity {graph_id: $graph_id}) DETACH DELETE n",
    "MATCH (n:Evidence {graph_id: $graph_id}) DETACH DELETE n",
    "MATCH (n:Community {graph_id: $graph_id}) DETACH DELETE n",
    "MATCH (n:Instance {graph_id: $graph_id}) DETACH DELETE n",
)

DELETE: LiteralString = "MATCH (g:PatientGraph {graph_id: $graph_id}) DETACH DELETE g"

_CREATE_NODE: dict[str, LiteralString] = {
    **{
        kind: f"CREATE (n:Entity:{kind} {{uid: row.uid, graph_id: row.graph_id}})"
        for kind in get_args(EntityKind)
    },
    # A property that no other entity has and that is unique: a graph has one patient at most.
    "PATIENT": "CREATE (n:Entity:PATIENT "
    "{uid: row.uid, graph_id: row.graph_id, patient_of: row.graph_id})",
    EVIDENCE: "CREATE (n:Evidence {uid: row.uid, graph_id: row.graph_id})",
    COMMUNITIES: "CREATE (n:Community {uid: row.uid, graph_id: row.graph_id})",
    INSTANCES: "CREATE (n:Instance {uid: row.uid, graph_id: row.graph_id})",
}
_CREATE_LINK: dict[str, LiteralString] = {
    **{
        kind: f"""MATCH (a:Entity {{uid: row.source}})
MATCH (b:Entity {{uid: row.target}})
CREATE (a)-[r:{written}]->(b)
SET r += row.properties"""
        for kind, written in RELATIONSHIP_TYPES.items()
    },
    MEMBERSHIPS: """MATCH (a:Entity {uid: row.source})
MATCH (b:Community {uid: row.target})
CREATE (a)-[:IN_COMMUNITY]->(b)""",
    PARENTS: """MATCH (a:Community {uid: row.source})
MATCH (b:Community {uid: row.target})
CREATE (a)-[:PART_OF]->(b)""",
    CITATIONS: """MATCH (a:Entity {uid: row.source})
MATCH (b:Evidence {uid: row.target})
CREATE (a)-[:EVIDENCED_BY]->(b)""",
    **{
        written: f"""MATCH (a:Instance {{uid: row.source}})
MATCH (b:{"Entity" if kind in TO_ENTITIES else "Instance"} {{uid: row.target}})
CREATE (a)-[r:{written}]->(b)
SET r += row.properties"""
        for kind, written in INSTANCE_TYPES.items()
    },
    OWNERS: """MATCH (a:Instance {uid: row.source})
MATCH (b:Entity {uid: row.target})
CREATE (a)-[:INSTANCE_OF]->(b)""",
}
_NEXT: LiteralString = "\nWITH count(*) AS done\n"
"""Between two parts of a statement: one row goes on, also where the part before had none."""

CREATE_NODES: LiteralString = _NEXT.join(
    [
        f"UNWIND ${name} AS row\n{create}\nSET n += row.properties"
        for name, create in _CREATE_NODE.items()
    ]
)
CREATE_LINKS: LiteralString = _NEXT.join(
    [f"UNWIND ${name} AS row\n{create}" for name, create in _CREATE_LINK.items()]
)
NODE_LISTS = tuple(_CREATE_NODE)
LINK_LISTS = tuple(_CREATE_LINK)
"""The lists of rows that each of the two takes. One statement for all kinds of nodes, and one for
all kinds of relationships, spare the server a third of its work against one for each kind."""

READ_SUMMARIES: LiteralString = f"""
MATCH (g:PatientGraph)
RETURN {_SUMMARY} AS graph
"""

READ_SUMMARY: LiteralString = f"""
MATCH (g:PatientGraph {{graph_id: $graph_id}})
RETURN {_SUMMARY} AS graph
"""

READ_GRAPH: LiteralString = """
MATCH (g:PatientGraph {graph_id: $graph_id})
RETURN g {.*} AS graph
"""

READ_DIGEST: LiteralString = """
MATCH (g:PatientGraph {graph_id: $graph_id})
RETURN g.digest AS digest
"""

READ_ENTITIES: LiteralString = f"""
MATCH (n:Entity {{graph_id: $graph_id}})
RETURN {_ENTITY} AS node, n.embedding AS embedding
ORDER BY n.position
"""

READ_EVIDENCE: LiteralString = """
MATCH (n:Evidence {graph_id: $graph_id})
RETURN n {.*, embedding: null} AS node, n.embedding AS embedding
ORDER BY n.position
"""

READ_COMMUNITIES: LiteralString = """
MATCH (n:Community {graph_id: $graph_id})
RETURN n {.*, embedding: null} AS node, n.embedding AS embedding
ORDER BY n.position
"""

READ_RELATIONS: LiteralString = f"""
MATCH (a:Entity {{graph_id: $graph_id}})-[r:{_ANY_RELATION}]->(b:Entity)
RETURN a.entity_id AS source, b.entity_id AS target, type(r) AS type, properties(r) AS properties
ORDER BY r.position
"""

READ_INSTANCES: LiteralString = """
MATCH (n:Instance {graph_id: $graph_id})
RETURN n.body AS body
ORDER BY n.position
"""

READ_EDGES: LiteralString = f"""
MATCH (a:Instance {{graph_id: $graph_id}})-[r:{_ANY_INSTANCE_EDGE}]->(b)
RETURN a.instance_id AS source, coalesce(b.instance_id, b.entity_id) AS target, type(r) AS type,
  properties(r) AS properties
ORDER BY r.position
"""

NEIGHBOURS: LiteralString = f"""
MATCH (g:PatientGraph {{graph_id: $graph_id}})
OPTIONAL MATCH (:Entity {{uid: $uid}})-[r:{_ANY_RELATION}]-(n:Entity {{graph_id: $graph_id}})
RETURN {_ENTITY} AS node, startNode(r).entity_id AS source, endNode(r).entity_id AS target,
  type(r) AS type, properties(r) AS properties
ORDER BY r.position
"""
"""No row: no such graph. A row without a node: no such entity, or nobody next to it."""

SHORTEST_PATHS: LiteralString = f"""
MATCH (g:PatientGraph {{graph_id: $graph_id}})
OPTIONAL MATCH (a:Entity {{uid: $start}})
OPTIONAL MATCH (b:Entity {{uid: $end}})
OPTIONAL MATCH p = allShortestPaths((a)-[:{_ANY_RELATION}*..{LONGEST_PATH}]-(b))
RETURN [n IN nodes(p) | n.entity_id] AS ids
ORDER BY [r IN relationships(p) | r.position]
LIMIT 1
"""
"""Of equally short paths the first in the order of relations, as the embedded store finds it."""

FIND_ENTITY: LiteralString = """
MATCH (g:PatientGraph {graph_id: $graph_id})
OPTIONAL MATCH (n:Entity {uid: $uid})
RETURN CASE WHEN n IS NULL THEN null ELSE [n.entity_id] END AS ids
"""
