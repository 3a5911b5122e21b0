"""What `curaview loop` was asked for."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ValidationError

from cli.model_options import wrong_option
from cli.verification import Options
from graph_state.loop import LoopContext


class LoopRequest(BaseModel, frozen=True):
    """The options of a loop."""

    checks: Options
    """Which summaries are checked, by whom, with which models."""

    out: Path
    context: LoopContext
    labels: Path | None = None
    """Labels of the original summaries; None takes those of the record's folder, if any."""

    @property
    def asks_models(self) -> bool:
        """Say whether a language model may be asked."""
        return self.checks.asks_models or self.context.engine == "model"

    @property
    def kept_by(self) -> str:
        """Name the unfinished run: the same options take it up again."""
        checks = self.checks.model_copy(
            update={"record": self.checks.record.resolve(), "run_dir": None}
        )
        asked = self.model_copy(update={"checks": checks, "out": self.out.resolve()})
        return asked.model_dump_json()


def loop_request(
    checks: Options, out: Path, labels: Path | None, given: Mapping[str, str | int | float]
) -> LoopRequest:
    """Put the settings of the checks and of the generations together."""
    try:
        context = LoopContext.model_validate({**checks.context.model_dump(), **given})
    except ValidationError as error:
        raise wrong_option(error) from error
    return LoopRequest(checks=checks, out=out, context=context, labels=labels)
