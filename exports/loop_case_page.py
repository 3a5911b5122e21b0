"""The wrong decisions of a loop as one page to read: what was planted, and what was found."""

from collections.abc import Mapping

from markupsafe import Markup
from pydantic import BaseModel, JsonValue

from exports.loop_cases import LoopCase
from exports.loop_page import KIND_WORDS, anchor_of, decided
from exports.loop_report import CASES, LOOP_HTML, FinishedLoop
from exports.templating import content_hash, joined, templates
from exports.visible_text import visible
from exports.wording import plain_reasoning
from graph_state.loop import CONTROL

_SHOWN = 3
"""Passages shown of a case; its file holds all."""


class CasePassage(BaseModel, frozen=True):
    """A passage that the check cited."""

    relation: str
    quote: str
    source: str


class CaseView(BaseModel, frozen=True):
    """One case in words."""

    anchor: str
    file: str
    title: str
    place: str
    sentence: str
    original: str
    planted: str
    found: str
    reasoning: str
    passages: tuple[CasePassage, ...]


def cases_html(loop: FinishedLoop) -> str:
    """Write the page; it asks the network for nothing and runs no script."""
    style = joined(("loop.css",))
    page = (
        templates()
        .get_template("loop_cases.html")
        .render(
            cases=[_view(name, case) for name, case in loop.cases.items()],
            back=LOOP_HTML,
            style=Markup(style),
            style_hash=content_hash(style),
        )
    )
    return visible(page.replace("\r", ""))


def _view(name: str, case: LoopCase) -> CaseView:
    round_ = "the control" if case.round == CONTROL else f"round {case.round}"
    found = [one for one in case.found if isinstance(one, Mapping)]
    reasons = [str(one.get("reasoning") or one.get("reason") or "") for one in found]
    planted = case.planted
    changed = case.sentence.original_text != case.sentence.text
    return CaseView(
        anchor=anchor_of(name),
        file=f"{CASES}/{name}",
        title=f"{KIND_WORDS[case.kind]}, {round_}",
        place=", ".join(filter(None, (case.patient_id, case.admission_id, case.target))),
        sentence=case.sentence.text,
        original=case.sentence.original_text if changed else "",
        planted="" if planted is None else f"{planted.difficulty}: {planted.explanation}",
        found=decided(case.decision),
        reasoning=plain_reasoning("\n".join(filter(None, reasons))),
        passages=tuple(p for one in found for p in _passages(one))[:_SHOWN],
    )


def _passages(sentence: Mapping[str, JsonValue]) -> list[CasePassage]:
    evidence = sentence.get("evidence")
    items = [one for one in evidence if isinstance(one, dict)] if isinstance(evidence, list) else []
    cited = [
        CasePassage(
            relation=str(one.get("relation")),
            quote=str(one.get("quote")),
            source=str(one.get("source")),
        )
        for one in items
    ]
    return sorted(cited, key=lambda one: one.relation != "contradicts")
