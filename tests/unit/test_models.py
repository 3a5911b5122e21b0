"""Models by name: which role has which, what is missing in one line, and scripts."""

import json
from pathlib import Path

import pytest
from langchain_core.messages import HumanMessage

from agents.model_settings import ModelSettings, model_settings
from agents.models import Models, open_model
from agents.scripted import ScriptedModel, read_script
from cli.model_options import ModelChoice, by_role
from kg.errors import BadInputError


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("openai:gpt-4.1", "OPENAI_API_KEY"),
        ("anthropic:claude-sonnet-4-5", "ANTHROPIC_API_KEY"),
        ("gpt-4.1", "provider:model"),
        ("openai:", "provider:model"),
        ("nobody:model", "nobody"),
        ("mistralai:large", "MISTRAL_API_KEY"),
    ],
)
def test_what_a_model_lacks_is_one_line(name: str, said: str) -> None:
    with pytest.raises(BadInputError, match=said) as error:
        open_model(name, "", 0.0, ModelSettings())
    assert "\n" not in str(error.value)


def test_a_missing_package_is_named() -> None:
    settings = ModelSettings(known_keys=frozenset({"GROQ_API_KEY"}))
    with pytest.raises(BadInputError, match="install langchain-groq"):
        open_model("groq:llama", "", 0.0, settings)


def test_a_server_of_ones_own_never_sees_the_key_of_a_hosted_service(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "secret-of-the-service")
    model = open_model("openai:any", "http://127.0.0.1:9/v1", 0.0, ModelSettings())
    key = model.openai_api_key.get_secret_value()  # type: ignore[attr-defined]
    assert key == "none"


def test_each_role_has_its_model_or_that_of_all() -> None:
    told = model_settings({"CURAVIEW_MODEL": "a:1", "CURAVIEW_MODEL_JUDGE": "b:2"})
    assert (told.model_for("judge"), told.model_for("extractor")) == ("b:2", "a:1")
    with pytest.raises(BadInputError, match="no model for the reporter"):
        Models(ModelSettings()).for_role("reporter")


def test_the_environment_is_read_and_faults_are_named() -> None:
    told = model_settings(
        {
            "CURAVIEW_MODEL_PRICES": "0.4/1.6",
            "CURAVIEW_MODEL_TIMEOUT": "30",
            "CURAVIEW_MODEL_OUTPUT": "prefix",
            "OPENAI_API_KEY": "x",
        }
    )
    assert told.prices == (0.4, 1.6) and told.timeout_seconds == 30.0
    assert told.method == "prefix" and told.known_keys == {"OPENAI_API_KEY"}
    with pytest.raises(BadInputError, match="CURAVIEW_MODEL_TIMEOUT='soon'"):
        model_settings({"CURAVIEW_MODEL_TIMEOUT": "soon"})
    with pytest.raises(BadInputError, match="CURAVIEW_MODEL_OUTPUT='magic'"):
        model_settings({"CURAVIEW_MODEL_OUTPUT": "magic"})


def test_the_command_line_outranks_the_environment() -> None:
    told = ModelSettings(models={"": "a:1", "judge": "b:2"}, urls={"": "http://old"})
    now = ModelChoice(names=("judge=c:3",), url="http://new", max_tokens=5).over(told)
    assert now.models == {"": "a:1", "judge": "c:3"}
    assert (now.url_for("judge"), now.max_tokens) == ("http://new", 5)


def test_a_name_may_hold_an_equals_sign() -> None:
    assert by_role(["ollama:x=y", "judge=openai:a"]) == {"": "ollama:x=y", "judge": "openai:a"}
    with pytest.raises(BadInputError, match="named twice"):
        by_role(["a:1", "b:2"])
    with pytest.raises(BadInputError, match="names no model"):
        by_role(["judge="])


def test_a_script_answers_in_turn_and_its_last_answer_stays(tmp_path: Path) -> None:
    path = tmp_path / "script.jsonl"
    lines = [{"when": "apixaban", "answers": ["one", {"grade": "E4"}]}, {"answers": ["any"]}]
    path.write_text("\n".join(map(json.dumps, lines)))
    model = open_model(f"scripted:{path}", "", 0.0, ModelSettings())
    said = [model.invoke([HumanMessage("apixaban 5 mg")]).text for _ in range(3)]
    assert said == ["one", '{"grade": "E4"}', '{"grade": "E4"}']
    assert model.invoke([HumanMessage("else")]).text == "any"


def test_a_broken_script_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "script.jsonl"
    path.write_text('{"answers": ["x"]}\n{"when": "y"}\n')
    with pytest.raises(BadInputError, match="line 2"):
        read_script(path)


def test_without_a_script_the_emptiest_answer_in_form_is_given() -> None:
    schema = {
        "type": "object",
        "properties": {
            "kind": {"$ref": "#/$defs/Kind"},
            "names": {"type": "array"},
            "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "sure": {"type": "boolean"},
        },
        "$defs": {"Kind": {"enum": ["lab", "exam"]}},
    }
    wanted = {"type": "json_schema", "json_schema": {"schema": schema}}
    answer = ScriptedModel().invoke([HumanMessage("?")], response_format=wanted)
    assert json.loads(answer.text) == {"kind": "lab", "names": [], "note": None, "sure": False}


def test_langchain_sends_nothing_of_its_own_accord_once_a_model_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hidden: list[bool] = []
    monkeypatch.setattr("agents.models.hide_by_default", lambda: hidden.append(True))
    Models(ModelSettings()).for_role("extractor", "scripted")
    assert hidden
