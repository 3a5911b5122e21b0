"""The forms that trainers read: one JSON object a line, or a Parquet table."""

import json
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from typing import Literal, TypeVar, get_args

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
from pydantic import JsonValue

from exports.distillation.example import Example, Preference, Prompted
from exports.distillation.splitting import SPLITS, Split

Form = Literal["chat", "sharegpt", "ms-swift", "trl-sft", "trl-dpo", "hf-dataset"]
FORMS: tuple[Form, ...] = get_args(Form)

Row = dict[str, JsonValue]
Item = TypeVar("Item")
Examples = Mapping[Split, Sequence[Example]]
Preferences = Mapping[Split, Sequence[Preference]]

PAIRS = "preference"
"""Begins the names of the files with pairs where a form has both kinds."""


def documents(form: Form, examples: Examples, preferences: Preferences) -> dict[str, bytes]:
    """Write the parts of the data as files by name; a part that is empty has no file."""
    if form == "hf-dataset":
        return {
            f"data/{split}-00000-of-00001.parquet": _parquet(examples[split])
            for split in SPLITS
            if examples[split]
        }
    if form == "trl-dpo":
        return _lines("", preferences, _trl_dpo)
    files = _lines("", examples, EXAMPLE_ROWS[form])
    return files | _lines(f"{PAIRS}_", preferences, _swift_pair) if form == "ms-swift" else files


def _chat(example: Example) -> Row:
    """Messages with roles, as chat models and the OpenAI interface take them."""
    return {"messages": [*_asked(example.prompt), _said(example.answer)]}


def _sharegpt(example: Example) -> Row:
    """ShareGPT: turns of a human and of gpt, the system prompt beside them."""
    turns: list[JsonValue] = [
        {"from": "human", "value": example.prompt.user},
        {"from": "gpt", "value": example.answer},
    ]
    return {"system": example.prompt.system, "conversations": turns}


def _trl_sft(example: Example) -> Row:
    """TRL's conversational prompt and completion, so that the loss is on the answer alone."""
    return {"prompt": _asked(example.prompt), "completion": [_said(example.answer)]}


def _trl_dpo(pair: Preference) -> Row:
    """TRL's conversational preference with its prompt apart."""
    return {
        "prompt": _asked(pair.prompt),
        "chosen": [_said(pair.chosen.answer)],
        "rejected": [_said(pair.rejected.answer)],
    }


def _swift_pair(pair: Preference) -> Row:
    """MS-SWIFT's form for preference learning: the messages and the answer to avoid."""
    messages: list[JsonValue] = [*_asked(pair.prompt), _said(pair.chosen.answer)]
    return {"messages": messages, "rejected_response": pair.rejected.answer}


EXAMPLE_ROWS: dict[Form, Callable[[Example], Row]] = {
    "chat": _chat,
    "sharegpt": _sharegpt,
    "ms-swift": _chat,
    "trl-sft": _trl_sft,
}
"""MS-SWIFT reads messages as they are."""


def _asked(prompt: Prompted) -> list[JsonValue]:
    return [
        {"role": "system", "content": prompt.system},
        {"role": "user", "content": prompt.user},
    ]


def _said(answer: str) -> JsonValue:
    return {"role": "assistant", "content": answer}


def _lines(
    prefix: str, parts: Mapping[Split, Sequence[Item]], row: Callable[[Item], Row]
) -> dict[str, bytes]:
    return {
        f"{prefix}{split}.jsonl": "".join(line(row(item)) for item in parts[split]).encode(
            "utf-8", "backslashreplace"
        )
        for split in SPLITS
        if parts[split]
    }


def line(row: Row) -> str:
    """Write one object as one line."""
    text = json.dumps(row, ensure_ascii=False)
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029") + "\n"


_TURN = pa.struct([("role", pa.string()), ("content", pa.string())])
_SCHEMA = pa.schema(
    [
        ("id", pa.string()),
        ("patient", pa.string()),
        ("sentence", pa.string()),
        ("original", pa.string()),
        ("evidence", pa.list_(pa.string())),
        ("label", pa.bool_()),
        ("grade", pa.string()),
        ("types", pa.list_(pa.string())),
        ("origin", pa.string()),
        ("difficulty", pa.string()),
        ("answered_by", pa.string()),
        ("run", pa.string()),
        ("messages", pa.list_(_TURN)),
    ]
)


def _parquet(examples: Sequence[Example]) -> bytes:
    table = pa.Table.from_pylist([_columns(example) for example in examples], schema=_SCHEMA)
    written = BytesIO()
    pq.write_table(table, written, compression="zstd")
    return written.getvalue()


def _columns(example: Example) -> Row:
    prompt = example.prompt
    return {
        "id": prompt.id,
        "patient": prompt.patient_id,
        "sentence": prompt.sentence,
        "original": example.original,
        "evidence": list(prompt.evidence),
        "label": example.wrong,
        "grade": example.grade,
        "types": list(example.types),
        "origin": example.origin,
        "difficulty": example.difficulty,
        "answered_by": example.answered_by,
        "run": example.run,
        **_chat(example),
    }
