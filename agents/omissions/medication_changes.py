"""Drugs started, stopped or changed in dose between the lists of admission and leaving."""

from collections import defaultdict

from agents.omissions.expected import Expected, expected_from
from agents.omissions.naming import ingredients
from agents.omissions.stay import Stay, Told, cited
from clinical.labels import MedicationStatus

ON_LEAVING: frozenset[MedicationStatus | None] = frozenset(
    {"discharge", "continued", "started", "increased", "decreased", "changed", "resumed"}
)
ENDED: frozenset[MedicationStatus | None] = frozenset({"stopped", "held", "not_given"})
SUPPORTIVE = frozenset(
    {
        "drugclass:laxative",
        "drugclass:stool-softener",
        "drugclass:antacid",
        "drugclass:antiemetic",
        "drugclass:vitamin",
        "drugclass:supplement",
        "drug:acetaminophen",
    }
)
"""Drugs of comfort and supplements: their coming and going rarely has to be told."""

AS_NEEDED = ("prn", "as needed", "if needed")

Courses = dict[str, list[Told]]


def medication_changes(stay: Stay) -> list[Expected]:
    """Compare the two lists; without both of them nothing can be said to have changed."""
    home = (t for t in stay.told if t.fact.status == "home" and not stay.after_arrival(t))
    before = by_drug([t for t in home if is_listed(t)])
    after = by_drug(
        [t for t in on_leaving_list(stay) if t.fact.status in ON_LEAVING and is_listed(t)]
    )
    ended = by_drug([t for t in on_leaving_list(stay) if t.fact.status in ENDED])
    if not before or not after:
        return []
    return [
        *(stopped(told, ended.get(drug, []), stay) for drug, told in missing(before, after)),
        *(new(told) for drug, told in missing(after, before) if worth_telling(told)),
        *changed_doses(before, after),
    ]


def on_leaving_list(stay: Stay) -> list[Told]:
    """Return the drugs of the discharge list, and those that tables call discharge drugs."""
    rows = [told for told in stay.rows() if told.fact.status == "discharge"]
    return [*stay.section("discharge_medications"), *rows]


def is_listed(told: Told) -> bool:
    """Say whether a drug stands in a list or table, not in the prose of a history."""
    fact = told.fact
    listed = fact.section in ("admission_medications", "discharge_medications")
    return fact.kind == "medication" and (listed or bool(fact.source.table))


def by_drug(listed: list[Told]) -> Courses:
    """Group entries by drug."""
    found: Courses = defaultdict(list)
    for told in listed:
        if told.fact.kind == "medication" and told.fact.concept.id.startswith("drug:"):
            found[told.fact.concept.id].append(told)
    return dict(found)


def missing(courses: Courses, others: Courses) -> list[tuple[str, list[Told]]]:
    """Return the drugs of one list that the other holds under no name."""
    held = {part for drug in others for part in (drug, *ingredients(drug))}
    return [
        (drug, told)
        for drug, told in courses.items()
        if drug not in held and not held & set(ingredients(drug))
    ]


def worth_telling(entries: list[Told]) -> bool:
    """Leave out drugs of comfort and those taken only when needed."""
    fact, words = entries[0].fact, f"{entries[0].evidence.quote} {entries[0].fact.text}".lower()
    as_needed = any(mark in fact.text.lower() for mark in AS_NEEDED)
    line = words if entries[0].evidence.kind == "fact" else ""
    return not (
        as_needed
        or any(mark in line for mark in AS_NEEDED)
        or SUPPORTIVE & {fact.concept.id, *fact.concept.broader}
    )


def stopped(entries: list[Told], ended: list[Told], stay: Stay) -> Expected:
    """A drug of the admission list that the patient does not leave with."""
    told = entries[0]
    proof = [cited(one) for one in ended[:1]] or stay.list_of("discharge_medications")[:1]
    return Expected(
        category="stopped_medication",
        kind="medication",
        text=f"stopped or held: {words_of(told)} is on the admission list "
        "and not among the drugs on leaving",
        evidence=(cited(told), *proof),
        facts=(told.fact,),
        rank=bool(SUPPORTIVE & {told.fact.concept.id, *told.fact.concept.broader}),
    )


def new(entries: list[Told]) -> Expected:
    """A drug of the discharge list that the patient did not take before."""
    told = entries[0]
    text = f"new at discharge: {words_of(told)}"
    return expected_from("new_medication", "medication", text, told)


def changed_doses(before: Courses, after: Courses) -> list[Expected]:
    """Drugs of both lists whose amount a day differs."""
    changes = []
    for drug in before.keys() & after.keys():
        old, now = before[drug], after[drug]
        amounts = (daily(old), daily(now))
        if None not in amounts and differ(*amounts):
            changes.append(changed(old[0], now[0]))
    return sorted(changes, key=lambda change: change.text)


def changed(old: Told, now: Told) -> Expected:
    """A drug whose dose or frequency is another one on leaving."""
    return Expected(
        category="changed_dose",
        kind="medication",
        text=f"dose changed: {words_of(old)} before, {words_of(now)} on leaving",
        evidence=(cited(old), cited(now)),
        facts=(now.fact,),
    )


def daily(entries: list[Told]) -> tuple[float, str] | None:
    """Add up the amount a day, or return None where an entry does not give it."""
    total, units = 0.0, set()
    for fact in (told.fact for told in entries):
        if fact.quantity is None or fact.frequency is None or fact.quantity.high is not None:
            return None
        total += fact.quantity.value * fact.frequency
        units.add(fact.quantity.unit)
    return (total, units.pop()) if len(units) == 1 else None


def differ(old: tuple[float, str] | None, now: tuple[float, str] | None) -> bool:
    """Say whether two amounts of the same unit differ by more than rounding."""
    if old is None or now is None or old[1] != now[1]:
        return False
    return abs(old[0] - now[0]) > 0.01 * max(abs(old[0]), abs(now[0]))


def words_of(told: Told) -> str:
    """The words of an entry on one line."""
    return " ".join(cited(told).quote.split())
