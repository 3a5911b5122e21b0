"""An answer of `ask` as JSON, as a text for a terminal, and as a page with the path drawn."""

import json
from collections.abc import Mapping, Sequence
from html import escape

from graph_state.asking import CitedFact, GraphAnswer
from kg.evidence import Evidence

SCHEMA = "curaview.answer/1"
_DIGITS = 4
_LONGEST_QUOTE = 400


def answer_to_json(answer: GraphAnswer) -> str:
    """Write an answer as one JSON document with stable keys."""
    document = {
        "schema": SCHEMA,
        "question": answer.question,
        "graph": {"id": answer.graph_id, "version": answer.graph_version},
        "status": answer.status,
        "text": answer.text,
        "outside_the_graph": answer.outside,
        "confidence": round(answer.confidence, _DIGITS),
        "warning": answer.warning,
        "facts": [
            {
                "text": one.fact.text,
                "relation": one.fact.relation,
                "nodes": list(one.fact.nodes),
                "citations": list(one.numbers),
            }
            for one in answer.facts
        ],
        "citations": [
            {
                "number": number,
                "id": item.id,
                "source": str(item.source),
                "quote": item.quote,
                "time": item.time.model_dump() if item.time else None,
            }
            for number, item in enumerate(answer.evidence, 1)
        ],
        "links": [link.model_dump() for link in answer.links],
        "unknown_words": list(answer.unknown_words),
        "drafts": [draft.model_dump() for draft in answer.drafts],
        "agreement": round(answer.agreement, _DIGITS),
        "searched": [
            {
                "strategy": one.strategy.model_dump(),
                "rows": one.rows,
                "score": round(one.metrics.overall, _DIGITS),
                **one.metrics.model_dump(),
                "votes": list(one.votes),
                "sufficient": one.sufficient,
                "why": one.why,
            }
            for one in answer.rounds
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def answer_to_text(answer: GraphAnswer) -> str:
    """Write an answer as it reads in a terminal: the text, its sources, and how it was searched."""
    parts = [answer.text]
    if answer.outside:
        parts.append(f"Not from the graph, and checked by nobody: {answer.outside}")
    if answer.warning:
        parts.append(f"Warning: {answer.warning}.")
    parts += [_source(number, item) for number, item in enumerate(answer.evidence, 1)]
    if answer.rounds:
        searched = "; ".join(one.strategy.told() for one in answer.rounds)
        sure = f", confidence {answer.confidence:.2f}" if answer.status == "answered" else ""
        parts.append(f"searched: {searched}{sure}")
    return "\n".join(parts) + "\n"


def _source(number: int, item: Evidence) -> str:
    quote = " ".join(item.quote.split())
    shown = quote if len(quote) <= _LONGEST_QUOTE else quote[:_LONGEST_QUOTE] + " ..."
    return f'  [{number}] {item.source}: "{shown}"'


_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>CuraView: answers</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
.status { color: #555 } .warning { background: #fff3cd; padding: .5rem }
.answer { white-space: pre-wrap } code { overflow-wrap: anywhere }
svg { width: 100%; height: auto } svg text { font: 13px system-ui, sans-serif }
</style></head><body>
"""


def answers_to_html(answers: Sequence[GraphAnswer], names: Mapping[str, str]) -> str:
    """Write answers as one page; everything from outside is escaped."""
    return _HEAD + "\n".join(_section(answer, names) for answer in answers) + "\n</body></html>\n"


def _section(answer: GraphAnswer, names: Mapping[str, str]) -> str:
    warnings = [answer.warning, f"Not from the graph: {answer.outside}" if answer.outside else ""]
    sources = "".join(
        f"<li><q>{escape(item.quote)}</q> <code>{escape(str(item.source))}</code></li>"
        for item in answer.evidence
    )
    queries = "".join(
        f"<li><code>{escape(query)}</code></li>"
        for draft in answer.drafts[:1]
        for query in draft.queries
    )
    return "\n".join(
        [
            f"<section><h1>{escape(answer.question)}</h1>",
            f'<p class="status">{answer.status}, confidence {answer.confidence:.2f}</p>',
            f'<p class="answer">{escape(answer.text)}</p>',
            *(f'<p class="warning">{escape(one)}</p>' for one in warnings if one),
            _drawing(answer.facts, names),
            f"<h2>Sources</h2><ol>{sources}</ol>",
            f"<h2>Queries</h2><ul>{queries}</ul></section>",
        ]
    )


_ROW, _LEFT, _RIGHT, _WIDTH = 34, 20, 620, 900
_MOST_DRAWN = 30


def _drawing(facts: Sequence[CitedFact], names: Mapping[str, str]) -> str:
    """Draw the relations of the answer: sources on the left, targets on the right."""
    edges = [one.fact for one in facts if len(one.fact.nodes) == 2][:_MOST_DRAWN]
    if not edges:
        return ""
    lefts = list(dict.fromkeys(edge.nodes[0] for edge in edges))
    rights = list(dict.fromkeys(edge.nodes[1] for edge in edges))
    height = _ROW * (max(len(lefts), len(rights)) + 1)
    parts = []
    for edge in edges:
        y1, y2 = (_y(edge.nodes[0], lefts), _y(edge.nodes[1], rights))
        parts.append(
            f'<line x1="{_LEFT + 250}" y1="{y1}" x2="{_RIGHT - 10}" y2="{y2}" stroke="#888"/>'
            f'<text x="{(_LEFT + _RIGHT + 240) // 2 - 60}" y="{(y1 + y2) // 2 - 4}" fill="#666">'
            f"{escape(edge.relation.lower().replace('_', ' '))}</text>"
        )
    for x, column in ((_LEFT, lefts), (_RIGHT, rights)):
        parts += [
            f'<text x="{x}" y="{_y(node, column) + 4}">{escape(names.get(node, node))}</text>'
            for node in column
        ]
    return f'<svg viewBox="0 0 {_WIDTH} {height}" role="img">{"".join(parts)}</svg>'


def _y(node: str, column: Sequence[str]) -> int:
    return _ROW * (column.index(node) + 1)
