"""Links the words of a question to nodes: exact, by concept, by spelling, by meaning.

Spelling counts above a Levenshtein similarity of 0.8 (second paper, equation 2), in which two
letters changed round are one slip. What spelling and
meaning find is ranked by both together (2.3.2.1), and then by how well it hangs together with what
is linked for sure. A word that the vocabularies know is no misspelling of another one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import OSA

from agents.ask.concepts import concepts_in, is_known_word
from agents.ask.names import NodeNames
from agents.ask.question_words import is_asked
from clinical.words import Token, tokens
from graph_state.asking import Link

ALIKE = 0.8
SHORTEST_MISSPELT = 5
"""Letters; a shorter word with one letter changed is another word."""

FUZZY_WEIGHT = 0.6
MEANS_ALIKE = 0.72
"""Cosine from which on two phrases that share no spelling count as the same thing."""

_WORDS_TOGETHER = 4

Spans = Sequence[tuple[int, int]]


class Linked(NamedTuple):
    """What linking made of a question."""

    links: tuple[Link, ...]
    """In the order of the question."""

    unknown: tuple[str, ...]
    """Words that nothing in the graph answers to."""


@dataclass(frozen=True)
class EntityLinker:
    """Links questions to one graph."""

    names: NodeNames

    def link(self, question: str, understood: Spans = (), covered: Spans = ()) -> Linked:
        """Link what can be linked.

        Nothing inside `understood` is a name; what lies inside `covered` is a name only if it is
        one exactly.
        """
        words = tokens(question)
        links = self.certain(question, understood)
        taken = [(one.start, one.end) for one in links]
        left = [w for w in words if not _inside(w, taken)]
        links += self._misspelt(question, left, [*taken, *covered], links)
        taken = [(one.start, one.end) for one in links]
        left = [w for w in words if not _inside(w, [*taken, *covered]) and is_asked(w.word)]
        links += self._alike(question, left)
        taken = [(one.start, one.end) for one in links]
        unknown = dict.fromkeys(
            question[word.start : word.end]
            for word in left
            if not _inside(word, taken) and word.word not in self.names.field_words
        )
        return Linked(tuple(sorted(links, key=lambda one: one.start)), tuple(unknown))

    def certain(self, question: str, understood: Spans = ()) -> list[Link]:
        """Link what the graph or the vocabularies name exactly so."""
        links = self._exact(question, tokens(question))
        found = [*links, *self._by_concept(question, links)]
        return [one for one in found if not _within(one, understood)]

    def _exact(self, question: str, words: list[Token]) -> list[Link]:
        known, longest = self.names.by_phrase, self.names.longest
        found: list[Link] = []
        at = 0
        while at < len(words):
            for count in range(min(longest, len(words) - at), 0, -1):
                key = " ".join(word.word for word in words[at : at + count])
                if key in known and (count > 1 or is_asked(key)):
                    span = words[at].start, words[at + count - 1].end
                    found.append(self._linked(question, span, known[key]))
                    at += count - 1
                    break
            at += 1
        return found

    def _by_concept(self, question: str, links: list[Link]) -> list[Link]:
        """Link by the vocabularies: what has other names there, and whole classes."""
        found: list[Link] = []
        for named in concepts_in(question):
            nodes = self.names.by_concept.get(named.concept.id, ())
            taken = [one for one in links if one.start < named.end and named.start < one.end]
            if nodes and not taken:
                span = named.start, named.end
                link = self._linked(question, span, nodes).model_copy(
                    update={"way": "concept", "concept": named.concept.id}
                )
                found.append(link)
        return found

    def _misspelt(
        self,
        question: str,
        words: list[Token],
        taken: Spans,
        links: Sequence[Link],
    ) -> list[Link]:
        found: list[Link] = []
        for group in _neighbours(words):
            if any(_inside(word, [*taken, *((o.start, o.end) for o in found)]) for word in group):
                continue
            key = " ".join(word.word for word in group)
            if len(key) < SHORTEST_MISSPELT or _is_plain(group):
                continue
            written = question[group[0].start : group[-1].end].lower()
            best = self._best_spelling(key, links) or self._best_spelling(written, links)
            if best is not None:
                name, score = best
                span = group[0].start, group[-1].end
                link = self._linked(question, span, self.names.by_phrase[name])
                found.append(link.model_copy(update={"way": "fuzzy", "score": round(score, 4)}))
        return found

    def _best_spelling(self, key: str, links: Sequence[Link]) -> tuple[str, float] | None:
        alike = {
            name: score
            for name in self.names.by_first_letter.get(key[0], ())
            if (score := OSA.normalized_similarity(key, name, score_cutoff=ALIKE)) > ALIKE
        }
        if not alike:
            return None
        cosines = dict(zip(self.names.phrases, self.names.similarity(key), strict=True))
        near = self._near(links)

        def composite(name: str) -> float:
            meaning = max(float(cosines[name]), 0.0)
            score = FUZZY_WEIGHT * alike[name] + (1 - FUZZY_WEIGHT) * meaning
            # Context decides between equals: what is related to a sure link is more likely meant.
            return score + 0.05 * bool(near & set(self.names.by_phrase[name]))

        best = max(sorted(alike), key=composite)
        return best, alike[best]

    def _near(self, links: Iterable[Link]) -> set[str]:
        graph = self.names.graph
        return {
            edge.other(node) for link in links for node in link.nodes for edge in graph.around(node)
        }

    def _alike(self, question: str, words: list[Token]) -> list[Link]:
        """Link words that mean what a name says in other words."""
        found: list[Link] = []
        taken: list[tuple[int, int]] = []
        for group in _neighbours(words):
            key = " ".join(word.word for word in group)
            if any(_inside(word, taken) for word in group) or len(group) < 2:
                continue
            cosines = self.names.similarity(key)
            best = int(cosines.argmax()) if cosines.size else -1
            if best >= 0 and float(cosines[best]) >= MEANS_ALIKE:
                span = group[0].start, group[-1].end
                nodes = self.names.by_phrase[self.names.phrases[best]]
                score = round(float(cosines[best]), 4)
                link = self._linked(question, span, nodes)
                found.append(link.model_copy(update={"way": "similar", "score": score}))
                taken.append(span)
        return found

    def _linked(self, question: str, span: tuple[int, int], nodes: tuple[str, ...]) -> Link:
        names = dict.fromkeys(self.names.graph.nodes[one].name for one in nodes)
        return Link(
            words=question[span[0] : span[1]],
            start=span[0],
            end=span[1],
            nodes=nodes,
            names=tuple(names),
        )


def _neighbours(words: list[Token]) -> Iterable[list[Token]]:
    """Return runs of words that follow each other, the longest first."""
    for count in range(_WORDS_TOGETHER, 0, -1):
        for at in range(len(words) - count + 1):
            group = words[at : at + count]
            if all(b.start - a.end <= 1 for a, b in pairwise(group)):
                yield group


def _is_plain(group: list[Token]) -> bool:
    """Say whether words are spelled right as they are, or ask rather than name."""
    edges = (group[0], group[-1])
    return any(not is_asked(word.word) for word in edges) or all(
        is_known_word(word.word) for word in group
    )


def _within(link: Link, spans: Spans) -> bool:
    return any(start <= link.start and link.end <= end for start, end in spans)


def _inside(word: Token, spans: Spans) -> bool:
    return any(start <= word.start and word.end <= end for start, end in spans)
