"""The options that choose language models, the same for every command that may use them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from pydantic import BaseModel, ValidationError

from agents.model_settings import ROLES, ModelSettings
from kg.errors import BadInputError

ModelNames = Annotated[
    list[str],
    typer.Option(
        "--model",
        metavar="NAME",
        help="Language model as provider:name, scripted, or batch:DIR; ROLE=NAME for one role"
        f" ({', '.join(ROLES)}); may be repeated.",
    ),
]
ModelUrl = Annotated[
    str, typer.Option(help="Address of an OpenAI-compatible server, such as http://host:8000/v1.")
]
MaxCost = Annotated[
    float | None, typer.Option(min=0, help="Most dollars that models may cost this command.")
]
MaxTokens = Annotated[
    int | None, typer.Option(min=0, help="Most tokens that models may use for this command.")
]
Votes = Annotated[int, typer.Option(min=1, max=9, help="Answers asked of each judging model.")]
SentencesPerCall = Annotated[
    int, typer.Option(min=1, max=16, help="Sentences put before a model at once.")
]
ToolCalls = Annotated[
    int, typer.Option(min=0, max=8, help="Searches of the graph a judging model may ask for.")
]
EvidenceCharacters = Annotated[
    int,
    typer.Option(min=500, max=200_000, help="Evidence put before a model; a small one reads less."),
]
Answers = Annotated[
    Path | None,
    typer.Option(dir_okay=False, help="Keep the answers of models (and so text) in this file."),
]


class ModelChoice(BaseModel, frozen=True):
    """What a command line says about models."""

    names: tuple[str, ...] = ()
    url: str = ""
    max_cost: float | None = None
    max_tokens: int | None = None
    answers: Path | None = None

    @property
    def given(self) -> list[str]:
        """The options that were given."""
        told = {
            "--model": self.names,
            "--model-url": self.url,
            "--max-cost": self.max_cost is not None,
            "--max-tokens": self.max_tokens is not None,
            "--answers": self.answers,
        }
        return [name for name, value in told.items() if value]

    def over(self, told: ModelSettings) -> ModelSettings:
        """Put what the command line says over what the environment says."""
        models = {**told.models, **by_role(self.names)}
        urls = {**told.urls, "": self.url} if self.url else told.urls
        given = {"max_cost": self.max_cost, "max_tokens": self.max_tokens, "answers": self.answers}
        return told.model_copy(
            update={
                "models": models,
                "urls": urls,
                **{name: value for name, value in given.items() if value is not None},
            }
        )


def say_if_unasked(choice: ModelChoice, asks: bool, how: str) -> None:
    """Tell a user who names a model that none is asked, and what would ask it."""
    if choice.given and not asks:
        options = ", ".join(choice.given)
        typer.echo(f"curaview: no model is asked, so {options} changes nothing; {how}", err=True)


def by_role(names: Sequence[str]) -> dict[str, str]:
    """Read `NAME` and `ROLE=NAME`; the empty role stands for all."""
    chosen: dict[str, str] = {}
    for text in names:
        before, equals, after = text.partition("=")
        role, name = (before, after) if equals and before in ROLES else ("", text)
        if role in chosen:
            raise BadInputError(f"--model {text}: a model for {role or 'all roles'} is named twice")
        if not name:
            raise BadInputError(f"--model {text}: names no model")
        chosen[role] = name
    return chosen


def wrong_option(error: ValidationError) -> BadInputError:
    """Say in one line which option is wrong; its settings name it as they begin."""
    message: str = error.errors()[0]["msg"].removeprefix("Value error, ")
    setting, colon, problem = message.partition(":")
    return BadInputError(f"--{setting.replace('_', '-')}{colon}{problem}")
