"""Sentences that state nothing the record could prove or refute.

A sentence is `not_checkable` only when it is positively recognised as one of these kinds;
everything else is checked, however odd it reads.
"""

import re

HEADING = re.compile(
    r"^[\s#*\d.\-=]*(?:brief\s+)?(?:acute|chronic|active|inactive|other|stable|resolved|medical"
    r"|hospital|transitional|surgical|discharge|follow[- ]?up|summary|by|of|and|the|&|/|issues?"
    r"|problems?|course|plan|items?|conditions?|diagnos[ie]s|events?|details|list|system|systems"
    r"|organ|\s)+:?\s*$",
    re.IGNORECASE,
)
COURTESY = re.compile(
    r"^\W*(?:it (?:was|has been) (?:a|our) (?:pleasure|privilege)|thank you|thanks\b|we (?:wish"
    r"|appreciate|thank|enjoyed|hope)|dear\b|sincerely|best wishes|your .{0,20}(?:care )?team"
    r"|(?:please )?(?:do not|don't) hesitate)",
    re.IGNORECASE,
)
FRAMING = re.compile(
    r"\b(?:(?:following|below|these|active) (?:problems?|issues?|diagnos\w+)|outlined below"
    r"|(?:are|is|was|were) (?:outlined|detailed|summari[sz]ed|described|addressed|listed)"
    r"|by problem|by system|as follows|as detailed|see below|hospital course (?:is|was)"
    r"|remainder of (?:the|his|her) (?:hospital )?(?:stay|course) was (?:uneventful"
    r"|unremarkable))\b",
    re.IGNORECASE,
)
MOOD = re.compile(
    r"\b(?:relieved|pleased|glad|happy|eager|looking forward|grateful|satisfied|comfortable with"
    r" the plan|in (?:good )?spirits|anxious to go|motivated|(?:felt|feeling|was felt to be|is|was)"
    r" (?:ready|well enough|stable|fit)(?: for| to (?:go|be))?\s?(?:discharge|home|leave)?"
    r"|doing (?:very )?well|(?:was|is|were) doing well|feeling (?:much )?better|in agreement"
    r"|agreed with (?:the|this) plan|understood|understanding|all questions|questions were)\b",
    re.IGNORECASE,
)
COMMUNICATION = re.compile(
    r"\b(?:(?:kept|was|were|been) (?:informed|updated|aware|involved|counsel+ed|reassured)"
    r"|(?:plan|results?|findings?|diagnosis|instructions?|medications?) (?:was|were) (?:reviewed"
    r"|discussed|explained|shared|communicated)|we (?:talked|spoke|discussed|reviewed|explained)"
    r"|talked (?:at length )?(?:with|about)|reviewed with (?:him|her|the|them)|was given written"
    r"|we (?:counsel+ed|educated))\b",
    re.IGNORECASE,
)
ADVICE = re.compile(
    r"^\W*(?:please\b|kindly\b|consider\b|recommend\b|(?:s?he|they|you|the patient|mr|ms|mrs|dr)\b"
    r".{0,20}\b(?:should|is to|was (?:advised|encouraged|instructed|reminded|told) to)\b"
    r"|would (?:recommend|suggest|consider))",
    re.IGNORECASE,
)
RETURN_ADVICE = re.compile(
    r"^\W*(?:(?:please|kindly|you (?:should|must|may|can)|also|and)\s+)*"
    r"(?:(?:return|come back|call|contact|notify|tell|alert|phone|seek|go|get|see|report)\b"
    r"[^.;]*?\b(?:if|when(?:ever)?|should you|in case)\s+(?:you|your|there|the|any|it)\b"
    r"|(?:return|call|come back|seek|go)\b[^.;]*?\bfor (?:any|new|worsening|recurrent|persistent)\b"
    r"|(?:if|should) you(?:r)?\b[^.;]*?\b(?:call|return|come|seek|go|contact|tell|notify)\b)",
    re.IGNORECASE,
)
"""When to come back says what may happen, and nothing that did."""

ORDER = re.compile(
    r"\b(?:take|start|continue|resume|stop|use|increase|decrease|hold)\b[^.;]*\d", re.IGNORECASE
)
SPECIFIC = re.compile(r"\d|\b(?:not be (?:re)?started|stop(?:ped)?|resume[ds]?|hold|held)\b", re.I)


def why_not_checkable(text: str, clinical_claims: int) -> str | None:
    """Return why a sentence cannot be checked, or None.

    `clinical_claims` is the number of typed clinical facts in it. Courtesy, framing, mood and
    communication count only where no such fact is stated; a heading that names a problem, and
    advice that names a drug, a value or a date, are checked. Advice on when to return names what
    has not happened, so its facts are none of the patient's.
    """
    if HEADING.match(text):
        return "section heading"
    if RETURN_ADVICE.match(text) and not ORDER.search(text):
        return "advice on when to return"
    if clinical_claims == 0:
        for pattern, reason in (
            (COURTESY, "courtesy"),
            (FRAMING, "framing"),
            (MOOD, "mood or readiness"),
            (COMMUNICATION, "communication without clinical content"),
        ):
            if pattern.search(text):
                return reason
    if ADVICE.match(text) and not SPECIFIC.search(text):
        return "general advice"
    return None
