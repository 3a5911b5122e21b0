"""Names of people and places that the words around them betray, as in `Dr. Okafor`."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from clinical.family import HOUSEHOLD, RELATIVES

_CAPITAL = r"[^\W\d_a-zß-öø-ÿ]"
_TITLE_WORD = rf"{_CAPITAL}[^\W\d_]*(?:['’-][^\W\d_]+)*"
_INITIAL = rf"{_CAPITAL}\."
_NAME = rf"{_TITLE_WORD}(?:[ \t]+(?:{_INITIAL}[ \t]+)?{_TITLE_WORD}){{0,3}}"
_ANY_WORD = r"[^\W\d_]+(?:['’.-][^\W\d_]+)*\.?"
_LISTED = rf"{_ANY_WORD}(?:,?[ \t]{_ANY_WORD}){{0,3}}"
_DEGREES = (
    r"(?:M\.?D|D\.?O|R\.?N|N\.?P|P\.?A(?:-C)?|Ph\.?D|MBBS|PharmD|LICSW|LCSW|MSW|APRN|CRNA|CNM|DPM"
    r"|DDS|RRT)\b"
)
_SENTENCE_STARTS = (
    "He|She|They|It|The|An?|As|At|In|On|Of|By|To|For|From|With|His|Her|Hers|Their|This|That|These"
    "|Those|There|After|Before|Patient|Patients|Pt|We|I|You|Was|Is|Were|Had|Has|Who|And|But|Or|Upon"
    "|Given|Since|While|During|When|If|No|Not|Per|Please|Follow|Plan|Blood|All|Also|Then|Once|Over"
    "|Labs?|Vitals?|However|Initially|Subsequently|Overnight|Today|Discharge|Admission|Hospital"
)
"""Words that begin the sentence after `Dr. X.` rather than go on with the name."""

TITLED = re.compile(
    r"\b(?:(?:Mr|Mrs|Ms|Miss|Mx|Drs?|Prof|Doctor|Professor|Rev|Rabbi|Sra?|Señora?|MRS|DR)\b\.?"
    r"|(?:MR|MS)\.)"
    rf"[ \t]+(?:{_INITIAL}[ \t]+(?!(?:{_SENTENCE_STARTS})\b)(?={_CAPITAL}))?(?P<name>{_NAME})"
    # What is dictated has no capitals.
    r"|\b(?:dr|mr|mrs|ms)\.[ \t]+(?P<dictated>[^\W\d_A-Z]{2,})"
)
"""A form of address with the name that follows it."""

OF_THE_PATIENT = re.compile(
    r"(?:^|(?<=[\n\t|,;])|(?<=[ ]{2})|(?<=[,;|][ ]))"
    r"(?:(?:(?:patient(?:['’]s)?|pt|last|first|full)[ \t]+)?name"
    r"|also known as|alias|a\.?k\.?a\.?)[ \t]*:[ \t]*"
    rf"(?P<name>{_LISTED})(?=[ \t]{{2}}|[ \t]*(?:$|[\n\t,;|(]|unit|mrn|dob|record|date))"
    r"|(?:^|(?<=\n))patient[ \t]*:[ \t]*"
    rf"(?P<whole>(?-i:{_TITLE_WORD},?[ \t]{_NAME}))(?=[ \t]{{2}}|\s*$|\n|\t)",
    re.IGNORECASE,
)
"""A labeled line of the head of a note."""

OF_STAFF_OR_KIN = re.compile(
    r"\b(?:attending|resident|intern|surgeon|assistant|physician|provider|pcp|primary care"
    r"|author|dictated by|signed by|electronically signed by|reviewed by|transcribed by"
    r"|referring(?: physician)?|consultant|emergency contact|next of kin|contact|spouse"
    r"|health ?care proxy|hcp|guardian|proxy)(?:[ \t]+(?:physician|md|provider|name))?"
    r"[ \t]*(?::|\bby\b|(?<=by))[ \t]*(?!(?:dr|mr|mrs|ms)\b)"
    rf"(?P<name>(?-i:{_NAME})(?:,[ \t](?-i:(?!{_DEGREES}){_TITLE_WORD}))?)",
    re.IGNORECASE,
)

DEGREED = re.compile(rf"(?P<name>{_NAME}),[ \t]*(?:{_DEGREES})")
"""A name before an academic degree."""

_KIN = "|".join(sorted((RELATIVES | HOUSEHOLD) - {"family", "maternal", "paternal", "twin"}))
OF_KIN = re.compile(
    rf"\b(?:{_KIN}|friend|neighbor|caregiver|proxy|guardian|named|called)"
    r"(?:,? (?:is|named|called))?[ \t]+"
    rf"(?P<name>{_CAPITAL}[^\W\d_]*[a-zß-öø-ÿ](?:[ \t]{_CAPITAL}[^\W\d_]*[a-zß-öø-ÿ])?)"
    r"(?!['’]s|[ \t](?:disease|syndrome))\b"
)
"""A lower-case word for a relative with the name that follows it; lists begin with a capital."""

_FACILITY = re.compile(
    rf"(?P<name>(?:St\.[ \t])?{_TITLE_WORD}"
    rf"(?:[ \t](?:(?:of|the|and|&)[ \t])?{_TITLE_WORD}){{0,3}})[ \t]"
    r"(?:Hospital|Hospitals|Medical Cent(?:er|re)|Health Cent(?:er|re)|Healthcare"
    r"|Nursing (?:Home|Facility|Cent(?:er|re))|Rehab(?:ilitation)?(?: Cent(?:er|re))?"
    r"|Hospice|Manor|Infirmary)\b"
)
_GENERAL = frozenset(
    "the a an our this that outside other another general community local university county city"
    " regional acute care long term day state memorial children's childrens psychiatric home"
    " rehabilitation rehab skilled nursing inpatient outpatient from to at in of and hospital"
    " transfer transferred discharged admitted course brief her his their since before after"
    " during prior per pulmonary cardiac physical stroke inpatient-hospital va".split()
)
"""Words before the word for a facility that name none."""


_NO_NAME = frozenset(
    "mr mrs ms miss mx dr drs md do rn np pa phd mbbs jr sr ii iii iv and or the of in at by to"
    " for unknown none".split()
)


class CuedName(NamedTuple):
    """A name with its span, and which of its words are sure to be name and nothing else."""

    start: int
    end: int
    sure: tuple[str, ...]
    possible: tuple[str, ...] = ()


def cued_names(text: str) -> Iterator[CuedName]:
    """Find the names of people that titles, labels, degrees and relatives point to."""
    for match in TITLED.finditer(text):
        group = match.lastgroup or "name"
        words = words_of_name(match[group])
        yield CuedName(*match.span(group), tuple(words[:1]), tuple(words[1:]))
    for match in OF_THE_PATIENT.finditer(text):
        group = match.lastgroup or "name"
        yield CuedName(*match.span(group), tuple(words_of_name(match[group])))
    for pattern in (OF_STAFF_OR_KIN, DEGREED, OF_KIN):
        for match in pattern.finditer(text):
            yield CuedName(*match.span("name"), (), tuple(words_of_name(match["name"])))


def named_facilities(text: str) -> Iterator[tuple[int, int]]:
    """Find the names of hospitals and homes; `outside hospital` names none."""
    for match in _FACILITY.finditer(text):
        words = list(re.finditer(r"\S+", match["name"]))
        named = [word for word in words if word[0].lower() not in _GENERAL]
        if named:
            yield match.start() + named[0].start(), match.end("name")


def words_of_name(name: str) -> list[str]:
    """Split a name into its words; initials, titles and degrees are left out."""
    words = re.split(r"[\s,.]+", name)
    return [word for word in words if len(word) > 1 and word.lower() not in _NO_NAME]
