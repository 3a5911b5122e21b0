"""The pages of the review desk."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from clinical.labels import ERROR_TYPES, GRADE_DEFINITIONS, GRADES
from exports.counts import grade_of
from exports.visible_text import shortened
from exports.wording import type_words, verdict_words
from graph_state.review import LONGEST_TEXT
from kg.errors import BadInputError
from service.agreement import timings
from service.corrected_text import corrected_text
from service.decision_store import StaleDecisionError
from service.decisions import Event, Line, Place
from service.desk import Desk, QueueItem
from service.figures import review_figures
from service.forms import read_decision, read_name, read_version
from service.guard import read_form
from service.pages import Pages, remember_reviewer, reviewer_of
from service.sentence_view import passages_of, sentence_view, whole_note

Show = Literal["open", "decided", "all"]

_SHORT = 140

CHOICE_WORDS: Mapping[str, str] = {
    "agree": "agreed",
    "false_alarm": "false alarm",
    "edit": "edited",
    "right": "sentence right",
    "wrong": "sentence wrong",
}


@dataclass(frozen=True)
class DeskPages:
    """Answers for the review desk."""

    desk: Desk
    pages: Pages

    def routes(self) -> list[Route]:
        """Return the addresses below the token."""
        return [
            Route("/", self.queue),
            Route("/reviewer", self.name, methods=["POST"]),
            Route("/sentence/{number:int}", self.sentence),
            Route("/sentence/{number:int}", self.decide, methods=["POST"]),
            Route("/sentence/{number:int}/undo", self.undo, methods=["POST"]),
            Route("/sentence/{number:int}/draft", self.draft, methods=["POST"]),
            Route("/sentence/{number:int}/note/{passage:int}", self.note),
            Route("/summary/{number:int}", self.summary),
            Route("/figures", self.figures),
        ]

    async def name(self, request: Request) -> Response:
        """Take a reviewer's name and begin."""
        name = read_name(await read_form(request, self.pages.keys))
        return remember_reviewer(self.pages.to(""), name, self.pages.path())

    async def queue(self, request: Request) -> Response:
        """Show the queue; a browser without a name is asked for one."""
        reviewer = reviewer_of(request)
        if not reviewer:
            return self.pages.page(request, "name.html", blind=self.desk.blind)
        lines = await run_in_threadpool(self.desk.lines, reviewer)
        show = request.query_params.get("show", "open")
        rows = [self._row(item, self._line(lines, item, reviewer)) for item in self.desk.queue]
        due = [row for row in rows if row["due"]]
        shown = {
            "open": [row for row in due if not row["said"]],
            "decided": [row for row in rows if row["said"]],
            "all": rows,
        }
        return self.pages.page(
            request, "queue.html", rows=shown.get(show, shown["open"]), show=show,
            numbers={name: len(part) for name, part in shown.items()}, due=len(due),
            done=sum(bool(row["said"]) for row in due), reports=self.desk.reports,
        )  # fmt: skip

    async def sentence(self, request: Request) -> Response:
        """Show one sentence with its proof."""
        if not reviewer_of(request):
            return self.pages.to("")
        return await self._sentence(request)

    async def decide(self, request: Request) -> Response:
        """Keep a decision and go on to the next open sentence."""
        reviewer, item = self._who(request), self._item(request)
        form = await read_form(request, self.pages.keys)
        given = read_decision(form)
        _fits(item, given.decision.choice)
        try:
            await run_in_threadpool(
                self.desk.decide, item, reviewer, given.decision, given.version,
                given.seconds, given.clicks,
            )  # fmt: skip
        except StaleDecisionError as error:
            kept = {"comment": given.decision.comment, "correction": given.decision.correction}
            return await self._sentence(request, 409, error.line, kept)
        following = await run_in_threadpool(self.desk.next_open, item.number, reviewer)
        query = f"?done={item.number}"
        if following is None:
            return self.pages.to("", query=query)
        return self.pages.to("sentence", following.number, query=query)

    async def undo(self, request: Request) -> Response:
        """Take the last decision on a sentence back and show it again."""
        reviewer, item = self._who(request), self._item(request)
        form = await read_form(request, self.pages.keys)
        version = read_version(form) if "version" in form else None
        if version is None:
            version = (await run_in_threadpool(self.desk.line, item, reviewer)).version
        try:
            await run_in_threadpool(self.desk.decide, item, reviewer, None, version)
        except StaleDecisionError as error:
            return await self._sentence(request, 409, error.line)
        return self.pages.to("sentence", item.number)

    async def draft(self, request: Request) -> Response:
        """Keep a comment that is being written."""
        reviewer, item = self._who(request), self._item(request)
        form = await read_form(request, self.pages.keys)
        text = next(iter(form.get("comment", ())), "")[:LONGEST_TEXT]
        place = item.place(self.desk.seat(reviewer))
        await run_in_threadpool(self.desk.store.keep_draft, place, reviewer, text)
        return PlainTextResponse("kept")

    async def note(self, request: Request) -> Response:
        """Show the whole note behind a passage."""
        item = self._item(request)
        passages = passages_of(item.report, item.finding)
        number = request.path_params["passage"]
        if not 0 <= number < len(passages) or not passages[number].pieces:
            raise BadInputError("this passage has no note in the report")
        pieces = whole_note(item.report, passages[number].source, item.finding)
        return self.pages.page(
            request, "note.html", item=item, passage=passages[number], pieces=pieces
        )

    async def summary(self, request: Request) -> Response:
        """Show a summary as the reviewers leave it."""
        reviewed = await run_in_threadpool(self.desk.reviewed, reviewer_of(request))
        number = request.path_params["number"]
        if not 0 <= number < len(reviewed):
            raise BadInputError("there is no such summary")
        one = reviewed[number]
        return self.pages.page(
            request, "summary.html", report=one.report, corrected=corrected_text(one)
        )

    async def figures(self, request: Request) -> Response:
        """Show what the review comes to; on a blind desk nothing that another rater said."""
        reviewer = reviewer_of(request)
        reviewed = await run_in_threadpool(self.desk.reviewed, reviewer)
        events = await run_in_threadpool(self.desk.events, reviewer)
        return self.pages.page(
            request, "figures.html", figures=review_figures(reviewed), blind=self.desk.blind,
            timings=timings(events), events=events,
        )  # fmt: skip

    async def _sentence(
        self,
        request: Request,
        status: int = 200,
        stale: Line | None = None,
        kept: Mapping[str, str] | None = None,
    ) -> Response:
        reviewer, item = reviewer_of(request), self._item(request)
        line = stale
        if line is None:
            line = await run_in_threadpool(self.desk.line, item, reviewer)
        place = item.place(self.desk.seat(reviewer))
        draft = await run_in_threadpool(self.desk.store.draft, place, reviewer)
        valid = line.valid
        decision = valid.entry.decision if valid else None
        view = sentence_view(item.report, item.finding)
        following = await run_in_threadpool(self.desk.next_open, item.number, reviewer)
        done = request.query_params.get("done", "")
        told = {
            "comment": draft or (decision.comment if decision else ""),
            "correction": (decision.correction if decision else "")
            or view.correction
            or item.finding.text,
        }
        return self.pages.page(
            request, "sentence.html", status, item=item, view=view, line=line, valid=valid,
            said=said(valid), stale=stale is not None,
            form={**told, **{k: v for k, v in (kept or {}).items() if v}},
            decision=decision, total=len(self.desk.queue), following=following,
            due=sum(one.due for one in self.desk.queue), graded=grade_of(item.finding) is not None,
            grades=GRADES, grade_definitions=GRADE_DEFINITIONS, longest=LONGEST_TEXT,
            types={name: type_words(name) for name in ERROR_TYPES},
            given_types=_types(item, decision.types if decision else ()),
            given_grade=(decision.grade if decision else None) or grade_of(item.finding) or "",
            done=int(done) if done.isdecimal() and int(done) < len(self.desk.queue) else None,
            report_number=self.desk.reports.index(item.report),
        )  # fmt: skip

    def _item(self, request: Request) -> QueueItem:
        return self.desk.item(request.path_params["number"])

    def _who(self, request: Request) -> str:
        reviewer = reviewer_of(request)
        if not reviewer:
            raise BadInputError("say who you are first; the desk's first page asks for a name")
        return reviewer

    def _line(self, lines: Mapping[Place, Line], item: QueueItem, reviewer: str) -> Line:
        return lines.get(item.place(self.desk.seat(reviewer)), Line())

    def _row(self, item: QueueItem, line: Line) -> dict[str, object]:
        result = item.finding.result
        graded = grade_of(item.finding) is not None
        return {
            "number": item.number,
            "due": item.due,
            "patient": item.report.patient_id,
            "admission": item.report.admission_id or "",
            "text": shortened(item.finding.text, _SHORT),
            "grade": grade_of(item.finding) or item.finding.status,
            "verdict": verdict_words(item.finding),
            "types": [type_words(t) for t in result.hallucination_types]
            if result and graded
            else [],
            "severity": (result.severity or "") if result and graded else "",
            "confidence": f"{result.confidence:.2f}" if result and graded else "",
            "said": said(line.valid),
        }


def said(event: Event | None) -> str:
    """Write who decided what."""
    if event is None or event.entry.decision is None:
        return ""
    return f"{CHOICE_WORDS[event.entry.decision.choice]} by {event.entry.reviewer}"


def _fits(item: QueueItem, choice: str) -> None:
    graded = grade_of(item.finding) is not None
    if graded == (choice in ("right", "wrong")):
        allowed = "agree, false_alarm or edit" if graded else "right or wrong"
        raise BadInputError(f"choice: {choice!r} does not fit this sentence; send {allowed}")


def _types(item: QueueItem, given: tuple[str, ...]) -> tuple[str, ...]:
    result = item.finding.result
    return given or (result.hallucination_types if result else ())
