"""Boxes of forms: `[x] hypertension  [ ] diabetes`, `Foley catheter: [ ] yes [x] no`."""

import re
from collections.abc import Iterator
from typing import NamedTuple

BOX = re.compile(
    r"(?P<ticked>\[[ ]?[xX✓✔*][ ]?\]|\([xX✓✔]\)|[☒☑■✅✔✓])"
    r"|(?P<empty>\[[ _]{0,3}\]|\( {1,3}\)|☐|(?P<square>[□◻❑]))"
)
REFUSALS = re.compile(r"(?:no|none|never|absent|denied|denies|negative|neg|n)\b", re.IGNORECASE)
CONSENTS = re.compile(r"(?:yes|present|positive|pos|y)\b", re.IGNORECASE)
ITEM_END = re.compile(r"[;\n|]|\s{2,}")


class BoxedItem(NamedTuple):
    """What a form answers with no, with the place of the box that says so."""

    start: int
    end: int
    box_start: int
    box_end: int


def denied_by_box(text: str) -> Iterator[BoxedItem]:
    """Find what stands behind an empty box, and the question that is answered with no.

    A bare square may be a bullet: it is a box only beside one that is ticked.
    """
    boxes = list(BOX.finditer(text))
    ticked = any(box["ticked"] for box in boxes)
    boxes = [box for box in boxes if not box["square"] or ticked]
    for place, box in enumerate(boxes):
        stop = boxes[place + 1].start() if place + 1 < len(boxes) else len(text)
        start = box.end() + len(text[box.end() : stop]) - len(text[box.end() : stop].lstrip())
        refusal, consent = REFUSALS.match(text, start), CONSENTS.match(text, start)
        if (refusal and box["ticked"]) or (consent and not box["ticked"]):
            asked = _question(text, boxes, place)
            if asked is not None:
                yield BoxedItem(*asked, *box.span())
        elif not box["ticked"] and not refusal:
            yield BoxedItem(start, _item_end(text, start, stop), *box.span())


def without_answers(text: str) -> str:
    """Blank the answers beside boxes, so that a `no` denies nothing behind it; offsets stay."""
    for box in BOX.finditer(text):
        start = box.end() + len(text[box.end() :]) - len(text[box.end() :].lstrip(" \t"))
        answer = REFUSALS.match(text, start) or CONSENTS.match(text, start)
        if answer:
            text = text[:start] + " " * len(answer[0]) + text[answer.end() :]
    return text


def _question(text: str, boxes: list[re.Match[str]], place: int) -> tuple[int, int] | None:
    """The words before the first box of a yes or no."""
    first = place
    while first and not ITEM_END.search(text, boxes[first - 1].end(), boxes[first].start()):
        first -= 1
    stop = boxes[first].start()
    start = boxes[first - 1].end() if first else 0
    parts = [match.end() for match in ITEM_END.finditer(text[:stop].rstrip(), start)]
    start = parts[-1] if parts else start
    return (start, stop) if text[start:stop].strip() else None


def _item_end(text: str, start: int, stop: int) -> int:
    """Where the words behind a box end."""
    found = ITEM_END.search(text, start, stop)
    return found.start() if found else stop
