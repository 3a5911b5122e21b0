"""How the command fails: one line on stderr, and the exit status that says whose fault it is."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from kg.errors import CuraViewError

INTERRUPTED = 130


class InterruptedRunError(CuraViewError):
    """The user stopped a run."""

    exit_status = INTERRUPTED


@contextmanager
def failing_in_one_line(debug: bool) -> Iterator[None]:
    """Turn the errors that a user can mend into one line; with `debug` show where they arose."""
    _log(debug)
    if debug:
        yield
        return
    sys.excepthook = _say_what_broke
    try:
        yield
    except CuraViewError as error:
        _leave(str(error), error.exit_status)
    except BrokenPipeError:
        # The reader of the output has gone; there is nobody left to tell.
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        _leave(f"{where}{error.strerror or error}", CuraViewError.exit_status)
    except KeyboardInterrupt:
        _leave("interrupted; the same command again goes on where this one stopped", INTERRUPTED)


def _log(debug: bool) -> None:
    handler = logging.StreamHandler() if debug else logging.NullHandler()
    logging.basicConfig(level=logging.INFO if debug else logging.WARNING, handlers=[handler])


def _leave(message: str, status: int) -> None:
    import typer

    from exports.visible_text import one_line

    typer.echo(f"curaview: {one_line(message)}", err=True)
    sys.exit(status)


def _say_what_broke(kind: type[BaseException], error: BaseException, trace: object) -> None:
    """Name a mistake of our own in one line; 3 because the input is not to blame."""
    _leave(f"internal error, {kind.__name__}: {error} (--debug shows where)", 3)
