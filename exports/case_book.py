"""Teaching cases from reviewed errors, as one page and as Markdown; the answer stays folded in."""

import re
from collections.abc import Sequence

from markupsafe import Markup
from pydantic import BaseModel

from exports.templating import content_hash, joined, templates
from exports.visible_text import one_line, visible
from exports.word_changes import Change

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$!&])")


class TeachingPassage(BaseModel, frozen=True):
    """A passage of the record that shows the error, without what identifies."""

    quote: str
    place: str
    contradicts: bool


class TeachingCase(BaseModel, frozen=True):
    """One error that a reviewer confirmed, without what identifies the patient."""

    patient: str
    """A pseudonym; cases of one patient share it."""

    about: str
    """What kind of error it is, in words."""

    grade: str
    before: str
    sentence: str
    after: str
    wrong_words: tuple[str, ...]
    changes: tuple[Change, ...]
    """The correction, or advice as it stands."""

    explanations: tuple[str, ...]
    searched: str
    passages: tuple[TeachingPassage, ...]
    comments: tuple[str, ...]


def case_book_html(cases: Sequence[TeachingCase]) -> str:
    """Write the page; it runs no script and asks the network for nothing."""
    style = joined(("report.css", "case_book.css"))
    page = (
        templates()
        .get_template("case_book.html")
        .render(
            cases=cases,
            kinds=sorted({case.about for case in cases}),
            style=Markup(style),
            style_hash=content_hash(style),
        )
    )
    return visible(page)


def case_book_markdown(cases: Sequence[TeachingCase]) -> str:
    """Write the cases one after the other."""
    blocks = ["# Case book", f"{len(cases)} reviewed errors, without what identifies a patient."]
    for number, case in enumerate(cases, 1):
        blocks += _markdown(number, case)
    return "\n\n".join(blocks) + "\n"


def _markdown(number: int, case: TeachingCase) -> list[str]:
    told = "".join(_changed(change) for change in case.changes).replace("~~**", "~~ **")
    lines = [
        *(f"- Wrong words: “{_inert(words)}”" for words in case.wrong_words),
        *([f"- Correction: {told}"] if told else []),
        *(f"- Why: {_inert(words)}" for words in case.explanations),
        *([f"- Searched: {_inert(case.searched)}"] if case.searched else []),
        *(f"- Record: “{_inert(one.quote)}” ({_inert(one.place)})" for one in case.passages),
        *(f"- Reviewer: {_inert(words)}" for words in case.comments),
    ]
    text = f"{_inert(case.before)} **{_inert(case.sentence)}** {_inert(case.after)}".strip()
    return [
        f"## {number}. {case.about}, {case.grade} ({_inert(case.patient)})",
        f"> {text}",
        "\n".join(lines),
    ]


def _changed(change: Change) -> str:
    if change.kind == "removed":
        return f"~~{_inert(change.text)}~~"
    return f"**{_inert(change.text)}**" if change.kind == "added" else _spaced(change.text)


def _spaced(text: str) -> str:
    """Keep the blanks at both ends of a run that stands between changes."""
    words = _inert(text)
    return f"{' ' if text[:1].isspace() else ''}{words}{' ' if text[-1:].isspace() else ''}"


def _inert(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", one_line(text)).replace("://", ":\\//")
