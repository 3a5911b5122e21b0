"""What a drug is given for, so that a drug can imply a disease that is not written."""

from functools import cache

from clinical.drug_lexicon import LEXICONS, concept_of, listed, parts_of, read_tsv


@cache
def _table() -> dict[str, frozenset[str]]:
    """Load the pairs once, by drug or class id."""
    return {
        row["drug"] if ":" in row["drug"] else f"drug:{row['drug']}": frozenset(
            listed(row["conditions"])
        )
        for row in read_tsv(LEXICONS / "indications.tsv")
    }


@cache
def indications_of(concept_id: str) -> frozenset[str]:
    """Name the diseases that a drug or class is given for, in lower case.

    A combination is given for what it is listed for itself, else for what its parts are; classes
    lend their indications to their members.
    """
    own = _table().get(concept_id)
    parts = [f"drug:{part}" for part in parts_of(concept_id)]
    ids = [concept_id] if own and len(parts) > 1 else [concept_id, *parts]
    wider = () if own and len(parts) > 1 else concept_of(concept_id).broader
    return frozenset().union(*(_table().get(key, frozenset()) for key in (*ids, *wider)))
