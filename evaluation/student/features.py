"""What the student sees of a sentence and its evidence: vectors, and how far the words agree."""

import re
from collections.abc import Sequence

import numpy as np

from clinical.content_words import content_words
from clinical.words import stem
from evaluation.student.pairs import Pair
from kg.store import Embedder

Matrix = np.ndarray[tuple[int, int], np.dtype[np.float64]]
Row = np.ndarray[tuple[int], np.dtype[np.float64]]

NEAREST = 5
"""Items of the evidence that are compared closely."""

AGREEMENTS = NEAREST + 2 * 8
"""How many features say how far sentence and evidence agree; they stand last."""

AGREEMENT_WEIGHT = 10
"""The few agreements stand beside a thousand parts of vectors; without weight they would drown."""

_NUMBER = re.compile(r"\d+(?:[.,/]\d+)*")
_NEGATION = re.compile(r"\b(?:no|not|none|never|without|denie[sd]|negative|absent|free of)\b", re.I)


def emphasis(features: int) -> Row:
    """How much each feature counts beside the others, shape (features,)."""
    weights = np.ones(features)
    weights[-AGREEMENTS:] = AGREEMENT_WEIGHT
    return weights


class Features:
    """Turns pairs into rows of numbers; vectors of words are kept, they come again and again."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._words: dict[str, Row] = {}
        self._texts: dict[str, Row] = {}

    def sentence_only(self, pairs: Sequence[Pair]) -> Matrix:
        """Return the vectors of the sentences alone, shape (pairs, dimension)."""
        return np.array([self._text(pair.sentence) for pair in pairs])

    def both(self, pairs: Sequence[Pair]) -> Matrix:
        """Return vectors and, last, AGREEMENTS of sentence and evidence: (pairs, features)."""
        return np.array([self._row(pair) for pair in pairs])

    def _row(self, pair: Pair) -> Row:
        own = self._text(pair.sentence)
        items = np.array([self._text(one) for one in pair.evidence] or [np.zeros_like(own)])
        near = items @ own
        order = np.argsort(-near, kind="stable")[:NEAREST]
        context = items[order].mean(axis=0)
        closest = [pair.evidence[int(one)] for one in order] if pair.evidence else []
        agreements = [
            *np.sort(near)[::-1][:NEAREST],
            *[0.0] * (NEAREST - min(NEAREST, len(near))),
            *self._agreement(pair.sentence, closest),
            *self._agreement(pair.sentence, pair.evidence),
        ]
        return np.concatenate([own, context, np.abs(own - context), own * context, agreements])

    def _agreement(self, sentence: str, items: Sequence[str]) -> list[float]:
        """How much of the sentence is found in the items: numbers, words, negations."""
        text = " ".join(items)
        numbers, known = _NUMBER.findall(sentence), set(_NUMBER.findall(text))
        unknown = sum(number not in known for number in numbers)
        found = self._word_agreement(sentence, text)
        denied = len(_NEGATION.findall(sentence)) > 0, len(_NEGATION.findall(text)) > 0
        return [
            unknown / len(numbers) if numbers else 0.0,
            float(unknown > 0),
            *found,
            float(denied[0] and not denied[1]),
            float(denied[1] and not denied[0]),
        ]

    def _word_agreement(self, sentence: str, text: str) -> list[float]:
        """Mean and least likeness of each word to the likest one, and the share of new words."""
        own = [token.word for token in content_words(sentence)]
        there = sorted({token.word for token in content_words(text)})
        if not own or not there:
            return [0.0, 0.0, float(bool(own)), 0.0]
        stems = {stem(word) for word in there}
        likest = (self._vectors(own) @ self._vectors(there).T).max(axis=1)
        new = [stem(word) not in stems for word in own]
        likest = np.where(new, likest, 1.0)
        return [
            float(likest.mean()),
            float(likest.min()),
            sum(new) / len(new),
            float(np.sort(likest)[: 1 + len(likest) // 4].mean()),
        ]

    def _vectors(self, words: Sequence[str]) -> Matrix:
        missing = sorted({word for word in words if word not in self._words})
        if missing:
            vectors = self._embedder.embed(missing).astype(np.float64)
            self._words |= dict(zip(missing, vectors, strict=True))
        return np.array([self._words[word] for word in words])

    def _text(self, text: str) -> Row:
        if text not in self._texts:
            self._texts[text] = self._embedder.embed([text])[0].astype(np.float64)
        return self._texts[text]
