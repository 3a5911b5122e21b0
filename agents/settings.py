"""What the process is told from outside; nothing else reads the environment."""

import os
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, SecretStr

from agents.model_settings import ModelSettings, model_settings
from kg.errors import BadInputError
from kg.neo4j_address import Login

EXAMPLES = Path(__file__).parents[1] / "examples" / "cohort"


class Settings(BaseModel, frozen=True):
    """Where things are. Every field has its variable in `.env.example`."""

    store: str = "memory"
    """Where patient graphs are kept: `memory`, `sqlite:PATH` or the address of a database."""

    store_login: Login | None = None
    """Who asks the database, where its address does not say so."""

    served_record: Path = EXAMPLES
    """The record whose patients the served graphs know."""

    run_dir: Path
    """Where unfinished runs wait to be taken up again."""

    deidentification_key: Path
    """The secret behind pseudonyms and moved dates; made on first use, never sent anywhere."""

    langsmith: bool = False
    """Whether a key for LangSmith is there; its own package reads key and address."""

    models: ModelSettings = ModelSettings()
    """Which language models are used, where a judge or another agent asks for one."""


def settings(environment: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings; an empty variable counts as unset."""
    given = {name: text for name, text in environment.items() if text}
    home = Path(given["XDG_STATE_HOME"]) if "XDG_STATE_HOME" in given else _state_home()
    return Settings(
        store=given.get("CURAVIEW_STORE", "memory"),
        store_login=_store_login(given),
        served_record=Path(given.get("CURAVIEW_RECORD", EXAMPLES)),
        run_dir=Path(given.get("CURAVIEW_RUN_DIR", home / "curaview" / "runs")),
        deidentification_key=Path(
            given.get("CURAVIEW_DEIDENTIFICATION_KEY", home / "curaview" / "deidentification.key")
        ),
        langsmith="LANGSMITH_API_KEY" in given,
        models=model_settings(given),
    )


def _store_login(given: Mapping[str, str]) -> Login | None:
    user, password = given.get("CURAVIEW_NEO4J_USER"), given.get("CURAVIEW_NEO4J_PASSWORD")
    if user is None and password is None:
        return None
    if password is None:
        raise BadInputError("CURAVIEW_NEO4J_USER is set, but not CURAVIEW_NEO4J_PASSWORD; set both")
    return Login(user=user or "neo4j", password=SecretStr(password))


def _state_home() -> Path:
    return Path.home() / ".local" / "state"
