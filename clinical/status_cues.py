"""The words that say what happened to a drug, and on which side of them the drug stands."""

import re
from typing import Literal, NamedTuple, get_args

from clinical.drug_lexicon import LEXICONS, read_tsv
from clinical.labels import MedicationStatus

Side = Literal["subject", "object", "both"]
"""`subject`: the drug comes before (`X was held`); `object`: after (`received X`)."""


class Cue(NamedTuple):
    """A status word found in a text."""

    start: int
    end: int
    status: MedicationStatus
    side: Side
    denial: bool
    """The words themselves deny that the drug was given, whatever verb follows."""


def _rules() -> list[Cue]:
    """Read the rules in their order: longer patterns stand before the words they contain."""
    return [
        Cue(0, 0, _STATUSES[row["status"]], _SIDES[row["side"]], row["denial"] == "yes")
        for row in ROWS
    ]


_STATUSES: dict[str, MedicationStatus] = {name: name for name in get_args(MedicationStatus)}
_SIDES: dict[str, Side] = {name: name for name in get_args(Side)}
ROWS = read_tsv(LEXICONS / "medication_status.tsv")
RULES = _rules()

CUE = re.compile(
    r"(?<![\w-])(?:"
    + "|".join(rf"(?P<r{i}>(?:{row['pattern']})(?!\w|-\w))" for i, row in enumerate(ROWS))
    + ")",
    re.I,
)
"""One pattern for all rules: it is tried at the beginnings of words only."""

PARENTHESIZED_NEW = re.compile(r"\(new\b[^)]*\)|\bnew\b(?=\s*[.,;]?\s*$)", re.I)

NEGATION = re.compile(r"\b(?:not|never|n't|cannot|wasn't|weren't)\b(?:\s+\w+){0,2}\s*$", re.I)
MODAL = re.compile(
    r"\b(?:would|could|might|may|can|if|consider\w*|whether|unless|discuss\w*)\b[^,.;]{0,25}$"
    r"|\buntil\b(?:(?!\band\b)[^,.;]){0,25}$",
    re.I,
)
PLANNED = frozenset({"resumed", "started", "increased", "decreased", "changed"})
"""What a plan for later leaves undone today."""

PLAN_BEFORE = re.compile(
    r"\b(?:to be|(?:will|shall|should|must|is going to|are going to|needs? to|ought to)"
    r"(?: (?:then|later|likely|probably|also))? be"
    r"|decid\w+ (?:on|about|to|when to)|decision\s+(?:on|about|to|regarding|for)|regarding"
    r"|concerning"
    r"|timing (?:of|for|to)|when to|about|before|prior to|plan(?:s|ned|ning)? (?:to|for|on)"
    r"|(?<!in )need for"
    r"|safe(?:ty)? (?:to|of)|clear(?:ed|ance)? (?:to|for)|defer\w*|delay\w*|postpon\w*"
    r"|re-?assess\w*|revisit\w*|re-?evaluat\w*|evaluat\w* for|readdress\w*|address\w*|discuss\w*"
    r"|candidates? for|benefit from|reminded to|hop(?:e|ing) to|intends? to|intention (?:to|of)"
    r"|await\w*|pending|follow[- ]up (?:for|on|re|about)|appointment (?:for|to)|re|await)\W+"
    r"(?:the |her |his |their |whether |when |possible |any |further )*(?:to |of )?$",
    re.I,
)
PLAN_AFTER = re.compile(
    r"[^.;]{0,60}?\b(?:when|once|if|as soon as|in (?:\d+|one|two|three|four|six"
    r"|a few) (?:days?|weeks?"
    r"|months?)|(?:at|after|by|with|per|until) (?:the |her |his |your |their )?(?:pcp"
    r"|primary care|follow"
    r"|next (?:visit|appointment)|cardiolog\w+|clinic|outpatient|surgeon|nephrolog\w+))\b",
    re.I,
)
BARE_FORM = re.compile(r"(?:re-?)?start|resume|increase|decrease|reduce|change|add|begin\b", re.I)
"""An order rather than a report: `restart when the creatinine has settled`."""

FORBIDDEN = re.compile(r"(?:do|does) not|don'?t|stop taking|avoid", re.I)
UNTIL = re.compile(r"[^.;]{0,120}?\buntil\b", re.I)
DENIED: dict[MedicationStatus, MedicationStatus] = {
    "started": "not_given",
    "given": "not_given",
    "discharge": "not_given",
    "home": "not_given",
    "resumed": "held",
    "continued": "stopped",
    "held": "continued",
    "stopped": "continued",
    "increased": "continued",
    "decreased": "continued",
    "changed": "continued",
    "not_given": "given",
}
"""What a status becomes under `not`."""


def find_cues(text: str) -> list[Cue]:
    """Find the status words of a text, with negation applied; possibilities are left out."""
    found = [
        Cue(m.start(), m.end(), "started", "subject", False)
        for m in PARENTHESIZED_NEW.finditer(text)
    ]
    for match in CUE.finditer(text):
        rule = RULES[int(str(match.lastgroup)[1:])]
        before = text[max(0, match.start() - 45) : match.start()]
        status, denial = rule.status, rule.denial
        if not denial and (MODAL.search(before) or is_plan(text, match, status)):
            continue
        if FORBIDDEN.match(match.group()) and UNTIL.match(text, match.end()):
            status = "held"
        elif NEGATION.search(before) and not denial:
            status = DENIED[status]
            denial = status == "not_given"
        found.append(Cue(match.start(), match.end(), status, rule.side, denial))
    return sorted(found)


def is_plan(text: str, cue: re.Match[str], status: MedicationStatus) -> bool:
    """Say whether words tell of a step that somebody is to take, or to decide on, later."""
    if status not in PLANNED:
        return False
    if PLAN_BEFORE.search(text[max(0, cue.start() - 60) : cue.start()]):
        return True
    return bool(BARE_FORM.fullmatch(cue.group())) and bool(PLAN_AFTER.match(text, cue.end()))
