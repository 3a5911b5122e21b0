"""Settings of several values in one text, such as `time_error=3,value_error=1`.

A setting is a scalar so that Studio can show it and a command line can give it.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

Name = TypeVar("Name", bound=str)

MOST_WEIGHT = 99


def read_named_values(setting: str, text: str, names: Iterable[str]) -> dict[str, str]:
    """Read `name=value` pairs parted by commas; only the given names may stand there, once each.

    `setting` is what an error names.
    """
    known = tuple(names)
    found: dict[str, str] = {}
    for pair in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or not value:
            raise ValueError(f"{setting}: {pair!r} is not written as name=value")
        if name not in known:
            raise ValueError(f"{setting}: unknown {name!r}; choose of {', '.join(known)}")
        if name in found:
            raise ValueError(f"{setting}: {name!r} stands twice")
        found[name] = value
    return {name: found[name] for name in known if name in found}


def read_weights(setting: str, text: str, names: Iterable[str]) -> dict[str, int]:
    """Read whole weights from 1 on; a name that is not given has none."""
    read = read_named_values(setting, text, names)
    for name, value in read.items():
        if not (value.isascii() and value.isdigit() and 0 < int(value[:4]) <= MOST_WEIGHT):
            fault = f"{value!r} is no whole number from 1 to {MOST_WEIGHT}"
            raise ValueError(f"{setting}: {name}: {fault}")
    return {name: int(value) for name, value in read.items()}


def named_values(values: Mapping[Name, str | int]) -> str:
    """Write pairs in the form in which they are read."""
    return ",".join(f"{name}={value}" for name, value in values.items())
