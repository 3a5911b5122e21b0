"""Sentences that ask a chart to be sorted, counted or compared: `the last sodium was 131`.

A sentence is read only where all of it is understood: what kind of entries it speaks of, which
one it picks, within which stay or dates, and what it says of them. Whatever else stands in it is
taken for the name of the thing, and a name that no entry carries leaves the sentence to other
rules.
"""

import re
from typing import Literal

from pydantic import BaseModel

from clinical.chart_phrases import (
    AT,
    PICKS,
    Pick,
    Subject,
    bare_name,
    names_of,
    read_pick,
    read_subject,
)
from clinical.chart_scopes import ChartScope, moment_of, read_scope
from clinical.facts import Anchors, TimeSpan
from clinical.time_amounts import number

Predicate = Literal["value", "compared", "moment", "count", "length", "exists", "dose", "name"]
"""What it says of them."""


class ChartClaim(BaseModel, frozen=True):
    """What a sentence says of the entries of a chart."""

    subject: Subject
    predicate: Predicate
    names: tuple[str, ...] = ()
    """Names of the test, drug, diagnosis, ...; one of several is enough; none means any."""

    route: str = ""
    pick: Pick | None = None
    other: Pick | None = None
    """What the picked value is compared with, unless it is a number."""

    greater: bool = False
    number: float | None = None
    unit: str = ""
    moment: TimeSpan | None = None
    answer: str = ""
    """The drug, organism or kind of admission that the sentence names as the answer."""

    scope: ChartScope = ChartScope()


_NUMBER = r"(?P<number>-?\d+(?:,\d{3})*(?:\.\d+)?)"
_PATIENT = re.compile(
    r"\b(?:of|in|for|by)\s+(?:the\s+)?patient\b(?:\s+(?:id\s*|no\.?\s*)?[#]?\d+)?(?:'s)?"
    r"|\b(?:the\s+)?patient\b(?:\s+(?:id\s*|no\.?\s*)?[#]?\d+)?(?:'s)?"
    r"|^(?:he|she|they)\b|\bthat (?:he|she|they)\b|\b(?:his|her|their)\b",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"\s*\b(?:(?:was|is|were|had been|measured)\s+)*(?P<ever>at some (?:time|point)|ever|once)?\s*"
    r"(?:(?P<more>(?:greater|higher|larger|more) than|above|over|exceeded)"
    r"|(?P<less>(?:less|lower|smaller) than|below|under))\s+",
    re.IGNORECASE,
)
_VALUE = re.compile(
    rf"^(?P<subject>.+?)\s+(?:was|is|were|of|measured|reached)\s+{_NUMBER}\s*"
    r"(?P<unit>[A-Za-z%°/]{1,12})?$",
    re.IGNORECASE,
)
_LENGTH = re.compile(
    rf"^(?P<subject>.+?)\s+(?:lasted|was|took)\s+(?:for\s+)?{_NUMBER}\s+"
    r"(?P<unit>hours?|days?|weeks?)(?:\s+long)?$",
    re.IGNORECASE,
)
_HOSPITAL = r"(?:the |our |this )?hospital"
_STAYED = re.compile(
    r"^(?:(?:total |overall )?(?:(?:hospital |inpatient )?length of (?:hospital |inpatient )?stay"
    r"|LOS|(?:hospital |inpatient )?stay(?: in " + _HOSPITAL + r")?|hospital course"
    r"|hospitali[sz]ation)\s*(?:was|is|lasted|of|:)"
    r"|(?:was|were|had been) (?:hospitali[sz]ed|(?:an )?inpatient|in " + _HOSPITAL + r")"
    r"|(?:stayed|remained) (?:in|at|inpatient in) " + _HOSPITAL + r"|hospitali[sz]ed|spent)\s+"
    r"(?:(?:for|a total of)\s+)*(?P<number>\d{1,3}(?:\.\d+)?|[a-z]+(?:-[a-z]+)?)\s+"
    r"(?P<unit>days?|weeks?)(?:\s+long|\s+in (?:total|" + _HOSPITAL + r"))?$",
    re.IGNORECASE,
)
"""The length of a stay in words of its own; a part of it (`after surgery`) is another length."""

_COUNT = re.compile(
    r"\b(?P<count>\d{1,3}|no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
    r"\s+(?:(?:different|distinct|separate)\s+)?"
    r"(?P<thing>(?:hospital|icu|intensive care|inpatient)?\s*"
    r"(?:visit|stay|admission|hospitali[sz]ation)|drug|medication|procedure|operation|diagnos[ei]s)"
    r"(?:s\b|\(s\))?",
    re.IGNORECASE,
)
_ANSWERED = re.compile(
    r"^(?P<subject>.+)\s+(?:was|were|is|grew|showed)\s+(?:of (?:the )?type\s+)?(?P<answer>.+)$",
    re.I,
)
_TOLD = re.compile(
    r"\b(?:gr[eo]w(?:s|ing)?|show(?:s|ed|ing)?|reveal(?:s|ed)?|yield(?:s|ed)?|remain(?:s|ed)?"
    r"|(?:came|come) back|positive|negative|pending|sterile|no growth|identified|sensitive"
    r"|resistant|susceptible|contaminat\w+)\b",
    re.IGNORECASE,
)
"""Words that tell what a culture held: what is left beside them is no mere name of one."""

NEVER_ASKED = frozenset({"discharge", "icu_stay", "hospital_stay"})
"""That there was a stay, or an end of it, is no question to the tables."""

_LONGEST = 40
"""Words. A longer sentence tells a story."""


def read_chart_claim(text: str, anchors: Anchors) -> ChartClaim | None:
    """Read a sentence that asks a chart to be sorted, counted or compared, or return None."""
    if len(text.split()) > _LONGEST:
        return None
    now = anchors.drawn or anchors.written or anchors.discharged
    plain = " ".join(_PATIENT.sub(" ", text.strip().removesuffix(".")).split())
    plain, scope = read_scope(plain, now)
    for read in (_compared, _length, _stayed, _count, _moment, _value, _answer, _exists):
        found = read(plain)
        if found is not None:
            return found.model_copy(update={"scope": scope})
    return None


def _compared(text: str) -> ChartClaim | None:
    """`the last sodium was lower than the first`; `the pulse was at some time above 120`."""
    found = _COMPARED.search(text)
    if found is None:
        return None
    left, right = text[: found.start()], text[found.end() :]
    pick, subject = read_pick(left)
    number_after = re.fullmatch(rf"{_NUMBER}\s*(?P<unit>[A-Za-z%°/]{{1,12}})?", right)
    other, rest = read_pick(right)
    if number_after is None and (pick is None or other is None or bare_name(rest)):
        return None
    if number_after is not None and pick is None and not found["ever"]:
        return None
    name = bare_name(subject)
    if not name:
        return None
    return ChartClaim(
        subject="measurement",
        predicate="compared",
        names=(name,),
        pick=pick,
        other=None if number_after else other,
        number=_float(number_after["number"]) if number_after else None,
        unit=(number_after["unit"] or "") if number_after else "",
        greater=found["more"] is not None,
    )


def _length(text: str) -> ChartClaim | None:
    """`the first ICU stay lasted 3 days`."""
    found = _LENGTH.match(text)
    if found is None:
        return None
    pick, rest = read_pick(found["subject"])
    subject, name, _ = read_subject(rest)
    if subject not in ("icu_stay", "hospital_stay", "admission") or name:
        return None
    ward: Subject = "icu_stay" if subject == "icu_stay" else "hospital_stay"
    days = {"h": 1 / 24, "d": 1.0, "w": 7.0}[found["unit"][0].lower()]
    value = _float(found["number"]) * days
    unit = found["number"].partition(".")[2]
    return ChartClaim(
        subject=ward,
        predicate="length",
        pick=pick,
        number=value,
        unit="rounded" if not unit else "",
    )


def _stayed(text: str) -> ChartClaim | None:
    """`the stay lasted five days`; `was in the hospital for a week`."""
    found = _STAYED.match(text)
    counted = number(found["number"]) if found is not None else None
    if found is None or counted is None:
        return None
    days = counted * (7.0 if found["unit"][0] in "wW" else 1.0)
    unit = "" if "." in found["number"] else "rounded"
    return ChartClaim(subject="hospital_stay", predicate="length", number=days, unit=unit)


def _count(text: str) -> ChartClaim | None:
    """`had 2 ICU stays`; `was prescribed 12 different drugs`."""
    found = _COUNT.search(text)
    if found is None:
        return None
    around = f"{text[: found.start()]} {text[found.end() :]}"
    around = re.sub(r"\b(?:prescribed|underwent|diagnosed)\b", " ", around, flags=re.I)
    if bare_name(around):
        return None
    thing = found["thing"].lower()
    subject: Subject = "hospital_stay"
    if thing.startswith(("icu", "intensive")):
        subject = "icu_stay"
    elif thing.startswith(("drug", "medication")):
        subject = "medication"
    elif thing.startswith(("procedure", "operation")):
        subject = "procedure"
    elif thing.startswith("diagnos"):
        subject = "diagnosis"
    counted = 0.0 if found["count"].lower() == "no" else number(found["count"])
    return ChartClaim(subject=subject, predicate="count", number=counted)


def _moment(text: str) -> ChartClaim | None:
    """`the first culture was at 2187-05-04 10:00`."""
    found = list(AT.finditer(text))
    if len(found) != 1 or found[0].end() != len(text):
        return None
    pick, rest = read_pick(text[: found[0].start()])
    subject, name, route = read_subject(rest)
    if pick is None or pick.statistic or subject is None:
        return None
    return ChartClaim(
        subject=subject,
        predicate="moment",
        names=names_of(subject, name),
        route=route,
        pick=pick,
        moment=moment_of(found[0][1]),
    )


def _value(text: str) -> ChartClaim | None:
    """`the last potassium was 3.1`; `the dose of metoprolol last prescribed was 25`."""
    found = _VALUE.match(text)
    if found is None:
        return None
    pick, rest = read_pick(found["subject"])
    if pick is None:
        return None
    dosed = re.match(r"\s*(?:the )?dose of\s+(?P<drug>.+)", rest, re.IGNORECASE)
    if dosed:
        subject, name, _ = read_subject(dosed["drug"])
        is_dose = subject == "medication" and pick.order != 0
        predicate: Predicate = "dose"
    else:
        subject, name, _ = read_subject(rest)
        is_dose, predicate = subject in (None, "laboratory"), "value"
    if not is_dose or not name:
        return None
    return ChartClaim(
        subject="medication" if dosed else "measurement",
        predicate=predicate,
        names=(name,),
        pick=pick,
        number=_float(found["number"]),
        unit=found["unit"] or "",
    )


def _answer(text: str) -> ChartClaim | None:
    """`the drug last prescribed was X`; `the organism of the first culture was X`."""
    found = _ANSWERED.match(text)
    if found is None:
        return None
    pick, rest = read_pick(found["subject"])
    subject, name, _ = read_subject(re.sub(r"\borganism\b", " ", rest, flags=re.IGNORECASE))
    if pick is None or pick.order == 0:
        return None
    if subject == "medication" and re.search(r"\bdrug|medication\b", rest, re.I) and not name:
        return ChartClaim(
            subject=subject, predicate="name", pick=pick, answer=found["answer"].strip()
        )
    organism = re.search(r"\borganism\b", rest, re.IGNORECASE)
    if subject == "microbiology" and organism:
        asked = found["answer"].strip()
        rest_of_answer = re.match(r"found in\b(?P<where>.+)", asked, re.IGNORECASE)
        return None if rest_of_answer else _organism(name, pick, asked)
    if subject == "admission" and re.search(r"\bof (?:the )?type\b", text, re.I) and not name:
        return ChartClaim(
            subject=subject, predicate="name", pick=pick, answer=found["answer"].strip()
        )
    return None


def _organism(name: str, pick: Pick, answer: str) -> ChartClaim:
    return ChartClaim(
        subject="microbiology", predicate="name", names=(name,), pick=pick, answer=answer
    )


def _exists(text: str) -> ChartClaim | None:
    """`was prescribed X or Y`; `had a sputum culture`; `an organism was found in the first one`."""
    grown = re.match(r"^an organism (?:was|were) (?:found|grown) in\b(?P<rest>.+)", text, re.I)
    if grown:
        pick, rest = read_pick(grown["rest"])
        subject, name, _ = read_subject(rest)
        if subject != "microbiology" or pick is None:
            return None
        return _organism(name, pick, "")
    subject, name, route = read_subject(text)
    if PICKS.search(text) or subject is None or subject in NEVER_ASKED:
        return None
    if subject in ("admission", "emergency") and name:
        return None
    if subject == "microbiology" and _TOLD.search(name):
        return None
    return ChartClaim(
        subject=subject, predicate="exists", names=names_of(subject, name), route=route
    )


def _float(text: str) -> float:
    return float(text.replace(",", ""))
