"""Refuses questions about anybody but the one patient whose graph is asked."""

import re

_NUMBERED = re.compile(
    r"\b(?:patients?|subjects?|mrn|admissions?|encounters?|person|case)\s*"
    r"(?:number|no\.?|id|#)?\s*[:#]?\s*(?P<id>[A-Za-z]{0,3}-?\d[\w-]*)",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:all|other|another|every|each|most|any|how many|which|different|these|those) "
    r"(?:of the |of our |the )?(?:other )?patients?\b|\bpatients\b"
    r"|\b(?:next|other|neighbou?ring|adjacent|same) (?:bed|room|ward|patient)\b"
    r"|\bin (?:bed|room) \w*\d+\b|\broom ?mates?\b|\bneighbou?rs?\b|\bsomeone else\b"
    r"|\bsomebody else\b|\b(?:everyone|everybody) (?:on|in)\b",
    re.IGNORECASE,
)
_TITLED = re.compile(r"\b(?:Mr|Mrs|Ms|Miss|Mx)\.?\s+(?P<name>[A-Z][\w'’-]+)")
_FULL_NAME = re.compile(r"\b(?P<name>[A-Z][a-z]+ [A-Z][a-z]+)['’]s\b(?! (?:disease|syndrome|sign))")


def refusal(question: str, owner: str, admission: str | None) -> str:
    """Say why a question is not about the patient of a graph, or return an empty string.

    Records are de-identified, so that a name cannot be checked and may be anybody's. An empty
    `owner` is a graph of knowledge, which holds no patient at all.
    """
    for match in _NUMBERED.finditer(question):
        if match["id"] not in (owner, admission):
            return _about(f"asks for {' '.join(match[0].split())}", owner)
    others = _OTHERS.search(question)
    if others is not None and owner:
        return _about(f"asks for others ({others[0]!r})", owner)
    named = _TITLED.search(question) or _FULL_NAME.search(question)
    if named is not None:
        return _about(
            f"names {named[0].removesuffix(chr(39) + 's')!r}, which cannot be checked", owner
        )
    return ""


def _about(why: str, owner: str) -> str:
    bound = f"it is bound to patient {owner}" if owner else "it holds knowledge and no patient"
    return f"The question {why}; {bound}. Ask without naming anybody else."
