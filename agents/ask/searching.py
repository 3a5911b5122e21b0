"""Runs drafted queries on one graph as far as a strategy goes, and checks each before it runs."""

from graph_state.asking import DEEPEST, Draft, Found, Strategy
from kg.property_graph import PropertyGraph
from tools.query.cypher_reading import read_cypher
from tools.query.lexing import CypherRefusedError
from tools.query.pattern import Column, GraphQuery, Step
from tools.query.rows import QueryResult, run_query
from tools.query.validation import checked


def drafted(by: str, queries: list[str], graph: PropertyGraph) -> Draft:
    """Check drafted queries against the schema; one that is refused takes the draft with it."""
    if not queries:
        return Draft(by=by, fault="nothing in the question names what a query could begin with")
    try:
        for text in queries:
            checked(read_cypher(text), graph.schema)
    except CypherRefusedError as error:
        return Draft(by=by, queries=tuple(queries), fault=str(error))
    return Draft(by=by, queries=tuple(queries))


def search(graph: PropertyGraph, draft: Draft, strategy: Strategy) -> Found:
    """Run the queries of a draft; breadth first takes the shortest that find anything."""
    if draft.fault:
        return Found()
    queries = [checked(read_cypher(text), graph.schema) for text in draft.queries]
    within = [one for one in queries if length_of(one) <= strategy.depth]
    walks = any(step.high > 1 for one in queries for step in one.steps)
    found = Found(deeper=len(within) < len(queries) or (walks and strategy.depth < DEEPEST))
    for length in sorted({length_of(one) for one in within}):
        same = [one for one in within if length_of(one) == length]
        results = [_run(graph, one, strategy) for one in same]
        found = _merged(graph, found, same, results)
        if found.rows and strategy.mode == "BFS":
            break
    return _limited(found, strategy)


def length_of(query: GraphQuery) -> int:
    """Return the least number of relations that a match takes."""
    return sum(step.low for step in query.steps)


def _run(graph: PropertyGraph, query: GraphQuery, strategy: Strategy) -> QueryResult:
    spare = strategy.depth - length_of(query)
    walks = [step for step in query.steps if step.high > 1]
    if not walks:
        return run_query(graph, query)
    result = run_query(graph, _walking(query, 0))
    for further in range(1, spare + 1):
        if result.rows and strategy.mode == "BFS":
            break
        result = run_query(graph, _walking(query, further))
    return result


def _walking(query: GraphQuery, further: int) -> GraphQuery:
    """Let every walk of a query be that much longer than its least."""

    def longer(step: Step) -> Step:
        if step.high == 1:
            return step
        return step.model_copy(update={"high": min(step.high, step.low + further)})

    return query.model_copy(update={"steps": tuple(longer(step) for step in query.steps)})


def _merged(
    graph: PropertyGraph, found: Found, queries: list[GraphQuery], results: list[QueryResult]
) -> Found:
    nodes, edges = dict.fromkeys(found.nodes), dict.fromkeys(found.edges)
    answers = dict.fromkeys(found.answers)
    rows, complete = found.rows, found.complete
    for query, result in zip(queries, results, strict=True):
        nodes.update(dict.fromkeys(result.nodes))
        edges.update(dict.fromkeys(result.edges))
        for edge in (graph.edges[one] for one in result.edges):
            # A walk passes by nodes that no variable names.
            nodes.update(dict.fromkeys((edge.source, edge.target)))
        asked = [at for at, column in enumerate(query.columns) if _is_asked(column)]
        if not asked:
            answers.update(dict.fromkeys(result.nodes))
        for row in result.rows:
            # The thing asked for first is the answer; what stands behind it leads there.
            answers.update(dict.fromkeys(str(row[at]) for at in asked[:1]))
        rows += len(result.rows)
        complete = complete and result.complete
    return Found(
        nodes=tuple(nodes),
        edges=tuple(edges),
        answers=tuple(answers),
        rows=rows,
        complete=complete,
        deeper=found.deeper,
    )


def _is_asked(column: Column) -> bool:
    """Say whether a column holds the thing that is asked for, which drafts call `t`."""
    return column.variable.startswith("t") and not column.property and not column.function


def _limited(found: Found, strategy: Strategy) -> Found:
    """Keep no more nodes than the strategy allows; relations without both ends stay out later."""
    if len(found.nodes) <= strategy.nodes:
        return found
    kept = found.nodes[: strategy.nodes]
    return found.model_copy(
        update={
            "nodes": kept,
            "answers": tuple(one for one in found.answers if one in kept),
            "complete": False,
        }
    )
