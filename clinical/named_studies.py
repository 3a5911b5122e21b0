"""The study that a finding of a sentence belongs to."""

from collections.abc import Sequence

from clinical.clauses import clause_around, main_clauses
from clinical.specimen_words import culture_of
from clinical.vocabulary import TermMention


def study_of(text: str, mention: TermMention, terms: Sequence[TermMention]) -> str | None:
    """The study named last before a finding, else the one named first behind it.

    A study behind it counts only within its clause: `grew X, and the blood cultures were sterile`
    does not tell where X grew. A germ belongs to the specimen that its own statement names.
    """
    if mention.group == "organism":
        culture = culture_of(text, mention.start, mention.end)
        if culture is not None:
            return culture
    studies = [m for m in terms if m.group == "study"]
    before = [m for m in studies if m.end <= mention.start]
    if before or mention.group == "organism":
        return before[-1].concept_id if before else None
    clause_end = clause_around(main_clauses(text), mention.start)[1]
    behind = [m for m in studies if mention.end <= m.start < clause_end]
    return behind[0].concept_id if behind else None
