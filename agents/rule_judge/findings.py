"""Rules for diagnoses, symptoms, findings, procedures, services and events."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted, silent, supported, undecided
from agents.rule_judge.record_view import RecordView, stems_of
from clinical.assertion import assert_span
from clinical.clauses import clause_around, main_clauses
from clinical.facts import Concept, Fact, TimeSpan
from clinical.labels import Assertion, ErrorType, Kind
from clinical.stages import stage_near
from clinical.vocabulary import concept, is_general, is_narrow, is_process, lexicon
from clinical.words import phrase, stem, tokens
from kg.evidence import Evidence

TYPE_OF_KIND: dict[Kind, ErrorType] = {
    "diagnosis": "diagnosis_error",
    "symptom": "diagnosis_error",
    "exam": "exam_result_error",
    "procedure": "diagnosis_error",
}
COMMON_STUDIES = frozenset(
    {
        "study:imaging",
        "study:radiograph",
        "study:ct",
        "study:ultrasound",
        "study:pathology",
        "study:culture",
        "study:urinalysis",
        "study:electrocardiogram",
        "study:chest_radiograph",
        "study:abdominal_radiograph",
        "study:blood_culture",
        "study:urine_culture",
        "study:sputum_culture",
        "study:stool_culture",
        "study:wound_culture",
        "study:gram_stain",
        "study:telemetry",
        "study:physical_examination",
        "procedure:surgery",
        "procedure:oxygen",
        "service:emergency",
        "service:icu",
        "service:primary_care",
        "disposition:home",
        "event:vaccine",
    }
)
"""Named so generally that a record may show them without their name."""

UNDECIDED_KINDS = frozenset({"symptom", "exam", "vital", "lab"})
"""Findings that notes paraphrase so freely that silence proves little."""

NEGATION = re.compile(
    r"\b(?:no|not|nor|never|none|neither|without|negative|unlikely|exclud\w+|ruled? out|ruling out"
    r"|absent|absence|denie[sd]|denying|free of|clear of|rather than|instead of|against|resolved"
    r"|unremarkable|failed to|unrevealing|low suspicion|considered|doubt\w*)\b",
    re.IGNORECASE,
)
EVER = re.compile(r"\b(?:history|hx|h/o|never|ever|previous|prior|past|known)\b", re.IGNORECASE)
ORGAN = re.compile(r"respiratory|lung|liver|kidney|urinary|bone|joint|heart|brain|ear|eye")
STATED = ("present", "historical")
OPPOSITE = {"left": "right", "right": "left"}
SEVERITY_ORDER = {"mild": 1, "moderate": 2, "severe": 3}


def judge_finding(claim: Fact, view: RecordView, sentence: str) -> Decision:
    """Decide on a claim that something was there, or was not.

    A special finding that is denied (`no abscess`) does not deny the general one (`infection`).
    """
    items = comparable(claim, view)
    groups = by_assertion(items)
    if claim.assertion != "absent":
        groups["absent"] = [i for i in groups["absent"] if i.fact.concept.id == claim.concept.id]
    if claim.assertion == "absent":
        return judge_absence(claim, groups, denies_history(claim, sentence))
    if claim.assertion == "family":
        return judge_family(claim, groups)
    if claim.assertion in ("possible", "hypothetical"):
        return judge_possibility(claim, items)
    return judge_presence(claim, groups, view, sentence)


def comparable(claim: Fact, view: RecordView) -> list[Item]:
    """Items of the same or a narrower concept; those of the claim's own study where it has any."""
    items = [i for i in view.narrower(claim.concept) if i.fact.kind != "allergy"]
    if claim.study is None:
        return items
    wider = concept(claim.study).broader
    return [i for i in items if i.fact.study in (claim.study, *wider[:1])] or items


def by_assertion(items: list[Item]) -> dict[str, list[Item]]:
    """Group items by what they assert; history counts as present."""
    groups: dict[str, list[Item]] = {"present": [], "absent": [], "possible": [], "family": []}
    for item in items:
        assertion = item.fact.assertion
        if assertion in ("present", "historical"):
            groups["present"].append(item)
        elif assertion in groups:
            groups[assertion].append(item)
    return groups


def judge_presence(
    claim: Fact, groups: dict[str, list[Item]], view: RecordView, sentence: str
) -> Decision:
    """The sentence says that it was there."""
    present = groups["present"]
    if present:
        return judge_details(claim, present, sentence)
    broader = [
        i for i in view.broader(claim.concept) if i.fact.assertion in ("present", "historical")
    ]
    if groups["absent"] and not groups["possible"]:
        named = any(head(i.fact.text) == head(claim.text) for i in groups["absent"])
        if is_hedged(claim, sentence) or (is_process(claim.text) and not named):
            return undecided(
                "hedged", "the clause denies something itself, or is too general", groups["absent"]
            )
        return denied(claim, groups["absent"])
    if groups["possible"]:
        return supported(
            "possible_only", groups["possible"], "the record calls it possible", by="E2"
        )
    if broader:
        return supported(
            "wider_concept",
            broader,
            f"the record states {broader[0].fact.text!r}, which is wider",
            by="E2",
        )
    return judge_silence(claim, groups["family"], view)


def is_hedged(claim: Fact, sentence: str) -> bool:
    """Say whether the clause of a claim holds a negation that was not taken for one of the claim.

    Then it is unsure whether the sentence affirms at all.
    """
    start, end = clause_around(main_clauses(sentence), claim.source.start or 0)
    return NEGATION.search(sentence[start:end]) is not None


def widens(fact: Fact, claim: Fact) -> bool:
    """Say whether a present fact is the claim with fewer modifiers: same head word."""
    if fact.assertion not in ("present", "historical"):
        return False
    heads = {head(fact.text), head(fact.concept.name)}
    return bool(heads & {head(claim.text), head(claim.concept.name)})


def head(name: str) -> str:
    """The stem of the last word of a name."""
    words = phrase(name).split()
    return stem(words[-1]) if words else ""


def denied(claim: Fact, absent: list[Item]) -> Decision:
    """The record denies what the sentence affirms."""
    error: ErrorType = "diagnosis_error" if claim.kind == "diagnosis" else "negation_error"
    return contradicted(
        "affirmed_but_denied",
        absent,
        (error,),
        f"the sentence affirms {claim.text!r}; the record denies it: {absent[0].evidence.quote!r}",
        "presence",
    )


def judge_details(claim: Fact, present: list[Item], sentence: str) -> Decision:
    """It is there; compare side and severity."""
    for conflict in (other_stage(claim, present, sentence), other_years(claim, present)):
        if conflict is not None:
            return conflict
    side = side_conflict(claim, present)
    if side is not None:
        return side
    severity = severity_conflict(claim, present)
    if severity is not None:
        return severity
    note = f"the record states {present[0].fact.text!r}"
    if claim.severity and not any(i.fact.severity for i in present):
        note += f"; {claim.severity!r} is unverified: the record does not say how severe it was"
    return supported("same_concept", best_first(claim, present), note)


def other_stage(claim: Fact, present: list[Item], sentence: str) -> Decision | None:
    """Both give a stage of one scale, and none agrees."""
    claimed = stage_near(sentence, claim.source.start or 0, claim.source.end or 0)
    if claimed is None:
        return None
    staged = [(item, stage) for item in present if (stage := stage_of(item)) is not None]
    scaled = [(item, step) for item, (scale, step) in staged if scale == claimed[0]]
    if not scaled or any(same_step(claimed[1], step) for _, step in scaled):
        return None
    return contradicted(
        "other_stage",
        [item for item, _ in scaled],
        (TYPE_OF_KIND.get(claim.kind, "diagnosis_error"),),
        f"the sentence says {claimed[0]} {claimed[1]}, the record {claimed[0]} {scaled[0][1]}",
        "stage",
        (claimed[1], scaled[0][1]),
    )


def same_step(one: str, other: str) -> bool:
    """A step with a letter (3b) is a kind of the step without it (3)."""
    return one == other or one == other.rstrip("ab") or one.rstrip("ab") == other


def stage_of(item: Item) -> tuple[str, str] | None:
    """The stage beside a finding in its passage."""
    quote, start = item.evidence.quote, item.evidence.source.start
    if start is None or item.fact.source.start is None or item.fact.source.end is None:
        return stage_near(quote, 0, len(quote))
    return stage_near(quote, item.fact.source.start - start, item.fact.source.end - start)


def other_years(claim: Fact, present: list[Item]) -> Decision | None:
    """A past event dated to one year, where the record dates it to others only."""
    once = claim.assertion == "historical" or claim.kind == "procedure"
    if not once or not is_past_date(claim.time):
        return None
    dated = [i for i in present if is_past_date(i.fact.time)]
    if not dated or any(
        claim.time.overlaps(i.fact.time) for i in dated if claim.time and i.fact.time
    ):
        return None
    recorded = dated[0].fact.time
    return contradicted(
        "other_year",
        dated,
        ("time_error",),
        f"the sentence dates it to {year_of(claim.time)}, the record to {year_of(recorded)}",
        "date",
        (year_of(claim.time), year_of(recorded)),
        confidence=0.7,
    )


def is_past_date(time: TimeSpan | None) -> bool:
    """Say whether a time is a written year."""
    return time is not None and time.precision == "year" and time.anchor == "absolute"


def year_of(time: TimeSpan | None) -> str:
    """The year that a time begins in."""
    return "" if time is None else (time.earliest or time.latest or "")[:4]


def best_first(claim: Fact, items: list[Item]) -> list[Item]:
    """Put items with the same words, side and site first; ties by place."""

    def distance(item: Item) -> tuple[bool, bool, bool, str]:
        fact = item.fact
        return (
            fact.laterality != claim.laterality,
            fact.site != claim.site,
            fact.text.lower() != claim.text.lower(),
            str(fact.source),
        )

    return sorted(items, key=distance)


def side_conflict(claim: Fact, present: list[Item]) -> Decision | None:
    """Only the other side is on record."""
    opposite = OPPOSITE.get(claim.laterality or "")
    if opposite is None:
        return None
    same_site = [i for i in present if claim.site and i.fact.site == claim.site]
    if not same_site and is_general(claim.concept.id, claim.text):
        return None
    present = same_site or present
    sides = {item.fact.laterality for item in present}
    if opposite not in sides or sides & {claim.laterality, "bilateral"}:
        return None
    other = [item for item in present if item.fact.laterality == opposite]
    return contradicted(
        "other_side",
        other,
        (TYPE_OF_KIND.get(claim.kind, "exam_result_error"),),
        f"the sentence says {claim.laterality}, the record {opposite}: {other[0].evidence.quote!r}",
        "laterality",
        (str(claim.laterality), str(opposite)),
    )


def severity_conflict(claim: Fact, present: list[Item]) -> Decision | None:
    """Mild against severe, or complete against partial."""
    if claim.severity is None:
        return None
    graded = [item for item in present if item.fact.severity is not None]
    if not graded or any(compatible(claim.severity, i.fact.severity) for i in graded):
        return None
    return contradicted(
        "other_severity",
        graded,
        (TYPE_OF_KIND.get(claim.kind, "exam_result_error"),),
        f"the sentence says {claim.severity}, the record {graded[0].fact.severity}",
        "severity",
        (claim.severity, str(graded[0].fact.severity)),
    )


def compatible(one: str | None, other: str | None) -> bool:
    """Neighbouring steps of severity are compatible; the ends of the scale are not."""
    if one == other or one is None or other is None:
        return True
    if one in SEVERITY_ORDER and other in SEVERITY_ORDER:
        return abs(SEVERITY_ORDER[one] - SEVERITY_ORDER[other]) < 2
    return {one, other} != {"complete", "partial"}


def denies_history(claim: Fact, sentence: str) -> bool:
    """Say whether the clause denies that it ever was there: `no history of`, `never had`."""
    start, end = clause_around(main_clauses(sentence), claim.source.start or 0)
    return EVER.search(sentence[start:end]) is not None


def judge_absence(claim: Fact, groups: dict[str, list[Item]], ever: bool) -> Decision:
    """The sentence says that it was not there, or (`ever`) that it never was."""
    absent = groups["absent"]
    if absent:
        return supported("denied_in_both", absent, "the record denies it too", "presence")
    present = [i for i in groups["present"] if ever or same_occasion(claim, i.fact)]
    if present and claim.kind not in ("diagnosis", "symptom", "exam"):
        return undecided("done_at_some_time", "it was done, perhaps at another time", present)
    if present:
        return contradicted(
            "denied_but_present",
            present,
            ("negation_error",),
            f"the sentence denies {claim.text!r}; the record states {present[0].evidence.quote!r}",
            "presence",
            confidence=0.75,
        )
    return supported(
        "denial_not_refuted", [], "nothing in the record speaks against the denial", by="E2"
    )


def same_occasion(claim: Fact, fact: Fact) -> bool:
    """A denial is refuted only by the same site and side, in this stay, at no other time."""
    if fact.assertion == "historical" or fact.section in ("past_medical_history", "family_history"):
        return False
    if claim.site and fact.site and claim.site.split()[-1] != fact.site.split()[-1]:
        return False
    if claim.laterality in OPPOSITE and fact.laterality == OPPOSITE[str(claim.laterality)]:
        return False
    if claim.study and fact.study and claim.study != fact.study:
        return False
    return not (claim.time and fact.time and not claim.time.overlaps(fact.time))


def judge_family(claim: Fact, groups: dict[str, list[Item]]) -> Decision:
    """The sentence says that a relative has it."""
    if groups["family"]:
        return supported("family_in_both", groups["family"], "the family history states it")
    if groups["present"]:
        return undecided("family_or_patient", "the record states it of the patient")
    return silent("family_not_stated", ("invented_fact",), "no such family history is recorded")


def judge_possibility(claim: Fact, items: list[Item]) -> Decision:
    """The sentence calls it possible, or means to prevent or exclude it."""
    if items:
        return supported("considered_in_both", items, "the record speaks of it too")
    return supported("consideration", [], "a consideration that the record need not state", by="E2")


def judge_silence(claim: Fact, family: list[Item], view: RecordView) -> Decision:
    """Nothing typed was found: look for a relative, for the words, then call it silence."""
    if family:
        return silent(
            "only_in_a_relative",
            (TYPE_OF_KIND.get(claim.kind, "diagnosis_error"),),
            f"the record states {claim.text!r} of a relative only",
            family,
            confidence=0.8,
        )
    akin = [i for i in view.kindred(claim.concept) if i.fact.assertion in STATED]
    if akin:
        return supported("kindred_concept", akin, f"the record states {akin[0].fact.text!r}")
    worded = judge_by_words(claim, view)
    if worded is not None:
        return worded
    sibling = judge_sibling(claim, view)
    if sibling is not None:
        return sibling
    if is_general(claim.concept.id, claim.text) or claim.concept.id in COMMON_STUDIES:
        return supported("general_term", [], "too general to be looked for by name", by="E2")
    anchored = [i for i in view.items if claim.study and i.fact.concept.id == claim.study]
    if anchored and claim.kind == "exam":
        return silent(
            "study_without_finding",
            ("exam_result_error",),
            f"the study is on record, {claim.text!r} is not among its findings",
            anchored,
        )
    if claim.kind in UNDECIDED_KINDS:
        return undecided("not_named", f"{claim.text!r} is not named in the sources searched")
    return silent(
        "not_on_record",
        ("invented_fact",),
        f"{claim.text!r} is nowhere in the sources searched",
        confidence=0.6 if stems_of(claim.text) else 0.4,
    )


def judge_sibling(claim: Fact, view: RecordView) -> Decision | None:
    """Another kind of the same condition stands in its place: second- for third-degree block.

    Both must be kinds of one narrow parent, and the record must not call the other one old.
    """
    if claim.kind not in ("diagnosis", "exam") or claim.assertion != "present":
        return None
    rivals = [
        item
        for item in view.items
        if item.fact.assertion == "present"
        and item.fact.kind in ("diagnosis", "exam")
        and item.fact.concept.id not in (claim.concept.id, *claim.concept.broader)
        and are_rivals(claim.concept, item.fact.concept)
    ]
    if not rivals:
        return None
    return contradicted(
        "other_kind",
        rivals,
        (TYPE_OF_KIND.get(claim.kind, "diagnosis_error"),),
        f"the record has {rivals[0].fact.text!r} in place of {claim.text!r}",
        "kind",
        (claim.text, rivals[0].fact.text),
        confidence=0.65,
    )


def are_rivals(one: Concept, other: Concept) -> bool:
    """Say whether two conditions answer one question: of one parent, or infections of one organ."""
    shared = set(one.broader) & set(other.broader)
    near = shared & set(one.broader[:2]) & set(other.broader[:2])
    if any(is_narrow(parent) for parent in near):
        return True
    labels = [lexicon().labels.get(parent, "").lower() for parent in shared]
    infections = is_infection(one) and is_infection(other)
    return infections and any(ORGAN.search(label) for label in labels)


def is_infection(condition: Concept) -> bool:
    """Say whether a condition is an infection by its name or its wider concepts."""
    labels = [condition.name, *(lexicon().labels.get(p, "") for p in condition.broader)]
    return any("infect" in label.lower() or "pneumonia" in label.lower() for label in labels)


def judge_by_words(claim: Fact, view: RecordView) -> Decision | None:
    """Passages that hold the words of the claim decide by what they assert of them."""
    worded = view.sharing_words(claim.text)
    asserted = {passage.id: asserted_of(passage, claim) for passage in worded}
    affirmed = [Item(claim, p) for p in worded if asserted[p.id] not in ("absent", "family")]
    if affirmed:
        return supported("same_words", affirmed, "a passage holds the same words")
    if worded and all(assertion == "absent" for assertion in asserted.values()):
        return denied(claim, [Item(claim, passage) for passage in worded])
    if worded:
        kind = TYPE_OF_KIND.get(claim.kind, "diagnosis_error")
        items = [Item(claim, passage) for passage in worded]
        return silent("only_in_a_relative", (kind,), "the record states it of a relative", items)
    related = view.sharing_most_words(claim.text)
    heads = [p for p in related if head(claim.text) in stems_of(p.quote)]
    if heads and all(asserted_of(p, claim) == "absent" for p in heads):
        return denied(claim, [Item(claim, passage) for passage in heads])
    if related:
        items = [Item(claim, passage) for passage in related]
        return supported("related_words", items, "a passage holds most of the words", by="E2")
    return None


def asserted_of(passage: Evidence, claim: Fact) -> Assertion:
    """What a passage asserts of the last word of a claim."""
    last = head(claim.text)
    for token in tokens(passage.quote):
        if stem(token.word) == last:
            found = assert_span(passage.quote, token.start, token.end, passage.section)
            return found.assertion
    return "present"
