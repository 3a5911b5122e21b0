"""False regimens: how often a drug is given, and by which route."""

import re
from collections.abc import Iterator

from agents.error_engine.candidate import Candidate, falsified
from agents.error_engine.material import Material
from agents.error_engine.wording import in_case_of
from clinical.mentions import MedicationMention
from clinical.sig import frequency
from clinical.usual_doses import usual_doses
from graph_state.generation import Difficulty

FAMILIES: tuple[tuple[tuple[str, float], ...], ...] = (
    (("daily", 1), ("twice daily", 2), ("three times daily", 3), ("four times daily", 4)),
    (("once daily", 1), ("twice daily", 2), ("three times daily", 3)),
    (("once a day", 1), ("twice a day", 2), ("three times a day", 3), ("four times a day", 4)),
    (("DAILY", 1), ("BID", 2), ("TID", 3), ("QID", 4)),
    (("daily", 1), ("b.i.d.", 2), ("t.i.d.", 3), ("q.i.d.", 4)),
    (("q24h", 1), ("q12h", 2), ("q8h", 3), ("q6h", 4), ("q4h", 6)),
    (("Q24H", 1), ("Q12H", 2), ("Q8H", 3), ("Q6H", 4), ("Q4H", 6)),
    (("every 24 hours", 1), ("every 12 hours", 2), ("every 8 hours", 3), ("every 6 hours", 4)),
    (("weekly", 1 / 7), ("daily", 1)),
    (("once weekly", 1 / 7), ("once daily", 1), ("twice weekly", 2 / 7)),
    (("every other day", 0.5), ("daily", 1)),
    (("nightly", 1), ("twice daily", 2)),
    (("at bedtime", 1), ("twice a day", 2)),
)
"""Ways to write a frequency, each with its doses a day; one family keeps one manner."""

ROUTES: tuple[tuple[str, str, str], ...] = (
    ("PO", "IV", "intravenous"),
    ("oral", "intravenous", "intravenous"),
    ("orally", "intravenously", "intravenous"),
    ("by mouth", "by vein", "intravenous"),
    ("IV", "PO", "oral"),
    ("intravenous", "oral", "oral"),
    ("intravenously", "orally", "oral"),
)
ROUTE_BY_WORD = {words: (other, meaning) for words, other, meaning in ROUTES}
ROUTE_WORD = re.compile(r"\b(?:PO|IV|orally|oral|intravenously|intravenous|by mouth)\b")


def false_frequencies(material: Material) -> Iterator[Candidate]:
    """Change how often a drug is given."""
    text = material.text
    for mention in material.mentions.medications:
        found = frequency(text, mention.end, mention.sig_end)
        if found is None or mention.frequency is None:
            continue
        words = text[found.start : found.end]
        proof = next(
            (
                charted
                for charted in material.chart.about(mention.concept, "medication")
                if charted.fact.frequency is not None
                and abs(charted.fact.frequency - mention.frequency) < 0.01
            ),
            None,
        )
        if proof is None:
            continue
        for other, difficulty in _other_frequencies(words, mention.frequency):
            yield falsified(
                proof,
                mention.concept,
                "frequency",
                (found.start, found.end),
                words,
                other,
                difficulty,
                f"{mention.concept.name} was given {words}, not {other}",
            )


def _other_frequencies(words: str, rate: float) -> Iterator[tuple[str, Difficulty]]:
    seen = {words.lower()}
    exact = [f for f in FAMILIES if any(words == w for w, _ in f)]
    loose = [f for f in FAMILIES if any(words.lower() == w.lower() for w, _ in f)]
    for family in exact or loose:
        for other, times in family:
            if other.lower() in seen or abs(times - rate) < 0.01:
                continue
            seen.add(other.lower())
            ratio = max(times, rate) / min(times, rate)
            shown = other if exact else in_case_of(words, other)
            yield shown, "hard" if ratio <= 2 else "medium" if ratio <= 4 else "easy"


def false_routes(material: Material) -> Iterator[Candidate]:
    """Give by vein what was taken by mouth, or the reverse, where the drug allows both."""
    for mention in material.mentions.medications:
        place = _route_place(material.text, mention)
        usual = usual_doses(mention.concept)
        if (
            place is None
            or mention.route is None
            or usual is None
            or not (usual.intravenous and usual.oral)
        ):
            continue
        proof = next(
            (
                charted
                for charted in material.chart.about(mention.concept, "medication")
                if charted.fact.route == mention.route
            ),
            None,
        )
        if proof is None:
            continue
        other, _ = ROUTE_BY_WORD[place.group()]
        yield falsified(
            proof,
            mention.concept,
            "route",
            place.span(),
            place.group(),
            other,
            "medium",
            f"{mention.concept.name} was given {place.group()}, not {other}",
        )


def _route_place(text: str, mention: MedicationMention) -> re.Match[str] | None:
    """Find the word of route in the words about one drug, or right before its name."""
    inside = ROUTE_WORD.search(text, mention.end, mention.sig_end)
    if inside:
        return inside
    before = list(ROUTE_WORD.finditer(text, max(0, mention.start - 14), mention.start))
    return before[-1] if before and text[before[-1].end() : mention.start] == " " else None
