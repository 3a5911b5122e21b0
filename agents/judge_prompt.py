"""Puts evidence and sentences before a model as data: JSON lines that nothing inside can leave."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agents.judging import SentenceToJudge
from clinical.facts import Anchors
from clinical.labels import ERROR_TYPE_DEFINITIONS, GRADE_DEFINITIONS
from kg.evidence import Evidence
from prompts import Prompt, Words

LONGEST_QUOTE = 900
"""Characters of one item; the end of a longer one is left out and said to be."""

CUT = " [cut]"

_TAG = re.compile(r"<(?=[|/!?｜\w])")
_UNSAFE = re.compile("[\u2028\u2029\x85\ud800-\udfff]")
"""Characters that some readers take for the end of a line, and halves of characters."""

_MARK = re.compile(r"\[(?=/?[A-Z_]{3,}\])")


@dataclass(frozen=True)
class ShownEvidence:
    """The evidence as a model sees it, and what its short ids stand for."""

    text: str
    items: Mapping[str, Evidence]


def show_evidence(evidence: Sequence[Evidence], characters: int) -> ShownEvidence:
    """Number the items, best first, as far as the characters reach."""
    lines: list[str] = []
    items: dict[str, Evidence] = {}
    left = characters
    for item in evidence:
        label = f"S{len(items) + 1}"
        line = evidence_line(label, item)
        if len(line) > left:
            continue
        left -= len(line)
        lines.append(line)
        items[label] = item
    return ShownEvidence("\n".join(lines), items)


def evidence_line(label: str, item: Evidence) -> str:
    """Write one item as a line of JSON."""
    quote = item.quote
    if len(quote) > LONGEST_QUOTE:
        quote = quote[:LONGEST_QUOTE] + CUT
    line = {"id": label, "where": _place(item)}
    if item.time is not None and (when := item.time.earliest or item.time.latest):
        line["time"] = when.removesuffix("T00:00:00")
    return json_line(line | {"quote": quote})


def json_line(fields: Mapping[str, object]) -> str:
    """Write fields as one line in which no tag or mark of a chat format can stand."""
    text = json.dumps(fields, ensure_ascii=False)
    text = _UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return _MARK.sub("\\\\u005b", _TAG.sub("\\\\u003c", text))


def judge_words(
    prompt: Prompt, shown: ShownEvidence, sentences: Sequence[SentenceToJudge], joins: str = ""
) -> Words:
    """Fill in the judge's prompt: rules, record with what joins it, and the sentences last."""
    return prompt.words(
        types=_defined(ERROR_TYPE_DEFINITIONS.items()),
        grades=_defined(GRADE_DEFINITIONS.items()),
        evidence=shown.text,
        joins=joins,
        dates=dates(sentences[0].anchors),
        task=task(len(sentences)),
        sentences="\n".join(_sentence_line(n, one) for n, one in enumerate(sentences, 1)),
        objection="".join(_objected(one, shown) for one in sentences),
    )


def dates(anchors: Anchors) -> str:
    """Say from which dates relative times count."""
    known = [
        f"{name} {date}"
        for name, date in (("admitted", anchors.admitted), ("discharged", anchors.discharged))
        if date
    ]
    known += [f"operated {date}" for date in anchors.surgeries]
    return f"The patient was {', '.join(known)}." if known else "The dates of the stay are unknown."


def task(sentences: int) -> str:
    """Say what is to be done with so many sentences."""
    if sentences == 1:
        return "Judge this sentence of the summary; answer with one verdict."
    return (
        f"Judge each of these {sentences} sentences of the summary on its own; give one verdict"
        " for each, with its number as `sentence`."
    )


def _sentence_line(number: int, sentence: SentenceToJudge) -> str:
    around = {"heading": sentence.heading, "before": sentence.before}
    told = {name: text for name, text in around.items() if text}
    return json_line({"sentence": number, **told, "text": sentence.text})


def _objected(sentence: SentenceToJudge, shown: ShownEvidence) -> str:
    if sentence.objection is None:
        return ""
    message = sentence.objection.message
    for label, item in shown.items.items():
        message = message.replace(item.id, label)
    told = {"refused": sentence.refused, "rule": sentence.objection.rule, "objection": message}
    line = json_line(told)
    return f"Your last verdict was refused:\n{line}\nJudge again so that the rule holds."


def _place(item: Evidence) -> str:
    if item.source.table:
        return f"table {item.source.table}, {item.source.field}"
    return ", ".join(filter(None, (item.source.note, item.section)))


def _defined(definitions: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"   - {name}: {meaning}" for name, meaning in definitions)
