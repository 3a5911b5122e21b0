"""The pages on which a record and a summary are dropped, watched and opened as a report."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from exports.html_report import report_html, report_policy
from exports.json_report import report_json
from graph_state.findings import Report
from kg.errors import BadInputError
from service.checking import Check, Checker
from service.forms import read_model
from service.guard import TooLargeError, check_form_token, read_body
from service.pages import Pages
from service.upload import MOST_BYTES, MOST_FILES, SUFFIXES, Upload


@dataclass(frozen=True)
class UploadPages:
    """Answers for the upload page."""

    checker: Checker
    pages: Pages

    def routes(self) -> list[Route]:
        """Return the addresses below the token."""
        return [
            Route("/check", self.page),
            Route("/check", self.start, methods=["POST"]),
            Route("/check/{id}/events", self.events),
            Route("/check/{id}/report", self.report),
            Route("/check/{id}/report.json", self.document),
        ]

    async def page(self, request: Request) -> Response:
        """Show where to drop and paste."""
        return self.pages.page(
            request, "upload.html", suffixes=SUFFIXES, most_files=MOST_FILES, most_bytes=MOST_BYTES
        )

    async def start(self, request: Request) -> Response:
        """Take an upload and say where its verdicts are told."""
        try:
            check = self.checker.start(await self._upload(request))
        except BadInputError as error:
            status = 413 if isinstance(error, TooLargeError) else 400
            return JSONResponse({"refused": str(error)}, status)
        place = ("check", check.id)
        return JSONResponse(
            {
                "events": self.pages.path(*place, "events"),
                "report": self.pages.path(*place, "report"),
                "document": self.pages.path(*place, "report.json"),
            },
            202,
        )

    async def events(self, request: Request) -> Response:
        """Tell verdicts as they come (server-sent events); a reconnection goes on where it was."""
        check = self.checker.find(request.path_params["id"])
        last = request.headers.get("last-event-id", "")
        seen = int(last) + 1 if last.isdecimal() else 0
        return StreamingResponse(_stream(check, seen), media_type="text/event-stream")

    async def report(self, request: Request) -> Response:
        """Show the finished report; it keeps the narrower policy of its own."""
        report = self._finished(request)
        headers = {"content-security-policy": f"{report_policy()}; frame-ancestors 'none'"}
        return HTMLResponse(report_html(report), headers=headers)

    async def document(self, request: Request) -> Response:
        """Answer with the report as `curaview.report/1`."""
        report = self._finished(request)
        headers = {"content-disposition": 'attachment; filename="report.json"'}
        return Response(report_json(report), media_type="application/json", headers=headers)

    def _finished(self, request: Request) -> Report:
        report = self.checker.find(request.path_params["id"]).report
        if report is None:
            raise BadInputError("the check has no report yet; go back and wait")
        return report

    async def _upload(self, request: Request) -> Upload:
        if request.headers.get("content-type", "").partition(";")[0] != "application/json":
            raise BadInputError("the upload is not of the type that this page sends")
        body = await read_body(request, MOST_BYTES)
        try:
            told = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise BadInputError("the upload cannot be read as JSON") from error
        upload = read_model(Upload, told)
        check_form_token(upload.form_token, self.pages.keys)
        return upload


async def _stream(check: Check, seen: int) -> AsyncIterator[str]:
    async for number, (name, said) in check.events(seen):
        yield f"id: {number}\nevent: {name}\ndata: {json.dumps(said)}\n\n"
