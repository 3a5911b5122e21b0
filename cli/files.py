"""Write files so that a reader never sees half of one."""

import os
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory


def write_files(folder: Path, documents: Mapping[str, str | bytes]) -> list[Path]:
    """Write all documents beside their places first, then move them there one by one."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".curaview-", dir=folder) as staging:
        for name, content in documents.items():
            (Path(staging) / name).write_bytes(_encoded(content))
        for name in documents:
            os.replace(Path(staging) / name, folder / name)
    return [folder / name for name in documents]


def write_file(path: Path, content: str | bytes) -> None:
    """Write one file whole."""
    write_files(path.parent, {path.name: content})


def _encoded(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.encode("utf-8", "backslashreplace")
