"""Reads the OMOP common data model; the vocabulary, where it is there, names its concepts."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from kg.readers.assembly import TargetChoice
from kg.readers.csv_files import csv_header, read_csv
from kg.readers.patient_index import plain_id
from kg.readers.tables import TableFile, TableFolder, cases_of, table_file
from kg.record import Case, Unread

_EVENTS = frozenset(
    {
        "condition_occurrence",
        "drug_exposure",
        "measurement",
        "note",
        "observation",
        "procedure_occurrence",
        "visit_occurrence",
    }
)
VOCABULARY = "concept"
_DERIVED_OR_ABOUT_NO_PATIENT = frozenset(
    {
        "attribute_definition",
        "care_site",
        "cdm_source",
        "cohort",
        "cohort_definition",
        "concept",
        "concept_ancestor",
        "concept_class",
        "concept_relationship",
        "concept_synonym",
        "condition_era",
        "cost",
        "domain",
        "dose_era",
        "drug_era",
        "drug_strength",
        "episode",
        "episode_event",
        "fact_relationship",
        "location",
        "metadata",
        "note_nlp",
        "observation_period",
        "payer_plan_period",
        "provider",
        "relationship",
        "source_to_concept_map",
        "vocabulary",
    }
)
"""Tables of the vocabulary, of places and money, and those computed from the others."""

_WELL_KNOWN = {
    "8507": "Male",
    "8532": "Female",
    "8515": "Asian",
    "8516": "Black or African American",
    "8527": "White",
    "9201": "Inpatient Visit",
    "9202": "Outpatient Visit",
    "9203": "Emergency Room Visit",
    "262": "Emergency Room and Inpatient Visit",
    "32037": "Intensive Care",
    "581476": "Home Visit",
    "4171754": "<=",
    "4171755": ">=",
    "4171756": "<",
    "4172703": "=",
    "4172704": ">",
}
"""Standard concepts that say who the patient is, what kind a visit is, and how a value is bounded.

They are the ids that every installation of the model uses.
"""

_ID, _NAME = "_concept_id", "_concept_name"
_NO_CONCEPT = frozenset({"", "0"})


def is_omop(tables: dict[str, Path]) -> bool:
    """Say whether the tables of a folder are those of the model."""
    named = {table.casefold(): path for table, path in tables.items()}
    if "person" not in named or not _EVENTS & named.keys():
        return False
    return "person_id" in {column.casefold() for column in csv_header(named["person"])}


def open_omop(
    folder: Path, tables: dict[str, Path], admission: str | None, target: TargetChoice
) -> Iterator[Case]:
    """Read every clinical table; concepts get their names from the vocabulary beside them."""
    files = tuple(
        table_file(path, table.casefold())
        for table, path in tables.items()
        if table.casefold() not in _DERIVED_OR_ABOUT_NO_PATIENT
    )
    vocabulary = next((p for table, p in tables.items() if table.casefold() == VOCABULARY), None)
    names = _Names(_WELL_KNOWN | (_names_in(vocabulary, files) if vocabulary else {}))
    layout = TableFolder(path=folder, files=files, index_tables=frozenset({"visit_occurrence"}))
    for case in cases_of(layout, admission, target, names):
        nameless = _nameless(case)
        if not nameless:
            yield case
            continue
        record = case.record.model_copy(update={"unread": nameless})
        yield case.model_copy(update={"record": record})


class _Names:
    """Puts the name of a concept beside its number."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def joined(self, table: str, fields: dict[str, str]) -> dict[str, str]:
        """Add `x_concept_name` to every `x_concept_id` that is known; what is there stays."""
        found = {}
        for column, text in fields.items():
            lower = column.casefold()
            name = self._names.get(plain_id(text.strip())) if lower.endswith(_ID) else None
            if name and lower.removesuffix(_ID) + _NAME not in fields:
                found[lower.removesuffix(_ID) + _NAME] = name
        return {**fields, **found}


def _names_in(vocabulary: Path, files: Iterable[TableFile]) -> dict[str, str]:
    """Read the names of the concepts that occur; a vocabulary holds millions of others."""
    wanted = {
        plain_id(text.strip())
        for file in files
        for _, cells in read_csv(file.path)
        for column, text in cells.items()
        if column.casefold().endswith(_ID)
    } - _NO_CONCEPT
    names = {}
    for _, written in read_csv(vocabulary):
        cells = {column.casefold(): text.strip() for column, text in written.items()}
        if cells.get("concept_id") in wanted and cells.get("concept_name"):
            names[cells["concept_id"]] = cells["concept_name"]
    return names


def _nameless(case: Case) -> tuple[Unread, ...]:
    """Count the rows that hold numbers of concepts and not one word for what they are of."""
    count = sum(
        1
        for row in case.record.rows
        if row.table in _EVENTS
        and not any(
            name.casefold().endswith((_NAME, "_source_value", "_source_name", "value_as_string"))
            and any(map(str.isalpha, text))
            for name, text in row.fields.items()
            if "type_concept" not in name.casefold()
        )
    )
    reason = f"only the numbers of concepts; put {VOCABULARY}.csv beside them"
    return (Unread(thing="row", reason=reason, count=count),) if count else ()
