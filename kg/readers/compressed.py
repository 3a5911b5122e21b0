"""Opens files as they are or compressed, and names the file in whatever is wrong with it."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from kg.errors import BadInputError

COMPRESSED = ".gz"


def plain_suffix(path: Path) -> str:
    """Return the ending of a file's name in lower case, without that of its compression."""
    name = path.name.lower().removesuffix(COMPRESSED)
    return Path(name).suffix


def plain_stem(path: Path) -> str:
    """Return the name of a file without its ending and that of its compression."""
    name = path.name[: -len(COMPRESSED)] if path.name.lower().endswith(COMPRESSED) else path.name
    return Path(name).stem


def raw_lines(path: Path) -> Iterator[bytes]:
    """Yield the lines of a file with their ends, streaming."""
    number = 0
    try:
        with _opened(path) as stream:
            for raw in stream:
                number += 1
                yield raw
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadInputError(
            f"{path} after line {number}: the compressed file is damaged or cut off ({error})"
        ) from error
    except OSError as error:
        raise BadInputError(f"{path}: cannot be read ({error.strerror})") from error


def _opened(path: Path) -> BinaryIO:
    try:
        if path.name.lower().endswith(COMPRESSED):
            return cast(BinaryIO, gzip.open(path, "rb"))
        return path.open("rb")
    except OSError as error:
        raise BadInputError(f"{path}: cannot be opened ({error.strerror})") from error
