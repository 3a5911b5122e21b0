"""The application: pages below the token, behind the guard."""

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import Mount, Route
from starlette.types import ASGIApp

from kg.errors import CuraViewError
from service.checking import Checker
from service.desk import Desk
from service.desk_pages import DeskPages
from service.guard import Guard, Keys
from service.pages import Pages
from service.upload_pages import UploadPages


def application(desk: Desk | None, keys: Keys, checker: Checker | None = None) -> ASGIApp:
    """Put the desk and the upload page, as far as they are there, behind the guard."""
    pages = Pages(keys, review=desk is not None, upload=checker is not None)
    routes = [Route("/static/{name}", pages.static)]
    if desk is not None:
        routes += DeskPages(desk, pages).routes()
    if checker is not None:
        routes += UploadPages(checker, pages).routes()
    if desk is None:
        routes.append(Route("/", pages.begin))
    app = Starlette(
        routes=[Mount("/" + keys.token, routes=routes)],
        exception_handlers={CuraViewError: pages.refused, HTTPException: pages.missing},
    )
    return Guard(app, keys)
