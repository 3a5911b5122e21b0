"""The errors a caller must tell apart: what the user gave is wrong, or a service failed."""


class CuraViewError(RuntimeError):
    """Base of our own errors; its text is one line: what, where and what to do.

    A RuntimeError, because LangGraph's server shows the text of no error that is none of Python's.
    """

    exit_status = 2


class BadInputError(CuraViewError):
    """A file, row, column or argument is wrong."""

    exit_status = 2


class ServiceError(CuraViewError):
    """A database, model or other service failed."""

    exit_status = 3
