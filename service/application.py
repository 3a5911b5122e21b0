"""The application: pages below the token, behind the guard."""

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import Mount, Route
from starlette.types import ASGIApp

from kg.errors import CuraViewError
from service.desk import Desk
from service.desk_pages import DeskPages
from service.guard import Guard, Keys
from service.pages import Pages


def application(desk: Desk, keys: Keys) -> ASGIApp:
    """Put the desk behind the guard."""
    pages = Pages(keys, review=True, upload=False)
    routes = [*DeskPages(desk, pages).routes(), Route("/static/{name}", pages.static)]
    app = Starlette(
        routes=[Mount("/" + keys.token, routes=routes)],
        exception_handlers={CuraViewError: pages.refused, HTTPException: pages.missing},
    )
    return Guard(app, keys)
