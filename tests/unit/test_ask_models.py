"""Models may draft, vote and write; what they say counts only if it holds."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.ask.domain import Domain
from agents.ask.graph import ask, ask_graph
from agents.ask.knowledge_domain import KnowledgeDomain
from agents.ask.model_forms import WrittenAnswer, unfounded
from agents.ask.models import AskModels
from agents.guideline_reader import ReadRelations, read_with_model
from agents.guideline_reader import unfounded as not_in_text
from agents.model_settings import ModelSettings
from agents.models import Models
from graph_state.asking import AskContext, AskInput, GraphAnswer, GraphFact
from kg.embedding import WordVectors
from kg.guidelines.build import build_knowledge, knowledge_of
from kg.guidelines.documents import Document
from kg.guidelines.lexicon import field_lexicon
from prompts import load

HEPATOLOGY = Path(__file__).parents[2] / "examples" / "hepatology"
QUESTION = "Which drugs are recommended for Wilson disease?"
GOOD = (
    "MATCH (a:DISEASE)-[r:RECOMMENDS_DRUG]->(t:DRUG) WHERE a.name IN ['Wilson disease'] "
    "RETURN a, r, t"
)
DRAFTS, VOTES, WRITES, OUTSIDE = (
    "You turn one question into queries",
    "You say whether some statements",
    "You answer a clinician's question from numbered",
    "A graph could not answer",
)
Script = dict[str, list[object]]
Scripted = Callable[..., AskModels]


@pytest.fixture(scope="module")
def domain() -> KnowledgeDomain:
    return KnowledgeDomain(build_knowledge(HEPATOLOGY, "hepatology"), WordVectors())


@pytest.fixture
def scripted(tmp_path: Path) -> Scripted:
    def write(name: str, script: Script) -> str:
        path = tmp_path / f"{name}.jsonl"
        lines = [json.dumps({"when": when, "answers": told}) for when, told in script.items()]
        path.write_text("\n".join(lines), encoding="utf-8")
        return f"scripted:{path}"

    def make(first: Script, second: Script | None = None) -> AskModels:
        models = {"judge": write("first", first)}
        if second is not None:
            models["second_judge"] = write("second", second)
        return AskModels(Models(ModelSettings(models=models)), second is not None)

    return make


async def asked(
    domain: Domain, models: AskModels, question: str = QUESTION, **settings: object
) -> GraphAnswer:
    async def domain_of(graph_id: str) -> Domain:
        return domain

    context = AskContext.model_validate({"use_models": True, **settings})
    request = AskInput(question=question, graph_id=domain.graph.graph_id)
    return await ask(ask_graph(domain_of, models=models).compile(), request, context)


async def test_two_models_draft_vote_and_write(domain: KnowledgeDomain, scripted: Scripted) -> None:
    yes: list[object] = [{"reason": "", "sufficient": True}]
    first: Script = {
        DRAFTS: [{"queries": [GOOD]}],
        VOTES: yes,
        WRITES: [{"text": "Wilson disease is treated with chelators [1][2]. Zinc maintains [3]."}],
    }
    models = scripted(first, {DRAFTS: [{"queries": [GOOD]}], VOTES: yes})
    answer = await asked(domain, models)
    assert [draft.by[:8] for draft in answer.drafts[:2]] == ["scripted"] * 2
    assert answer.agreement == 1.0
    assert answer.rounds[0].votes == (True,) * 6
    assert answer.text.startswith("Wilson disease is treated with chelators [")
    assert len(answer.facts) == 3


async def test_a_query_that_writes_never_runs(domain: KnowledgeDomain, scripted: Scripted) -> None:
    hostile = "MATCH (n) DETACH DELETE n"
    models = scripted({DRAFTS: [{"queries": [hostile]}]})
    before = dict(domain.graph.nodes)
    answer = await asked(domain, models)
    assert dict(domain.graph.nodes) == before
    assert answer.status == "answered"
    assert answer.drafts[0].by == "words"
    assert "only reading is allowed" in answer.drafts[1].fault


async def test_a_model_mends_its_draft_when_told(
    domain: KnowledgeDomain, scripted: Scripted
) -> None:
    wrong = GOOD.replace("->(t", "-(t").replace("-[r", "<-[r")
    models = scripted({DRAFTS: [{"queries": [wrong]}, {"queries": [GOOD]}]})
    answer = await asked(domain, models)
    assert answer.drafts[0].queries == (GOOD,)
    assert not answer.drafts[0].fault


@pytest.mark.parametrize(
    "text",
    ["Zinc cures everything [9].", "Give zinc.", "Give 75 mg of zinc [1].", "Zinc [1]. And more."],
)
async def test_words_that_no_fact_bears_out_are_not_used(
    domain: KnowledgeDomain, scripted: Scripted, text: str
) -> None:
    models = scripted({DRAFTS: [{"queries": [GOOD]}], WRITES: [{"text": text}]})
    answer = await asked(domain, models, graph_only=True)
    assert answer.status == "answered"
    assert text not in answer.text
    assert "trientine" in answer.text


async def test_what_no_graph_carries_is_marked_or_left_out(
    domain: KnowledgeDomain, scripted: Scripted
) -> None:
    told: Script = {OUTSIDE: [{"text": "Perhaps rest."}]}
    question = "How is psoriasis treated?"
    kept = await asked(domain, scripted(told), question, graph_only=True)
    assert (kept.status, kept.outside) == ("unknown", "")
    marked = await asked(domain, scripted(told), question, graph_only=False)
    assert (marked.status, marked.outside) == ("unknown", "Perhaps rest.")
    assert "Perhaps" not in marked.text
    assert "not from it" in marked.warning


async def test_models_that_find_too_little_are_outvoted_by_nothing(
    domain: KnowledgeDomain, scripted: Scripted
) -> None:
    no: list[object] = [{"reason": "other dose asked", "sufficient": False}]
    draft: list[object] = [{"queries": [GOOD]}]
    models = scripted({DRAFTS: draft, VOTES: no}, {DRAFTS: draft, VOTES: no})
    answer = await asked(domain, models)
    assert answer.status == "unknown"
    assert "not enough" in answer.text


def test_numbers_belong_to_the_statements_cited_with_them() -> None:
    facts = [GraphFact(text="zinc 50 mg"), GraphFact(text="trientine 250 mg")]
    assert unfounded(WrittenAnswer(text="Zinc 50 mg [1]. Trientine 250 mg [2]."), facts) is None
    assert unfounded(WrittenAnswer(text="Zinc 250 mg [1]."), facts) is not None


SENTENCE = "Itching responds to sertraline if other drugs fail."


def relations(**changed: object) -> dict[str, object]:
    one = {
        "sentence": 1,
        "relation": "RECOMMENDS_DRUG",
        "source": "Itching",
        "source_kind": "SYMPTOM",
        "target": "sertraline",
        "target_kind": "DRUG",
        "condition": "if other drugs fail",
    }
    return {"relations": [{**one, **changed}]}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"target": "naltrexone"}, "does not stand in sentence 1"),
        ({"condition": "always"}, "does not stand in sentence 1"),
        ({"sentence": 4}, "number of no sentence"),
        ({"relation": "LINKED_TO_GENE"}, "cannot lead from SYMPTOM to DRUG"),
    ],
)
def test_relations_that_are_not_in_the_text_are_refused(
    changed: dict[str, object], told: str
) -> None:
    answer = ReadRelations.model_validate(relations(**changed))
    assert told in str(not_in_text(answer, [SENTENCE]))


async def test_a_model_adds_what_the_rules_do_not_read(tmp_path: Path) -> None:
    script = tmp_path / "s.jsonl"
    script.write_text(json.dumps({"answers": [relations()]}), encoding="utf-8")
    models = Models(ModelSettings(models={"extractor": f"scripted:{script}"}))
    document = Document(name="d.md", title="t", text=SENTENCE, content=SENTENCE)
    model, prompt = models.for_role("extractor"), load("guideline_extractor")
    statements, left = await read_with_model([document], field_lexicon("hepatology"), model, prompt)
    graph = knowledge_of("hepatology", [document], statements)
    names = {one.id: one.name for one in graph.entities}
    (relation,) = graph.relations
    assert (names[relation.source], names[relation.target]) == ("pruritus", "sertraline")
    assert relation.attributes.condition == "if other drugs fail"
    assert not left


async def test_a_model_out_of_form_leaves_the_text_to_the_rules(tmp_path: Path) -> None:
    script = tmp_path / "s.jsonl"
    script.write_text(json.dumps({"answers": ["I would rather not."]}), encoding="utf-8")
    models = Models(ModelSettings(models={"extractor": f"scripted:{script}"}))
    document = Document(name="d.md", title="t", text=SENTENCE, content=SENTENCE)
    model, prompt = models.for_role("extractor"), load("guideline_extractor")
    statements, left = await read_with_model([document], field_lexicon("hepatology"), model, prompt)
    assert statements == []
    assert left[0].startswith("d.md: 0 to 51 read by rules")
