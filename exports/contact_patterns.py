"""Numbers, addresses and accounts that identify a person by their form or by their label."""

import re
from collections.abc import Iterator
from typing import NamedTuple


class Contact(NamedTuple):
    """A span that identifies someone; `number` where two mentions should stay recognizable."""

    start: int
    end: int
    number: str | None


_LABELED_NUMBER = re.compile(
    r"\b(?:(?:MRN|medical[ \t]+record|SSN|social[ \t]+security|DEA|NPI|CSN|VIN|passport"
    r"|patient[ \t]+id|member[ \t]+id|subscriber(?:[ \t]+id)?|accession|licen[sc]e)"
    r"(?:[ \t]+(?:number|no|num|id))?\b[ \t]*[#:.=]{0,2}"
    r"|(?:unit|record|chart|account|acct|policy|insurance|medicare|medicaid|health[ \t]+plan|HAR"
    r"|encounter|visit|FIN|case|serial|vehicle|device)"
    r"[ \t]*(?:(?:number|no|num|id)\b[ \t]*[#:.=]{0,2}|[#:]))"
    r"[ \t]*(?:is[ \t]+)?#?[ \t]*"
    r"(?P<number>(?=[\w-]*\d[\w-]*\d[\w-]*\d)[A-Za-z]{0,4}[\d-][\w-]*\w)",
    re.IGNORECASE,
)
"""A label with its number, of three digits at least."""

_SOCIAL_SECURITY = re.compile(r"(?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_ADDRESS_OF_PAGE = re.compile(r"\b(?:https?|ftp)://\S+|\bwww\.\S+", re.IGNORECASE)
_NETWORK_ADDRESS = re.compile(
    r"(?<![\w.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.])"
)
_PHONE = re.compile(
    r"(?<![\w./-])(?:\+?1[-. ]?)?(?:\(\d{3}\)[-. ]?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\w-])"
    r"(?:[ \t]*(?:x|ext\.?)[ \t]*\d{1,5})?"
    r"|(?<![\w./-])\(\d{3}\)[ \t]?\d{7}(?!\w)"
    r"|(?<!\w)\+\d{1,3}(?:[-. ]?\(?\d{1,4}\)?){2,5}(?!\w)"
    r"|(?<![\w./-])[2-9]\d{2}[2-9]\d{6}(?![\w/]|\.\d)"
)
_LABELED_PHONE = re.compile(
    r"\b(?:phone|telephone|tel|cell|mobile|pager|beeper|fax|call(?:ed)?|reached?(?: at)?|contact)\b"
    r"[^\d\n]{0,20}(?P<number>\d{3}[-. ]\d{4}|\d{5,}|\d-\d{4})(?![\w/]|\.\d)"
    r"(?![ \t]*(?:mg|mL|units?|mcg|hours|days)\b)",
    re.IGNORECASE,
)
_STREET = re.compile(
    r"(?<![\w/.-])\d{1,6}[A-Z]?[ \t]+(?:[NSEW]\.?[ \t]+)?(?:[A-Z][\w'’]*[ \t]+){1,4}"
    r"(?:Street|St|Avenue|Ave|Road|Rd|Drive|Dr|Lane|Ln|Boulevard|Blvd|Court|Ct|Place|Pl|Way"
    r"|Terrace|Circle|Highway|Hwy|Parkway|Pkwy|Square|Sq)\b(?!-)\.?"
    r"(?:,?[ \t]+(?:Apt|Apartment|Unit|Suite|Ste|#)\.?[ \t]*#?\w+)?"
    r"(?:,[ \t]*[A-Z][\w'’]*(?:[ \t][A-Z][\w'’]*)*)?"
    r"(?:,?[ \t]+[A-Z]{2}\b)?(?:,?[ \t]+\d{5}(?:-\d{4})?\b)?"
)
_POST_BOX = re.compile(r"\bP\.?[ \t]?O\.?[ \t]+Box[ \t]+\d+", re.IGNORECASE)
_POSTAL_CODE = re.compile(
    r"\b(?:zip(?:[ \t]+code)?[ \t:]*|(?-i:[A-Z]{2})[ \t]+)\d{5}-\d{4}\b"
    r"|\b(?:zip|postal)(?:[ \t]+code)?[ \t:]*\d{5}\b",
    re.IGNORECASE,
)
_THREE_DIGITS = re.compile(r"\d\D*\d\D*\d")
_PLACE = re.compile(r"\d[A-Z]?[ \t]+[A-Z]|\d{5}-\d{4}|\bbox\b|\bzip\b|\bpostal\b", re.IGNORECASE)
_AROUND = re.compile(r"@|://|www\.|\d\.\d+\.\d", re.IGNORECASE)

_BY_SHAPE = (
    (_THREE_DIGITS, (_SOCIAL_SECURITY, _PHONE)),
    (_PLACE, (_STREET, _POST_BOX, _POSTAL_CODE)),
    (_AROUND, (_EMAIL, _ADDRESS_OF_PAGE, _NETWORK_ADDRESS)),
)
"""Patterns behind a quicker one, without which none of them can match."""


def contacts(text: str) -> Iterator[Contact]:
    """Find the numbers of records and accounts, telephones and addresses of every kind."""
    if _THREE_DIGITS.search(text):
        for match in _LABELED_NUMBER.finditer(text):
            yield Contact(*match.span("number"), match["number"])
        for match in _LABELED_PHONE.finditer(text):
            yield Contact(*match.span("number"), None)
    for gate, patterns in _BY_SHAPE:
        if gate.search(text):
            for pattern in patterns:
                for match in pattern.finditer(text):
                    yield Contact(*match.span(), None)
