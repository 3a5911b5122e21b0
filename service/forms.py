"""Forms of the desk, read into decisions; what is malformed is told in one line."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from graph_state.review import Decision
from kg.errors import BadInputError
from service.decisions import LONGEST_NAME, Clicks, Seconds

Form = Mapping[str, Sequence[str]]

Model = TypeVar("Model", bound=BaseModel)


class Given(BaseModel, frozen=True):
    """What a reviewer sent from the page of a sentence."""

    decision: Decision
    version: int
    seconds: Seconds | None = None
    clicks: Clicks | None = None


def read_decision(form: Form) -> Given:
    """Read a decision; an edit keeps grade, types and correction, every choice its comment."""
    choice = _first(form, "choice")
    told: dict[str, Any] = {"choice": choice, "comment": _text(form, "comment")}
    if choice in ("edit", "wrong"):
        correction = _text(form, "correction")
        told |= {
            "grade": _first(form, "grade") or None,
            "types": tuple(form.get("types", ())),
            "correction": "" if correction == _text(form, "sentence") else correction,
        }
    return read_model(
        Given,
        {
            "decision": told,
            "version": _first(form, "version"),
            "seconds": _first(form, "seconds") or None,
            "clicks": _first(form, "clicks") or None,
        },
    )


def read_version(form: Form) -> int:
    """Read how many decisions the reviewer's page knew of."""
    text = _first(form, "version")
    if not text.isdecimal():
        raise BadInputError("version: not a number; open the page anew")
    return int(text)


def read_name(form: Form) -> str:
    """Read a reviewer's name."""
    name = " ".join(_first(form, "reviewer").split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise BadInputError(f"give a name of 1 to {LONGEST_NAME} characters")
    return name


def read_model(model: type[Model], told: object) -> Model:
    """Validate what was sent; the first thing that is wrong is named."""
    try:
        return model.model_validate(told)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the form"
        raise BadInputError(f"{where}: {first['msg']}") from error


def _first(form: Form, name: str) -> str:
    return next(iter(form.get(name, ())), "").strip()


def _text(form: Form, name: str) -> str:
    """Read a text area; browsers send line breaks as CR LF."""
    return _first(form, name).replace("\r\n", "\n")
