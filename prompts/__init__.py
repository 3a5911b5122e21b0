"""The words CuraView says to models, one Markdown file per agent.

Above the line `---` of a file stands what a model is told in every case, below it the case, so
that servers can reuse the first part.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from string import Template

LINE = "\n---\n"


@dataclass(frozen=True)
class Words:
    """A prompt with its names filled in, for the two messages of a call."""

    system: str
    user: str


@dataclass(frozen=True)
class Prompt:
    """One prompt file; its version is a hash of its text, so a trace names the exact wording."""

    name: str
    text: str

    @property
    def version(self) -> str:
        """Short hash of the text."""
        return sha256(self.text.encode()).hexdigest()[:12]

    @property
    def variables(self) -> frozenset[str]:
        """Names that the text expects."""
        return frozenset(Template(self.text).get_identifiers())

    def render(self, **values: str) -> str:
        """Fill in every `$variable`; a missing or unknown name is a `ValueError`."""
        self._check(values)
        return Template(self.text).substitute(values)

    def words(self, **values: str) -> Words:
        """Fill in both parts in one pass: a line or a `$name` inside a value stays what it is."""
        self._check(values)
        system, _, user = self.text.partition(LINE)
        return Words(
            Template(system).substitute(values).strip(), Template(user).substitute(values).strip()
        )

    def _check(self, values: Mapping[str, str]) -> None:
        if values.keys() != self.variables:
            expected, given = sorted(self.variables), sorted(values)
            raise ValueError(f"prompt {self.name!r} takes {expected}, got {given}")


def load(name: str) -> Prompt:
    """Read `prompts/<name>.md`."""
    return Prompt(name, files(__name__).joinpath(f"{name}.md").read_text("utf-8"))
