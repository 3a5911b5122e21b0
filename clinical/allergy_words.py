"""The words of allergy lists and of prose about allergies."""

import re

TRIGGER = re.compile(
    r"allerg|anaphyla|hypersensitiv|intoleran|adverse reaction|reaction|reacts? to|nkda|nka\b|"
    r"\b(?:rash|hives|itch\w*|pruritus|angioedema|swelling|urticaria)\s+(?:with|from|to|after|on)\b",
    re.I,
)
TELLING = re.compile(
    r"\b(?:(?:known|documented|reported|listed|severe|serious|drug|medication|food)\s+)*"
    r"(?:allerg\w+|hypersensitiv\w+|intoleran\w+|(?:adverse\s+)?reactions?)\b",
    re.I,
)
NONE = re.compile(
    r"\b(?:(?:no|nil)\s+(?:known\s+)?(?:drug\s+|medication\s+|food\s+|environmental\s+)*allerg(?:y|ies)(?!\s+to\b)|"
    r"nkda|nka|no\s+known\s+(?:drug|medication)\s+(?:adverse\s+)?reactions?|not\s+allergic\s+to\s+any|"
    r"(?:denies|without)\s+(?:any\s+)?(?:known\s+)?(?:drug\s+)?allergies|"
    r"allergies\s*(?::|-)\s*(?:none|no\b|denies|nil)(?:\s+known)?)",
    re.I,
)
HEADING = re.compile(
    r"(?:^|\n|(?<=\.\s)|(?<=\*))\s*(?:drug\s+|medication\s+|known\s+)?"
    r"(?:allerg(?:y|ies)|adverse\s+(?:drug\s+)?reactions?|intolerances?)"
    r"(?:\s*(?:/|and|or)\s*[a-z ]{3,30}?)?\s*[:\-]\s*",
    re.I,
)
BEFORE = re.compile(
    r"\b(?:(?:not\s+)?allergic\s+to|allerg(?:y|ies)\s+(?:to|includes?|are)|anaphyla\w+\s+(?:to|from|with|"
    r"after)|hypersensitiv\w+\s+(?:reaction\s+)?to|intoleran\w+\s+(?:to|of)|(?:adverse\s+)?reactions?\s+to|"
    r"react(?:s|ed)\s+to|(?:rash|hives|itch\w*|pruritus|angioedema|swelling|urticaria|nausea|cough)"
    r"\s+(?:with|from|to)|sensitivity\s+to)\s+(?:[\w-]+\s+){0,3}?$",
    re.I,
)
AFTER = re.compile(
    r"(?:\s+(?:antibiotics?|drugs?|medications?|class|media|dye|products?))?[\s-]*"
    r"(?:\([^)]{0,40}\)\s*)?(?:allerg(?:y|ies|ic)|anaphylaxis|hypersensitivity|intolerance|rash|hives|reaction)\b",
    re.I,
)
DENIAL = re.compile(
    r"\b(?:no|not|denies|without|never)\b(?:\s+(?:any|known|a|history|of|had|an?|is|has|drug|been)){0,4}\s*"
    r"(?:allerg\w+|anaphyla\w+|reactions?|[\w-]+\s+allerg\w+)?(?:\s+to)?\s*$",
    re.I,
)
REACTION_WORDS = (
    r"anaphyla(?:xis|ctic(?:\s+(?:shock|reaction))?|ctoid)|angio-?edema|hives|urticaria|"
    r"rash(?:es)?|itch(?:ing|iness|y)?|pruritus|swelling(?:\s+of\s+[\w\s]{3,20})?|"
    r"(?:tongue|lip|facial|throat|face)\s+swelling|throat\s+(?:closing|tightness)|wheez(?:ing|e)|"
    r"bronchospasm|shortness\s+of\s+breath|dyspnea|nausea(?:\s*(?:/|and)\s*vomiting)?|vomiting|emesis|"
    r"diarrhea|gi\s+upset|upset\s+stomach|abdominal\s+pain|dizziness|headaches?|confusion|delirium|"
    r"hallucinations?|myalgias?|muscle\s+(?:aches?|pain)|rhabdomyolysis|cough|hypotension|fever|"
    r"stevens[\s-]johnson(?:\s+syndrome)?|sjs|toxic\s+epidermal\s+necrolysis|dress|"
    r"thrombocytopenia|hit\b|red\s*man(?:\s+syndrome)?|flushing|blisters?|hyperkalemia|"
    r"(?:renal|kidney)\s+(?:failure|injury)|hepatitis|seizures?|syncope|bleeding|unknown"
)
REACTION = re.compile(rf"\b(?:{REACTION_WORDS})\b", re.I)
SEVERITY = re.compile(r"\b(mild|moderate|severe|life-threatening|serious)\b", re.I)
LIST_END = re.compile(r"\n\s*\n|\n\s*[A-Z][\w /]{2,40}:|\bAttending\b")
