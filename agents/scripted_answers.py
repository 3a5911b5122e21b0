"""What the scripted model says where its script says nothing: answers made of words alone."""

import json
import re
from collections.abc import Mapping

_WORD = re.compile(r"\w+")
_ENOUGH = 0.6
"""Share of a sentence's words that one item must hold for the sentence to count as carried."""


def answer_by_words(prompt: str, response_format: Mapping[str, object] | None) -> dict[str, object]:
    """Answer in the form asked for: a verdict by shared words, else the emptiest answer."""
    schema = _schema(response_format)
    lines = [line for line in map(_object, prompt.splitlines()) if line]
    items = [line for line in lines if "id" in line and "quote" in line]
    sentences = [line for line in lines if "sentence" in line and "text" in line]
    if schema.get("title") in _QUESTIONING:
        return _QUESTIONING[str(schema["title"])](lines, items)
    if not sentences or schema.get("title") not in ("JudgeAnswer", "JudgeAnswers"):
        return dict(_emptiest(schema, schema))
    verdicts = [{**_verdict(one["text"], items), "sentence": one["sentence"]} for one in sentences]
    return {"verdicts": verdicts} if schema["title"] == "JudgeAnswers" else verdicts[0]


def _best(text: object, items: list[dict[str, object]]) -> tuple[dict[str, object], float] | None:
    """Return the item that holds most words of a text, with the share that it holds."""
    words = set(_WORD.findall(str(text).casefold()))
    shares = [
        len(words & set(_WORD.findall(str(item["quote"]).casefold()))) / max(len(words), 1)
        for item in items
    ]
    best = max(range(len(shares)), key=shares.__getitem__, default=None)
    return None if best is None else (items[best], shares[best])


def _verdict(text: object, items: list[dict[str, object]]) -> dict[str, object]:
    best = _best(text, items)
    if best is None or best[1] < _ENOUGH:
        return {
            "reasoning": "No item holds most of the words of the sentence.",
            "claims": [],
            "status": "abstained",
            "reason": "the scripted model goes by words alone",
            "hallucination_status": None,
            "evidence_grade": None,
        }
    item, share = best
    cited = {"id": item["id"], "relation": "supports", "quote": ""}
    claim = {"text": text, "comparison": "the same words", "evidence": [cited], "grade": "E1"}
    return {
        "reasoning": f"{item['id']} holds most of the words of the sentence.",
        "claims": [claim],
        "status": "graded",
        "hallucination_status": False,
        "evidence_grade": "E1",
        "confidence": round(100 * share),
    }


def _questions(lines: list[dict[str, object]], items: list[dict[str, object]]) -> dict[str, object]:
    text = next((str(line["text"]) for line in lines if "text" in line), "")
    question = {"words": text, "question": f"Does the record say: {text}", "expected": "yes"}
    return {"questions": [{**question, "asked": "existence", "error_type": "negation_error"}]}


def _answers(lines: list[dict[str, object]], items: list[dict[str, object]]) -> dict[str, object]:
    asked = [line for line in lines if "question" in line and "text" in line]
    return {"answers": [_answer(one, items) for one in asked]}


def _answer(asked: dict[str, object], items: list[dict[str, object]]) -> dict[str, object]:
    number, best = asked["question"], _best(str(asked["text"]).partition(": ")[2], items)
    if best is None or best[1] < _ENOUGH:
        return {"number": number, "evidence": [], "answer": ""}
    quote = str(best[0]["quote"]).split()[0]
    return {"number": number, "evidence": [{"id": best[0]["id"], "quote": quote}], "answer": "yes"}


_QUESTIONING = {"AskedQuestions": _questions, "RecordAnswers": _answers}
"""The forms of the question judge; pairs to compare never arise, as every answer is `yes`."""


def _object(line: str) -> dict[str, object] | None:
    if not line.startswith("{"):
        return None
    try:
        found = json.loads(line)
    except json.JSONDecodeError:
        return None
    return found if isinstance(found, dict) else None


def _schema(response_format: Mapping[str, object] | None) -> dict[str, object]:
    inner = (response_format or {}).get("json_schema")
    found = inner.get("schema") if isinstance(inner, dict) else None
    return found if isinstance(found, dict) else {}


def _emptiest(schema: Mapping[str, object], root: Mapping[str, object]) -> dict[str, object]:
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return {}
    return {name: _empty_value(held, root) for name, held in properties.items()}


def _empty_value(schema: Mapping[str, object], root: Mapping[str, object]) -> object:
    reference = schema.get("$ref")
    if isinstance(reference, str):
        definitions = root.get("$defs")
        named = (
            definitions.get(reference.rpartition("/")[2]) if isinstance(definitions, dict) else None
        )
        return _empty_value(named or {}, root)
    choices = schema.get("enum")
    if isinstance(choices, list) and choices:
        return choices[0]
    if "anyOf" in schema or schema.get("type") == "null":
        return None
    if schema.get("type") == "object":
        return _emptiest(schema, root)
    return {"string": "", "integer": 0, "number": 0.0, "boolean": False}.get(
        str(schema.get("type")), []
    )
