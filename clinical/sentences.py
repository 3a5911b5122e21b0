"""Sentences of clinical text: line structure first, then boundaries inside a block of lines."""

import re
from collections.abc import Iterator
from itertools import pairwise

from pydantic import BaseModel

from clinical.sentence_lines import Line, continues, hangs, lines_of, wrap_width


class Span(BaseModel, frozen=True):
    """A half-open stretch of code points."""

    start: int
    end: int
    torn: bool = False
    """The stretch is a piece of something longer than any sentence: its ends are no boundaries."""


TITLES = frozenset(
    "dr mr mrs ms prof st mt vs no nos fig figs approx approximately ca cf eg ie e.g i.e temp hosp "
    "dept pt pts hx dx rx tx sx fx resp ref est incl gen neuro cardio abd ext assoc sig med meds "
    "vol avg max min. wt ht dob attn rev gov capt lt col sgt al viz nl".split()
)
"""Abbreviations that want a word after them, so a period behind them never ends a sentence."""

MEASURES = frozenset(
    "p.o i.v i.m s.c s.q s.l p.r p.r.n b.i.d t.i.d q.i.d q.d q.o.d q.h.s h.s a.c p.c q.a.m q.p.m "
    "a.m p.m o.d o.s o.u n.p.o hr hrs min mins sec secs wk wks mo mos yr yrs d h l in etc inc jr "
    "sr co ltd ed m.d r.n ph.d d.o p.a tab tabs cap caps gtt gtts po iv im sc sq prn bid tid qid "
    "qd qhs".split()
)
"""Abbreviations that may close a sentence: what follows decides."""

STARTERS = frozenset(
    "a an the this that these those he she it they we i his her its their our there here on in at "
    "by to of for from after before during when while since as if although though despite given "
    "because with without no not all both each one two three patient pt mr mrs ms dr upon over "
    "once however therefore also then now please follow blood urine chest cultures repeat".split()
)
"""Words that open sentences, for a period that may belong to an initial (`vitamin D. She`)."""

BOUNDARY = re.compile(
    r"(?P<mark>[.!?])[\"'”’)\]]*(?P<gap>\s+)(?=[\"'“‘(\[]*[^\W_]|_{2}|#|[-*•+]\s|[\"'“‘(\[]+_)"
)
LABELED_LETTER = re.compile(
    r"\b(?:class|type|grade|stage|group|score|category|level|zone|hepatitis|influenza|vitamin|factor"
    r"|child|protein|immunoglobulin|haemophilus|strep)\s+[A-Z]\Z",
    re.IGNORECASE,
)
"""A letter that names a kind, not the initial of a name: `Child-Pugh class C. Nadolol was held`."""

LAST_WORD = re.compile(r"\S+\Z")
NEXT_WORD = re.compile(r"[\"'“‘(\[]*(\S+)")
LIST_NUMBER = re.compile(r"\A\s*[#(]?(\d{1,2})[.)]\Z")
INLINE_ITEM = re.compile(r"(?<=\S)\s+(?=(?P<number>\d{1,2})[.)]\s+[A-Z])")
FIRST_ITEM = re.compile(r"(?:\A\s*|:\s+)(?P<number>\d{1,2})[.)]\s+\S")
INLINE_TITLE = re.compile(r"[A-Z][A-Z /&,'()-]{3,60}[A-Z)]:(?=\s+[A-Z_][^\n]*(?:\S+\s+){5})")
"""A title in capitals before prose on the same line; short labels (`CV:`) stay with their line."""

LONGEST_SENTENCE = 2_000
"""Longer stretches are no sentences but damage or lists without marks; reading takes time that
grows faster than a sentence does, so they are cut between words."""

OPEN_ASIDE = 160
"""Longest aside, in characters, inside which a period does not end the sentence."""


def has_words(text: str) -> bool:
    """Say whether a text holds a letter or a digit; marks and invisible characters say nothing."""
    return any(map(str.isalnum, text))


def split_sentences(text: str) -> list[Span]:
    """Split clinical text into sentences; only whitespace lies between them."""
    sentences: list[Span] = []
    for start, end in blocks_of(text):
        sentences.extend(_split_block(text, start, end))
    return sentences


def blocks_of(text: str) -> list[tuple[int, int]]:
    """Join hard-wrapped lines; every other line is a block of its own."""
    lines = lines_of(text)
    width = wrap_width(lines)
    blocks: list[tuple[int, int]] = []
    previous: Line | None = None
    head: Line | None = None
    for line in lines:
        if line.kind == "blank":
            previous = None
            continue
        if previous is not None and (continues(previous, line, width) or hangs(head, line)):
            blocks[-1] = (blocks[-1][0], line.end)
        else:
            blocks.append((line.start, line.end))
            head = line
        previous = line
    return blocks


def _split_block(text: str, start: int, end: int) -> list[Span]:
    """Cut one block at its title, its numbered items and its sentence boundaries."""
    block = text[start:end]
    items = [0, *sorted({*_title_end(block), *_item_starts(block)}), len(block)]
    spans: list[Span] = []
    for first, last in pairwise(items):
        cuts = [0, *_ends(block[first:last]), last - first]
        for left, right in pairwise(cuts):
            spans += pieces_of(text, start + first + left, start + first + right)
    return spans


def pieces_of(text: str, start: int, end: int) -> Iterator[Span]:
    """Strip one sentence, and cut it between words while it is longer than any sentence."""
    stripped = text[start:end].strip()
    if not stripped:
        return
    begin = text.index(stripped[0], start)
    last = begin + len(stripped)
    torn = last - begin > LONGEST_SENTENCE
    while last - begin > LONGEST_SENTENCE:
        words = text[begin : begin + LONGEST_SENTENCE].rsplit(maxsplit=1)
        cut = begin + (len(words[0]) if len(words) > 1 else LONGEST_SENTENCE)
        yield Span(start=begin, end=begin + len(text[begin:cut].rstrip()), torn=torn)
        begin = cut
        while text[begin].isspace():
            begin += 1
    yield Span(start=begin, end=last, torn=torn)


def _ends(block: str) -> list[int]:
    """Offsets right behind each mark that ends a sentence."""
    ends: list[int] = []
    since = 0
    for match in BOUNDARY.finditer(block):
        if _is_end(block, since, match) and not _in_aside(block, since, match.start("gap")):
            since = match.start("gap")
            ends.append(since)
    return ends


def _is_end(block: str, since: int, match: re.Match[str]) -> bool:
    """Decide whether a mark ends the sentence that began at `since`."""
    following = NEXT_WORD.match(block, match.end())
    after = following[1] if following else ""
    if match["mark"] != ".":
        return not after[:1].islower()
    before = block[since : match.start()]
    if LIST_NUMBER.match(before.strip() + "."):
        return False
    found = LAST_WORD.search(before)
    if found is None:
        return False
    if LABELED_LETTER.search(before) and not after[:1].islower():
        return True
    return _period_ends(found[0].lstrip("(\"'“‘["), after)


def _period_ends(word: str, after: str) -> bool:
    """Decide by the words on both sides of a period."""
    known = word.lower()
    titled = after[:1].isupper() and (after[1:2].islower() or not after[1:2].isalpha())
    opener = after.strip(".,;:!?)\"'").lower() in STARTERS
    if known in TITLES or known.endswith(".."):
        return known.endswith("..") and titled
    if known in MEASURES or re.fullmatch(r"q\.?\d{1,2}\.?h?", known):
        return titled and (opener or len(after) > 2)
    if len(word) == 1 and word.isalpha():
        return opener and titled
    if after[:1].islower():
        return len(word) > 2 and "." not in word
    return True


def _in_aside(block: str, since: int, mark: int) -> bool:
    """Say whether the mark stands in a parenthesis that is closed soon after."""
    depth = block.count("(", since, mark) - block.count(")", since, mark)
    if depth <= 0:
        return False
    opened = block.rfind("(", since, mark)
    closed = block.find(")", mark)
    return closed != -1 and closed - opened <= OPEN_ASIDE and "(" not in block[mark:closed]


def _item_starts(block: str) -> list[int]:
    """Offsets before items of a numbered list written on one line (`1. A 2. B`)."""
    first = FIRST_ITEM.search(block)
    if first is None:
        return []
    number = int(first["number"])
    starts: list[int] = []
    for match in INLINE_ITEM.finditer(block, first.end()):
        if int(match["number"]) == number + 1:
            number += 1
            starts.append(match.start())
    return starts


def _title_end(block: str) -> list[int]:
    """Offset behind a title in capitals that opens the block."""
    title = INLINE_TITLE.match(block)
    return [title.end()] if title else []
