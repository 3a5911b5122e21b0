"""What a text says of tobacco, alcohol and drugs: used now, given up, or never used."""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

Substance = Literal["tobacco", "alcohol", "drugs"]
UseStatus = Literal["current", "former", "never", "none"]
"""`none` is not used now, which leaves open whether it ever was."""

PERSON = r"(?:heavy|light|social|occasional|daily|chronic|pipe|cigarette|cigar|IV|active|binge)"
NAMES: dict[Substance, str] = {
    "tobacco": r"(?:smok(?:er|ing)|tobacco|cigarettes?|nicotine|vap(?:er|ing))",
    "alcohol": r"(?:alcohol|etoh|drink(?:er|ing)|alcohol (?:use|intake|misuse|abuse))",
    "drugs": r"(?:(?:(?:injection|intravenous|iv|illicit|recreational|street|injected) )?drugs?"
    r"(?: use(?:r)?)?|ivdu|idu|pwid|heroin|cocaine|methamphetamine)",
}
VERBS: dict[Substance, tuple[str, str]] = {
    "tobacco": (r"smok(?:e|es|ing)|vap(?:e|es|ing)", r"smoked"),
    "alcohol": (r"drink(?:s|ing)?", r"drank"),
    "drugs": (r"inject(?:s|ing)?", r"injected"),
}
VERBS_NOW: dict[Substance, str] = {
    "tobacco": "smokes|smoking|vapes",
    "alcohol": "drinks|drinking",
    "drugs": "injects|injecting",
}
GOING_ON = "(?:current|active|ongoing|continued|persistent|daily)(?:ly)?"
STILL = "(?:still|continues to|continued to|actively)"
NOT_DENIED = r"(?<!not )(?<!n't )(?<!never )(?<!to )"
AMOUNT = (
    r"(?:about |up to |roughly |around )?(?:\d|half|one|two|three|four|five|six|daily|heavily"
    r"|socially|occasionally|every|a (?:pack|pint|bottle|glass|fifth))"
)
LONG_AGO = (
    r"(?:(?:about|over|more than|almost|nearly|the past|the last) )?(?:\d+|a|one|two|three|four"
    r"|five|six|seven|eight|nine|ten|many|several|some) (?:year|month|decade|yr|mo)s?"
)
QUIT = (
    r"(?:quit|stopped|gave up|given up|ceased|abstinent|sober|none|until)\b(?: (?:smoking|drinking"
    r"|alcohol|tobacco|cigarettes|drugs|use))?"
    rf"(?:,? (?:in|since|around|for|after|by)? ?(?:\d{{4}}-\d\d|\d{{4}}|{LONG_AGO}))"
)
OTHER_WORDS: list[tuple[Substance, UseStatus, str]] = [
    ("tobacco", "never", r"(?:non-?|never[- ])smoker"),
    ("tobacco", "former", rf"pack[- ]?years?[^.;]*?\b{QUIT}"),
    ("tobacco", "former", r"(?:personal )?history of (?:nicotine dependence|tobacco use)[^.;]*"),
    ("tobacco", "former", r"(?:nicotine dependence|tobacco use disorder)[^.;]*\bin remission"),
    ("tobacco", "current", r"nicotine dependence(?!.*remission)|tobacco use disorder"),
    ("tobacco", "current", r"(?:light|heavy|some ?day|every ?day)(?: tobacco)? smoker"),
    ("tobacco", "never", r"never smoked(?: tobacco)?"),
    ("alcohol", "former", r"alcohol (?:dependence|use disorder|abuse)[^.;]*\bin remission"),
    ("alcohol", "current", r"alcohol (?:dependence|abuse)(?!.*remission)(?=,|$)"),
    ("alcohol", "former", r"(?:sober|abstinent)(?: from alcohol)? (?:for|since) [^.;,]+"),
    ("alcohol", "former", rf"last (?:alcoholic )?drink (?:was )?{LONG_AGO} ago"),
]
PARTS = re.compile(r"(?<=[.;])\s+|\n\s*\n|\n(?=\s*[-*•])")
OTHERS = re.compile(
    r"\b(?:husband|wife|spouse|partner|mother|father|brother|sister|son|daughter|boyfriend"
    r"|girlfriend|roommate|parents?)(?: who)? (?:still |also |never )?(?:is|was|smok|drink|drank"
    r"|vap|use|inject)\w*",
    re.IGNORECASE,
)


class Use(NamedTuple):
    """One statement on a substance, with its half-open span."""

    substance: Substance
    status: UseStatus
    start: int
    end: int


@lru_cache(maxsize=1)
def patterns() -> tuple[tuple[Substance, UseStatus, re.Pattern[str]], ...]:
    """The ways to state each status of each substance, the most telling first."""
    found: list[tuple[Substance, UseStatus, str]] = []
    for substance, name in NAMES.items():
        now, past = VERBS[substance]
        found += [
            (substance, "never", rf"(?:never|lifelong non-?)[- ]?(?:{PERSON} )?(?:a )?{name}"),
            (substance, "never", rf"(?:has |had )?never (?:\w+ )?(?:{past}|{now}|used {name})"),
            (substance, "former", rf"(?:former|ex-?|prior|previous)[- ]?(?:{PERSON} )*{name}"),
            (substance, "former", rf"(?:quit|stopped|gave up|given up) (?:{PERSON} )?{name}"),
            (
                substance,
                "former",
                rf"(?<!never )(?<!has )(?<!have )(?<!had ){past} [^.;]*?\b{QUIT}",
            ),
            (substance, "former", rf"{name}[^.;,]*[,:] {QUIT}"),
            (substance, "current", rf"{GOING_ON} (?:{PERSON} )*{name}"),
            (substance, "current", rf"{STILL} (?:{now}|use {name})"),
            (substance, "current", rf"{NOT_DENIED}currently (?:{VERBS_NOW[substance]})"),
            (substance, "current", rf"{NOT_DENIED}(?:{VERBS_NOW[substance]}) {AMOUNT}"),
            (
                substance,
                "none",
                rf"(?:no|denies|denied|without)(?: (?:any|current|active))? {name}",
            ),
            (substance, "none", rf"(?:does not|doesn't|do not|did not) (?:{now}|use {name})"),
            (substance, "none", rf"{name}: (?:none|denies|no)"),
        ]
    found += OTHER_WORDS
    return tuple((s, u, re.compile(rf"\b(?:{p})\b", re.IGNORECASE)) for s, u, p in found)


def uses_in(text: str) -> list[Use]:
    """Every statement on the use of a substance by the patient, each stretch read once."""
    found: list[Use] = []
    offset = 0
    for part in PARTS.split(text):
        start = text.index(part, offset)
        offset = start + len(part)
        if not OTHERS.search(part):
            found += _uses_of_part(part.replace("\n", " "), start)
    return found


def _uses_of_part(part: str, offset: int) -> list[Use]:
    taken: list[tuple[int, int]] = []
    found: list[Use] = []
    for substance, status, pattern in patterns():
        for match in pattern.finditer(part):
            span = match.span()
            if any(span[0] < end and start < span[1] for start, end in taken):
                continue
            taken.append(span)
            found.append(Use(substance, status, offset + span[0], offset + span[1]))
    return found
