"""The environment is read in one place, and `.env.example` names all of it."""

import re
from pathlib import Path

import pytest

from agents.model_settings import ROLES
from agents.settings import EXAMPLES, settings
from kg.errors import BadInputError

ROOT = Path(__file__).parents[2]


def test_an_empty_variable_counts_as_unset() -> None:
    told = settings({"CURAVIEW_STORE": "", "CURAVIEW_RECORD": ""})
    assert (told.store, told.served_record) == ("memory", EXAMPLES)


def test_each_variable_is_used() -> None:
    told = settings(
        {
            "CURAVIEW_STORE": "sqlite:graphs.sqlite",
            "CURAVIEW_RECORD": "cohort",
            "CURAVIEW_RUN_DIR": "kept",
        }
    )
    assert told.store == "sqlite:graphs.sqlite"
    assert (told.served_record, told.run_dir) == (Path("cohort"), Path("kept"))


def test_unfinished_runs_lie_in_the_state_folder_of_the_user() -> None:
    told = settings({"XDG_STATE_HOME": "state"})
    assert told.run_dir == Path("state", "curaview", "runs")
    assert settings({}).run_dir.parts[-2:] == ("curaview", "runs")
    assert told.deidentification_key == Path("state", "curaview", "deidentification.key")


def test_the_example_file_names_the_variables_that_are_read() -> None:
    read = {
        name
        for module in ("settings.py", "model_settings.py")
        for name in re.findall(r'"(CURAVIEW_\w+)"', (ROOT / "agents" / module).read_text())
    }
    named = re.findall(r"^#? ?(CURAVIEW_\w+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    endings = tuple(f"_{role.upper()}" for role in ROLES)
    assert {name for name in named if not name.endswith(endings)} == read


def test_the_login_of_the_database_is_read_and_never_shown() -> None:
    told = settings({"CURAVIEW_NEO4J_USER": "ward", "CURAVIEW_NEO4J_PASSWORD": "s3cret"})
    assert told.store_login is not None
    assert (told.store_login.user, told.store_login.password.get_secret_value()) == (
        "ward",
        "s3cret",
    )
    assert "s3cret" not in repr(told) + told.model_dump_json()
    assert settings({}).store_login is None


def test_half_a_login_is_refused() -> None:
    with pytest.raises(BadInputError, match="CURAVIEW_NEO4J_PASSWORD"):
        settings({"CURAVIEW_NEO4J_USER": "ward"})
