"""The measures of answers, and the bundled questions and mentions."""

import csv
from collections import Counter
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from clinical.sources import in_note
from evaluation.ask.measures import (
    citations_valid,
    context_recall,
    faithfulness,
    is_right,
)
from evaluation.ask.mentions import LinkingFigures, read_mentions
from evaluation.ask.questions import SETS, AskedQuestion, read_questions
from graph_state.asking import CitedFact, GraphAnswer, GraphFact
from kg.evidence import Evidence, evidence_id

Run = Callable[..., tuple[int, str, str]]


def question(**given: object) -> AskedQuestion:
    told = {"id": "q", "graph": "knowledge", "kind": "factual", "question": "?"}
    return AskedQuestion.model_validate({**told, **given})


def answer(text: str, quote: str, status: str = "answered") -> GraphAnswer:
    source = in_note("d", 0, len(quote))
    item = Evidence(id=evidence_id(source), kind="text", source=source, quote=quote)
    fact = CitedFact(fact=GraphFact(text=text, evidence=(item.id,)), numbers=(1,))
    return GraphAnswer.model_validate(
        {
            "question": "?",
            "graph_id": "g",
            "status": status,
            "text": text,
            "facts": (fact,) if status == "answered" else (),
            "evidence": (item,) if status == "answered" else (),
        }
    )


def test_the_sets_are_large_mixed_and_apart() -> None:
    sets = {name: read_questions(name) for name in SETS}
    asked = [one for questions in sets.values() for one in questions]
    assert len(asked) >= 120
    texts = Counter((one.graph, one.question.casefold()) for one in asked)
    assert all(count == 1 for count in texts.values())
    for questions in sets.values():
        assert {one.kind for one in questions} == {"factual", "multi_hop", "colloquial"}
        share = sum(bool(one.unanswerable) for one in questions) / len(questions)
        assert 0.3 <= share <= 0.4
        assert all(bool(one.gold) != bool(one.unanswerable) for one in questions)
    assert len(read_mentions()) >= 100


def test_a_right_answer_says_all_it_must_and_nothing_it_must_not() -> None:
    asked = question(gold=[["2.2", "two point two"], ["creatinine"]], wrong=["potassium"])
    assert is_right(asked, answer("Creatinine was 2.2", "x"))
    assert not is_right(asked, answer("It was 2.2", "x"))
    assert not is_right(asked, answer("Creatinine 2.2, potassium 4", "x"))
    assert not is_right(asked, answer("Creatinine was 2.2", "x", "unknown"))
    silent = question(unanswerable="unknown")
    assert is_right(silent, answer("not known", "x", "unknown"))
    assert not is_right(silent, answer("2.2", "x"))


def test_no_measure_is_undefined() -> None:
    silent = answer("not known", "x", "unknown")
    assert faithfulness(silent) is None
    assert context_recall(question(), silent) is None
    assert context_recall(question(evidence=["a|b", "c"]), answer("t", "b and d")) == 0.5
    assert LinkingFigures(mentions=1, right=0, wrong=0, missed=0).f1 == 1.0
    assert LinkingFigures(mentions=1, right=0, wrong=1, missed=1).f1 == 0.0


@pytest.mark.parametrize(
    ("text", "quote", "share"),
    [
        ("creatinine: 2.2 mg/dL (2160-03-04)", "Creatinine 2.2 on 03-04", 1.0),
        ("creatinine: 2.4 mg/dL", "Creatinine 2.2 on 03-04", 0.0),
        ("zinc is recommended", "Creatinine 2.2 on 03-04", 0.0),
    ],
)
def test_statements_are_held_against_their_quotes(text: str, quote: str, share: float) -> None:
    assert faithfulness(answer(text, quote)) == share
    assert citations_valid(answer(text, quote))


def test_a_citation_of_nothing_is_seen() -> None:
    wrong = CitedFact(fact=GraphFact(text="t"), numbers=(2,))
    assert not citations_valid(answer("t", "q").model_copy(update={"facts": (wrong,)}))


def test_figures_reach_the_standard_on_open_questions(run: Run, tmp_path: Path) -> None:
    form, page = tmp_path / "form.csv", tmp_path / "page.md"
    arguments = ["evaluate-ask", "--set", "open", "--rating-form", form, "--markdown", page]
    status, out, err = run(*arguments)
    assert status == 0, err
    assert page.read_text("utf-8") == out
    (row,) = [line for line in out.splitlines() if line.startswith("| graph | all |")]
    right, refused, others, valid, recall = (float(one) for one in row.split(" | ")[4:9])
    assert (refused, others, valid) == (1.0, 1.0, 1.0)
    assert right >= 0.85
    assert recall >= 0.92
    rated = list(csv.DictReader(StringIO(form.read_text("utf-8"))))
    assert len(rated) == len(read_questions("open"))
    assert {"accuracy", "completeness", "safety"} <= rated[0].keys()
