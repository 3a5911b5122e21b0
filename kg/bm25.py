"""Okapi BM25 over a fixed list of short texts."""

from collections import Counter
from collections.abc import Sequence
from math import log

import numpy as np

from clinical.words import TOKEN, stem, uniform

Scores = np.ndarray[tuple[int], np.dtype[np.float32]]

_K1 = 1.2
_B = 0.75


def words(text: str) -> list[str]:
    """Return the stems of a text's words, so that inflections meet; 38.3 stays one word."""
    return [stem(uniform(word)) for word in TOKEN.findall(text)]


class BM25:
    """An index that scores every text against a query."""

    def __init__(self, texts: Sequence[str]) -> None:
        counts = [Counter(words(text)) for text in texts]
        lengths = [sum(count.values()) for count in counts]
        mean = sum(lengths) / len(lengths) if lengths else 0.0
        self._size = len(texts)
        postings: dict[str, tuple[list[int], list[float]]] = {}
        for position, count in enumerate(counts):
            norm = _K1 * (1 - _B + _B * lengths[position] / mean) if mean else _K1
            for word, times in count.items():
                positions, weights = postings.setdefault(word, ([], []))
                positions.append(position)
                weights.append(times * (_K1 + 1) / (times + norm))
        self._postings = {
            word: (
                np.array(positions, dtype=np.intp),
                np.array(weights, dtype=np.float32) * self._rarity(len(positions)),
            )
            for word, (positions, weights) in postings.items()
        }

    def _rarity(self, holders: int) -> np.float32:
        return np.float32(log(1 + (self._size - holders + 0.5) / (holders + 0.5)))

    def scores(self, query: str) -> Scores:
        """Return the score of each text; 0 where no word is shared."""
        totals = np.zeros(self._size, dtype=np.float32)
        for word in dict.fromkeys(words(query)):
            if word in self._postings:
                positions, weights = self._postings[word]
                totals[positions] += weights
        return totals

    def holders(self, word: str) -> list[int]:
        """Return the positions of the texts that hold a word in any inflection, the best first."""
        found = self._postings.get(stem(uniform(word)))
        if found is None:
            return []
        positions, weights = found
        order = np.argsort(-weights, kind="stable")
        return [int(position) for position in positions[order]]
