"""How questions about a patient name relations, kinds, choices among values, and drug status."""

import re

from agents.ask.cues import Cue, Option, cue
from clinical.labels import MedicationStatus, Selector

PATIENT_CUES: tuple[Cue, ...] = (
    cue(
        "stay",
        r"admitted|admission date|discharge date|length of stay|how long was the (?:stay|admission)"
        r"|dates of (?:the )?(?:stay|admission)",
        ("DEPARTMENT",),
    ),
    cue(
        "conflict",
        r"contraindicat\w+|conflict\w*|clash\w*|interact\w*|against (?:her|his|the|an?) allerg\w+",
        (),
        (Option("CONTRAINDICATED_WITH"),),
    ),
    cue(
        "why",
        r"why|(?:given|used|taken|taking \w+) for(?=\W*$)|reasons?|indications?|indicated"
        r"|what for|purpose|for what",
        ("DIAGNOSIS",),
        (Option("INDICATES"),),
    ),
    cue(
        "allergies",
        r"allerg\w+|intoleran\w+|react\w+ to|reactions?",
        ("ALLERGY",),
        (Option("HAS_ALLERGY"),),
    ),
    cue(
        "dose",
        r"dos(?:e|es|age|ages|ing)|how much|how often|frequency|route|regimen",
        ("MEDICATION",),
        (Option("PRESCRIBED"),),
    ),
    cue(
        "drugs",
        r"drugs?|medications?|medicines?|meds|pills?|tablets?|prescri\w+|treat\w*",
        ("MEDICATION",),
        (Option("PRESCRIBED"), Option("INDICATES")),
    ),
    cue(
        "given",
        r"g[ai]ven?|receiv\w+|administered|takes?|taking|took|on(?= (?:any |an? )?[a-z]+\W*$)",
        (),
        (Option("PRESCRIBED"),),
    ),
    cue(
        "family",
        r"famil(?:y|ial)|relatives?|mother|father|sister|brother|parents?|siblings?",
        ("DIAGNOSIS", "SYMPTOM"),
    ),
    cue(
        "diagnoses",
        r"diagnos\w+|conditions?|diseases?|problems?|comorbid\w+|illness\w*|past medical history"
        r"|history|suffer\w*",
        ("DIAGNOSIS",),
        (Option("HAS_DIAGNOSIS"),),
    ),
    cue(
        "labs",
        r"lab(?:orator(?:y|ies))?s?|blood tests?|values?|levels?|count|readings?"
        r"|measure[ds]?|measurements?",
        ("LAB_RESULT", "VITAL_SIGN"),
        (Option("RESULT_OF"),),
    ),
    cue("vitals", r"vitals?(?: signs?)?", ("VITAL_SIGN",), (Option("HAS_VITAL_SIGN"),)),
    cue(
        "studies",
        r"imaging|scans?|gr[eo]w\w*|organisms?|bacteria|germs?|pathogens?|stud(?:y|ies)|tests?|cultures?|x-?rays?|findings?|results?|show(?:n|ed|s)?",
        ("LAB_RESULT",),
        (Option("RESULT_OF"),),
    ),
    cue(
        "procedures",
        r"procedures?|operations?|operated|surg\w+|interventions?|underwent|undergo",
        ("PROCEDURE",),
        (Option("UNDERWENT"),),
    ),
    cue(
        "symptoms",
        r"symptoms?|complain\w*|complaints?|present(?:ed|ing|ation)?(?: with)?|signs?|feel\w*",
        ("SYMPTOM",),
        (Option("SHOWS"),),
    ),
    cue(
        "places",
        r"discharged to|disposition|wards?|services?|departments?|consult\w*|which unit"
        r"|go home|sent (?:home|to)|where",
        ("DEPARTMENT",),
        (Option("TREATED_IN"),),
    ),
    cue("person", r"how old|age|sex|gender|race|ethnicity|male|female|man|woman", ("PATIENT",)),
)
"""An earlier line wins where two would read the same words."""


def _words(*words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)


SELECTORS: dict[Selector, re.Pattern[str]] = {
    "last": _words("last", "latest", "most recent", "final", "newest", "now", "current(?:ly)?"),
    "first": _words(
        "first", r"initial\w*", "earliest", "presenting", "at presentation", "on arrival"
    ),
    "peak": _words(r"highest", r"peak\w*", r"maxim\w+", "max", "worst", "greatest", "how high"),
    "nadir": _words("lowest", "nadir", r"minim\w+", "min", "smallest", "how low"),
    "discharge": _words(
        r"(?:at|on|upon|before|after|by) (?:the )?(?:time of )?discharge",
        r"discharged?(?: (?:home )?(?:on|with))?",
        r"(?:went|sent|going|goes|go) home(?: (?:on|with))?",
        "leaving",
    ),
    "admission": _words(
        r"(?:at|on|upon|before|prior to) (?:the )?(?:time of )?admission",
        "at home",
        "home",
        "preadmission",
        r"before (?:coming|she came|he came)(?: in)?",
    ),
}
"""Which of several values or lists is meant."""

STATUSES: dict[tuple[MedicationStatus, ...], re.Pattern[str]] = {
    ("stopped", "held"): _words(
        r"stop\w*",
        r"discontinu\w+",
        "held",
        "hold",
        "withheld",
        "taken off",
        r"ceased?",
        r"paused?",
    ),
    ("started",): _words(r"start\w*", "initiated", "began", "begun", r"new(?:ly)?", "added"),
    ("increased", "decreased", "changed"): _words(
        r"increas\w+", r"decreas\w+", r"chang\w+", "raised", "lowered", "reduced", r"adjust\w+"
    ),
    ("resumed",): _words(r"resum\w+", r"restart\w+"),
}
"""What happened to a drug."""

RISES = _words(r"ris(?:e|es|en|ing)", "rose", r"increas\w+", r"climb\w*", "went up", r"wors\w+")
FALLS = _words(r"f[ae]ll(?:s|en|ing)?", r"drop\w*", r"decreas\w+", r"declin\w+", "went down")
"""Words for a value that goes up, and for one that goes down."""

TREND = _words(
    r"trend\w*",
    "course",
    "over time",
    r"develop\w*",
    r"chang\w+",
    r"evol\w+",
    "series",
    "all",
    "every",
    "track",
    "each",
    r"how(?:'?s| is| was| has| have)(?=\b.*\b(?:been|doing|going))",
)
"""All values are asked for."""

MOMENT = re.compile(r"\b(?:when|while|as|at the time|once)\b(?P<what>.+)", re.IGNORECASE)
"""What follows these words may be a moment by which something else is placed."""
