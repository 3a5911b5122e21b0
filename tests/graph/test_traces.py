"""A trace tells all that happened in a run, and nothing of who it happened to."""

import json
import logging
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agents.judging import Judge, SentenceToJudge
from agents.known_judges import known_judges
from agents.model_settings import ModelSettings
from agents.models import Models
from agents.runs import no_progress
from cli.verification import Options, verify_record
from cli.watching import Callbacks
from clinical.facts import Fact
from exports.deidentification_key import KEY_BYTES
from exports.json_report import report_json
from exports.trace_lines import TraceLine, read_trace
from exports.traces import Traces
from graph_state.context import Context
from graph_state.findings import HallucinationDetectionResult
from kg.errors import ServiceError
from kg.evidence import Evidence
from kg.record import PatientRecord

KEY = b"7" * KEY_BYTES
NAME, NUMBER, PHONE, DAY = "Okonkwo", "48213377", "617-555-0142", "2181-04-02"
NOTE = f"""Name: {NAME}, Ifeoma     Unit No: {NUMBER}
Admission Date: {DAY}     Discharge Date: 2181-04-10

History of Present Illness:
Ms. {NAME} is a 66 year old woman with atrial fibrillation, seen on {DAY}. Call {PHONE}.

Pertinent Results:
{DAY} 06:00AM BLOOD Creat-1.4* K-4.1 WBC-15.2* Hgb-11.4*

Discharge Medications:
1. Metoprolol Tartrate 50 mg PO BID
2. Lisinopril 20 mg PO DAILY
"""
SUMMARY = (
    f"Ms. {NAME} has atrial fibrillation. On {DAY} her creatinine was 2.9."
    " She takes metoprolol 50 mg twice daily. Ifeoma flew a balloon."
)
PLANTED = (NAME, "Ifeoma", NUMBER, PHONE, DAY)


def record_of(folder: Path, note: str = NOTE, summary: str = SUMMARY) -> Options:
    folder.mkdir(exist_ok=True)
    (folder / f"{NUMBER}.txt").write_text(note)
    (folder / "summary").write_text(summary)
    return Options(record=folder / f"{NUMBER}.txt", summary=str(folder / "summary"))


def ticking() -> Iterator[datetime]:
    begun = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    for number in count():
        yield begun + timedelta(milliseconds=number)


class Watcher:
    """Hands out tracers that tell the time of a clock of their own."""

    def __init__(self, place: Path, append: bool = False) -> None:
        times = ticking()
        self.traces = Traces(place, KEY, append, lambda: next(times))

    def __call__(
        self,
        records: Iterable[PatientRecord],
        graph: str,
        thread: str,
        admission: str | None = None,
        target: str = "",
    ) -> Callbacks:
        return (self.traces.tracer(records, graph, thread, admission, target),)


async def traced(
    options: Options, place: Path, judges: dict[str, Judge] | None = None, append: bool = False
) -> list[TraceLine]:
    watcher = Watcher(place, append)
    try:
        await verify_record(options, judges or {**known_judges()}, no_progress, watch=watcher)
    finally:
        watcher.traces.close()
    return [*read_trace(place)]


@pytest.fixture
def options(tmp_path: Path) -> Options:
    return record_of(tmp_path / "record")


async def test_every_node_leaves_a_line_with_its_place_in_the_run(
    options: Options, tmp_path: Path
) -> None:
    lines = await traced(options, tmp_path / "trace.jsonl")
    by_id = {line.id: line for line in lines}
    assert {line.thread for line in lines} == {lines[0].thread} and len(by_id) == len(lines)
    assert {line.node for line in lines if line.sentence is None} == {
        "check", "segmenter", "reviewer", "reporter",
    }  # fmt: skip
    for sentence in range(4):
        nodes = [one.node.rpartition(":")[2] for one in lines if one.sentence == sentence]
        assert {*nodes} == {"sentence", "retriever", "judge", "validator", "recorder"}
    inner = [line for line in lines if line.node.startswith("sentence:")]
    assert all(by_id[line.parent or 0].node == "sentence" for line in inner)
    assert all(by_id[line.parent or 0].sentence == line.sentence for line in inner)
    for line in lines:
        if line.node == "sentence:retriever":
            output: Any = line.output
            first = output["made"][0]
            assert first["tool"] == "local_search"
            assert first["counts"]["evidence"] == len(output["evidence"])
    outer = [line for line in lines if line.node == "sentence"]
    assert all(by_id[line.parent or 0].kind == "graph" for line in outer)
    assert all(line.status == "done" and line.seconds > 0 for line in lines)


async def test_what_an_earlier_line_tells_is_told_by_its_place(
    options: Options, tmp_path: Path
) -> None:
    lines = await traced(options, tmp_path / "trace.jsonl")
    by_id = {line.id: line for line in lines}
    judge = next(line for line in lines if line.node == "sentence:judge")
    assert isinstance(judge.input, dict)
    for name in ("evidence", "claims"):
        kept = judge.input[name]
        if kept:
            assert isinstance(kept, dict) and isinstance(kept["from"], int)
            output = by_id[kept["from"]].output
            assert isinstance(output, dict) and output[name]
    whole: set[object] = set()
    for line in sorted(lines, key=lambda one: one.start):
        if line.node == "sentence:retriever":
            assert isinstance(line.output, dict) and isinstance(line.output["evidence"], list)
            for item in line.output["evidence"]:
                assert isinstance(item, dict) and item["id"] in line.evidence_ids
                whole |= {item["id"]} if "quote" in item else set()
    named = {one for line in lines for one in line.evidence_ids}
    assert named == whole


async def test_nothing_that_identifies_reaches_the_trace(options: Options, tmp_path: Path) -> None:
    lines = await traced(options, tmp_path / "trace.jsonl")
    text = (tmp_path / "trace.jsonl").read_text()
    assert [planted for planted in PLANTED if planted in text] == []
    assert "50 mg twice daily" in text and "creatinine was 2.9" in text
    assert len({line.output["result"]["evidence_grade"] for line in lines  # type: ignore[call-overload, index]
                if line.node == "sentence:judge" and isinstance(line.output, dict)
                and "evidence_grade" in line.output["result"]}) > 1  # type: ignore[operator]  # fmt: skip


async def test_the_same_run_by_the_same_clock_gives_the_same_bytes(
    options: Options, tmp_path: Path
) -> None:
    alone = options.model_copy(update={"at_once": 1})
    for name in ("one.jsonl", "two.jsonl"):
        await traced(alone, tmp_path / name)
    one, two = ((tmp_path / name).read_bytes() for name in ("one.jsonl", "two.jsonl"))
    assert one == two
    first = json.loads(one.splitlines()[0])
    assert first["schema"] == "curaview.trace/1" and first["start"].startswith(
        "2026-01-02T03:04:05"
    )


async def test_a_folder_gets_a_file_a_summary_under_a_pseudonym(
    options: Options, tmp_path: Path
) -> None:
    watcher = Watcher(tmp_path / "traces")
    await verify_record(options, {**known_judges()}, no_progress, watch=watcher)
    watcher.traces.close()
    (file,) = (tmp_path / "traces").iterdir()
    assert re.fullmatch(r"id_[0-9a-f]{12}_summary\.jsonl", file.name)
    assert len([*read_trace(file)]) > 20


async def test_calls_of_a_model_have_lines_with_prompt_model_and_words(
    options: Options, tmp_path: Path
) -> None:
    asked = options.model_copy(update={"judge": "llm", "models": {"": "scripted"}})
    judges = {**known_judges(Models(ModelSettings(models={"": "scripted"})))}
    lines = await traced(asked, tmp_path / "trace.jsonl", judges)
    by_id = {line.id: line for line in lines}
    calls = [line for line in lines if line.kind == "model"]
    assert len(calls) >= 4
    for call in calls:
        assert call.prompt is not None and call.prompt.name == "judge"
        assert re.fullmatch("[0-9a-f]{8,}", call.prompt.hash)
        judge = by_id[call.parent or 0]
        assert judge.node == "sentence:judge" and judge.prompt == call.prompt
        assert judge.model == call.model == "scripted" and call.sentence == judge.sentence
        assert isinstance(call.input, list) and isinstance(call.input[-1], dict)
        assert call.input[-1]["role"] == "user" and call.output
    text = (tmp_path / "trace.jsonl").read_text()
    assert [planted for planted in PLANTED if planted in text] == []


class Failing:
    """Breaks on one sentence with the name of the patient in its words, or ends the run."""

    deterministic = True

    def __init__(self, error: BaseException, at: int) -> None:
        self.error, self.at = error, at
        self.rules = known_judges()["rules"]

    async def __call__(
        self,
        sentence: SentenceToJudge,
        claims: list[Fact],
        evidence: list[Evidence],
        context: Context,
    ) -> HallucinationDetectionResult:
        if sentence.index == self.at:
            raise self.error
        return await self.rules(sentence, claims, evidence, context)


async def test_an_error_is_told_without_the_words_of_the_record(
    options: Options, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    judge = Failing(ValueError(f"cannot read {NAME} {NUMBER} of {DAY}"), 1)
    lines = await traced(options, tmp_path / "trace.jsonl", {"rules": judge})
    failed = [line for line in lines if line.status == "failed"]
    assert {line.sentence for line in failed} == {1} and failed[0].node == "sentence:judge"
    assert failed[0].error is not None and failed[0].error.startswith("ValueError: cannot read ___")
    text = (tmp_path / "trace.jsonl").read_text()
    assert [planted for planted in PLANTED if planted in text + caplog.text] == []
    assert "ValueError while the sentence was checked" in caplog.text


async def test_a_run_taken_up_again_adds_whole_lines_under_the_same_thread(
    options: Options, tmp_path: Path
) -> None:
    kept = options.model_copy(update={"run_dir": tmp_path / "runs", "at_once": 1})
    path = tmp_path / "trace.jsonl"
    with pytest.raises(ServiceError):
        await traced(kept, path, {"rules": Failing(ServiceError("gone"), 2)})
    before = [*read_trace(path)]
    with path.open("ab") as file:
        file.write(b'{"schema": "curaview.trace/1", "id": 9')
    assert [line.id for line in read_trace(path)] == [line.id for line in before]
    lines = await traced(kept, path, append=True)
    assert lines[: len(before)] == before and {line.thread for line in lines} == {lines[0].thread}
    assert len({line.id for line in lines}) == len(lines)
    again = [line for line in lines[len(before) :] if line.node == "sentence:recorder"]
    assert {line.sentence for line in again} >= {2} and lines[-1].node == "check"


names = st.text(st.sampled_from("bcdfghjklmnprstvwz"), min_size=2, max_size=5).flatmap(
    lambda begin: st.sampled_from(["adeyo", "ovich", "anez", "illard"]).map(
        lambda end: (begin + end).capitalize()
    )
)


@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(names, st.integers(1_000_000, 9_999_999), st.integers(200_0000, 999_9999), st.dates(
    datetime(2150, 1, 1).date(), datetime(2190, 1, 1).date()))  # fmt: skip
async def test_whoever_it_is_stays_unknown_in_traces_logs_and_reports_of_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, number: int, line: int, day: object
) -> None:
    caplog.set_level(logging.DEBUG)
    phone = f"617-{line // 10000}-{line % 10000:04d}"
    planted = (name, str(number), phone, f"{day}")
    swaps = zip(("Okonkwo", NUMBER, PHONE, DAY), planted, strict=True)
    note, summary = NOTE, SUMMARY
    for old, new in swaps:
        note, summary = note.replace(old, new), summary.replace(old, new)
    folder = tmp_path / f"{number}"
    path = folder / "trace.jsonl"
    await traced(record_of(folder, note, summary), path)
    other = record_of(
        tmp_path / "other", "Mr. Abara takes furosemide 40 mg.", "He takes furosemide."
    )
    reports = await verify_record(other, {**known_judges()}, no_progress)
    told = path.read_text() + caplog.text + "".join(map(report_json, reports))
    assert [one for one in planted if one in told] == []
