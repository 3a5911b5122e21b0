"""How far the cues of a sentence reach: the scope of each, as a span of the text."""

import re
from functools import lru_cache
from typing import NamedTuple

from clinical.assertion_cues import Effect, FoundCue, Token, find_cues, tokens_of
from clinical.assertion_words import (
    ABBREVIATIONS,
    ABILITY,
    ADDING,
    ADJACENT,
    AUXILIARIES,
    CAUSES,
    CLAUSE_OPENERS,
    LABEL_MARKS,
    MODIFIED,
    PERCEPTIONS,
    PRONOUNS,
    QUALITY,
    SHOWING,
    SIDES,
    STATED_AMOUNTS,
    SUBJECTS,
    TESTS,
    UNVEILING,
    VERBS,
    WITHOUT,
    WITHOUT_OBJECT,
)
from clinical.checkboxes import denied_by_box, without_answers
from clinical.family import family_scopes
from clinical.signed_lists import denied_by_sign

BREAK = re.compile(r"\n[ \t]*(?:\n|[-*•+#]|\d{1,2}[.)]\s|[A-Z][\w /&()-]{0,40}:)")


class Scope(NamedTuple):
    """What one cue governs: an effect over `start` to `end`, and the cue's own place."""

    effect: Effect
    start: int
    end: int
    cue_start: int
    cue_end: int
    follows: bool
    """True where the cue stands behind what it governs."""


@lru_cache(maxsize=2048)
def scopes_of(text: str) -> tuple[Scope, ...]:
    """Find every cue of a passage with what it governs."""
    tokens = tokens_of(without_answers(text))
    cues = find_cues(tokens)
    others = (*_signed(text), *_boxed(text), *_family(tokens))
    if not cues:
        return others
    passage = _Passage(text, tokens, cues)
    scopes = [scope for cue in cues for scope in passage.scopes(cue)]
    return (*scopes, *others)


def _signed(text: str) -> tuple[Scope, ...]:
    """Scopes of the minus signs of a list."""
    return tuple(
        Scope("absent", item.start, item.end, item.sign_start, item.sign_end, False)
        for item in denied_by_sign(text)
    )


def _boxed(text: str) -> tuple[Scope, ...]:
    """Scopes of the empty boxes of a form."""
    return tuple(
        Scope("absent", item.start, item.end, item.box_start, item.box_end, False)
        for item in denied_by_box(text)
    )


def _family(tokens: list[Token]) -> tuple[Scope, ...]:
    """Scopes of relatives named in prose."""
    return tuple(
        Scope("family", start, end, cue_start, cue_end, follows)
        for start, end, cue_start, cue_end, follows in family_scopes(tokens)
    )


class _Passage:
    """Tokens of a passage with its breaks, cues and boundaries worked out once."""

    def __init__(self, text: str, tokens: list[Token], cues: list[FoundCue]) -> None:
        self.text = text
        self.tokens = tokens
        self.cues = {cue.first: cue for cue in cues}
        self.inside = {
            index
            for found in cues
            if found.cue.effect != "pseudo"
            for index in range(found.first, found.after)
        }
        self.breaks = self._breaks()

    def _breaks(self) -> set[int]:
        """Indexes of tokens before which a new statement begins."""
        starts = {match.start() for match in BREAK.finditer(self.text)}
        found = set()
        for index in range(1, len(self.tokens)):
            before, here = self.tokens[index - 1], self.tokens[index]
            parted = before.word == ";" or (before.word in ".!?" and self._closes(index))
            if parted or any(before.end <= at < here.start for at in starts):
                found.add(index)
        return found

    def _closes(self, index: int) -> bool:
        """Say whether the mark before `index` ends a sentence."""
        mark, here = self.tokens[index - 1], self.tokens[index]
        if here.start == mark.end or self.text[here.start].islower():
            return False
        last = self.tokens[index - 2].word if index >= 2 else ""
        initial = len(last) == 1 and last.isalpha()
        return not initial and last not in ABBREVIATIONS

    def scopes(self, found: FoundCue) -> list[Scope]:
        """Work out what one cue governs."""
        where = found.cue.where
        if found.cue.effect in ("pseudo", "stop", "stop_absent") or self._is_ability(found):
            return []
        scopes = []
        if where in ("pre", "both") or (where == "question" and self._asks_ahead(found)):
            first, after = self._forward(found)
            if self._denies_quality(found):
                after = first + 1
            cause = self._cause_in(found, first, after)
            if cause is not None:
                supposed = found._replace(cue=found.cue._replace(effect="hypothetical"))
                scopes.append(self._scope(supposed, first, cause, follows=False))
                first = after if self._word_at(cause + 1) in ("of", "for") else cause
            scopes.append(self._scope(found, first, after, follows=False))
        if where != "pre" and self._may_follow(found):
            first = self._backward(found)
            scopes.append(self._scope(found, first, self._before_aside(found, first), follows=True))
        return [scope for scope in scopes if scope.start < scope.end]

    def _scope(self, found: FoundCue, first: int, after: int, follows: bool) -> Scope:
        start = self.tokens[first].start if first < len(self.tokens) else len(self.text)
        end = self.tokens[after - 1].end if after else 0
        cue_start, cue_end = self.tokens[found.first].start, self.tokens[found.after - 1].end
        return Scope(found.cue.effect, start, end, cue_start, cue_end, follows)

    def _denies_quality(self, found: FoundCue) -> bool:
        """Say whether only the quality is denied: `purulent but not feculent peritonitis`."""
        before = [token.word for token in self.tokens[max(found.first - 2, 0) : found.first]]
        ahead = self.tokens[found.after : found.after + 2]
        return (
            self.tokens[found.first].word == "not"
            and len(before) == len(ahead) == 2
            and before[1] == "but"
            and all(QUALITY.fullmatch(word) for word in (before[0], ahead[0].word))
            and ahead[1].word.isalpha()
        )

    def _cause_in(self, found: FoundCue, first: int, after: int) -> int | None:
        """Where in a denial a cause is named that the words before it describe."""
        if found.cue.effect != "absent":
            return None
        places = (at for at in range(first + 1, after) if self.tokens[at].word in CAUSES)
        return next(places, None)

    def _word_at(self, index: int) -> str:
        """The word at `index`, or nothing behind the last one."""
        return self.tokens[index].word if index < len(self.tokens) else ""

    def _asks_ahead(self, found: FoundCue) -> bool:
        """Say whether a question mark stands before what it questions (`?PE`)."""
        mark = self.tokens[found.first]
        touches = found.first > 0 and self.tokens[found.first - 1].end == mark.start
        return not touches

    def _may_follow(self, found: FoundCue) -> bool:
        """Say whether a cue that can stand on both sides of a finding stands behind it here."""
        where = found.cue.where
        after = self.tokens[found.after].word if found.after < len(self.tokens) else "."
        if where == "post_colon":
            before = self.tokens[found.first - 1].word if found.first else ""
            return before in LABEL_MARKS and not after.isalpha()
        if where == "question":
            return not self._asks_ahead(found)
        if where == "post_end":
            told_how = after.endswith("ally")
            ends = ("and", "but", "in", "on", "by", "x2", "at")
            return told_how or not after[0].isalnum() or after in ends
        return True

    def _is_ability(self, found: FoundCue) -> bool:
        """Say whether `could be` and a participle tell what was possible to do."""
        if found.after >= len(self.tokens) or self.tokens[found.after - 1].word != "be":
            return False
        following = self.tokens[found.after].word
        return following.endswith("ed") or following in ABILITY

    def _forward(self, found: FoundCue) -> tuple[int, int]:
        """Indexes of the first token governed and of the one behind the last."""
        first = found.after
        boundary: int | None = None
        strong = False
        for index in range(found.after, len(self.tokens)):
            word = self.tokens[index].word
            if index in self.breaks or self._stops(index, found):
                return first, index
            if word == ":" and index > found.after and self.tokens[index - 1].word != "following":
                return first, index
            if word == ")" and self._opened_before(found, index):
                return first, index
            if word in WITHOUT and boundary is not None and boundary < index - 1:
                return first, boundary
            if word in UNVEILING and boundary == index - 1:
                return first, boundary
            if word == "," or word == "and":
                listed = found.cue.effect == "possible" and self._in_bracket(found, index)
                ends = found.cue.reach == "phrase" and not listed
                if ends or self._states_amount(index, found):
                    return first, index
                strong = word == "and" and boundary == index - 1
                boundary = boundary if strong else index
            elif word in PRONOUNS and self._opens_clause(index, boundary, found):
                return first, index if boundary is None else boundary
            elif boundary is None and self._takes_object(index, found):
                first = index + 1
            elif word in VERBS and index not in self.inside:
                if boundary is None and found.cue.reach != "list" and index > found.after:
                    return first, index
                if boundary is not None and (strong or not self._perceived(index)):
                    return first, boundary
        return first, len(self.tokens)

    def _in_bracket(self, found: FoundCue, index: int) -> bool:
        """Say whether a bracket that was opened behind the cue is still open at `index`."""
        words = [token.word for token in self.tokens[found.after : index]]
        return words.count("(") > words.count(")")

    def _opened_before(self, found: FoundCue, index: int) -> bool:
        """Say whether a bracket that closes at `index` was opened before the cue."""
        return all(token.word != "(" for token in self.tokens[found.after : index])

    def _states_amount(self, index: int, found: FoundCue) -> bool:
        """Say whether a comma ends a denial: `no rash, mild edema` has an edema."""
        if found.cue.effect != "absent" or found.cue.reach != "noun":
            return False
        if self.tokens[index].word != "," or index + 1 >= len(self.tokens):
            return False
        following = self.tokens[index + 1].word
        return following in STATED_AMOUNTS or following[0].isdigit()

    def _takes_object(self, index: int, found: FoundCue) -> bool:
        """Say whether what follows is shown by a subject that is itself denied."""
        if found.cue.effect != "absent" or self.tokens[index].word not in SHOWING:
            return False
        following = self.tokens[index + 1].word if index + 1 < len(self.tokens) else "."
        return following not in WITHOUT_OBJECT

    def _opens_clause(self, index: int, boundary: int | None, found: FoundCue) -> bool:
        """Say whether a pronoun is the subject of a new clause."""
        if boundary is not None:
            return index - boundary <= 2
        return (
            found.cue.reach == "noun"
            and self.tokens[index].word in SUBJECTS
            and index > found.after
            and self.tokens[index - 1].word != "that"
        )

    def _stops(self, index: int, found: FoundCue) -> bool:
        """Say whether a word at `index` ends the scope of a cue that stands before it."""
        other = self.cues.get(index)
        if other is None:
            return False
        effect = other.cue.effect
        if effect == "stop":
            return not (index == found.after and self.tokens[index].word in ADJACENT)
        if effect == "stop_absent":
            return found.cue.effect == "absent" and index > found.after
        if found.cue.effect == "absent" and effect == "possible" and other.cue.where == "pre":
            return self.tokens[index - 1].word in (",", "and")
        return False

    def _perceived(self, index: int) -> bool:
        """Say whether an auxiliary only closes a list of findings (`were seen`)."""
        if self.tokens[index].word not in AUXILIARIES:
            return False
        return any(token.word in PERCEPTIONS for token in self.tokens[index + 1 : index + 4])

    def _before_aside(self, found: FoundCue, first: int) -> int:
        """Leave out an explanation between the subject and its cue: `X, a disease of Y, was`."""
        commas = [at for at in range(first, found.first) if self.tokens[at].word == ","]
        if len(commas) != 2 or commas[1] != found.first - 1:
            return found.first
        explained = self.tokens[commas[0] + 1].word in ("a", "an", "the")
        return commas[0] if explained else found.first

    def _parts_result(self, index: int, found: FoundCue) -> bool:
        """Say whether the word before `index` parts a bare `negative` from earlier findings."""
        word = self.tokens[index - 1].word
        if word == "with" or (word == "/" and self.tokens[max(index - 2, 0)].word == "w"):
            return True
        if word not in (",", ":"):
            return False
        between = [token.word for token in self.tokens[index : found.first]]
        told = word == "," and self._is_told_of(index - 1)
        other_side = bool(between) and between[0] in SIDES
        return told or other_side or any(name in TESTS for name in between)

    def _is_told_of(self, comma: int) -> bool:
        """Say whether the piece before a comma tells a time or a place: it is no bare member."""
        index = comma - 1
        while index >= 0 and index + 1 not in self.breaks and self.tokens[index].word not in ",:":
            word = self.tokens[index].word
            if word in ("on", "at", "after", "for") or word[0].isdigit():
                return True
            index -= 1
        return False

    def _joins(self, index: int) -> bool:
        """Say whether an `as` at `index` belongs to `as well as`, which only lists."""
        words = tuple(token.word for token in self.tokens[max(index - 2, 0) : index + 3])
        joining = ("as", "well", "as")
        return words[-3:] == joining or words[:3] == joining or words[1:4] == joining

    def _backward(self, found: FoundCue) -> int:
        """Index of the first token governed by a cue that stands behind."""
        index = found.first
        while index > 0 and index not in self.breaks and self.tokens[index - 1].word in ADJACENT:
            index -= 1
        boundary: int | None = None
        while index > 0 and index not in self.breaks:
            word = self.tokens[index - 1].word
            other = self.cues.get(index - 1)
            opens = word in CLAUSE_OPENERS and not self._joins(index - 1)
            if (other is not None and other.cue.effect == "stop") or opens:
                governs = other is not None and other.after - other.first > 1
                return boundary if governs and boundary is not None else index
            if other is not None and other.cue.effect == "absent" and boundary is not None:
                return boundary
            if word in ADDING and index > 1 and self.tokens[index - 2].word == ",":
                return index
            if found.cue.where == "post_end" and self._parts_result(index, found):
                return index
            if found.cue.reach == "noun_adjacent" and (
                word in MODIFIED or found.first - index >= 3
            ):
                return index
            if word in (",", "and", ":"):
                if found.cue.reach == "phrase":
                    return index
                boundary = index
            elif boundary is not None and word in VERBS and index - 1 not in self.inside:
                return boundary
            index -= 1
        return index
