"""Answers from elsewhere: every request once, in files, until the same command can go on."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from agents.batch_model import AnswerPendingError, BatchFolder, request_id
from agents.model_settings import ModelSettings
from kg.errors import BadInputError

NOTE = """Discharge Medications:
1. furosemide 40 mg PO daily
2. lisinopril 10 mg PO daily

Allergies: sulfa
"""
SUMMARY = "Ms. Tadesse takes furosemide 40 mg daily. She takes lisinopril 20 mg daily.\n"

Ask = Callable[[], tuple[int, str, str]]


def request_lines(folder: Path) -> list[dict[str, object]]:
    """Read every request of a folder, in the order of its files."""
    files = sorted(folder.glob("requests-*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]


def prompt_of(request: dict[str, object]) -> str:
    body = request["body"]
    assert isinstance(body, dict)
    return "\n".join(message["content"] for message in body["messages"])


def verdict(prompt: str) -> dict[str, object]:
    """Answer the two sentences as a careful reader would."""
    items = [json.loads(line) for line in prompt.split("\n") if line.startswith('{"id": ')]
    right = '"text": "Ms. Tadesse' in prompt
    drug, relation = (
        ("furosemide 40 mg", "supports") if right else ("lisinopril 10 mg", "contradicts")
    )
    item = next(one for one in items if drug in one["quote"])
    return {
        "reasoning": f"{item['id']} decides.",
        "claims": [
            {
                "text": drug.replace("10", "20"),
                "comparison": "compared",
                "evidence": [{"id": item["id"], "relation": relation, "quote": drug}],
                "types": [] if right else ["medication_error"],
                "grade": "E1" if right else "E4",
            }
        ],
        "status": "graded",
        "hallucination_status": not right,
        "hallucination_types": [] if right else ["medication_error"],
        "evidence_grade": "E1" if right else "E4",
        "confidence": 90,
    }


def respond(folder: Path, answer: Callable[[str], object], seed: int) -> None:
    """Answer every request that has no answer yet, in a random order, in a new file."""
    answered = {
        json.loads(line)["custom_id"]
        for file in folder.glob("responses-*.jsonl")
        for line in file.read_text("utf-8").splitlines()
    }
    lines = []
    for request in request_lines(folder):
        if request["custom_id"] in answered:
            continue
        message = {"role": "assistant", "content": json.dumps(answer(prompt_of(request)))}
        body = {"choices": [{"index": 0, "message": message}]}
        response = {"status_code": 200, "body": body}
        lines.append(json.dumps({"custom_id": request["custom_id"], "response": response}))
    Random(seed).shuffle(lines)
    number = len(list(folder.glob("responses-*.jsonl"))) + 1
    (folder / f"responses-{number}.jsonl").write_text("\n".join(lines), "utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "batch"


@pytest.fixture
def ask(run: Callable[..., tuple[int, str, str]], tmp_path: Path, folder: Path) -> Ask:
    """Run the same command on the same files, with a model that answers through a folder."""
    record, summary = tmp_path / "note.txt", tmp_path / "summary.txt"
    record.write_text(NOTE)
    summary.write_text(SUMMARY)
    model = ("--judge", "llm", "--model", f"batch:{folder}")
    return partial(run, "verify", record, "--summary", summary, *model, "--format", "jsonl")


def test_the_same_command_goes_on_from_the_responses(ask: Ask, folder: Path) -> None:
    status, out, err = ask()
    assert (status, out) == (3, "")
    assert err == (
        f"curaview: 2 requests are in {folder}/requests-1.jsonl;"
        " put responses there as .jsonl and run the same command again\n"
    )
    respond(folder, verdict, seed=1)
    status, out, _ = ask()
    assert status == 0
    grades = [one["evidence_grade"] for one in json.loads(out)["sentences"]]
    assert grades == ["E1", "E4"]
    assert len(list(folder.glob("requests-*.jsonl"))) == 1


def test_requests_have_the_form_of_the_batch_interface(ask: Ask, folder: Path) -> None:
    ask()
    for request in request_lines(folder):
        assert (request["method"], request["url"]) == ("POST", "/v1/chat/completions")
        body = request["body"]
        assert isinstance(body, dict)
        assert [message["role"] for message in body["messages"]] == ["system", "user"]
        assert body["response_format"]["json_schema"]["strict"] is True
        assert body["model"] and body["max_completion_tokens"] > 0


def test_nothing_is_asked_twice_and_objections_become_new_requests(ask: Ask, folder: Path) -> None:
    def stubborn(prompt: str) -> dict[str, object]:
        right = '"text": "Ms. Tadesse' in prompt
        return verdict(prompt) if right else verdict(prompt) | {"evidence_grade": "E1"}

    for turn in range(3):
        status, _, err = ask()
        assert status == 3 and f"requests-{turn + 1}.jsonl" in err
        respond(folder, stubborn, seed=turn)
    status, out, _ = ask()
    assert status == 0
    right, wrong = json.loads(out)["sentences"]
    assert right["status"] == "graded" and right["retries"] == 0
    assert (wrong["status"], wrong["retries"]) == ("failed", 2)
    assert wrong["last_result"]["evidence_grade"] == "E1"
    ids = [request["custom_id"] for request in request_lines(folder)]
    assert len(ids) == len(set(ids)) == 4
    assert "refused" in prompt_of(request_lines(folder)[-1])


def test_missing_and_unknown_responses_are_reported(ask: Ask, folder: Path) -> None:
    ask()
    stranger = {"custom_id": "cv-stranger", "response": {"body": {"choices": []}}}
    (folder / "responses-1.jsonl").write_text(json.dumps(stranger))
    status, _, err = ask()
    assert status == 3
    assert "2 earlier requests have no response" in err
    assert "1 responses answer no request (first: cv-stranger)" in err
    assert len(list(folder.glob("requests-*.jsonl"))) == 1


def test_the_order_of_responses_changes_nothing(ask: Ask, folder: Path) -> None:
    ask()
    outs = set()
    for seed in range(4):
        for file in folder.glob("responses-*.jsonl"):
            file.unlink()
        respond(folder, verdict, seed)
        outs.add(ask()[1])
    assert len(outs) == 1


def test_an_error_from_elsewhere_is_an_answer_that_cannot_be_used(tmp_path: Path) -> None:
    line = {"custom_id": "cv-1", "response": None, "error": {"message": "too long"}}
    (tmp_path / "responses.jsonl").write_text(json.dumps(line))
    assert BatchFolder.open(tmp_path, ModelSettings()).answered == {"cv-1": ""}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{oops", "line 1: not JSON"),
        ('\n{"id": "x"}', "line 2: no custom_id"),
        ("[]", "line 1: no custom_id"),
    ],
)
def test_a_file_that_is_no_batch_file_is_named(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "answers.jsonl").write_text(text)
    with pytest.raises(BadInputError, match=said):
        BatchFolder.open(tmp_path, ModelSettings())


def test_two_different_answers_to_one_request_are_refused(tmp_path: Path) -> None:
    def line(text: str) -> str:
        body = {"choices": [{"message": {"content": text}}]}
        return json.dumps({"custom_id": "cv-1", "response": {"body": body}})

    (tmp_path / "a.jsonl").write_text("\n".join([line("one"), line("one")]))
    assert BatchFolder.open(tmp_path, ModelSettings()).answered == {"cv-1": "one"}
    (tmp_path / "b.jsonl").write_text(line("two"))
    with pytest.raises(BadInputError, match="answered twice"):
        BatchFolder.open(tmp_path, ModelSettings())


def test_the_same_words_about_two_patients_are_two_requests(tmp_path: Path) -> None:
    body: dict[str, object] = {"messages": []}
    assert request_id(body, "p-1") != request_id(body, "p-2")
    folder = BatchFolder.open(tmp_path, ModelSettings())
    for scope in ("p-1", "p-2", "p-1"):
        with pytest.raises(AnswerPendingError):
            folder.answer(body, scope)
    assert "2 requests are in" in folder.write()
