"""The words CuraView says to models, one Markdown file per agent."""

from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from string import Template


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
        if values.keys() != self.variables:
            expected, given = sorted(self.variables), sorted(values)
            raise ValueError(f"prompt {self.name!r} takes {expected}, got {given}")
        return Template(self.text).substitute(values)


def load(name: str) -> Prompt:
    """Read `prompts/<name>.md`."""
    return Prompt(name, files(__name__).joinpath(f"{name}.md").read_text("utf-8"))
