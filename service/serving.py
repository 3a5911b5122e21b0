"""Serve an application on this machine alone until it is stopped."""

import socket
from collections.abc import Callable

import uvicorn
from starlette.types import ASGIApp

from kg.errors import BadInputError
from service.guard import Keys

LOOPBACK = "127.0.0.1"


def listening(port: int) -> socket.socket:
    """Take a port of this machine; 0 takes a free one."""
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        taken.bind((LOOPBACK, port))
    except OSError as error:
        taken.close()
        msg = f"port {port} of this machine cannot be used ({error.strerror}); give another --port"
        raise BadInputError(msg) from error
    return taken


def server_of(app: ASGIApp) -> uvicorn.Server:
    """Return a server that logs no request: their addresses hold the token."""
    config = uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        server_header=False,
        date_header=False,
        lifespan="off",
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)


def serve(app: ASGIApp, keys: Keys, port: int, say: Callable[[str], None]) -> None:
    """Serve until an interruption; `say` is told the address to open."""
    with listening(port) as taken:
        say(f"http://{LOOPBACK}:{taken.getsockname()[1]}/{keys.token}/")
        server_of(app).run(sockets=[taken])
