"""A file of trace lines that is whole at every moment."""

import json
import os
from pathlib import Path
from threading import Lock

from exports.trace_lines import SCHEMA, TraceLine
from kg.errors import BadInputError

_BEGINS = f'{{"schema": "{SCHEMA}"'.encode()


class TraceFile:
    """Appends whole lines; several tasks, threads and processes may write at once.

    Every line goes out in one call to the system, so it is in the file when `write` returns, and
    a reader never sees two lines mixed.
    """

    def __init__(self, path: Path, append: bool = False) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        _refuse_foreign(path)
        mode = os.O_RDWR | os.O_CREAT | os.O_APPEND | (0 if append else os.O_TRUNC)
        self._file = os.open(path, mode, 0o600)
        self.path = path
        self._lock = Lock()
        try:
            self._next = self._mended() if append else 0
        except BadInputError:
            os.close(self._file)
            raise

    def next_id(self) -> int:
        """Name the next line."""
        with self._lock:
            self._next += 1
            return self._next

    def write(self, line: TraceLine) -> None:
        """Write one line."""
        left = line.written().encode()
        with self._lock:
            while left:
                left = left[os.write(self._file, left) :]

    def close(self) -> None:
        """Close the file; nothing is written afterward."""
        os.close(self._file)

    def _mended(self) -> int:
        """Cut off what a killed run left of a line, and return the highest id in the file."""
        text = self.path.read_bytes()
        whole = text.rfind(b"\n") + 1
        if whole < len(text):
            os.ftruncate(self._file, whole)
        lines = enumerate(text[:whole].splitlines(), 1)
        return max((_id_of(line, number, self.path) for number, line in lines), default=0)


def _id_of(line: bytes, number: int, path: Path) -> int:
    """Read the name of a line that an earlier run wrote."""
    try:
        name = json.loads(line)["id"]
    except (ValueError, KeyError, TypeError):
        name = None
    if not isinstance(name, int):
        raise BadInputError(
            f"{path}: line {number} is no line of a trace; mend it, or give --trace another file"
        )
    return name


def _refuse_foreign(path: Path) -> None:
    """Spare a file that holds something else."""
    if not path.is_file():
        return
    with path.open("rb") as file:
        begins = file.read(len(_BEGINS))
    if begins and not _BEGINS.startswith(begins):
        raise BadInputError(f"{path}: exists and is no trace; give --trace another file")
