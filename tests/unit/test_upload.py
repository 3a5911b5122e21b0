"""Upload to display: verdicts stream, the report opens, and hostile uploads come to nothing."""

import asyncio
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from agents.known_judges import known_judges
from service.application import application
from service.checking import Check, Checker
from service.guard import Keys
from service.upload import MOST_BYTES, MOST_FILES, UploadedFile

KEYS = Keys(token="the-token", form="the-form-token")
HOST = "http://127.0.0.1:8000"
BASE = f"{HOST}/the-token/"

NOTE = "Home medications:\nfurosemide 40 mg daily\n\nAllergies: sulfa\n"
SUMMARY = "She takes furosemide 80 mg daily. <script>alert(1)</script> was seen in clinic."

TWO: list[dict[str, object]] = [{"id": name, "text": [NOTE], "tables": {}} for name in ("a", "b")]

Sent = dict[str, Any]


def upload(**more: object) -> Sent:
    return {"form_token": KEYS.form, "summary": SUMMARY, "notes": NOTE, **more}


def visit(asked: Callable[[httpx.AsyncClient], Any]) -> Any:
    """Run a visit of one browser in one loop, so that checks go on between its requests."""

    async def visited() -> Any:
        app = application(None, KEYS, Checker(known_judges()))
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url=BASE) as client:
            return await asked(client)

    return asyncio.run(visited())


def events_of(text: str) -> list[tuple[str, Any]]:
    told = [one.splitlines() for one in text.split("\n\n") if one]
    parts = [dict(line.split(": ", 1) for line in lines) for lines in told]
    return [(part["event"], json.loads(part["data"])) for part in parts]


def checked(sent: Sent) -> tuple[list[tuple[str, Any]], httpx.Response]:
    """Upload, watch until the end, and open the report."""

    async def asked(client: httpx.AsyncClient) -> tuple[list[tuple[str, Any]], httpx.Response]:
        places = (await client.post("check", json=sent)).json()
        told = events_of((await client.get(HOST + places["events"])).text)
        return told, await client.get(HOST + places["report"])

    result: tuple[list[tuple[str, Any]], httpx.Response] = visit(asked)
    return result


def test_verdicts_stream_and_the_report_opens() -> None:
    before = set(Path(tempfile.gettempdir()).glob("curaview-*"))
    told, report = checked(upload())
    sentences = [said for name, said in told if name == "sentence"]
    assert [name for name, _ in told][-1] == "done"
    assert {one["index"] for one in sentences} == set(range(len(sentences)))
    assert sentences[0]["mark"] == "E4" and "40 mg" in sentences[0]["quote"]
    assert report.status_code == 200 and "<script>alert" not in report.text
    policy = report.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert set(Path(tempfile.gettempdir()).glob("curaview-*")) == before, "nothing stays on disk"


def test_files_of_a_record_are_read_like_a_folder() -> None:
    files = [
        {"name": "note.txt", "text": NOTE},
        {"name": "labs.csv", "text": "subject_id,charttime,label,value\n1,2181-04-02,Sodium,131\n"},
    ]
    told, _ = checked(upload(files=files, notes="", summary="Furosemide 40 mg daily was taken."))
    assert told[-1][0] == "done", told[-1]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ([{"name": "record.json", "text": "{"}], "record.json"),
        (
            [{"name": "two.jsonl", "text": "\n".join(json.dumps(one) for one in TWO)}],
            "two.jsonl: holds several patients",
        ),
    ],
)
def test_a_record_that_cannot_be_read_is_told_in_one_line(
    files: list[dict[str, str]], said: str
) -> None:
    told, report = checked(upload(files=files, notes=""))
    name, last = told[-1]
    assert name == "failed" and said in last["message"] and "\n" not in last["message"]
    assert tempfile.gettempdir() not in last["message"]
    assert report.status_code == 400 and "no report yet" in report.text


def refused(sent: object, **more: Any) -> httpx.Response:
    async def asked(client: httpx.AsyncClient) -> httpx.Response:
        if "content" in more:
            return await client.post("check", **more)
        return await client.post("check", json=sent, **more)

    answer: httpx.Response = visit(asked)
    return answer


@pytest.mark.parametrize(
    "name",
    ["../x.txt", "/etc/x.txt", "..", ".x.txt", "a/b.txt", "a\\b.txt", "x.exe", "x.txt.gz", "",
     "x.txt\n", "con\x00.txt", "C:x.txt", "x" * 200 + ".txt", "x.sqlite"],
)  # fmt: skip
def test_a_name_that_is_no_plain_file_name_is_refused(name: str) -> None:
    answer = refused(upload(files=[{"name": name, "text": "x"}]))
    assert answer.status_code == 400 and answer.json()["refused"].startswith("files.0.name: ")


@given(st.text(max_size=40))
def test_a_name_that_is_taken_never_leaves_its_folder(name: str) -> None:
    try:
        taken = UploadedFile(name=name + ".txt", text="").name
    except ValidationError:
        return
    assert Path("/folder", taken).resolve().parent == Path("/folder")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"form_token": "guessed"}, "another run"),
        ({"summary": " \n"}, "no sentence"),
        ({"summary": "x" * 200_001}, "summary"),
        ({"notes": ""}, "there is no record"),
        ({"files": [{"name": "a.txt", "text": "x"}, {"name": "A.txt", "text": "y"}]}, "same name"),
        ({"files": [{"name": f"{n}.txt", "text": "x"} for n in range(MOST_FILES + 1)]}, "files"),
        ({"files": "x"}, "files"),
        ({"path": "/etc/passwd"}, "path"),
        ({"admission": "x" * 101}, "admission"),
    ],
)
def test_a_malformed_upload_is_refused_in_one_line(more: dict[str, object], said: str) -> None:
    answer = refused(upload(**more))
    assert answer.status_code == 400
    assert said in answer.json()["refused"] and "\n" not in answer.json()["refused"]


def test_what_is_too_large_or_no_json_is_refused() -> None:
    json_type = {"content-type": "application/json"}
    assert refused(None, content=b"x" * (MOST_BYTES + 1), headers=json_type).status_code == 413
    for body in (b"", b"{", b"[" * 100_000, b"\xff\xfe", b"null"):
        assert refused(None, content=body, headers=json_type).status_code == 400
    assert refused(None, content=b"{}", headers={"content-type": "text/plain"}).status_code == 400


@pytest.mark.parametrize(
    "headers", [{"origin": "http://evil.example"}, {"sec-fetch-site": "same-site"}]
)
def test_another_page_cannot_upload(headers: dict[str, str]) -> None:
    assert refused(upload(), headers=headers).status_code == 403


def test_a_check_that_is_not_kept_is_said() -> None:
    async def asked(client: httpx.AsyncClient) -> tuple[int, int]:
        gone = await client.get("check/nothing/report")
        return gone.status_code, (await client.get("")).status_code

    assert visit(asked) == (400, 303)


async def test_watchers_miss_nothing() -> None:
    check = Check()
    check.tell("progress", done=0, total=1)

    async def watched(seen: int) -> list[int]:
        return [number async for number, _ in check.events(seen)]

    first, late = asyncio.create_task(watched(0)), asyncio.create_task(watched(1))
    await asyncio.sleep(0)
    check.tell("sentence", index=0)
    await asyncio.sleep(0)
    check.tell("done")
    assert await first == [0, 1, 2] and await late == [1, 2]
