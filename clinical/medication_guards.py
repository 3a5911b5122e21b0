"""Drug names that are no medication: laboratory analytes, levels, sensitivities and compounds."""

import re

from clinical.drug_lexicon import DrugName

COMPOUND_WORDS = (
    r"induced dependent dependence associated related resistan(?:t|ce) sensitiv\w+ susceptib\w+ "
    r"na[iï]ve responsive eluting refractory intoleran(?:t|ce) binding producing sparing "
    r"deficien(?:t|cy) overload toxicity overdose poisoning intoxication withdrawal abuse misuse "
    r"use\sdisorder effects? side\seffects? levels? troughs? peaks? assay screen antibod(?:y|ies) "
    r"pf4 stores? studies saturation score class\s[1-6i] antagonized enhanc\w+ lock(?:ed)? gap "
    r"free negative positive concentrations? nephropathy allerg\w+ extravasation "
    r"infusion\sreaction hypersensitivity eluted"
)
COMPOUND = re.compile(rf"[\s-]{{0,2}}(?:{COMPOUND_WORDS.replace(' ', '|')})\b", re.I)
"""Words that make a name part of another: `heparin-induced`, `vancomycin trough`."""

SENSITIVITY_CUE = re.compile(
    r"\b(?:susceptib\w+|sensitiv\w+|non-?susceptible|resistan(?:t|ce)|intermediate|MICs?)\s*"
    r"(?:to|:|for|against)",
    re.I,
)
SENSITIVITY_MARK = re.compile(r"\s*(?:-{2,}|\.{3,}|[<>=]{1,2}\s*\d|(?:[:=]\s*)?\b[SRI]\b(?!\w))")
TREATED = re.compile(
    r"\b(?:treated|given|received|started|began|begun|switched|changed|on)\b", re.I
)
LEVEL_CUE = re.compile(
    r"\b(?:levels? of|trough of|serum|plasma|urine|screen(?:ed)? (?:positive )?for|anti-?|"
    r"antibod(?:y|ies) to|low|high|elevated|normal|total|ionized|free|random|fasting|"
    r"history of)\s*-?$",
    re.I,
)
MEASURED = re.compile(
    r"\s*(?:level\s*)?(?:was|were|is|of|at|:|=|-|to|fell to|rose to|peaked at|,)?\s*(?:low|high|"
    r"normal|only|about|up to|down to)?\s*[<>]?\d+(?:\.\d+)?\*?"
    r"(?!\d|,\d|\.\d|%?\s*(?:mg|mcg|g|micrograms?|milligrams?|[uµμ]g|meq|mmol|units?|ml|l|iu"
    r"|tabs?|tablets?|caps?|amps?|ampules?|grams?|puffs?)\b(?!\s*/\s*d?l))",
    re.I,
)
TOXICOLOGY = re.compile(r"\b(?:tox\w*|utox|uds|drug|urine)\b[^.;]{0,30}\bpositive for\b", re.I)
IMAGING = re.compile(
    r"\b(?:ct|cta|mri|mra|mr|scan|imaging|tomography|study|angiogra\w+|radiograph\w*|enema)\b"
    r"[^.;]{0,40}$",
    re.I,
)

PLAIN_ANALYTES = frozenset(
    {f"drugclass:{name}" for name in ("iron", "potassium", "calcium", "magnesium", "phosphate")}
    | {
        f"drugclass:{name}"
        for name in ("zinc", "vitamin-d", "vitamin", "plasma", "platelet-transfusion")
    }
    | {f"drug:{name}" for name in ("nicotine", "testosterone", "thyroid", "estradiol", "caffeine")}
    | {"drug:lipase", "drug:amylase", "drug:parathyroid hormone", "drug:somatropin"}
    | {"drug:corticotropin", "drug:calcitonin", "drug:follitropin", "drug:chorionic gonadotropin"}
)
"""Substances whose bare name, without dose, route or act of giving, is no medication."""

ANALYTES = PLAIN_ANALYTES | frozenset(
    f"drug:{name}"
    for name in (
        *("cyanocobalamin", "progesterone", "erythropoietin", "glucagon", "thiamine", "digoxin"),
        *("pyridoxine", "ascorbic acid", "folic acid", "lithium", "valproate", "vasopressin"),
        *("sodium bicarbonate", "sodium chloride", "albumin"),
    )
)
"""Substances that the laboratory measures under the same name."""

BARE_NAMES = frozenset(
    {"red cells", "parathyroid hormone", "growth hormone", "chorionic gonadotropin"}
    | {"follicle stimulating hormone", "adrenocorticotropic hormone"}
)
"""Longer names that, bare, are found in the blood or urine rather than given."""

CONTRAST = frozenset({"drugclass:contrast", "drugclass:gadolinium"})

GASES = frozenset({"drug:carbon dioxide", "drug:nitrogen"})
"""What is breathed and measured rather than given."""

STUDIED = re.compile(
    r"[\s-]+(?:swallow|enema|stud\w+|ct|cta|mri|mra|scan\w*|imaging|series|film|examination"
    r"|material"
    r"|load|exposure|use|injection|administration|agents?|echo\w*|venogra\w+|esophag\w+|oesophag\w+"
    r"|enhanc\w+|ultraso\w+|tomograph\w+|angiogra\w+|extravas\w+|given|cystogra\w+)\b",
    re.I,
)
"""After `contrast`: a study with it, which is no drug that was given for an illness."""


def _clause_before(text: str, start: int) -> str:
    """Return the words before a place, up to the last end of a clause."""
    return re.split(r"[.;]\s|\n\s*\n", text[max(0, start - 120) : start])[-1]


def _measured(text: str, name: DrugName, before: str) -> bool:
    """Say whether the name stands for a laboratory value."""
    if name.concept.id not in ANALYTES:
        return False
    return bool(MEASURED.match(text, name.end) or LEVEL_CUE.search(before))


def _tested_against(text: str, name: DrugName, before: str) -> bool:
    """Say whether an organism was tested against the drug."""
    if SENSITIVITY_MARK.match(text, name.end):
        return True
    cues = list(SENSITIVITY_CUE.finditer(before))
    return bool(cues) and not TREATED.search(before, cues[-1].end())


def is_medication(text: str, name: DrugName) -> bool:
    """Say whether a name found in a text can be a drug that someone takes or is given."""
    if COMPOUND.match(text, name.end) or name.concept.id in GASES:
        return False
    if name.concept.id in CONTRAST and STUDIED.match(text, name.end):
        return False
    before = _clause_before(text, name.start)
    if TOXICOLOGY.search(before):
        return False
    if _measured(text, name, before) or _tested_against(text, name, before):
        return False
    return name.concept.id not in CONTRAST or not IMAGING.search(before)
