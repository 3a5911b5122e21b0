"""Which way a measured value goes when it improves, where medicine leaves no doubt."""

import re
from typing import Literal

LOWER_IS_BETTER = frozenset(
    {
        "lab:creatinine",
        "lab:urea_nitrogen",
        "lab:lactate",
        "lab:crp",
        "lab:esr",
        "lab:procalcitonin",
        "lab:troponin",
        "lab:total_bilirubin",
        "lab:ast",
        "lab:alt",
        "lab:lipase",
        "lab:bnp",
        "lab:creatine_kinase",
        "lab:ammonia",
    }
)
HIGHER_IS_BETTER = frozenset(
    {
        "lab:glomerular_filtration_rate",
        "lab:hemoglobin",
        "lab:hematocrit",
        "lab:albumin",
        "vital:ejection_fraction",
    }
)
"""What may be too high as well as too low, such as potassium or a pulse, is in neither."""

WORSE = re.compile(r"\b(?:worsen\w*|deteriorat\w+)\b", re.IGNORECASE)
BETTER_BEFORE = re.compile(
    r"(?<!no )(?<!without )\b(?:improving|improved|improvement|recovery|recovering)\s+"
    r"(?:(?:in|of|the|his|her|their)\s+){0,2}\Z",
    re.IGNORECASE,
)
BETTER_BEHIND = re.compile(
    r"\A\s*(?:(?:has|had|have|was|were|then|also|since|gradually|slowly|steadily|progressively"
    r"|markedly|significantly|continued to|began to|started to)\s+){0,3}"
    r"(?:improv(?:ed|ing|e)|recover(?:ed|ing))\b",
    re.IGNORECASE,
)

Course = Literal["rose", "fell"]


def told_course(concept: str, before: str, behind: str) -> Course | None:
    """Read `improved` and `worsened` beside a value as the way that it went.

    `before` and `behind` are the words around its name. What has no better way may still worsen:
    it is taken to rise, as most values of illness do.
    """
    better = BETTER_BEFORE.search(before) is not None or BETTER_BEHIND.match(behind) is not None
    worse = WORSE.search(f"{before}\n{behind}") is not None
    if better == worse:
        return None
    if concept in HIGHER_IS_BETTER:
        return "rose" if better else "fell"
    if better and concept not in LOWER_IS_BETTER:
        return None
    return "fell" if better else "rose"
