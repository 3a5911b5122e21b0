"""A graph of knowledge: read from documents, fused, reviewed by an expert, checked for quality."""

import csv
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from kg.errors import BadInputError
from kg.guidelines.build import build_knowledge, knowledge_of, statements_of
from kg.guidelines.documents import Document, read_documents
from kg.guidelines.files import knowledge_to_json, read_knowledge
from kg.guidelines.knowledge import KnowledgeGraph, KnowledgeRelation
from kg.guidelines.quality import quality_report
from kg.guidelines.review import review_table, reviewed

EXAMPLES = Path(__file__).parents[2] / "examples" / "hepatology"


def built(text: str, *more: str) -> KnowledgeGraph:
    documents = [
        Document(name=f"d{at}.md", title="t", text=one, content=one)
        for at, one in enumerate((text, *more))
    ]
    return knowledge_of("hepatology", documents, statements_of(documents, "hepatology"))


def said(graph: KnowledgeGraph) -> set[tuple[str, str, str]]:
    names = {one.id: one.name for one in graph.entities}
    return {(one.kind, names[one.source], names[one.target]) for one in graph.relations}


def only(graph: KnowledgeGraph) -> KnowledgeRelation:
    (relation,) = graph.relations
    return relation


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Lactulose is recommended in general.", None),
        (
            "Ascites is treated with spironolactone.",
            ("RECOMMENDS_DRUG", "ascites", "spironolactone"),
        ),
        ("NSAIDs should be avoided in cirrhosis.", ("NOT_RECOMMENDED", "cirrhosis", "NSAIDs")),
        (
            "Banding is recommended for varices.",
            ("RECOMMENDS_TREATMENT", "esophageal varices", "endoscopic band ligation"),
        ),
        ("Itching is a symptom.", None),
        ("Obesity is a risk factor for NAFLD.", ("CAUSED_BY", "MASLD", "obesity")),
        (
            "Mutations of the HFE gene are associated with hemochromatosis.",
            ("LINKED_TO_GENE", "hereditary hemochromatosis", "HFE"),
        ),
        (
            "SBP may lead to HRS.",
            ("LEADS_TO", "spontaneous bacterial peritonitis", "hepatorenal syndrome"),
        ),
        (
            "FibroScan is used to diagnose cirrhosis.",
            ("DIAGNOSED_BY", "cirrhosis", "transient elastography"),
        ),
        ("Monitor tacrolimus with creatinine.", ("MONITORED_BY", "tacrolimus", "serum creatinine")),
        (
            "Ribavirin may cause hemolytic anemia.",
            ("HAS_SIDE_EFFECT", "ribavirin", "hemolytic anemia"),
        ),
    ],
)
def test_sentences_become_relations(sentence: str, expected: tuple[str, str, str] | None) -> None:
    found = said(built(sentence))
    assert found == ({expected} if expected else set())


def test_a_recommendation_keeps_what_is_said_of_it() -> None:
    told = only(
        built(
            "Rifaximin 550 mg orally twice daily is recommended for hepatic encephalopathy if "
            "lactulose fails (weak recommendation, level B, off-label)."
        )
    )
    assert told.attributes.model_dump() == {
        "condition": "if lactulose fails",
        "evidence_level": "moderate",
        "strength": "conditional",
        "approval": "off-label",
        "dosage": "550 mg",
        "route": "oral",
        "frequency": "twice daily",
    }
    assert told.weight == pytest.approx((0.6 + 0.75) / 2)


def test_what_several_documents_recommend_is_fused() -> None:
    graph = built(
        "Carvedilol is recommended for varices (conditional recommendation, low-quality evidence).",
        "Carvedilol 6.25 mg orally daily is recommended for gastroesophageal varices "
        "(strong recommendation, high-quality evidence).",
    )
    told = only(graph)
    assert told.weight == pytest.approx((0.55 + 1.0) / 2)
    assert (told.attributes.strength, told.attributes.dosage) == ("strong", "6.25 mg")
    assert len(told.evidence) == 2


def test_another_condition_is_another_statement_and_order_does_not_matter() -> None:
    first = "TIPS is recommended for ascites if diuretics fail."
    second = "TIPS is recommended for ascites before transplantation."
    graph = built(first, second)
    assert len(graph.relations) == 2
    turned = built(second, first)
    assert [one.id for one in graph.relations] == [one.id for one in turned.relations]


def test_page_numbers_captions_notes_and_references_are_not_read(tmp_path: Path) -> None:
    page = (
        "Journal of Tests\nAscites is treated with albumin.\nFigure 2. Ascites is treated with"
        " zinc.\nPage 3 of 9\n> Ascites is treated with aspirin.\n"
    )
    end = "## References\n1. Ascites is treated with ibuprofen.\n"
    (tmp_path / "a.md").write_text(page + end, encoding="utf-8")
    graph = build_knowledge(tmp_path, "hepatology")
    assert said(graph) == {("RECOMMENDS_DRUG", "ascites", "albumin")}
    (item,) = graph.evidence
    source = item.source
    assert (page + end)[source.start : source.end] == item.quote


def test_wrong_folders_and_files_are_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="not a folder"):
        read_documents(tmp_path / "none")
    with pytest.raises(BadInputError, match=r"holds no \.md"):
        read_documents(tmp_path)
    (tmp_path / "a.pdf").write_bytes(b"no pdf")
    with pytest.raises(BadInputError, match="not a PDF"):
        read_documents(tmp_path)
    broken = tmp_path / "x.knowledge.json"
    broken.write_text("{}", encoding="utf-8")
    with pytest.raises(BadInputError, match="kg build"):
        read_knowledge(broken)
    with pytest.raises(BadInputError, match="no such lexicon"):
        built_with_schema = build_knowledge(EXAMPLES, "astrology")
        assert built_with_schema is None


def test_the_sample_meets_the_standards_and_is_the_same_each_time(tmp_path: Path) -> None:
    documents = read_documents(EXAMPLES)
    assert len(documents) >= 20
    assert all("not authoritative" in one.text and "## References" in one.text for one in documents)
    graph = build_knowledge(EXAMPLES, "hepatology")
    assert len(graph.relations) > 300
    assert all(check.met for check in quality_report(graph, documents))
    path = tmp_path / "h.knowledge.json"
    path.write_text(knowledge_to_json(graph), encoding="utf-8")
    assert read_knowledge(path) == graph
    assert knowledge_to_json(build_knowledge(EXAMPLES, "hepatology")) == knowledge_to_json(graph)


@pytest.fixture
def edited(
    tmp_path: Path,
) -> Callable[[KnowledgeGraph, Callable[[list[dict[str, str]]], None]], Path]:
    def write(graph: KnowledgeGraph, edit: Callable[[list[dict[str, str]]], None]) -> Path:
        rows = list(csv.DictReader(StringIO(review_table(graph))))
        columns = list(rows[0])
        edit(rows)
        path = tmp_path / "review.csv"
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, columns)
            writer.writeheader()
            writer.writerows(rows)
        return path

    return write


Edit = Callable[[KnowledgeGraph, Callable[[list[dict[str, str]]], None]], Path]


def test_an_expert_removes_corrects_and_adds(edited: Edit) -> None:
    graph = built("Ascites is treated with albumin and furosemide 40 mg orally.")

    def edit(rows: list[dict[str, str]]) -> None:
        rows[0]["decision"] = "remove"
        rows[1]["strength"] = "strong"
        added = dict.fromkeys(rows[0], "")
        added |= {
            "decision": "keep",
            "relation": "HAS_SYMPTOM",
            "source_kind": "DISEASE",
            "source": "ascites",
            "target_kind": "SYMPTOM",
            "target": "early satiety",
        }
        rows.append(added)

    after = reviewed(graph, edited(graph, edit))
    kinds = {one.kind: one for one in after.relations}
    assert set(kinds) == {"RECOMMENDS_DRUG", "HAS_SYMPTOM"}
    assert kinds["RECOMMENDS_DRUG"].attributes.strength == "strong"
    assert kinds["RECOMMENDS_DRUG"].evidence
    assert not kinds["HAS_SYMPTOM"].evidence
    assert {one.name for one in after.entities} >= {"ascites", "early satiety"}


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("decision", "perhaps", "write keep or remove"),
        ("relation", "HEALS", "no relation 'HEALS'"),
        ("target_kind", "GENE", "cannot lead from DISEASE to GENE"),
        ("weight", "much", "is no number"),
        ("weight", "3", "not between 0 and 1"),
        ("source", "", "names no entity"),
    ],
)
def test_a_wrong_row_is_told_with_its_line(edited: Edit, field: str, value: str, told: str) -> None:
    graph = built("Ascites is treated with albumin.")

    def edit(rows: list[dict[str, str]]) -> None:
        rows[0][field] = value

    path = edited(graph, edit)
    with pytest.raises(BadInputError, match="line 2") as error:
        reviewed(graph, path)
    assert told in str(error.value)


def test_a_review_that_changes_nothing_changes_nothing(edited: Edit) -> None:
    graph = build_knowledge(EXAMPLES, "hepatology")
    after = reviewed(graph, edited(graph, lambda rows: None))
    assert after.relations == graph.relations
    assert {one.id for one in after.entities} == {one.id for one in graph.entities}
