"""Models that answer badly, late or not at all: each ends as designed, and nothing is lost."""

import json
from collections.abc import Awaitable, Callable
from uuid import UUID

import pytest
from langchain_core.callbacks import BaseCallbackHandler

from agents.model_settings import ModelSettings
from agents.models import Models
from graph_state.context import Context
from graph_state.findings import Finding, Report
from kg.errors import ServiceError

pytestmark = [pytest.mark.server, pytest.mark.enable_socket]

Check = Callable[..., Awaitable[Report]]
Careful = Callable[[str], dict[str, object]]
Only = Callable[[Report], Finding]


class Server:
    """What the tests use of the loopback model."""

    behaviors: list[Callable[[str], "str | int | None"]]
    prompts: list[str]
    bodies: list[dict[str, object]]
    delay_seconds: float
    url: str


class Trace(BaseCallbackHandler):
    """Keeps what LangChain reports of each call to a model."""

    def __init__(self) -> None:
        self.prompts: list[str] = []
        self.errors: list[str] = []

    def on_chat_model_start(
        self,
        serialized: dict[str, object],
        messages: object,
        *,
        run_id: UUID,
        metadata: dict[str, object] | None = None,
        **_: object,
    ) -> None:
        self.prompts.append(str((metadata or {}).get("prompt")))

    def on_llm_error(self, error: BaseException, *, run_id: UUID, **_: object) -> None:
        self.errors.append(type(error).__name__)


def models(server: Server, **settings: object) -> Models:
    told = {
        "models": {"": "openai:loopback"},
        "urls": {"": server.url},
        "first_wait_seconds": 0.01,
        "timeout_seconds": 10.0,
    }
    return Models(ModelSettings.model_validate(told | settings))


def changed(careful: Careful, **fields: object) -> Callable[[str], str]:
    """Answer carefully but for some fields."""
    return lambda prompt: json.dumps(careful(prompt) | fields)


def good(careful: Careful) -> Callable[[str], str]:
    return changed(careful)


async def test_a_careful_answer_is_a_contradiction_with_its_place(
    loopback_model: Server, check_summary: Check, careful_answer: Careful, first_finding: Only
) -> None:
    loopback_model.behaviors = [good(careful_answer)]
    finding = first_finding(await check_summary(models(loopback_model)))
    assert finding.result is not None
    assert (finding.status, finding.result.evidence_grade) == ("graded", "E4")
    assert finding.retries == 0 and len(loopback_model.prompts) == 1
    (cited,) = finding.evidence
    assert "apixaban 10 mg" in cited.evidence.quote
    assert finding.text[18:] == "apixaban 5 mg twice daily."
    assert finding.result.claims[0].text == "apixaban 5 mg twice daily"
    assert "response_format" in loopback_model.bodies[0]


@pytest.mark.parametrize(
    ("bad", "rule"),
    [
        pytest.param(lambda good: good[:60], "schema", id="truncated JSON"),
        pytest.param(lambda good: good.replace("E4", "E7"), "schema", id="wrong enum"),
        pytest.param(lambda good: "", "schema", id="empty answer"),
        pytest.param(lambda good: "I would say it is wrong.", "schema", id="prose"),
        pytest.param(
            lambda good: json.dumps({**json.loads(good), "claims": []}), "schema", id="no claims"
        ),
        pytest.param(
            lambda good: good.replace('"hallucination_status": true', '"hallucination_status": 3'),
            "schema",
            id="wrong type",
        ),
        pytest.param(
            lambda good: json.dumps({**json.loads(good), "evidence_grade": "E1"}),
            "schema",
            id="worst claim belied",
        ),
        pytest.param(
            lambda good: good.replace('"evidence_grade": "E4"', '"evidence_grade": "E1"').replace(
                '"grade": "E4"', '"grade": "E1"'
            ),
            "schema",
            id="contradiction called support",
        ),
        pytest.param(
            lambda good: good.replace("contradicts", "context"), "R3", id="no contradiction cited"
        ),
        pytest.param(lambda good: good.replace('"id": "S', '"id": "S9'), "evidence_ids", id="id"),
        pytest.param(
            lambda good: good.replace('"quote": "apixaban 10 mg"', '"quote": "apixaban 20 mg"'),
            "quotes",
            id="invented quote",
        ),
        pytest.param(
            lambda good: good.replace("E4", "E3").replace("contradicts", "context"),
            "R2",
            id="E3 without rationale",
        ),
        pytest.param(
            lambda good: good.replace(
                '"hallucination_status": true', '"hallucination_status": false'
            ).replace('"hallucination_types": ["medication_error"]', '"hallucination_types": []'),
            "R4",
            id="inconsistent grade",
        ),
        pytest.param(
            lambda good: good.replace('"E4"', '"E1"').replace("contradicts", "supports"),
            "R1",
            id="hallucination called E1",
        ),
    ],
)
async def test_a_bad_answer_is_refused_by_its_rule_and_mended_on_the_next_attempt(
    bad: Callable[[str], str],
    rule: str,
    loopback_model: Server,
    check_summary: Check,
    careful_answer: Careful,
    first_finding: Only,
) -> None:
    loopback_model.behaviors = [
        lambda prompt: bad(good(careful_answer)(prompt)),
        good(careful_answer),
    ]
    finding = first_finding(await check_summary(models(loopback_model)))
    assert finding.result is not None
    assert (finding.status, finding.retries) == ("graded", 1)
    assert finding.result.evidence_grade == "E4"
    assert "refused" not in loopback_model.prompts[0]
    told = loopback_model.prompts[1].rpartition("Your last verdict was refused:")[2]
    assert f'"rule": "{rule}"' in told


async def test_a_model_that_never_complies_fails_after_three_redetections(
    loopback_model: Server, check_summary: Check, first_finding: Only
) -> None:
    loopback_model.behaviors = [lambda prompt: "Happy to help!"]
    trace = Trace()
    run = models(loopback_model)
    finding = first_finding(await check_summary(run, callbacks=[trace]))
    assert (finding.status, finding.retries) == ("failed", 3)
    assert finding.result is None and finding.reason is not None
    assert finding.reason.startswith("schema: the answer holds no JSON object")
    assert finding.last_result is not None and finding.last_result.reasoning == "Happy to help!"
    assert len(trace.prompts) == 4 and len(set(trace.prompts)) == 1
    assert trace.prompts[0].startswith("judge@")
    assert run.meter.used.calls == 4 and run.meter.used.tokens_read == 400


async def test_a_busy_server_is_asked_again_without_counting_as_an_attempt(
    loopback_model: Server, check_summary: Check, careful_answer: Careful, first_finding: Only
) -> None:
    loopback_model.behaviors = [lambda _: 429, lambda _: 503, good(careful_answer)]
    run, trace = models(loopback_model), Trace()
    finding = first_finding(await check_summary(run, callbacks=[trace]))
    assert (finding.status, finding.retries) == ("graded", 0)
    assert (run.meter.used.calls, run.meter.used.retries) == (1, 2)
    assert len(trace.errors) == 2


async def test_a_connection_dropped_in_the_middle_is_asked_again(
    loopback_model: Server, check_summary: Check, careful_answer: Careful, first_finding: Only
) -> None:
    loopback_model.behaviors = [lambda _: None, good(careful_answer)]
    run = models(loopback_model)
    finding = first_finding(await check_summary(run))
    assert (finding.status, run.meter.used.retries) == ("graded", 1)


async def test_a_server_that_stays_silent_ends_the_run_as_a_failed_service(
    loopback_model: Server, check_summary: Check
) -> None:
    loopback_model.behaviors = [lambda _: ""]
    loopback_model.delay_seconds = 0.4
    with pytest.raises(ServiceError, match="no answer to 2 calls"):
        await check_summary(models(loopback_model, timeout_seconds=0.1, attempts=2))


async def test_a_wrong_key_or_name_ends_the_run_at_once(
    loopback_model: Server, check_summary: Check
) -> None:
    loopback_model.behaviors = [lambda _: 401]
    with pytest.raises(ServiceError, match="check its name, address and key"):
        await check_summary(models(loopback_model))
    assert len(loopback_model.prompts) == 1


async def test_a_request_that_the_server_refuses_fails_its_sentence_alone(
    loopback_model: Server, check_summary: Check
) -> None:
    loopback_model.behaviors = [lambda prompt: 400 if "apixaban 5 mg" in prompt else "{}"]
    summary = "He was started on apixaban 5 mg twice daily. It was a pleasure to care for him."
    report = await check_summary(models(loopback_model), summary=summary)
    statuses = [finding.status for finding in report.findings]
    assert statuses == ["failed", "not_checkable"]
    assert "the request was refused" in (report.findings[0].reason or "")


async def test_the_hybrid_judge_falls_back_on_the_rules_when_the_model_never_complies(
    loopback_model: Server, check_summary: Check, first_finding: Only
) -> None:
    loopback_model.behaviors = [lambda _: "no"]
    context = Context(judge="hybrid", proof=1.0)
    finding = first_finding(await check_summary(models(loopback_model), context=context))
    assert finding.status == "graded" and finding.retries == 3
    assert finding.result is not None
    assert "The model gave no usable answer" in finding.result.reasoning
    assert [one.judge for one in finding.result.opinions] == ["rules", "model"]
