"""Which status word belongs to which drug, when a sentence holds several of both."""

import re
from typing import NamedTuple

from clinical.drug_lexicon import DrugName
from clinical.drug_series import joined_by_or, sharing_denial, sharing_participle
from clinical.drug_switches import Switched, find_switches
from clinical.labels import MedicationStatus
from clinical.status_cues import Cue, find_cues
from clinical.status_subjects import AUXILIARY, BOUNDARY, PLURAL, is_singular, is_spoken_of

PERIOD = r"(?:(?<!\.\w)\.(?=\s|$)|(?<=\.\w)\.(?=\s+(?-i:[A-Z][a-z])|\s*$))"
"""A period that ends a sentence, which that of `b.i.d.` before a small letter does not."""

SENTENCE_END = re.compile(PERIOD + r"|;(?=\s|$)|\n\s*\n|\n(?=\s*(?:\d+[.)]|[-*•#])\s)")
COORDINATED = re.compile(
    r"\s*(?:\([^)]{0,40}\)\s*)?(?:,|/|\+|&|\band\b|\bor\b|\bplus\b|\bnor\b|\bas well as\b|"
    r"\balong with\b|\btogether with\b|\bwith\b|\bthen\b)",
    re.I,
)
PREPOSITION_ON = re.compile(r"^\s*(?:on|with|off)\b", re.I)
DIRECT_AFTER_PASSIVE = frozenset({"given", "prescribed", "offered", "loaded", "transfused", "on"})
ADJUNCT = re.compile(
    r"(?:,|\band\b|\bor\b)\s*(?:for|after|because|since|until|during|without|as|in|due|despite)\b"
    r"[^,]*$",
    re.I,
)
"""After a comma, words that tell about what came before rather than name a further drug."""

REASON_REACH = 45
"""How far after `given` the drug that was given may stand."""

REASON_AFTER = re.compile(
    r"\s+(?!(?:iv|po|im|sc|sq|sl|pr|in|on|at|for|x|once|twice|prior|during|before|after|by"
    r"|as|with|to"
    r"|over|via|from|through|per|until|then|and|but|or|daily|again|today|tonight|overnight"
    r"|every|q\w+"
    r"|only|pre\w*|post\w*|peri\w*|intra\w*|empiric\w*|instead|together|when|while|without|slowly"
    r"|a|an|one|two|three|four|five|six|first|prn|stat|early|late|throughout)\b)[a-z]{2,}",
    re.I,
)
AUXILIARY_BEFORE = re.compile(
    r"\b(?:was|were|is|are|been|being|be|had|has|have|got|not|never)\s+(?:\w+\s+){0,2}$", re.I
)

JOINED_BEFORE = re.compile(r"(?:,|/|\+|&|\band\b|\bplus\b|\bwith\b|\bor\b)\s*(?:\w+ly\s+)?$", re.I)
"""Before a participle: it begins a further member of the list."""

CIRCUMSTANCE = re.compile(
    r"\b(?:after|before|until|once|when|because|since|despite|during|following|w/)(?!\w)", re.I
)
"""Between a verb and a drug: the drug belongs to a circumstance, not to the verb."""

UNDER = re.compile(r"\b(?:on|in|to|from|under|at)\b", re.I)
"""Between a denial and a drug: something else was denied, under the drug."""

CLAUSE_WORD = re.compile(r"\b(?:was|were|is|are|which|who|that|replac\w+)\b", re.I)
AGENT = re.compile(
    r"\s+(?:to\s+)?(?:the|her|his|their|its|an?|this|sodium|potassium)\s+"
    r"(?!(?:(?:next|following|same|previous|very|first|second|third)\s+)?"
    r"(?:night|morning|day|evening|week)\b)",
    re.I,
)
"""After a verb without auxiliary: the drug is what acts, not what was acted upon."""

MAX_REACH = 110


class Bound(NamedTuple):
    """A status that belongs to a drug, with the words that say it."""

    drug: int
    start: int
    end: int
    status: MedicationStatus


class _Reader:
    """Binds the cues of one text to its drugs."""

    def __init__(self, text: str, drugs: list[DrugName]) -> None:
        self.text = text
        self.drugs = drugs
        self.cues = find_cues(text)
        self.ends = [m.start() for m in SENTENCE_END.finditer(text)]

    def same_sentence(self, start: int, end: int) -> bool:
        """Say whether no sentence ends between two places."""
        return not any(start <= stop < end for stop in self.ends)

    def cue_within(self, start: int, end: int) -> bool:
        """Say whether a verb of status stands between two places."""
        return any(start <= c.start and c.end <= end and c.status != "home" for c in self.cues)

    def group(self, index: int, step: int) -> list[int]:
        """List a drug and those coordinated with it, in one direction."""
        members = [index]
        while 0 <= (following := members[-1] + step) < len(self.drugs):
            left, right = sorted((members[-1], following))
            start, end = self.drugs[left].end, self.drugs[right].start
            gap = self.text[start:end]
            joined = COORDINATED.search(gap) and len(gap) <= 70 and self.same_sentence(start, end)
            if (
                not joined
                or ADJUNCT.search(gap)
                or self.cue_within(start, end)
                or CLAUSE_WORD.search(gap)
            ):
                break
            members.append(following)
        return members

    def subjects_of(self, cue: Cue) -> list[int]:
        """List the drugs that a cue after them speaks of."""
        nearest = max((i for i, d in enumerate(self.drugs) if d.end <= cue.start), default=None)
        if nearest is None:
            return []
        start = self.drugs[nearest].end
        gap = self.text[start : cue.start]
        if (
            len(gap) > MAX_REACH
            or not self.same_sentence(start, cue.start)
            or not is_spoken_of(gap)
        ):
            return []
        if not AUXILIARY.search(gap) and (
            AGENT.match(self.text, cue.end) or self.opens_next(nearest, gap, cue)
        ):
            return []
        members = self.group(nearest, -1)
        if not AUXILIARY.search(gap):
            members = sharing_participle(self.text, self.drugs, members)
        governed = any(self.governs(other, members[-1]) for other in self.cues if other != cue)
        if len(members) > 1 and (governed or is_singular(gap)):
            return members[: 2 if PLURAL.search(gap) else 1]
        return members

    def is_reason(self, cue: Cue) -> bool:
        """Say whether `given` gives a reason: plain words follow it, and no drug soon."""
        if self.text[cue.start : cue.end].lower() != "given":
            return False
        before = self.text[max(0, cue.start - 25) : cue.start]
        plain = REASON_AFTER.match(self.text, cue.end)
        near = any(0 <= d.start - cue.end <= REASON_REACH for d in self.drugs)
        return plain is not None and not near and AUXILIARY_BEFORE.search(before) is None

    def opens_next(self, nearest: int, gap: str, cue: Cue) -> bool:
        """Say whether a participle describes the drug after it: `A and newly added B`."""
        if not JOINED_BEFORE.search(gap) or cue.side != "both" or nearest + 1 >= len(self.drugs):
            return False
        between = self.text[cue.end : self.drugs[nearest + 1].start]
        return re.fullmatch(r"\s+(?:[\w-]+\s+){0,2}", between) is not None

    def governs(self, cue: Cue, index: int) -> bool:
        """Say whether a cue before a drug takes it as its object."""
        drug = self.drugs[index]
        if cue.side == "subject" or cue.end > drug.start:
            return False
        gap = self.text[cue.end : drug.start]
        if len(gap) > 70 or not self.same_sentence(cue.end, drug.start):
            return False
        if any(cue.end <= d.start and d.end <= drug.start for d in self.drugs):
            return False
        if CIRCUMSTANCE.search(gap) or (cue.denial and UNDER.search(gap)):
            return False
        colon = bool(re.match(r"\s*(?:\w+\s+){0,3}:", gap))
        if colon or cue.side == "object":
            return colon or not (BOUNDARY.search(_without_list_words(gap)) or AUX_VERB.search(gap))
        return self._active(cue, gap)

    def _active(self, cue: Cue, gap: str) -> bool:
        """Say whether a verb that can stand on either side stands before its object here."""
        if BOUNDARY.search(_without_list_words(gap)) or AUX_VERB.search(gap):
            return False
        before = self.text[max(0, cue.start - 60) : cue.start]
        passive = re.search(r"\b(?:was|were|is|are|been|being|be)(?:\s+\w+)?\s*$", before)
        if not passive:
            return True
        words = set(self.text[cue.start : cue.end].lower().split())
        return bool(PREPOSITION_ON.match(gap)) or not words.isdisjoint(DIRECT_AFTER_PASSIVE)


AUX_VERB = re.compile(r"\b(?:was|were|is|are|has|had|have|did|does)\b", re.I)


def _without_list_words(gap: str) -> str:
    """Drop what may stand before an object without ending the phrase: `:`, `(`, a `with`."""
    return re.sub(r"[:(]|\bwith\b", " ", gap, flags=re.I)


def bind_statuses(text: str, drugs: list[DrugName]) -> list[Bound]:
    """Bind every status of a text to its drugs, in reading order.

    A drug that two events happen to gets both; a drug that was denied gets only the denial.
    """
    reader = _Reader(text, drugs)
    switches = find_switches(text, drugs)
    switched = {(s.start, s.end) for s in switches}
    cues = [
        c
        for c in reader.cues
        if not any(s <= c.start < e for s, e in switched) and not reader.is_reason(c)
    ]
    subjects = {c: reader.subjects_of(c) if c.side != "object" else [] for c in cues}
    taken = {index for members in subjects.values() for index in members}
    bound = _switches(reader, switches, taken)
    for cue in cues:
        bound += [Bound(i, cue.start, cue.end, cue.status) for i in subjects[cue]]
        if not subjects[cue] and cue.side != "subject":
            bound += _objects(reader, cue, taken)
    return _settled(bound, reader.cues)


def _switches(reader: _Reader, switches: list[Switched], taken: set[int]) -> list[Bound]:
    """Bind switches; what is coordinated with the old or new drug ended or began with it."""
    bound: list[Bound] = []
    for switch in switches:
        before = reader.drugs[switch.drug].end <= switch.start
        if switch.status == "stopped":
            members = reader.group(switch.drug, -1) if before else [switch.drug]
        else:
            following = [] if before else reader.group(switch.drug, 1)[1:]
            members = [switch.drug, *(i for i in following if i not in taken)]
        bound += [Bound(i, switch.start, switch.end, switch.status) for i in members]
    return bound


def _objects(reader: _Reader, cue: Cue, taken: set[int]) -> list[Bound]:
    """Bind a cue to the drugs after it, up to one that a verb of its own speaks of."""
    first = next((i for i, d in enumerate(reader.drugs) if d.start >= cue.end), None)
    if first is None or not reader.governs(cue, first):
        return []
    group = reader.group(first, 1)
    members = [
        i
        for i in (sharing_denial(reader.text, reader.drugs, group) if cue.denial else group)
        if i == first
        or i not in taken
        or (cue.denial and joined_by_or(reader.text, reader.drugs, i))
    ]
    return [Bound(i, cue.start, cue.end, cue.status) for i in members]


def _settled(bound: list[Bound], cues: list[Cue]) -> list[Bound]:
    """Drop what another binding of the same drug outweighs."""
    denials = {cue.start for cue in cues if cue.denial}
    denied = {b.drug for b in bound if b.start in denials}
    kept: dict[tuple[int, str], Bound] = {}
    for item in sorted(bound, key=lambda b: (b.start, b.drug)):
        if item.drug in denied and item.start not in denials:
            continue
        if item.status == "home" and len({b.status for b in bound if b.drug == item.drug}) > 1:
            continue
        kept.setdefault((item.drug, item.status), item)
    return list(kept.values())
