"""How much memory and disk a store takes, as far as the system tells."""

from pathlib import Path

from pydantic import BaseModel

_MEBI = 2**20
_STATUS = "VmRSS:"


class Footprint(BaseModel, frozen=True):
    """Where to look: files and folders of the store, and the process of its server."""

    files: tuple[Path, ...] = ()
    server: int | None = None

    def disk_mebibytes(self) -> float | None:
        """Add up the files, those inside folders included."""
        if not self.files:
            return None
        found = [file for path in self.files for file in _files(path)]
        return sum(file.stat().st_size for file in found) / _MEBI

    def server_mebibytes(self) -> float | None:
        """Return the resident memory of the server."""
        return None if self.server is None else resident_mebibytes(str(self.server))


def resident_mebibytes(process: str = "self") -> float | None:
    """Return the resident memory of a process; only Linux tells."""
    status = Path("/proc", process, "status")
    if not status.is_file():
        return None
    line = next(one for one in status.read_text().splitlines() if one.startswith(_STATUS))
    return int(line.split()[1]) / 2**10


def _files(path: Path) -> list[Path]:
    if path.is_dir():
        return [file for file in path.rglob("*") if file.is_file()]
    return sorted(path.parent.glob(f"{path.name}*"))
