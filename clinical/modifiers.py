"""Side, position and severity of a finding, read from the words around it."""

import re

from clinical.clauses import clause_around, small_clauses
from clinical.labels import Laterality

SIDE = re.compile(
    r"\b(?i:(?P<both>bilateral(?:ly)?|both|BLE|BUE)|(?P<left>left|LLE|LUE|LLL|LUL)"
    r"|(?P<right>right|RLE|RUE|RLL|RUL|RML))(?:[- ]sided|ward)?\b"
    r"|(?<![\w.])(?<!\d )(?P<l>L)(?= [a-z]| \Z)|(?<![\w.])(?P<r>R)(?= [a-z]| \Z)",
)
SIDE_ANY_CASE = re.compile(SIDE.pattern.replace("(?P<l>L)", "(?P<l>\\bL\\b)"), re.IGNORECASE)

SEVERITIES: dict[str, str] = {
    word: rank
    for rank, words in {
        "mild": "mild mildly minimal minimally trace slight slightly small tiny little minor scant",
        "moderate": "moderate moderately medium",
        "severe": "severe severely massive large critical extensive marked markedly profound"
        " profoundly fulminant huge tight",
        "complete": "complete total transmural full",
        "partial": "partial incomplete",
    }.items()
    for word in words.split()
}
SEVERITY = re.compile(r"\b(" + "|".join(sorted(SEVERITIES, key=len, reverse=True)) + r")\b", re.I)

SITES = (
    "head scalp forehead face eye ear nose mouth jaw tongue lip tooth molar neck throat chest lung"
    " lobe base apex breast rib back spine abdomen quadrant flank groin pelvis hip thigh knee calf"
    " shin leg ankle foot heel toe shoulder arm elbow forearm wrist hand finger thumb kidney ureter"
    " ovary testis hemisphere thalamus frontal parietal temporal occipital cerebellum ventricle"
    " atrium artery vein carotid jugular subclavian femoral popliteal tibial metatarsal phalanx"
    " incision wound stump lobe liver spleen bladder uterus colon ileum rectum stomach esophagus"
).split()
SITE = re.compile(
    r"\b(?:(?P<position>upper|lower|middle|proximal|distal|anterior|posterior|medial|lateral|first"
    r"|second|third|fourth|fifth|great|main)\s+(?:end of the\s+)?)?(?P<site>"
    + "|".join(sorted(set(SITES), key=len, reverse=True))
    + r")(?:s|es)?\b",
    re.IGNORECASE,
)
APPOSITION = re.compile(r"[\s,]*(?:an?|the)\s", re.IGNORECASE)
LEFT_REACH = 40
RIGHT_REACH = 60


def surroundings(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the words of the same clause before and after a mention, nearest parts only."""
    clause_start, clause_end = clause_around(small_clauses(text), start)
    clause_end = max(clause_end, end)
    before = text[max(clause_start, start - LEFT_REACH) : start]
    return before, text[end : min(clause_end, end + RIGHT_REACH)]


def apposed(text: str, start: int) -> str:
    """The clause that a mention explains: `his left wrist, a radius fracture`."""
    clauses = small_clauses(text)
    own = clause_around(clauses, start)
    index = clauses.index(own) if own in clauses else 0
    opening = APPOSITION.match(text[own[0] : start])
    return text[slice(*clauses[index - 1])] if index and opening else ""


def side_of(match: re.Match[str]) -> Laterality:
    """Name the side that a match found."""
    if match["both"]:
        return "bilateral"
    return "left" if match["left"] or match["l"] else "right"


def laterality_of(text: str, start: int, end: int) -> Laterality | None:
    """Find the side of a mention: inside it, close before it, or after it in the same clause.

    Two different sides before or after it are both meant.
    """
    inside = [side_of(m) for m in SIDE_ANY_CASE.finditer(text[start:end]) if m["l"] is None]
    if inside:
        return inside[0] if len(set(inside)) == 1 else "bilateral"
    before, after = surroundings(text, start, end)
    for stretch in (before, after, apposed(text, start)):
        sides = [side_of(m) for m in SIDE.finditer(stretch)]
        if not sides:
            continue
        if len(set(sides)) > 1:
            return "bilateral"
        return sides[0]
    return None


def severity_of(text: str, start: int, end: int) -> str | None:
    """Find how severe a mention is said to be."""
    before, after = surroundings(text, start, end)
    inside = SEVERITY.search(text[start:end])
    if inside:
        return SEVERITIES[inside[1].lower()]
    near = [m for m in SEVERITY.finditer(before) if len(before[m.end() :].split()) <= 3]
    if near:
        return SEVERITIES[near[-1][1].lower()]
    said = re.match(r"\s*(?:was|is|were|are|remained|appeared)\s+(?:only\s+)?(\w+)", after)
    return SEVERITIES.get(said[1].lower()) if said else None


def site_of(text: str, start: int, end: int) -> str | None:
    """Find the body site of a mention: position and noun, such as `lower lobe`."""
    before, after = surroundings(text, start, end)
    inside = SITE.search(text[start:end])
    near = [m for m in SITE.finditer(before) if len(before[m.end() :].split()) <= 2]
    following = SITE.search(after)
    match = inside or (near[-1] if near else None) or following
    if match is None:
        return None
    position = match["position"]
    return f"{position.lower()} {match['site'].lower()}" if position else match["site"].lower()
