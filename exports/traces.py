"""Where the traces of a command go: one file, or a folder with a file for each summary."""

import re
from collections.abc import Iterable
from pathlib import Path

from exports.node_tracer import Clock, NodeTracer, utc_now
from exports.patients_gate import PatientsGate
from exports.trace_file import TraceFile
from kg.record import PatientRecord

SUFFIX = ".jsonl"
_UNSAFE_IN_A_NAME = re.compile(r"[^\w.-]+")


class Traces:
    """Opens the files of traces and hands out the tracers that write into them.

    With `append`, as for a run that is taken up again, lines are added to those of the run
    before; otherwise every file is begun anew.
    """

    def __init__(
        self, place: Path, key: bytes, append: bool = False, clock: Clock = utc_now
    ) -> None:
        self._place = place
        self._key = key
        self._append = append
        self._clock = clock
        self._files: dict[Path, TraceFile] = {}
        if not self._is_folder:
            self._file(place)

    def tracer(
        self,
        records: Iterable[PatientRecord],
        graph: str,
        thread: str,
        admission: str | None = None,
        target: str = "",
    ) -> NodeTracer:
        """Return what traces one run of a graph over these patients."""
        known = sorted(records, key=lambda record: record.patient_id)
        gate = PatientsGate(known, self._key, admission)
        path = self._place
        if self._is_folder:
            named = [gate.of_all.pseudonym(record.patient_id) for record in known[:1]]
            named += [gate.of_all.pseudonym(admission)] if admission else []
            path /= _UNSAFE_IN_A_NAME.sub("-", "_".join((*named, target or graph))) + SUFFIX
        return NodeTracer(self._file(path), gate, graph, thread, self._clock)

    def close(self) -> None:
        """Close all files."""
        for file in self._files.values():
            file.close()
        self._files.clear()

    @property
    def _is_folder(self) -> bool:
        return self._place.is_dir() or not self._place.suffix

    def _file(self, path: Path) -> TraceFile:
        if path not in self._files:
            self._files[path] = TraceFile(path, self._append)
        return self._files[path]
