"""What a patient's graph joins around the shown evidence, as lines that a model reads."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from agents.judge_prompt import ShownEvidence, json_line
from kg.descriptions import interval
from kg.instance import TOLD, Instance
from kg.instance_index import Surroundings

MOST_JOINS = 20
MOST_ROWS = 6
LONGEST_ROW = 12
"""Values of one row; of a longer one the first and the last are told."""

IN_ROWS = frozenset({"result", "vital_sign", "dose_period"})
LINKS = TOLD | {"found_by", "part_of"}
HEADING = "What the graph of the patient makes of these items:"


def joined_lines(surroundings: Iterable[Surroundings], shown: ShownEvidence) -> str:
    """Write joins and rows whose items are shown, each once; nothing where there are none."""
    labels = {item.id: label for label, item in shown.items.items()}
    told = list(surroundings)
    instances = {one.id: one for part in told for one in part.instances}
    lines = [*_joins(told, instances, labels)][:MOST_JOINS]
    lines += [*_rows(instances.values(), labels)][:MOST_ROWS]
    return "\n".join((HEADING, *lines)) if lines else ""


def _joins(
    told: list[Surroundings], instances: dict[str, Instance], labels: dict[str, str]
) -> Iterator[str]:
    for edge in {edge.id: edge for part in told for edge in part.edges}.values():
        source, target = instances.get(edge.source), instances.get(edge.target)
        items = [labels[name] for name in edge.evidence if name in labels]
        if edge.kind in LINKS and items and source is not None and target is not None:
            said = f"{source.name} {edge.kind.replace('_', ' ')} {target.name}"
            yield json_line({"joined": said, "items": items})


def _rows(instances: Iterable[Instance], labels: dict[str, str]) -> Iterator[str]:
    """Tell each thing that was measured or given at several times, in order of time."""
    rows: dict[str, list[Instance]] = defaultdict(list)
    for one in instances:
        dated = one.time is not None and one.time.earliest is not None and one.value
        if one.kind in IN_ROWS and dated and any(name in labels for name in one.evidence):
            rows[one.concept].append(one)
    for row in rows.values():
        if len(row) > 1:
            ordered = sorted(row, key=lambda one: ((one.time and one.time.earliest) or "", one.id))
            values = [f"{interval(one.time)}: {one.value}" for one in ordered]
            if len(values) > LONGEST_ROW:
                half = LONGEST_ROW // 2
                values = [*values[:half], "...", *values[-half:]]
            yield json_line({"row": row[0].name, "values": values})
