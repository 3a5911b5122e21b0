"""What was already checked or generated, kept so that a run that was stopped goes on there."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from agents.runs import digest

Kept = TypeVar("Kept", bound=BaseModel)


class ResultCache:
    """Results in a folder by all that they depend on; without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    async def get(
        self, kind: type[Kept], key: tuple[str, ...], make: Callable[[], Awaitable[Kept]]
    ) -> Kept:
        """Return what is kept under a key, or make it and keep it.

        A file that cannot be read, as one of another version, is made anew.
        """
        if self._folder is None:
            return await make()
        path = self._folder / f"{digest(kind.__name__, *key)}.json"
        if path.is_file():
            try:
                return kind.model_validate_json(path.read_bytes())
            except ValidationError:
                path.unlink()
        made = await make()
        self._write(path, made.model_dump_json())
        return made

    def _write(self, path: Path, text: str) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.touch(mode=0o600)
        part.write_text(text, encoding="utf-8", errors="surrogatepass")
        part.replace(path)
