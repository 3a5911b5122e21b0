"""Each form of reference graph, on a small made-up file of the true form."""

import gzip
import json
from pathlib import Path

import pytest

from kg.errors import BadInputError
from kg.reference.build_open_graph import OUTPUT, distill, packed
from kg.reference.graph import ReferenceGraph
from kg.reference.readers import read_reference, read_references


def _told(graph: ReferenceGraph) -> set[tuple[str, str, str]]:
    names = graph.names
    return {(names[e.subject], e.relation, names[e.object]) for e in graph.edges}


def test_umls(tmp_path: Path) -> None:
    def conso(cui: str, name: str, best: str, lang: str = "ENG", suppressed: str = "N") -> str:
        return f"{cui}|{lang}|P|L1|PF|S1|{best}|A1||M1|D1|MSH|PT|D1|{name}|0|{suppressed}||"

    (tmp_path / "MRCONSO.RRF").write_text(
        "\n".join(
            [
                conso("C01", "Relaxol", "Y"),
                conso("C01", "Relaxolum", "Y", "LAT"),
                conso("C02", "Tension", "Y"),
                conso("C02", "Tightness", "N"),
                conso("C03", "Gone", "Y", suppressed="O"),
            ]
        )
        + "\n"
    )
    (tmp_path / "MRREL.RRF").write_text(
        "C02|A2|AUI|RO|C01|A1|AUI|may_treat|R1||MED-RT|MED-RT|||N||\n"
        "C02|A2|AUI|RO|C01|A1|AUI|may_prevent|R2||MED-RT|MED-RT|||Y||\n"
        "C03|A3|AUI|RO|C01|A1|AUI|may_treat|R3||MED-RT|MED-RT|||N||\n"
    )
    graph = read_reference(str(tmp_path))
    assert _told(graph) == {("Relaxol", "may_treat", "Tension")}
    assert graph.find("tightness") == graph.find("Tension")
    assert graph.origins == ("UMLS",)


def test_primekg(tmp_path: Path) -> None:
    heading = (
        "relation,display_relation,x_index,x_id,x_type,x_name,x_source,"
        "y_index,y_id,y_type,y_name,y_source\n"
    )
    drug, disease = "1,D1,drug,Relaxol,DrugBank", '2,M1,disease,"Tension, stiff",MONDO'
    path = tmp_path / "kg.csv"
    path.write_text(
        heading
        + f"contraindication,contraindication,{disease},{drug}\n"
        + f"contraindication,contraindication,{drug},{disease}\n"
        + f"drug_effect,side effect,{drug},3,H1,effect/phenotype,Hiccup,HPO\n"
    )
    assert _told(read_reference(str(path))) == {
        ("Relaxol", "contraindication", "Tension, stiff"),
        ("Relaxol", "side effect", "Hiccup"),
    }


def test_hetionet(tmp_path: Path) -> None:
    document = {
        "metanode_kinds": ["Compound", "Disease"],
        "metaedge_tuples": [["Compound", "Disease", "treats", "both"]],
        "kind_to_abbrev": {"Compound": "C"},
        "nodes": [
            {"kind": "Compound", "identifier": "DB1", "name": "Relaxol", "data": {}},
            {"kind": "Disease", "identifier": 7, "name": "Tension", "data": {"source": "x"}},
        ],
        "edges": [
            {
                "source_id": ["Compound", "DB1"],
                "target_id": ["Disease", 7],
                "kind": "treats",
                "direction": "both",
                "data": {},
            }
        ],
    }
    path = tmp_path / "hetionet-v1.0.json"
    path.write_text(json.dumps(document))
    assert _told(read_reference(str(path))) == {("Relaxol", "treats", "Tension")}
    path.write_text('{"nodes": 3}')
    with pytest.raises(BadInputError, match="Hetionet"):
        read_reference(str(path))


def test_biokg(tmp_path: Path) -> None:
    edges = tmp_path / "raw" / "relations" / "drug___drug-disease___disease"
    edges.mkdir(parents=True)
    (edges / "edge.csv.gz").write_bytes(gzip.compress(b"0,1\n"))
    mapping = tmp_path / "mapping"
    mapping.mkdir()
    (mapping / "drug_entidx2name.csv.gz").write_bytes(gzip.compress(b"ent idx,ent name\n0,CID1\n"))
    (mapping / "disease_entidx2name.csv.gz").write_bytes(
        gzip.compress(b"ent idx,ent name\n1,C0004\n")
    )
    (tmp_path / "names.tsv").write_text("CID1\tRelaxol\n")
    assert _told(read_reference(str(tmp_path))) == {("Relaxol", "drug-disease", "C0004")}


def test_statements(tmp_path: Path) -> None:
    path = tmp_path / "ward.tsv"
    path.write_text(
        "# ours\nRelaxol\ttreats\tTension\nRelaxol\tcontraindicated\tWobble\thigh\tfalls\n"
    )
    graph = read_references([str(path), "open"])
    assert {"open", "ward"} <= set(graph.origins)
    path.write_text("Relaxol\ttreats\n")
    with pytest.raises(BadInputError, match="line 1: 2 cells"):
        read_reference(str(path))


@pytest.mark.parametrize("name", ["nothing", "graph.xyz"])
def test_what_is_no_graph_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInputError):
        read_reference(str(tmp_path / name))


def test_the_open_graph_is_what_its_script_makes() -> None:
    assert packed(*distill()) == OUTPUT.read_bytes()
