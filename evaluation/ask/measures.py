"""Measures of an answer, none of which can be undefined: what cannot be measured is None.

Context recall, faithfulness and answer relevancy follow the published definitions (second paper,
equations 9 to 11). No model judges them: gold evidence is compared with the quotes that were
retrieved, each statement with the quotes that it cites, and the question with questions that are
made from the answer by template.
"""

import re

from agents.ask.path_drafting import PHRASES
from clinical.words import stem, tokens
from evaluation.ask.questions import AskedQuestion
from graph_state.asking import CitedFact, GraphAnswer
from kg.store import Embedder

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_HELD = 0.5
"""Of the first two words' worth of a statement, the share that its quotes must hold."""


def plain(text: str) -> str:
    """Fold case and white space."""
    return " ".join(text.casefold().split())


def is_right(question: AskedQuestion, answer: GraphAnswer) -> bool:
    """Say whether an answer says all that it must and nothing that it must not."""
    if question.unanswerable:
        return answer.status != "answered"
    text = plain(answer.text)
    said = all(any(plain(one) in text for one in wordings) for wordings in question.gold)
    return (
        answer.status == "answered" and said and not any(plain(w) in text for w in question.wrong)
    )


def context_recall(question: AskedQuestion, answer: GraphAnswer) -> float | None:
    """Return the share of the gold evidence that was retrieved (equation 10)."""
    if not question.evidence:
        return None
    quotes = [plain(item.quote) for item in answer.evidence]
    met = sum(
        any(plain(wording) in quote for wording in gold.split("|") for quote in quotes)
        for gold in question.evidence
    )
    return met / len(question.evidence)


def faithfulness(answer: GraphAnswer) -> float | None:
    """Return the share of statements that their citations bear out (equation 9)."""
    if not answer.facts:
        return None
    return sum(_is_verified(one, answer) for one in answer.facts) / len(answer.facts)


def _is_verified(cited: CitedFact, answer: GraphAnswer) -> bool:
    """Compare a statement with its quotes and with what the extractor reads in them."""
    items = [answer.evidence[number - 1] for number in cited.numbers]
    facts = [fact for item in items for fact in item.facts]
    quotes = " ".join([*(item.quote for item in items), *(one.concept.name for one in facts)])
    held = {stem(token.word) for token in tokens(quotes)}
    words = [stem(token.word) for token in tokens(cited.fact.text) if token.word.isalpha()]
    numbers = set(_NUMBER.findall(quotes))
    numbers |= {f"{one.quantity.value:g}" for one in facts if one.quantity}
    numbers |= {f"{one.frequency:g}" for one in facts if one.frequency}
    values = _NUMBER.findall(cited.fact.text.partition("(")[0])
    met = sum(word in held for word in words)
    return bool(items) and met >= _HELD * min(len(words), 2) and _same(values, numbers)


def _same(values: list[str], numbers: set[str]) -> bool:
    known = {float(one) for one in numbers}
    return all(float(one) in known for one in values)


def citations_valid(answer: GraphAnswer) -> bool:
    """Say whether every number that the answer cites stands for a retrieved quote."""
    return all(
        1 <= number <= len(answer.evidence) for one in answer.facts for number in one.numbers
    ) and (answer.status != "answered" or bool(answer.evidence))


def answer_relevancy(answer: GraphAnswer, embedder: Embedder) -> float | None:
    """Return the mean cosine of the question with those that its answer would answer (eq. 11)."""
    asked = [
        f"What {PHRASES.get(one.fact.relation, one.fact.relation.lower())} "
        f"{' '.join(link.words for link in answer.links)} {one.fact.text}?"
        for one in answer.facts
    ]
    if not asked:
        return None
    vectors = embedder.embed([answer.question, *asked])
    return float((vectors[1:] @ vectors[0]).mean())
