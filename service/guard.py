"""Who may ask: only this machine, only with the token, only from pages of this very server."""

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kg.errors import BadInputError

HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})
MOST_FIELDS = 64
FORM_BYTES = 64_000

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class TooLargeError(BadInputError):
    """A request holds more than is taken."""


@dataclass(frozen=True)
class Keys:
    """Secrets of one run of the server: the token of its address, and that of its forms."""

    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    form: str = field(default_factory=lambda: secrets.token_urlsafe(24))


class Guard:
    """Lets requests through to the application, and puts the safe headers on every answer."""

    def __init__(self, app: ASGIApp, keys: Keys) -> None:
        self._app, self._keys = app, keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what does not come from this machine, the right address and an own page."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refused = self._refused(scope)
        if refused is not None:
            await PlainTextResponse(refused[1], refused[0])(scope, receive, guarded)
            return
        await self._app(scope, receive, guarded)

    def _refused(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if host.rpartition(":")[0] not in HOSTS and host not in HOSTS:
            return 400, "open the address that the command printed"
        first = scope["path"].lstrip("/").partition("/")[0]
        if not hmac.compare_digest(first.encode(), self._keys.token.encode()):
            return 404, "open the address that the command printed; it ends in a token"
        if scope["method"] not in ("GET", "HEAD") and not _own(headers, host):
            return 403, "the request does not come from a page of this server"
        return None


def _own(headers: Headers, host: str) -> bool:
    """Say whether a request that changes something comes from a page of this server."""
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return False
    return headers.get("origin", f"http://{host}") == f"http://{host}"


async def read_body(request: Request, limit: int) -> bytes:
    """Read a body that is no longer than allowed, whatever its length is said to be."""
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise TooLargeError(f"more than {limit:,} bytes were sent; send less")
        parts.append(part)
    return b"".join(parts)


async def read_form(request: Request, keys: Keys) -> Mapping[str, list[str]]:
    """Read a form of an own page; the token of forms must stand in it."""
    if request.headers.get("content-type", "").partition(";")[0] != (
        "application/x-www-form-urlencoded"
    ):
        raise BadInputError("the form is not of the type that this page sends")
    body = await read_body(request, FORM_BYTES)
    try:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
    except ValueError as error:
        raise BadInputError(f"the form cannot be read: {error}") from error
    form: dict[str, list[str]] = {}
    for name, value in pairs:
        form.setdefault(name, []).append(value)
    check_form_token(form.get("form_token", [""])[0], keys)
    return form


def check_form_token(given: str, keys: Keys) -> None:
    """Refuse a form that no page of this run made."""
    if not hmac.compare_digest(given.encode(), keys.form.encode()):
        raise BadInputError("the page is from another run of the desk; open it anew")
