"""Damaged or hostile text is read in a time that a caller can wait for."""

import signal
from collections.abc import Iterator
from types import FrameType

import pytest

from clinical.claims import read_claims
from clinical.facts import Anchors
from clinical.note_facts import read_note
from clinical.sentences import LONGEST_SENTENCE, split_sentences

RUNS = (
    " ", "\t", "\n", " \n", "-", "- ", "=", ".", ". ", "_", "___ ", "*", "#", "(", ":", ",", "1",
    "1 ", "1/", "1.", "1-", "1,", "a", "a ", "a, ", "A ", "a: ", "and ", "no ", "5 mg ", "to 5 ",
    "120/80 ", "2150-01-02 ", "\u3000", "\u0301",
)  # fmt: skip
LONGEST_SECONDS = 10


@pytest.fixture(autouse=True)
def stopped_when_it_hangs() -> Iterator[None]:
    """Interrupt a reading that would go on for hours, inside a pattern as well."""

    def stop(number: int, frame: FrameType | None) -> None:
        pytest.fail(f"still reading after {LONGEST_SECONDS} s of processor time")

    read_claims("The lexicons are read before the clock starts.", "", "", Anchors())
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST_SECONDS)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


@pytest.mark.parametrize("run", RUNS)
def test_a_run_inside_a_sentence(run: str) -> None:
    text = ("He had pain " + run * LONGEST_SENTENCE)[: LONGEST_SENTENCE - 10] + " today."
    read_claims(text, "", "", Anchors())


@pytest.mark.parametrize("run", RUNS)
def test_a_run_inside_a_note(run: str) -> None:
    text = "History:\nHe had pain " + (run * 5_000)[:5_000] + " today.\nPlan: none.\n"
    read_note(text, "n1", "discharge", Anchors())


@pytest.mark.parametrize("run", RUNS)
def test_a_summary_of_nothing_but_a_run(run: str) -> None:
    split_sentences((run * 200_000)[:200_000] + " x.")


@pytest.mark.parametrize(
    "written",
    ["{} days ago", "BP {}/{}", "on {}/{}/{}", "from {} to {}", "{}-{} mg", "day {}", "q{}h"],
)
def test_a_number_that_no_float_can_hold(written: str) -> None:
    said = written.replace("{}", "9" * 400)
    text = f"He took aspirin {said} and had fever {said}."
    read_claims(text, "", "", Anchors(admitted="2150-01-01T00:00:00"))
