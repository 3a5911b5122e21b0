"""Words of sentences that count or compare: what relates, what only fills, where to cut."""

import re

_CUES: tuple[tuple[str, str], ...] = (
    (r"compared (?:to|with)|vis-[aà]-vis|relative to|versus|than", "THAN"),
    (r"most (?:common|frequent|prevalent|recurrent|widespread|often|reported)(?:ly)?"
     r"|highest (?:number|rate|incidence|frequency)(?: of occurr?ences?)?|commonest", "MOST"),
    (r"least (?:common|frequent|prevalent|often|reported)(?:ly)?|rarest"
     r"|lowest (?:number|rate|incidence|frequency)(?: of occurr?ences?)?", "LEAST"),
    (r"surpass(?:es|ed)?|exceed(?:s|ed)?|outnumber(?:s|ed)?", "MORE THAN"),
    (r"(?:the )?same(?: number| amount)?|equal(?:ly)?|as many|identical", "SAME"),
    (r"more|higher|greater|larger", "MORE"),
    (r"less|fewer|lower|smaller", "LESS"),
    (r"not a single|none|no|zero|without|neither|never|nobody", "NO"),
    (r"(?:did|do|does|were|was|had|have|has) not|not|didn['’]t", "NO"),
    (r"only|exclusively|solely", "ONLY"),
    (r"all|every", "ALL"),
    (r"combined|in total|total|altogether|overall", "TOTAL"),
    (r"(?:different |distinct |separate )?(?:types?|kinds?|categories)|individual|separate",
     "TYPES"),
    (r"(?:serious )?(?:adverse|side)[ -](?:events?|effects?|reactions?|occurr?ences?)|aes?",
     "EVENT"),
    (r"significant(?:ly)?", "SIGNIFICANT"),
    (r"percentage|proportion|rate|rates|likely|incidence|share|percent", "RATE"),
)  # fmt: skip
CUES = tuple((re.compile(rf"\b(?:{words})\b", re.IGNORECASE), cue) for words, cue in _CUES)
FILLERS = frozenset(
    """
    a across adults affect affected affecting affects alone also among amount amounts an and
    any are arm arms as at be been being between both by case cases cohort cohort's cohorts
    common condition conditions count counts data develop developed developing develops
    diagnosed diagnosis did do document documented does during each either encounter
    encountered entire event events experience experienced experiences experiencing find for
    found frequent from get got group groups had happen happened happening has have having her
    his impact impacted impacts in individual individuals influence influenced instance
    instances is it its life listed men note noted number numbers observe observed observes
    observing occasion occasions occur occured occurence occurences occurred occurrence
    occurrences occurring occurs of on one's or participant participants patient patients
    people person persons population prevalence prevalent record recorded recording records
    report reported reporting reports results section see seen show showed shown sick single
    study subject subjects such suffer suffered suffering suffers that the their them there
    these they this those throughout time times to total trial undergo underwent volunteers was
    we were where which who whole with within women
    """.split()
)
"""Words that count nothing and relate nothing."""

SPLIT = re.compile(
    r"\s*[;.]\s+|,?\s*\b(?:whereas|while|but|however|although|on the other hand|in contrast)\b,?\s*"
    r"|,\s+(?=(?:and\s+)?(?:there|in\s+total|in\s+the|the\s+(?:most|least|primary|secondary|first"
    r"|second)|\d|no\b|none\b|in\s+contrast))|,\s+and\s+(?=[^,]*\b(?:is|was|were|had)\b)",
    re.IGNORECASE,
)
