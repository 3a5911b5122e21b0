"""What is claimed, and what the open reference graph says of it."""

import asyncio

import pytest

from agents.factcheck.fact_checker import open_fact_checker
from agents.factcheck.graph import factcheck_graph
from graph_state.factcheck import FactcheckReport
from tools.factcheck import factcheck_tool


def _check(text: str) -> FactcheckReport:
    return asyncio.run(open_fact_checker().check(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Torsemide is used for edema.", ("Torsemide", "treats", "edema", False)),
        ("Ketorolac is unsafe in kidney failure.",
         ("Ketorolac", "contraindicated", "kidney failure", False)),
        ("Ramipril is safe while pregnant.", ("Ramipril", "contraindicated", "pregnant", True)),
        ("Chlorthalidone lowers your potassium.",
         ("Chlorthalidone", "causes", "hypokalemia", False)),
        ("Itching is a sign of cholestasis.", ("Itching", "symptom", "cholestasis", False)),
        ("Do not mix tadalafil with nitroglycerin.",
         ("tadalafil", "interacts", "nitroglycerin", False)),
        ("You may take tadalafil with nitroglycerin.",
         ("tadalafil", "interacts", "nitroglycerin", True)),
        ("Ertapenem is a carbapenem.", ("Ertapenem", "is_a", "carbapenem", False)),
        ("TSH should be checked while on levothyroxine.",
         ("levothyroxine", "monitored", "TSH level", False)),
    ],
)  # fmt: skip
def test_claims(text: str, expected: tuple[str, str, str, bool]) -> None:
    claim = _check(text).claims[0].claim
    assert (claim.subject, claim.relation, claim.object, claim.denied) == expected
    assert text[claim.start : claim.end] == claim.text


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("Torsemide is used for edema.", "supported"),
        ("Torsemide is used for hypokalemia.", "contradicted"),
        ("Ramipril is safe while pregnant.", "contradicted"),
        ("You may take tadalafil with nitroglycerin.", "contradicted"),
        ("Chlorthalidone causes high potassium.", "contradicted"),
        ("Ertapenem is a diuretic.", "weak"),
        ("Montelukast treats glaucoma.", "weak"),
        ("Flubberin treats gout.", "unverifiable"),
    ],
)
def test_statuses(text: str, status: str) -> None:
    assert _check(text).claims[0].status == status


def test_unverifiable_claims_are_counted_and_leave_the_score() -> None:
    report = _check("Torsemide is used for edema. Flubberin treats gout.")
    assert len(report.claims) == 2
    assert report.coverage == 0.5
    assert report.score == 1.0
    assert "Flubberin" in report.claims[1].reason


def test_a_path_names_the_graph_and_the_class_it_comes_through() -> None:
    step = _check("Ramipril is contraindicated in pregnancy.").claims[0].path[0]
    assert step.origin == "open, through ace inhibitor"
    assert step.severity == "high"


def test_a_text_without_medicine_has_no_claim() -> None:
    report = _check("Please call us on Monday.")
    assert report.claims == () and report.score is None and report.coverage == 0.0


async def test_the_graph_and_the_tool_answer_as_the_checker() -> None:
    facts = open_fact_checker()
    text = "Ramipril is safe while pregnant."
    done = await factcheck_graph(facts).compile().ainvoke({"text": text})
    assert done["report"] == await facts.check(text)

    async def lines(statements: str) -> str:
        return str((await facts.check(statements)).claims[0].status)

    assert await factcheck_tool(lines).ainvoke({"statements": text}) == "contradicted"
