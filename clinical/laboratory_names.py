"""Names of tests as coded results carry them: LOINC codes and long common names.

A long common name has a component, a property in brackets, a system and a method: `Creatinine
[Mass/volume] in Serum or Plasma`. The code decides where it is known, then component and system.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from clinical.lexicon_rows import rows_of

CODE = re.compile(r"(?:LOINC[:|]|http://loinc\.org[|#])?\s*(?P<code>\d{1,6}-\d)", re.IGNORECASE)
PROPERTY = re.compile(r"\s*\[(?P<property>[^\]]*)\]\s*")
_SYSTEM_WORDS = (
    ("cerebral spinal fluid", "csf"),
    ("cerebrospinal fluid", "csf"),
    ("urine", "urine"),
    ("24 hour urine", "urine"),
    ("peritoneal fluid", "ascites"),
    ("ascites", "ascites"),
    ("pleural fluid", "pleural"),
    ("synovial fluid", "joint fluid"),
    ("body fluid", "body fluid"),
    ("dialysis fluid", "body fluid"),
    ("pericardial fluid", "body fluid"),
    ("amniotic fluid", "body fluid"),
    ("gastric fluid", "body fluid"),
    ("stool", "stool"),
    ("sputum", "sputum"),
    ("cord blood", "cord blood"),
    ("serum", ""),
    ("plasma", ""),
    ("platelet poor plasma", ""),
    ("blood", ""),
    ("arterial", ""),
    ("venous", ""),
    ("capillary", ""),
    ("mixed venous", ""),
    ("central venous", ""),
    ("red blood cells", ""),
    ("nasopharynx", ""),
    ("nasopharyngeal", ""),
    ("nose", ""),
    ("throat", ""),
    ("respiratory", ""),
    ("upper respiratory", ""),
    ("lower respiratory", ""),
    ("saliva", ""),
    ("specimen", ""),
    ("isolate", ""),
    ("genital", ""),
    ("cervix", ""),
)
"""How the system of a long name begins, and the specimen that it stands for; blood has none."""

_SYSTEMS = dict(_SYSTEM_WORDS)
SYSTEM = re.compile(
    r"\s(?:in|of)\s(?P<system>"
    + "|".join(sorted(map(re.escape, _SYSTEMS), key=len, reverse=True))
    + r")\b.*$",
    re.IGNORECASE,
)
METHOD = re.compile(r"\s(?:by|--)\s.*$|\s--.*$", re.IGNORECASE)
PARTIAL_PRESSURE = "partial pressure"
_BY_PROPERTY = {
    ("erythrocyte distribution width", "entitic volume"): "lab:rdw_sd",
    ("carbon dioxide", "moles/volume"): "lab:bicarbonate",
    ("oxygen saturation", "mass fraction"): "vital:oxygen_saturation",
}
"""Components that two properties measure as two quantities."""

_ONLY_PRESSURE = frozenset({"carbon dioxide", "oxygen"})


class LongName(NamedTuple):
    """A long common name in its parts; the specimen is empty for blood."""

    component: str
    property: str
    specimen: str


@lru_cache(maxsize=1)
def _table() -> tuple[dict[str, str], dict[str, str]]:
    """Read the ids of quantities by code, and by component in small letters."""
    codes: dict[str, str] = {}
    components: dict[str, str] = {}
    for analyte, numbers, names in rows_of("laboratory_codes.tsv")[1:]:
        codes.update((code, analyte) for code in numbers.split())
        components.update((_key(name), analyte) for name in names.split(";") if name)
    return codes, components


def quantity_of_code(text: str) -> str | None:
    """Return the id of the quantity that a cell of codes names, or None."""
    for found in CODE.finditer(text):
        known = _table()[0].get(found["code"])
        if known:
            return known
    return None


@lru_cache(maxsize=16384)
def long_name(name: str) -> LongName | None:
    """Take a long common name apart; None where a name has neither property nor system."""
    property_ = PROPERTY.search(name)
    plain = PROPERTY.sub(" ", name, count=1) if property_ else name
    system = SYSTEM.search(plain)
    if property_ is None and system is None:
        return None
    component = plain[: system.start()] if system else plain
    component = METHOD.sub("", component).strip()
    specimen = _SYSTEMS[system["system"].lower()] if system else ""
    if not component:
        return None
    return LongName(component, property_["property"].lower() if property_ else "", specimen)


def quantity_of_component(name: LongName) -> str | None:
    """Return the id of the quantity that a component in its system is, or None."""
    component = _key(name.component)
    if not name.specimen:
        by_property = _BY_PROPERTY.get((component, name.property))
        if by_property:
            return by_property
        if component in _ONLY_PRESSURE and name.property != PARTIAL_PRESSURE:
            return None
    return _table()[1].get(f"{name.specimen} {component}".strip())


def quantity_of_plain_component(name: str) -> str | None:
    """Return the id of the quantity whose component a name is, without property and system."""
    component = _key(name)
    return None if component in _ONLY_PRESSURE else _table()[1].get(component)


def _key(name: str) -> str:
    return " ".join(name.lower().split())
