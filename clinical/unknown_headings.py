"""Headings that no table knows: they end the section before them and inherit nothing from it."""

import re
from typing import NamedTuple

from clinical.drug_lexicon import find_drug_names
from clinical.family import KINSHIP, mentions_relative
from clinical.headings import VERBAL
from clinical.organ_systems import find_systems
from clinical.vocabulary import find_terms

LONGEST_TITLE_WORDS = 6
MARKED = re.compile(r"[ \t]*(?:#{1,6}|={1,4}|\*{2})")
"""What a writer of marked-up text puts before a heading."""

SUBHEADING = re.compile(
    r"(?:no|not|none|nil|negative|positive|denies|denied|unknown|other|others|also|new|old|past"
    r"|prior|previous|remote|primary|secondary|principal|main|active|inactive|chronic|acute"
    r"|resolved|additional|notable|significant|pertinent|major|minor|severe|mild|moderate"
    r"|intolerances?|reactions?|sensitivit\w+|allerg\w+|adverse|foods?|drugs?|environmental"
    r"|seasonal|latex|contrast|inhal\w+|animals?|insects?|medical|surgical|general|oncolog\w+"
    r"|gyn\w*|ob|gu|id|heme|msk|cns|ent|heent|cv|cvs|gi|neuro\w*|psych\w*|derm\w*|rheum\w*|endo\w*"
    r"|orthop\w+|ortho|urolog\w+|infectious|cancers?|malignanc\w+|disease|left|right|bilateral"
    r"|tobacco|smoking|alcohol|etoh|illicits?|substances?|occupation\w*|living|lives|marital"
    r"|employment|travel|exposures?|sexual|activit\w+|function\w*|exercise|diet|religio\w*"
    r"|paternal|maternal|lines?|access|conditions?|diagnos[ei]s)\b",
    re.IGNORECASE,
)
"""First words of a heading that only divides a list of allergies, diseases or habits."""

OF_RELATIVES = re.compile(
    r"(?:no|not|none|nil|negative|positive|denies|denied|unknown|others?|also|notable|significant"
    r"|pertinent|remaining|paternal|maternal|cancers?|malignanc\w+|diseases?|first|second)\b",
    re.IGNORECASE,
)
"""First words of a heading that only divides a family history."""

ELSEWHERE = re.compile(
    r"\b(?:received|given|administered|infus\w+|drips?|transfer\w*|chart|ward|unit|ed|er|icu|floor"
    r"|hospital|inpatient|operati\w+|stat)\b",
    re.IGNORECASE,
)
"""Words in the heading of drugs that are not those of the list above it."""

DOSED = re.compile(
    r"\b\d[\d.,]*\s?(?:mg|mcg|µg|g|units?|ml|meq|iu|tabs?|tablets?|caps?|capsules?|puffs?|%)\b",
    re.IGNORECASE,
)

LISTS_OF_DRUGS = frozenset({"admission_medications", "discharge_medications"})
LISTS = frozenset(
    {"allergies", "past_medical_history", "past_surgical_history", "social_history"}
    | {"obstetric_history", "immunizations", "indication", "discharge_diagnosis"}
)
FAMILY = "family_history"
INHERITED = LISTS_OF_DRUGS | LISTS | {FAMILY, "inpatient_medications"}
"""Sections whose name changes what a line below it means: whose it is, when it was, what for."""


class Line(NamedTuple):
    """A line with the shape of a heading, in its note."""

    title: str
    closed: bool
    """True where a colon stands behind the title."""

    inline: str
    """What stands behind the colon on the same line."""

    marked: bool
    """True where the writer marked it as a heading (`## Timeline`)."""

    parted: bool
    """True where a blank line stands before it."""

    below: str
    """The line that follows."""


def candidate(text: str, match: re.Match[str]) -> Line:
    """Read one line with the shape of a heading and what stands around it."""
    stop = text.find("\n", match.end())
    stop = len(text) if stop < 0 else stop
    first = text.rfind("\n", 0, match.start("title")) + 1
    above = text[text.rfind("\n", 0, max(first - 1, 0)) + 1 : max(first - 1, 0)]
    return Line(
        title=match["title"].strip(" *"),
        closed=":" in match["close"],
        inline=text[match.end() : stop].strip(" \t*"),
        marked=MARKED.match(match["lead"]) is not None,
        parted=not above.strip(),
        below=text[stop:].lstrip("\n \t").partition("\n")[0],
    )


def ends(section: str, line: Line) -> bool:
    """Say whether a line whose title nobody knows ends the section that it stands in."""
    if section not in INHERITED or not _is_title(line):
        return False
    if section in LISTS_OF_DRUGS | {"inpatient_medications"}:
        return _ends_drugs(line)
    if section == FAMILY:
        return _ends_family(line)
    return not line.inline and _parts_list(line)


def _is_title(line: Line) -> bool:
    """Say whether a line is set apart and short, as headings are."""
    words = re.findall(r"[^\W\d_][\w'/&.-]*", line.title)
    if not words or len(words) > LONGEST_TITLE_WORDS or VERBAL.search(line.title):
        return False
    if not (line.marked or line.parted) or not line.title[:1].isupper():
        return False
    shouted = line.title.isupper() and len(words) > 1
    return line.closed or line.marked or (shouted and not line.inline)


def _parts_list(line: Line) -> bool:
    """Say whether a heading is none that only divides a list."""
    named = find_terms(line.title)
    entry = any(term.group not in ("study", "service") for term in named)
    entry = entry or bool(find_drug_names(line.title))
    return not (entry or SUBHEADING.match(line.title) or find_systems(line.title))


def _ends_family(line: Line) -> bool:
    """Say whether a heading leaves the relatives: neither it nor its line names one."""
    own = f"{line.title} {line.inline or line.below}"
    if mentions_relative(own) or any(w in KINSHIP for w in re.findall(r"\w+", own.lower())):
        return False
    return not (line.inline and not _parts_list(line)) and not OF_RELATIVES.match(line.title)


def _ends_drugs(line: Line) -> bool:
    """Say whether a heading names other drugs than those of the list, or no drugs at all."""
    if line.inline or find_drug_names(line.title):
        return False
    if ELSEWHERE.search(line.title):
        return True
    return not SUBHEADING.match(line.title) and not _lists_drugs(line.below)


def _lists_drugs(line: str) -> bool:
    """Say whether a line is an entry of a list of drugs."""
    return DOSED.search(line) is not None or bool(find_drug_names(line))
