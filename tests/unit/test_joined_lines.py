"""What a model is told of the graph around the evidence that it is shown."""

import json

from agents.joined_lines import HEADING, joined_lines
from agents.judge_prompt import show_evidence
from clinical.facts import TimeSpan
from clinical.sources import in_note
from kg.evidence import Evidence, evidence_id
from kg.instance import Instance, InstanceEdge
from kg.instance_index import Surroundings

NOTE = "Injury due to vancomycin. Creatinine 1.9. Creatinine 1.1."


def item(start: int, end: int) -> Evidence:
    source = in_note("n", start, end)
    return Evidence(id=evidence_id(source), kind="text", source=source, quote=NOTE[start:end])


LINK, FIRST, LAST = item(0, 25), item(26, 41), item(42, 57)


def value(name: str, day: int, said: str, evidence: Evidence) -> Instance:
    moment = f"2181-04-0{day}T06:00:00"
    return Instance(
        id=name,
        kind="result",
        entity="LAB_TEST:lab:creatinine",
        concept="lab:creatinine",
        name="creatinine",
        time=TimeSpan(earliest=moment, latest=moment, precision="minute"),
        value=said,
        evidence=(evidence.id,),
    )


DRUG = Instance(id="a", kind="dose_period", entity="d", concept="drug:v", name="vancomycin")
INJURY = Instance(id="b", kind="episode", entity="e", concept="x", name="kidney injury")
AROUND = Surroundings(
    instances=(DRUG, INJURY, value("l", 5, "1.1 mg/dL", LAST), value("f", 2, "1.9 mg/dL", FIRST)),
    edges=(InstanceEdge(id="ed", kind="causes", source="a", target="b", evidence=(LINK.id,)),),
)


def told(*evidence: Evidence, surroundings: Surroundings = AROUND) -> list[dict[str, object]]:
    heading, *lines = joined_lines([surroundings], show_evidence(evidence, 9000)).splitlines()
    assert heading == HEADING
    return [json.loads(line) for line in lines]


def test_joins_name_the_shown_items_and_rows_come_in_order_of_time() -> None:
    join, row = told(LINK, FIRST, LAST)
    assert join == {"joined": "vancomycin causes kidney injury", "items": ["S1"]}
    assert row["row"] == "creatinine"
    assert row["values"] == ["2181-04-02 06:00: 1.9 mg/dL", "2181-04-05 06:00: 1.1 mg/dL"]


def test_what_rests_on_nothing_shown_is_not_told() -> None:
    assert [*told(LINK)] == [{"joined": "vancomycin causes kidney injury", "items": ["S1"]}]
    assert joined_lines([AROUND], show_evidence([FIRST], 9000)) == ""
    assert joined_lines([], show_evidence([LINK], 9000)) == ""


def test_a_long_row_is_told_by_its_ends() -> None:
    row = tuple(value(f"v{n}", n % 9 + 1, f"{n} mg/dL", FIRST) for n in range(30))
    (line,) = told(FIRST, surroundings=Surroundings(instances=row))
    values = line["values"]
    assert isinstance(values, list) and len(values) == 13 and "..." in values
