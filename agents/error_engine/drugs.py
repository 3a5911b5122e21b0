"""False drugs: another one of the same class, or an allergen in place of the true one."""

import re
from collections.abc import Iterator

from agents.chart import Charted
from agents.error_engine.candidate import Candidate
from agents.error_engine.material import Material
from agents.error_engine.wording import in_case_of
from clinical.allergies import AllergyMention
from clinical.alternatives import alternatives_to
from clinical.drug_lexicon import concept_of, drug_concept, members_of, parts_of
from clinical.facts import Concept
from clinical.labels import Kind
from clinical.mentions import MedicationMention
from clinical.usual_doses import is_common, usual_doses
from graph_state.generation import Difficulty, EditedFact

PLAIN_NAME = re.compile(r"[A-Za-z][A-Za-z-]*(?: [A-Za-z]+)?")
BY_VEIN = re.compile(r"\s+(?:infusion|drip|bolus|gtt)", re.IGNORECASE)
LOCAL_FORM = re.compile(
    r"\s+(?:cream|ointment|gel|lotion|drops?|spray|inhalers?|neb\w*|patch\w*|suppositor\w+)",
    re.IGNORECASE,
)
"""Behind these forms few drugs can stand for one another."""

SIZES: tuple[tuple[int, Difficulty], ...] = ((0, "hard"), (1, "medium"))
"""The nearest class of a drug gives hard swaps, the next wider one medium ones."""

MOST_MEMBERS = 40
"""A class with more members than this is too wide for a slip of memory."""


def false_drugs(material: Material) -> Iterator[Candidate]:
    """Name another drug of the same class that the patient never had."""
    for mention in _once(material.mentions.medications):
        proof = charted_drug(material, mention)
        if proof is None or not _is_single(mention):
            continue
        for difficulty, other in _relatives(mention.concept):
            if not _fits(material.text, mention, other) or material.chart.touches(other):
                continue
            if not material.chart.names(other.name):
                yield _swap(material, mention, other, difficulty, proof)


def false_allergens(material: Material) -> Iterator[Candidate]:
    """Name another allergen than the patient's list of allergies holds."""
    for mention in material.mentions.allergies:
        if mention.concept is None or mention.denied:
            continue
        proof = next(iter(material.chart.about(mention.concept, "allergy")), None)
        named = _allergen_words(material.text, mention)
        if proof is None or named is None:
            continue
        start, end = named
        for name in alternatives_to("allergen", material.text[start:end]):
            other = drug_concept(name) or Concept(id=f"allergen:{name}", name=name)
            yield Candidate(
                error_type="medication_error",
                difficulty="medium",
                start=start,
                end=end,
                words=in_case_of(material.text[start:end], name),
                fact=_fact("allergy", mention.concept, other, material.text[start:end], proof),
                explanation=f"the allergy is to {mention.concept.name}, not to {name}",
            )


def _allergen_words(text: str, mention: AllergyMention) -> tuple[int, int] | None:
    """The longest run of words inside a mention that names an allergen with alternatives."""
    words = list(re.finditer(r"[A-Za-z]+", text[mention.start : mention.end]))
    for count in (2, 1):
        for at in range(len(words) - count + 1):
            start = mention.start + words[at].start()
            end = mention.start + words[at + count - 1].end()
            if alternatives_to("allergen", text[start:end]):
                return start, end
    return None


def charted_drug(material: Material, mention: MedicationMention) -> Charted | None:
    """Find where the record says that the patient has this drug."""
    for charted in material.chart.about(mention.concept, "medication"):
        if charted.fact.assertion in ("present", "historical"):
            return charted
    return None


def _once(mentions: tuple[MedicationMention, ...]) -> list[MedicationMention]:
    """One mention for each name: what happened to a drug twice is still one drug."""
    return list({(m.start, m.end): m for m in reversed(mentions)}.values())[::-1]


def _is_single(mention: MedicationMention) -> bool:
    return len(parts_of(mention.concept.id)) == 1 and bool(PLAIN_NAME.fullmatch(mention.text))


def _relatives(drug: Concept) -> Iterator[tuple[Difficulty, Concept]]:
    """Common drugs of the nearest classes, by name."""
    seen = {drug.id}
    for depth, difficulty in SIZES:
        members = members_of(drug.broader[depth]) if len(drug.broader) > depth else frozenset()
        if len(members) > MOST_MEMBERS:
            continue
        for identity in sorted(members - seen):
            seen.add(identity)
            if len(parts_of(identity)) == 1 and is_common(concept_of(identity)):
                yield difficulty, concept_of(identity)


def _fits(text: str, mention: MedicationMention, other: Concept) -> bool:
    """Say whether the other drug could be given by this route and in this dose."""
    usual = usual_doses(other)
    if usual is None:
        return False
    own = usual_doses(mention.concept)
    if own is not None and not (
        (own.oral and usual.oral) or (own.intravenous and usual.intravenous)
    ):
        return False
    if mention.route not in (None, "oral", "intravenous") or LOCAL_FORM.match(text, mention.end):
        return False
    by_vein = mention.route == "intravenous" or BY_VEIN.match(text, mention.end)
    if by_vein and not usual.intravenous:
        return False
    if mention.dose is None:
        return True
    if usual.unit != mention.dose.unit:
        return False
    return any(abs(dose - mention.dose.value) <= mention.dose.tolerance for dose in usual.doses)


def _swap(
    material: Material,
    mention: MedicationMention,
    other: Concept,
    difficulty: Difficulty,
    proof: Charted,
) -> Candidate:
    return Candidate(
        error_type="medication_error",
        difficulty=difficulty,
        start=mention.start,
        end=mention.end,
        words=in_case_of(mention.text, other.name)
        if mention.start == 0 or other.name != other.name.lower()
        else other.name,
        fact=_fact("medication", mention.concept, other, mention.text, proof),
        explanation=(f"the drug was {mention.concept.name}; {other.name} is nowhere in the record"),
    )


def _fact(kind: Kind, drug: Concept, other: Concept, old: str, proof: Charted) -> EditedFact:
    return EditedFact(
        kind=kind,
        attribute="identity",
        concept=drug,
        new_concept=other,
        old=old,
        new=other.name,
        evidence=(proof.link,),
    )
