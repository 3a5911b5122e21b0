"""What makes two facts speak of one entity: one canonical concept, or merely one wording."""

from typing import Protocol

from clinical.facts import Concept, Fact
from kg.graph import EntityKind
from kg.placement import digest, panel_of
from kg.wording import written_name

PATIENT = "PATIENT"


class Naming(Protocol):
    """Gives entities their identity."""

    name: str

    def patient(self, origin: str) -> str:
        """Return the id of the patient whom a note or table tells of."""
        ...

    def entity(self, kind: EntityKind, concept: Concept, fact: Fact) -> str:
        """Return the id of the entity that a fact speaks of."""
        ...

    def test(self, test: Concept) -> Concept:
        """Return the test, study or panel under which results are kept."""
        ...

    def result(self, fact: Fact, said: str, evidence: str) -> str:
        """Return the id of a result, given what it says in words."""
        ...


class CanonicalNaming:
    """One patient, one entity a concept, tests joined in their panels, every value kept."""

    name = "canonical"

    def patient(self, origin: str) -> str:
        """Return the one patient."""
        return PATIENT

    def entity(self, kind: EntityKind, concept: Concept, fact: Fact) -> str:
        """Name the entity by its concept; a relative's disease is another than the patient's."""
        experiencer = ":family" if fact.assertion == "family" and kind != "LAB_TEST" else ""
        return f"{kind}:{concept.id}{experiencer}"

    def test(self, test: Concept) -> Concept:
        """Return the panel of a test where it has one."""
        return panel_of(test)

    def result(self, fact: Fact, said: str, evidence: str) -> str:
        """Name a result by what was found when, so that only repeats of one result merge."""
        return f"LAB_RESULT:{fact.concept.id}:{_result_identity(fact, said)}"


class WrittenNaming:
    """As extraction alone gives it: a patient a source, entities named as written."""

    name = "written"

    def patient(self, origin: str) -> str:
        """Return the patient of one source."""
        return f"{PATIENT}:{origin}"

    def entity(self, kind: EntityKind, concept: Concept, fact: Fact) -> str:
        """Name the entity by its wording; measured quantities go by their written name."""
        wording = concept.name if kind == "LAB_TEST" else written_name(fact)
        return f"{kind}:{' '.join(wording.casefold().split())}"

    def test(self, test: Concept) -> Concept:
        """Keep each test apart."""
        return test

    def result(self, fact: Fact, said: str, evidence: str) -> str:
        """Keep each mention apart."""
        return f"LAB_RESULT:{fact.concept.id}:{digest(evidence, _result_identity(fact, said))}"


def _result_identity(fact: Fact, said: str) -> str:
    time = fact.time
    return digest(
        fact.study,
        fact.site,
        time.earliest if time else None,
        time.latest if time else None,
        fact.selector,
        said,
    )
