"""What a coded diagnosis says in everyday words: official titles and codes of ICD-9 and ICD-10-CM.

`Atherosclerotic heart disease of native coronary artery without angina pectoris` is what a summary
calls coronary artery disease. The code decides where the table knows it, then the title; else the
title itself is read, less what it says of its own place in the classification.
"""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from clinical.facts import Anchors, Fact
from clinical.labels import Assertion
from clinical.lexicon_rows import rows_of
from clinical.reading import ReadingContext, facts_of, find_mentions
from clinical.vocabulary import lexicon
from clinical.words import phrase

System = Literal["9", "10"]

_SHORTEST_CODE = 2
_CODE_MARK = "="
_OTHER_CONDITIONS = re.compile(
    r"[,(]?\s*\b(?:without(?: mention of)?|not elsewhere classified|not otherwise specified"
    r"|excluding|unspecified as to|not specified as|in diseases classified elsewhere"
    r"|as the cause of diseases classified elsewhere)\b.*"
    r"|,?\s*\b(?:initial|subsequent) encounter\b.*|,\s*(?:nos|sequela)$",
    re.IGNORECASE,
)
_LEADING = re.compile(
    r"^(?:(?:other(?: and unspecified)?|unspecified|specified|certain)\s+)+", re.I
)
_UNSPECIFIED = re.compile(r",?\s*\b(?:unspecified|uncomplicated)\b(?: type| site| organism)?", re.I)
_BRACKETS = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\])")
_USE = re.compile(
    r"^(?:encounter for |other )?long[- ]term \(current\)\s+(?:drug )?(?:use|therapy)(?: of)?\s+",
    re.IGNORECASE,
)
_ASSERTIONS: dict[str, Assertion] = {
    "history": "historical",
    "past": "historical",
    "family": "family",
}
_TABLE_OF_CODES = re.compile(r"[A-TV-Z]\d[0-9A-Z](?:\.?[0-9A-Z]{1,4})?|\d{3}(?:\.?\d{1,2})?")
_NINTH_EXTERNAL = ("V", "E8", "E9")
"""Codes of the ninth edition that begin with a letter."""


class EverydayName(NamedTuple):
    """One everyday name, and the assertion that the code gives it."""

    name: str
    assertion: Assertion


class _Tables(NamedTuple):
    codes: dict[tuple[str, str], str]
    """Names by edition and code, without a point."""

    titles: tuple[tuple[re.Pattern[str], str], ...]
    """Names by the form of a title, the most special first."""


@lru_cache(maxsize=1)
def _tables() -> _Tables:
    codes: dict[tuple[str, str], str] = {}
    titles: list[tuple[re.Pattern[str], str]] = []
    for system, keys, names in rows_of("diagnosis_codes.tsv"):
        if system == "title":
            titles += [(_pattern(key), names) for key in keys.split("|")]
        else:
            codes.update(((system, code), names) for code in keys.split())
    return _Tables(codes, tuple(titles))


def _pattern(key: str) -> re.Pattern[str]:
    return re.compile(re.escape(key).replace(r"\*", ".*"), re.IGNORECASE)


@lru_cache(maxsize=1)
def _codes_by_title() -> dict[str, str]:
    """The codes of ICD-10-CM by the words of their titles."""
    return {
        phrase(label): identity.partition(":")[2].replace(".", "")
        for identity, label in lexicon().labels.items()
        if identity.startswith("ICD10CM:")
    }


def edition_of(code: str) -> System:
    """Tell the edition of a code by its form."""
    ninth = code[:1].isdigit() or code.upper().startswith(_NINTH_EXTERNAL)
    return "9" if ninth else "10"


def looks_like_code(text: str) -> bool:
    """Say whether a cell can be a code of ICD-9-CM or ICD-10-CM."""
    return _TABLE_OF_CODES.fullmatch(text.strip()) is not None


def everyday_names(code: str, edition: str, title: str) -> tuple[EverydayName, ...]:
    """Return what clinicians call a coded diagnosis; empty where the table does not know it."""
    bare = code.replace(".", "").strip().upper()
    names = _names_of_code(bare, edition or edition_of(bare)) if bare else ""
    names = names or _names_of_title(title)
    return tuple(_everyday(name) for name in names.split("|") if name)


def _names_of_code(code: str, edition: str) -> str:
    known = _tables().codes
    for length in range(len(code), _SHORTEST_CODE, -1):
        names = known.get((edition, code[:length]))
        if names is not None:
            return names
    return ""


@lru_cache(maxsize=16384)
def _names_of_title(title: str) -> str:
    plain = " ".join(title.split())
    for pattern, names in _tables().titles:
        if pattern.fullmatch(plain) or pattern.match(_LEADING.sub("", plain)):
            return names
    code = _codes_by_title().get(phrase(plain))
    return _names_of_code(code, "10") if code else ""


def _everyday(name: str) -> EverydayName:
    said, _, rest = name.partition(":")
    return EverydayName(rest, _ASSERTIONS[said]) if rest else EverydayName(name, "present")


class _Procedures(NamedTuple):
    codes: dict[str, str]
    """Names by the beginning of a code of ICD-9-CM or ICD-10-PCS."""

    titles: tuple[tuple[re.Pattern[str], str], ...]


@lru_cache(maxsize=1)
def _procedures() -> _Procedures:
    codes: dict[str, str] = {}
    titles: list[tuple[re.Pattern[str], str]] = []
    for keys, names in rows_of("procedure_titles.tsv"):
        for key in keys.split("|"):
            if key.startswith(_CODE_MARK):
                codes[key.removeprefix(_CODE_MARK)] = names
            else:
                titles.append((_pattern(key), names))
    return _Procedures(codes, tuple(titles))


@lru_cache(maxsize=16384)
def everyday_procedures(title: str, code: str = "") -> tuple[str, ...]:
    """Return what clinicians call a procedure, by code before title; empty where unknown."""
    bare, known = code.replace(".", "").strip().upper(), _procedures()
    for length in range(len(bare), _SHORTEST_CODE, -1):
        if bare[:length] in known.codes:
            return tuple(known.codes[bare[:length]].split("|"))
    plain = " ".join(title.split())
    for pattern, names in known.titles:
        if pattern.match(plain):
            return tuple(names.split("|"))
    return ()


def plain_title(title: str) -> str:
    """Write a title without its brackets and what it says of other conditions or of its place."""
    plain = _OTHER_CONDITIONS.sub("", _BRACKETS.sub("", title))
    plain = _LEADING.sub("", _UNSPECIFIED.sub("", plain).strip(" ,-"))
    return " ".join(plain.split()) or title


def drug_of_long_use(title: str) -> str:
    """Return the drug of `Long term (current) use of insulin`, or an empty string."""
    found = _USE.match(title)
    return title[found.end() :].strip() if found else ""


@lru_cache(maxsize=16384)
def facts_in_words(text: str) -> tuple[Fact, ...]:
    """Read a few words as a line of a note would be read."""
    anchors = Anchors()
    mentions = find_mentions(text, anchors)
    return tuple(facts_of(text, mentions, ReadingContext(document="title", anchors=anchors)))
