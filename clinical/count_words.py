"""Words of sentences that count or compare: what relates, what only fills, where to cut."""

import re

_CUES: tuple[tuple[str, str], ...] = (
    (r"compared (?:to|with)|vis-[aà]-vis|relative to|versus|than", "THAN"),
    (r"most (?:common|frequent|prevalent|recurrent|widespread|often|reported)(?:ly)?"
     r"|highest (?:number|rate|incidence|frequency)(?: of occurr?ences?)?|commonest", "MOST"),
    (r"least (?:common|frequent|prevalent|often|reported)(?:ly)?|rarest"
     r"|lowest (?:number|rate|incidence|frequency)(?: of occurr?ences?)?", "LEAST"),
    (r"surpass(?:es|ed)?|exceed(?:s|ed)?|outnumber(?:s|ed)?", "MORE THAN"),
    (r"as many|as much|as often", "AS"),
    (r"(?:the )?same(?: number| amount)?|equal(?:ly)?(?: often| frequent(?:ly)?)?|identical",
     "SAME"),
    (r"more|higher|greater|larger|longer", "MORE"),
    (r"less|fewer|lower|smaller|shorter", "LESS"),
    (r"not a single|none|no|zero|without|neither|never|nobody", "NO"),
    (r"(?:did|do|does|were|was|had|have|has) not|not|didn['’]t", "NO"),
    (r"only|exclusively|solely", "ONLY"),
    (r"all|every", "ALL"),
    (r"combined|in total|total|altogether|overall", "TOTAL"),
    (r"(?:different |distinct |separate )?(?:types?|kinds?|categories)|individual|separate",
     "TYPES"),
    (r"(?:serious )?(?:adverse|side)[ -](?:events?|effects?|reactions?|occurr?ences?)|aes?"
     r"|complications?", "EVENT"),
    (r"significant(?:ly)?|drastic(?:ally)?|extensive|substantial(?:ly)?|considerabl[ey]"
     r"|marked(?:ly)?", "SIGNIFICANT"),
    (r"minimal|slight(?:ly)?|small|marginal(?:ly)?", "SLIGHT"),
    (r"difference|differ(?:s|ed)?|disparity|divergence|variation", "DIFFERENCE"),
    (r"percentage|pr?er?e?centage|proportion|rate|rates|likely|incidence|share|percent", "RATE"),
)  # fmt: skip
CUES = tuple((re.compile(rf"\b(?:{words})\b", re.IGNORECASE), cue) for words, cue in _CUES)
FILLERS = frozenset(
    """
    a about according achieve achieved achieves achieving across administered adults affect
    affected affecting affects afflicted alone also among amount amounts an and any appeared
    are arm arms arose as associated at average based be been being between both by came case
    cases cohort cohort's cohorts common complain complained complication complications
    concerning condition conditions confirmed contract contracted count counted counts data
    described detected develop developed developing develops diagnosed diagnosis did different
    disorder disorders do document documented does during each either emerged encounter
    encountered enrolled enrollees entire episode episodes event events ever exactly experience
    experienced experiences experiencing faced felt females find for found frequencies
    frequency frequent from get given got gotten group groups had happen happened happening has
    have having her his however identified impact impacted impacts in incident incidents
    included indicate indicated indicates individual individuals influence influenced instance
    instances involving is issue issues it its life listed males mean median member members men
    mentioned note noted number numbers observe observed observes observing occasion occasions
    occur occured occurence occurences occurred occurrence occurrences occurring occurs of on
    one's or out outcome outcomes participant participants participating patient patients
    people person person's persons place population present presented prevalence prevalent
    problem problems produce produced reaction reactions received receiving record recorded
    recording records regarding registered related report reported reporting reports result
    results sample saw section see seen sees show showed showing shown sick single still study
    subject subjects such suffer suffered sufferers suffering suffers suggest suggests
    sustained symptom symptoms taking than that the their them then there these they this those
    throughout time times to together took total toxicities toxicity treated trial two undergo
    underwent using variety volunteers was we were where which who whole whom with within women
    """.split()
)
"""Words that count nothing and relate nothing."""

SPLIT = re.compile(
    r"\s*[;.]\s+|,?\s*\b(?:whereas|while|but|however|although|on the other hand|in contrast)\b,?\s*"
    r"|,\s+(?=(?:and\s+)?(?:there|in\s+total|in\s+the|the\s+(?:most|least|primary|secondary|first"
    r"|second)|\d|no\b|none\b|in\s+contrast))|,\s+and\s+(?=[^,]*\b(?:is|was|were|had)\b)"
    r"|,?\s+compared\s+(?:to|with)\s+(?=(?:only\s+)?\d)|\s+and\s+(?=\d+\s+in\b"
    r"|(?:fewer|less|more)\s+than\s|at\s+(?:least|most)\s|over\s|under\s)",
    re.IGNORECASE,
)
