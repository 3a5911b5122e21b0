"""Questions to one graph: linked, drafted twice, checked, searched, judged and answered."""

from pathlib import Path

import pytest

from agents.ask.domain import Domain
from agents.ask.follow_up import completed
from agents.ask.graph import ask, ask_graph
from agents.ask.knowledge_domain import KnowledgeDomain
from agents.ask.other_patients import refusal
from agents.ask.patient_domain import PatientDomain
from agents.ask.strategies import first_strategy, next_strategy
from agents.ask.sufficiency import consistency, decided
from agents.ask.tool import ask_tool
from graph_state.asking import AskContext, AskInput, Found, GraphAnswer, Link, Metrics
from kg.build import build_graph
from kg.embedding import WordVectors
from kg.extraction import RuleExtractor
from kg.graph import PatientGraph
from kg.guidelines.build import build_knowledge
from kg.readers import open_cases
from kg.view import anchors_of, view_of

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTE = """Allergies: amoxicillin - rash

History of Present Illness:
61 year old man with atrial fibrillation and type 2 diabetes. He denies headache.

Past Medical History:
Atrial fibrillation
Type 2 diabetes

Family History:
Mother with asthma.

Medications on Admission:
1. Metformin 500 mg PO BID
2. Warfarin 5 mg PO DAILY

Pertinent Results:
2160-03-02 06:00AM BLOOD Creat-1.0 K-4.1
2160-03-04 06:00AM BLOOD Creat-2.2 K-5.0
2160-03-06 06:00AM BLOOD Creat-1.1 K-4.4

Medication events:
Gentamicin 2160-03-02 to 2160-03-04. Cefazolin 2160-03-05 to 2160-03-06.

2160-03-03 MRI BRAIN: No hemorrhage.

Discharge Medications:
1. Metformin 1000 mg PO BID
2. Apixaban 5 mg PO BID
"""


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> PatientGraph:
    folder = tmp_path_factory.mktemp("record") / "p61"
    folder.mkdir()
    (folder / "discharge.txt").write_text(NOTE, encoding="utf-8")
    (case,) = open_cases(folder, None)
    view = view_of(case.record, None, (*case.targets, *case.withheld), "all")
    return build_graph(view, None, anchors_of(case.record, None), RuleExtractor())


@pytest.fixture(scope="module")
def knowledge() -> KnowledgeDomain:
    return KnowledgeDomain(build_knowledge(EXAMPLES / "hepatology", "hepatology"), WordVectors())


@pytest.fixture(scope="module")
def about_patient(patient: PatientGraph) -> PatientDomain:
    return PatientDomain(patient, WordVectors())


async def answered(domain: Domain, question: str, context: AskContext | None = None) -> GraphAnswer:
    async def domain_of(graph_id: str) -> Domain:
        assert graph_id == domain.graph.graph_id
        return domain

    request = AskInput(question=question, graph_id=domain.graph.graph_id)
    answer = await ask(ask_graph(domain_of).compile(), request, context or AskContext())
    quotes = {item.id for item in domain.evidence.values()}
    assert all(item.id in quotes for item in answer.evidence)
    assert all(
        1 <= number <= len(answer.evidence) for one in answer.facts for number in one.numbers
    )
    return answer


ANSWERS = [
    ("What was the highest creatinine?", ["2.2"], ["1.1"]),
    ("What was the last potassium?", ["4.4"], ["5"]),
    ("Which antibiotic was he on when the creatinine rose?", ["gentamicin"], ["cefazolin"]),
    ("What dose of metformin was he discharged on?", ["1000 mg"], ["500 mg"]),
    ("Which medications was he taking at home?", ["warfarin"], ["apixaban"]),
    ("Does he have diabetes?", ["Yes"], []),
    ("Did he have a headache?", ["No"], []),
    ("What is he allergic to?", ["amoxicillin"], []),
    ("was he on any blood thinner at home?", ["warfarin"], ["apixaban"]),
    ("How old is he?", ["61"], []),
    ("What was the creatinine on 2160-03-02?", ["1 mg/dL"], ["2.2"]),
]


@pytest.mark.parametrize(("question", "says", "not_says"), ANSWERS)
async def test_a_patient_graph_answers(
    about_patient: PatientDomain, question: str, says: list[str], not_says: list[str]
) -> None:
    answer = await answered(about_patient, question)
    assert answer.status == "answered", answer.text
    assert all(one in answer.text for one in says), answer.text
    assert not any(f" {one} " in answer.text for one in not_says), answer.text
    assert answer.evidence


LEADS = [
    ("Did he have an MRI of the brain?", "Yes:"),
    ("Was the creatinine high?", "Yes, at least once:"),
    ("Was the potassium above 6?", "No:"),
    ("Was the potassium below 4.5?", "Yes, at least once:"),
    ("Does his mother have asthma?", "Yes:"),
    ("Did he have a headache?", "No, the record denies it:"),
]


@pytest.mark.parametrize(("question", "lead"), LEADS)
async def test_yes_and_no_are_proven(
    about_patient: PatientDomain, question: str, lead: str
) -> None:
    answer = await answered(about_patient, question)
    assert answer.text.startswith(lead), answer.text


SILENT = [
    "Was amoxicillin given?",
    "Does he have asthma?",
    "Does his sister have asthma?",
    "Does his mother have diabetes?",
    "What was the creatinine last year?",
    "What was the potassium in 2151?",
    "Did he have a knee replacement?",
    "Was he given dabigatran?",
    "What was his troponin?",
    "Does he have psoriasis?",
    "What did the chest CT show?",
    "Who won the game?",
    "Which drugs treat his asthma?",
]


@pytest.mark.parametrize("question", SILENT)
async def test_a_patient_graph_says_what_it_does_not_know(
    about_patient: PatientDomain, question: str
) -> None:
    answer = await answered(about_patient, question)
    assert answer.status == "unknown", answer.text
    assert not answer.facts


@pytest.mark.parametrize(
    "question",
    [
        "What is the creatinine of patient 70226?",
        "What was Mr. Halvorsen's creatinine?",
        "Which drugs do all patients take?",
        "What does his roommate take?",
        "What was the potassium of the man in the next bed?",
        "Compare admission 123456 with this one",
        "What was Peter Halvorsen's potassium?",
    ],
)
async def test_questions_about_others_are_refused(
    about_patient: PatientDomain, question: str
) -> None:
    answer = await answered(about_patient, question)
    assert answer.status == "refused"
    assert "bound to patient" in answer.text
    assert not answer.evidence


def test_names_of_diseases_are_nobody() -> None:
    assert not refusal("Does she have Crohn's disease or Wilson's disease?", "p", None)
    assert not refusal("What is the creatinine of patient p61?", "p61", None)


KNOWN = [
    ("What condition is entecavir indicated for?", ["chronic hepatitis B"]),
    ("whats the dose of spironolactone in acsites", ["100 mg"]),
    ("Which gene is linked to Wilson disease?", ["ATP7B"]),
    ("Which side effects do drugs recommended for ascites have?", ["gynecomastia", "hypokalemia"]),
    ("For which causes of cirrhosis is liver transplantation recommended?", ["Wilson disease"]),
    ("my belly is bloated, what medicine helps?", ["spironolactone"]),
    ("Are NSAIDs recommended in cirrhosis?", ["No", "not recommended"]),
    ("Can chronic hepatitis D lead to hepatorenal syndrome?", ["Yes", "cirrhosis"]),
]


@pytest.mark.parametrize(("question", "says"), KNOWN)
async def test_a_graph_of_knowledge_answers(
    knowledge: KnowledgeDomain, question: str, says: list[str]
) -> None:
    answer = await answered(knowledge, question)
    assert answer.status == "answered", answer.text
    assert all(one in answer.text for one in says), answer.text


@pytest.mark.parametrize(
    "question",
    [
        "How is psoriasis treated?",
        "Which gene is linked to umbilical hernia?",
        "Does quxopril cure cirrhosis?",
        "How many people die of cirrhosis?",
    ],
)
async def test_a_graph_of_knowledge_says_what_it_does_not_know(
    knowledge: KnowledgeDomain, question: str
) -> None:
    assert (await answered(knowledge, question)).status == "unknown"


async def test_other_agents_ask_by_a_tool_that_is_bound_to_one_graph(
    about_patient: PatientDomain,
) -> None:
    async def domain_of(graph_id: str) -> Domain:
        assert graph_id == about_patient.graph.graph_id
        return about_patient

    tool = ask_tool(domain_of, about_patient.graph.graph_id)
    assert set(tool.args) == {"question"}
    told = await tool.ainvoke({"question": "What was the last potassium?"})
    assert "4.4" in told
    assert "bound to patient" in await tool.ainvoke({"question": "And of patient 70226?"})


async def test_both_drafts_are_checked_and_kept(knowledge: KnowledgeDomain) -> None:
    answer = await answered(knowledge, "Which drugs are recommended for hepatitis D?")
    assert [draft.by for draft in answer.drafts] == ["words", "likeness"]
    assert all(draft.queries and not draft.fault for draft in answer.drafts)
    assert answer.agreement == 1.0
    assert answer.confidence == 1.0


async def test_a_chain_too_long_for_the_first_search_is_found_by_a_deeper_one(
    knowledge: KnowledgeDomain,
) -> None:
    question = "Can chronic hepatitis D lead to hepatorenal syndrome?"
    answer = await answered(knowledge, question)
    depths = [one.strategy.depth for one in answer.rounds]
    assert depths == sorted(depths)
    assert len(depths) > 1
    assert [one.sufficient for one in answer.rounds] == [False] * (len(depths) - 1) + [True]
    first_only = await answered(knowledge, question, AskContext(evaluate=False))
    assert first_only.status == "unknown"


async def test_the_same_question_has_the_same_answer(knowledge: KnowledgeDomain) -> None:
    question = "Which drugs are contraindicated in decompensated cirrhosis?"
    first, second = [await answered(knowledge, question) for _ in range(2)]
    assert first == second


def test_the_strategy_goes_deeper_then_wider_and_then_stops() -> None:
    start = first_strategy(1)
    poor = Metrics(coverage=0.0, density=0.0, relevance=0.0, nodes=0)
    deeper = next_strategy(start, poor, Found(deeper=True))
    assert (deeper.mode, deeper.depth) == ("BFS", 3)
    wider = next_strategy(start, poor, Found(rows=9, complete=False))
    assert wider.nodes > start.nodes
    assert next_strategy(start, poor, Found()) == start
    assert first_strategy(2).mode == "DFS"
    assert first_strategy(3).depth == 4


def test_the_score_decides_only_where_the_assessors_differ() -> None:
    context = AskContext(enough=0.6, too_little=0.4)
    good = Metrics(coverage=1.0, density=1.0, relevance=1.0, nodes=3)
    poor = Metrics(coverage=0.5, density=0.5, relevance=0.5, nodes=3)
    yes, no, split = (True,) * 6, (False,) * 6, (True,) * 3 + (False,) * 3
    assert decided(yes, poor, context)[0]
    assert not decided(no, good, context)[0]
    assert decided(split, good, context)[0]
    assert not decided(split, poor, context)[0]
    assert consistency(yes) == 1.0
    assert consistency((True, True, False) * 2) == pytest.approx(0.6667)
    assert consistency(split) == 0.5


def test_a_question_that_goes_on_is_completed() -> None:
    def link(words: str, text: str) -> Link:
        start = text.index(words)
        return Link(words=words, start=start, end=start + len(words), nodes=("n",))

    before = "What was the last creatinine?"
    old = [link("creatinine", before)]
    follow = "what about sodium?"
    assert completed(follow, [link("sodium", follow)], before, old) == "What was the last sodium?"
    assert completed("and when was it?", [], before, old) == "and when was it (creatinine)?"
    assert completed("How old is he?", [], before, old) == "How old is he?"
