"""The sex and the ages that a list of criteria admits, and those that a sentence speaks of."""

import re
from typing import Literal, NamedTuple

from clinical.criteria import Criterion

Sex = Literal["female", "male"]

FEMALE = re.compile(r"\b(?:females?|wom[ae]n)\b", re.IGNORECASE)
MALE = re.compile(r"\b(?:males?|m[ae]n)\b", re.IGNORECASE)
ADMITTING = re.compile(
    r"^(?:adult\s+|post-?menopausal\s+|healthy\s+|(?:gender|sex):?\s*"
    r"|(?:the\s+|all\s+)?(?:patients?|subjects?|participants?)\s+(?:must\s+be|are)\s+)*"
    r"(?:females?|wom[ae]n)\b(?!['’]|\s+(?:of child|who are (?:pregnant|breast|nursing|lactating)"
    r"|with)|\s*partner)",
    re.IGNORECASE,
)
"""A criterion that begins with women: they are whom it is about."""

_AGE = r"(?P<age>\d{1,2})"
YOUNGEST = re.compile(
    r"\b(?:aged?|older than|over(?: the age of)?|above|at least|minimum(?: age)?(?: of)?|>=?|≥)"
    rf"[\s:=>≥]*(?:of\s+|the age of\s+|at least\s+|greater than (?:or equal to\s+)?|over\s+)*{_AGE}"
    r"(?=\s*(?:years?|yrs?|y/?o|or older|and older|to|-|–|and over|;|,|\.|$))"
    rf"|(?P<from>\d{{1,2}})\s*years?(?:\s+of\s+age)?\s+(?:or|and)\s+(?:older|over|above)",
    re.IGNORECASE,
)
OLDEST = re.compile(
    r"\b(?:age|aged|ages|years)\b[^.;]{0,20}?\d{1,2}\s*(?:to|-|–|and)\s*(?P<to>\d{2})\b"
    r"|\b(?:younger than|under(?: the age of)?|less than|up to|maximum age(?: of)?)\s*"
    r"(?P<under>\d{2})\s*years",
    re.IGNORECASE,
)
ABOUT_AGE = re.compile(r"\bag(?:e|ed|es)\b|\byears?\s+(?:old|or older|of age)\b", re.IGNORECASE)
PERSON_AGE = re.compile(
    r"\b(?P<years>\d{1,3})[\s-]*years?[\s-]*(?:old|of age)\b|\bof (?P<other>\d{1,3}) years\b",
    re.IGNORECASE,
)
ANY_AGE = re.compile(r"\b(?:any|all) ages?\b|\bregardless of age\b", re.IGNORECASE)


class Limits(NamedTuple):
    """Whom a list of criteria admits; None where it sets no limit."""

    sex: Sex | None
    youngest: int | None
    oldest: int | None
    shown: str
    """The criterion that sets the limit."""


def limits_of(criteria: tuple[Criterion, ...]) -> Limits:
    """Read the limits that required criteria set."""
    required = [criterion for criterion in criteria if criterion.standing == "required"]
    both = any(MALE.search(criterion.text) for criterion in criteria)
    women = next((c.text for c in required if ADMITTING.match(c.text)), "")
    aged = [c for c in required if ABOUT_AGE.search(c.text)]
    first = next(((m, c.text) for c in aged if (m := YOUNGEST.search(c.text))), None)
    last = next(((m, c.text) for c in aged if (m := OLDEST.search(c.text))), None)
    return Limits(
        "female" if women and not both else None,
        int(first[0]["age"] or first[0]["from"]) if first else None,
        int(last[0]["to"] or last[0]["under"]) if last else None,
        women or (first or last or (None, ""))[1],
    )


def people_in(text: str) -> tuple[frozenset[Sex], tuple[int, ...]]:
    """The sexes and ages of the people that a text describes."""
    sexes: set[Sex] = set()
    if FEMALE.search(text):
        sexes.add("female")
    if MALE.search(text):
        sexes.add("male")
    ages = tuple(int(m["years"] or m["other"]) for m in PERSON_AGE.finditer(text))
    return frozenset(sexes), ages
