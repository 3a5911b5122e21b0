"""Write files so that a reader never sees half of one."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def staged(folder: Path) -> Iterator[Path]:
    """Give a folder to write into; its files move to their place when all are there."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".curaview-", dir=folder) as name, _naming(folder):
        staging = Path(name)
        yield staging
        for path in sorted(path for path in staging.rglob("*") if path.is_file()):
            place = folder / path.relative_to(staging)
            place.parent.mkdir(exist_ok=True)
            path.replace(place)


@contextmanager
def _naming(folder: Path) -> Iterator[None]:
    """Say which disk is full: an error of writing names no file."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno is not None:
            raise OSError(error.errno, error.strerror, str(folder)) from error
        raise


def write_files(folder: Path, documents: Mapping[str, str]) -> list[Path]:
    """Write documents by name, all or none."""
    with staged(folder) as staging:
        for name, text in documents.items():
            (staging / name).write_bytes(text.encode("utf-8", "backslashreplace"))
    return [folder / name for name in documents]


def write_file(path: Path, text: str) -> None:
    """Write one document."""
    write_files(path.parent, {path.name: text})
