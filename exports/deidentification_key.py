"""The secret that pseudonyms and moved dates hang on; it is made once and stays on the machine."""

import os
import secrets
from pathlib import Path

from kg.errors import BadInputError

KEY_BYTES = 32


def machine_key(path: Path) -> bytes:
    """Read the key, or make it; only its owner may read the file."""
    if not path.exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write_once(path, secrets.token_bytes(KEY_BYTES))
    key = path.read_bytes()
    if len(key) < KEY_BYTES:
        msg = f"{path}: holds {len(key)} bytes where a key has {KEY_BYTES}; delete it or restore it"
        raise BadInputError(msg)
    return key


def _write_once(path: Path, key: bytes) -> None:
    """Let the first of several processes decide; the file appears whole."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(key)
    try:
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()
