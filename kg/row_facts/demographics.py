"""Who the patient is: sex, age, race, language, marital status, death."""

import re

from clinical.facts import Concept, Fact, Quantity
from clinical.vocabulary import concept
from kg.row_facts.cells import Cells

SEX = Concept(id="demographic:sex", name="sex")
AGE = Concept(id="demographic:age", name="age")

_SEXES = {"m": "male", "male": "male", "f": "female", "female": "female"}
_STATED = {
    "race": "demographic:race",
    "ethnicity": "demographic:race",
    "language": "demographic:language",
    "communication.language": "demographic:language",
    "marital_status": "demographic:marital_status",
    "maritalstatus": "demographic:marital_status",
    "marital": "demographic:marital_status",
    "insurance": "demographic:insurance",
    "arrival_transport": "demographic:arrival",
}
_SAYS_NOTHING = frozenset({"unknown", "other", "unable to obtain", "patient declined to answer"})
_MARITAL_CODES = {"m": "married", "s": "never married", "d": "divorced", "w": "widowed"}
_BIRTHS = ("birthdate", "birth_date", "date_of_birth", "dob")
_DEATHS = ("dod", "deceaseddatetime", "deathdate")
_AGE = re.compile(r"\s*(>)?\s*(\d{1,3})\s*")


def read_demographics(cells: Cells) -> list[Fact]:
    """Read what a row states about the person."""
    found = [*_sex(cells), *_age(cells), *_birth(cells), *_death(cells)]
    for column, concept_id in _STATED.items():
        value = cells.text(column)
        if any(map(str.isalnum, value)) and value.casefold() not in _SAYS_NOTHING:
            name = concept_id.partition(":")[2].replace("_", " ")
            stated = Concept(id=concept_id, name=name)
            said = value.casefold()
            said = _MARITAL_CODES.get(said, said) if column.startswith("marital") else said
            found.append(_fact(cells, stated, column, result=said))
    return found


def _sex(cells: Cells) -> list[Fact]:
    column = cells.field("gender", "sex")
    sex = _SEXES.get(cells.text("gender", "sex").casefold())
    return [_fact(cells, SEX, column.casefold(), result=sex)] if column and sex else []


def _age(cells: Cells) -> list[Fact]:
    """An age counts at the time that the row gives for it, such as an anchor year."""
    column = cells.field("anchor_age", "age")
    match = _AGE.fullmatch(cells.text("anchor_age", "age"))
    if column is None or match is None:
        return []
    years = Quantity(
        value=float(match[2]),
        unit="years",
        comparator=">" if match[1] else "",
        tolerance=0.5,
        written=match[0].strip(),
    )
    anchor = cells.moment("anchor_year")
    fact = _fact(cells, AGE, column.casefold(), result=None)
    return [fact.model_copy(update={"quantity": years, "time": anchor or fact.time})]


def _birth(cells: Cells) -> list[Fact]:
    """A day of birth is an age of nought on that day."""
    column, time = cells.field(*_BIRTHS), cells.moment(*_BIRTHS)
    if column is None or time is None:
        return []
    born = Quantity(value=0.0, unit="years", written=cells.text(column.casefold()))
    fact = _fact(cells, AGE, column.casefold(), result="born")
    return [fact.model_copy(update={"quantity": born, "time": time})]


def _death(cells: Cells) -> list[Fact]:
    column, time = cells.field(*_DEATHS), cells.moment(*_DEATHS)
    if column is None or time is None:
        return []
    fact = _fact(cells, concept("disposition:expired"), column.casefold(), result=None)
    return [fact.model_copy(update={"time": time, "kind": "encounter"})]


def _fact(cells: Cells, found: Concept, column: str, result: str | None) -> Fact:
    return Fact(
        kind="demographic",
        concept=found,
        text=cells.text(column),
        source=cells.source(column),
        result=result,
        time=cells.when(),
        encounter=cells.row.encounter,
    )
