"""How pages are answered: templates with what all of them need, styles and scripts, errors."""

from dataclasses import dataclass
from importlib.resources import files
from urllib.parse import quote, unquote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from exports.templating import templates
from exports.visible_text import visible
from kg.errors import CuraViewError
from service.guard import Keys, TooLargeError

REVIEWER = "curaview_reviewer"
YEAR_SECONDS = 31_536_000

STATIC: dict[str, tuple[str, str]] = {
    "report.css": ("exports", "text/css"),
    "desk.css": ("service", "text/css"),
    "desk.js": ("service", "text/javascript"),
    "upload.js": ("service", "text/javascript"),
}
"""Files that pages may ask for: the package that holds each, and its type."""


@dataclass(frozen=True)
class Pages:
    """Makes answers for one run of the server."""

    keys: Keys
    review: bool
    """Whether there are reports to review."""

    upload: bool
    """Whether records can be uploaded."""

    def path(self, *parts: str | int) -> str:
        """Return the address of a page."""
        return "/" + "/".join([self.keys.token, *(quote(str(part), safe="") for part in parts)])

    def page(self, request: Request, name: str, status: int = 200, **values: object) -> Response:
        """Answer with a template."""
        text = (
            templates("service")
            .get_template(name)
            .render(
                path=self.path,
                form_token=self.keys.form,
                reviewer=reviewer_of(request),
                can_review=self.review,
                can_upload=self.upload,
                **values,
            )
        )
        return HTMLResponse(visible(text), status)

    def to(self, *parts: str | int, query: str = "") -> Response:
        """Lead on to a page after a form."""
        return RedirectResponse(self.path(*parts) + query, 303)

    async def begin(self, request: Request) -> Response:
        """Lead to the upload page, where there is nothing to review."""
        return self.to("check")

    async def static(self, request: Request) -> Response:
        """Answer with a style sheet or a script of our own."""
        name = request.path_params["name"]
        if name not in STATIC:
            raise HTTPException(404)
        package, kind = STATIC[name]
        text = (files(package) / "templates" / name).read_text("utf-8")
        return Response(text, media_type=kind)

    async def refused(self, request: Request, error: Exception) -> Response:
        """Answer an error that the reader can mend in one line."""
        status = 413 if isinstance(error, TooLargeError) else 400
        if isinstance(error, CuraViewError) and error.exit_status == 3:
            status = 503
        return self.page(request, "message.html", status, title="Not done", message=str(error))

    async def missing(self, request: Request, error: Exception) -> Response:
        """Answer where there is no such page."""
        status = error.status_code if isinstance(error, HTTPException) else 404
        message = "There is no such page here."
        return self.page(request, "message.html", status, title="Not found", message=message)


def reviewer_of(request: Request) -> str:
    """Return the name that this browser gave, or an empty text."""
    return unquote(request.cookies.get(REVIEWER, ""))


def remember_reviewer(response: Response, name: str, path: str) -> Response:
    """Let the browser keep a reviewer's name for this run of the server alone."""
    response.set_cookie(
        REVIEWER, quote(name), max_age=YEAR_SECONDS, path=path, httponly=True, samesite="strict"
    )
    return response
