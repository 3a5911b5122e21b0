"""What the process is told from outside; nothing else reads the environment."""

import os
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel

from agents.model_settings import ModelSettings, model_settings

EXAMPLES = Path(__file__).parents[1] / "examples" / "cohort"


class Settings(BaseModel, frozen=True):
    """Where things are. Every field has its variable in `.env.example`."""

    store: str = "memory"
    """Where patient graphs are kept: `memory`, `sqlite:PATH` or the address of a database."""

    served_record: Path = EXAMPLES
    """The record whose patients the served graphs know."""

    run_dir: Path
    """Where unfinished runs wait to be taken up again."""

    models: ModelSettings = ModelSettings()
    """Which language models are used, where a judge or another agent asks for one."""


def settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings; an empty variable counts as unset."""
    given = {name: text for name, text in environment.items() if text}
    home = Path(given["XDG_STATE_HOME"]) if "XDG_STATE_HOME" in given else _state_home()
    return Settings(
        store=given.get("CURAVIEW_STORE", "memory"),
        served_record=Path(given.get("CURAVIEW_RECORD", EXAMPLES)),
        run_dir=Path(given.get("CURAVIEW_RUN_DIR", home / "curaview" / "runs")),
        models=model_settings(given),
    )


def _state_home() -> Path:
    return Path.home() / ".local" / "state"
