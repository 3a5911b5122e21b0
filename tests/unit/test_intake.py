"""The served graph finds a patient, completes the input and builds the graph once."""

from pathlib import Path
from typing import cast

import pytest
from langgraph.runtime import Runtime

from agents.intake import Intake
from agents.settings import EXAMPLES
from graph_state.context import Context
from graph_state.state import CheckState
from kg.errors import BadInputError
from kg.open_store import open_store

RUNTIME = Runtime(context=Context())


def state(**given: str) -> CheckState:
    return cast(CheckState, given)


@pytest.fixture
def intake() -> Intake:
    return Intake(open_store("memory"), EXAMPLES)


async def test_the_bundled_target_is_taken_where_no_summary_is_given(intake: Intake) -> None:
    found = await intake(state(patient_id="70226"), RUNTIME)
    assert found["target"] == "brief_hospital_course"
    assert found["admission_id"] == "27568130" and "summary" in found and found["summary"]
    graph = await intake.store.summary("70226@27568130")
    assert graph is not None and intake.sources("70226@27568130").notes


async def test_instructions_can_be_asked_for(intake: Intake) -> None:
    found = await intake(state(patient_id="70226", target="discharge_instructions"), RUNTIME)
    assert found["target"] == "discharge_instructions" and found["summary"].startswith("Dear")


async def test_a_given_summary_is_kept_as_it_is(intake: Intake) -> None:
    found = await intake(state(patient_id="70226", summary=" She is well. "), RUNTIME)
    assert (found["summary"], found["target"]) == (" She is well. ", "summary")
    assert found["admission_id"] == "27568130"


async def test_the_sources_of_a_resumed_run_are_read_again(intake: Intake) -> None:
    assert "70226-DS-1" in intake.sources("70226@27568130").notes
    with pytest.raises(BadInputError, match="holds nothing of graph"):
        intake.sources("nobody")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"patient_id": "1"}, "no patient '1'"),
        ({"patient_id": "70226", "target": "summary"}, "has 0 texts named 'summary'"),
        ({"patient_id": "70459", "summary": "Well."}, "has 2 admissions"),
        ({"patient_id": "70226", "admission_id": "9"}, "no admission 9"),
    ],
)
async def test_what_cannot_be_found_is_named(
    intake: Intake, given: dict[str, str], message: str
) -> None:
    with pytest.raises(BadInputError, match=message):
        await intake(state(**given), RUNTIME)


def test_the_examples_are_where_the_settings_say() -> None:
    assert (Path(EXAMPLES) / "discharge.csv").is_file()
