"""Pages from templates: every value escaped, every inline block named by its hash."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined


@cache
def templates(package: str = "exports") -> Environment:
    """Return the templates of a package; values are escaped, and a missing one is an error."""
    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def joined(names: tuple[str, ...], package: str = "exports") -> str:
    """Join style sheets or scripts of a package into one block."""
    folder = files(package) / "templates"
    return "".join((folder / name).read_text("utf-8") for name in names)


def content_hash(text: str) -> str:
    """Hash an inline block as a content security policy names it."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def as_script(names: tuple[str, ...], package: str = "exports") -> str:
    """Join scripts into one that leaves no name behind."""
    return f'"use strict";\n(() => {{\n{joined(names, package)}}})();\n'
