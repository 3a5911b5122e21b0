"""What `curaview graph` shows: counts and the quality table, or the graph itself."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import typer
from rich.table import Table
from rich.text import Text

from cli.delivery import file_name, free, print_text
from cli.files import staged
from cli.tables import print_all
from clinical.facts import Anchors
from exports.visible_text import one_line
from kg.build import build_graph
from kg.errors import BadInputError
from kg.extraction import RuleExtractor
from kg.graph import EvidenceSetting, PatientGraph
from kg.graphml import graph_to_graphml
from kg.parquet import write_parquet
from kg.quality import QualityRow, quality_table
from kg.record import Case, PatientRecord
from kg.view import anchors_of, view_of


@dataclass(frozen=True)
class GraphDelivery:
    """Where graphs go, and in which form."""

    format: Literal["table", "json", "graphml", "parquet"]
    folder: Path | None
    evidence: EvidenceSetting

    def deliver(self, cases: Iterable[Case], admission: str | None) -> None:
        """Build and show the graph of each case."""
        if self.format == "parquet" and self.folder is None:
            raise BadInputError("parquet makes several files a patient; give --out a folder")
        if self.format == "table":
            self._tabulate(cases, admission)
        elif self.folder is None:
            self._print(cases, admission)
        else:
            self._write(cases, admission, self.folder)

    def _graph(self, case: Case, admission: str | None) -> PatientGraph:
        view = view_of(case.record, admission, (*case.targets, *case.withheld), self.evidence)
        return self._built(view, admission, anchors_of(case.record, admission))

    def _built(self, view: PatientRecord, admission: str | None, anchors: Anchors) -> PatientGraph:
        return build_graph(view, admission, anchors, RuleExtractor(), evidence=self.evidence)

    def _tabulate(self, cases: Iterable[Case], admission: str | None) -> None:
        counts = GraphCounts()
        for case in cases:
            view = view_of(case.record, admission, (*case.targets, *case.withheld), self.evidence)
            anchors = anchors_of(case.record, admission)
            counts.add(
                self._built(view, admission, anchors),
                quality_table(view, admission, anchors, RuleExtractor()),
            )
        print_all(*counts.tables())

    def _print(self, cases: Iterable[Case], admission: str | None) -> None:
        for number, case in enumerate(cases):
            if number and self.format == "graphml":
                msg = "GraphML holds one graph a document; choose an --admission or give --out"
                raise BadInputError(msg)
            print_text(_document(self._graph(case, admission), self.format))

    def _write(self, cases: Iterable[Case], admission: str | None, folder: Path) -> None:
        taken: set[str] = set()
        with staged(folder) as staging:
            for case in cases:
                graph = self._graph(case, admission)
                name = free(file_name(graph.patient_id, graph.admission_id or ""), taken)
                taken.add(name)
                if self.format == "parquet":
                    write_parquet(graph, staging / name)
                    continue
                path = staging / f"{name}.{self.format}"
                path.write_text(_document(graph, self.format), "utf-8", "backslashreplace")
            names = sorted(path.name for path in staging.iterdir())
        for name in names:
            typer.echo(f"wrote {(folder / name).resolve()}", err=True)


def _document(graph: PatientGraph, format_: str) -> str:
    if format_ == "graphml":
        return graph_to_graphml(graph)
    return graph.model_dump_json() + "\n"


@dataclass
class GraphCounts:
    """Counts of all graphs of a record, added up."""

    rows: list[tuple[str, ...]] = field(default_factory=list)
    entities: Counter[str] = field(default_factory=Counter)
    relations: Counter[str] = field(default_factory=Counter)
    instances: Counter[str] = field(default_factory=Counter)
    quality: dict[str, QualityRow] = field(default_factory=dict)
    conflicts: list[tuple[str, str]] = field(default_factory=list)
    """Patient, and in what the chart disagrees with itself."""

    def add(self, graph: PatientGraph, quality: Iterable[QualityRow]) -> None:
        """Add one graph."""
        made = graph.report
        sizes = (graph.entities, graph.relations, graph.communities, graph.evidence)
        joined = (graph.instances, graph.edges)
        lines = (made.merged, made.conflicts, made.dropped)
        counts = (str(len(part)) for part in (*sizes, *joined, *lines))
        self.rows.append((graph.patient_id, graph.admission_id or "all", *counts))
        self.conflicts.extend((graph.patient_id, line) for line in made.conflicts)
        self.entities.update(entity.kind for entity in graph.entities)
        self.relations.update(relation.kind for relation in graph.relations)
        self.instances.update(f"instance: {one.kind}" for one in graph.instances)
        self.instances.update(f"edge: {edge.kind}" for edge in graph.edges)
        for row in quality:
            known = self.quality.get(row.measure)
            raw = row.raw + (known.raw if known else 0)
            normalized = row.normalized + (known.normalized if known else 0)
            self.quality[row.measure] = QualityRow(
                measure=row.measure, raw=raw, normalized=normalized
            )

    def tables(self) -> list[Table]:
        """Arrange the counts, and the conflicts where there are any, for the terminal."""
        shown = [self._graphs(), self._kinds(), self._quality()]
        return [*shown, self._conflicts()] if self.conflicts else shown

    def _conflicts(self) -> Table:
        table = Table("patient", "conflict", title="Where the chart disagrees with itself")
        for patient, line in self.conflicts:
            table.add_row(patient, Text(one_line(line)))
        return table

    def _graphs(self) -> Table:
        table = Table("patient", "admission", title="Patient graphs")
        for name in ("entities", "relations", "communities", "evidence", "instances", "edges"):
            table.add_column(name, justify="right")
        for name in ("merged", "conflicts", "dropped"):
            table.add_column(name, justify="right")
        for row in self.rows:
            table.add_row(*row)
        return table

    def _kinds(self) -> Table:
        table = Table("kind", "number", title="Entities, relations, instances")
        counted = (self.entities, self.relations, self.instances)
        for kind, number in (pair for counts in counted for pair in sorted(counts.items())):
            table.add_row(kind, str(number))
        return table

    def _quality(self) -> Table:
        table = Table("measure", "raw", "normalized", "change", title="What normalizing brings")
        for row in self.quality.values():
            change = "" if row.change is None else f"{row.change:+.1f} %"
            table.add_row(row.measure, f"{row.raw:g}", f"{row.normalized:g}", change)
        return table
