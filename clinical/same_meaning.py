"""Words that mean the same in notes, and words of one family, so that a paraphrase is found."""

from functools import lru_cache

from clinical.content_words import is_content
from clinical.heard_words import OPERATION, are_kin
from clinical.lay_words import Ways, plain_ways
from clinical.lexicon_rows import rows_of
from clinical.words import stem, tokens

GENERAL = frozenset(
    "trial therapy treatment procedure evaluation study consult consultation service team test"
    " testing placement session management attempt insertion examination exam assessment sided side"
    " physiology appearance morphology pattern feature event episode area region system status"
    " involvement formation phenomenon syndrome disorder disease condition problem state".split()
)
"""Words of a name that tell nothing by themselves."""

SHORTEST_FORM = 3
"""Letters. A shorter form has the first letters of too many neighbors."""


@lru_cache(maxsize=1)
def _ways() -> dict[str, Ways]:
    """The stem of each single word with all other ways of its lines to say it."""
    found: dict[str, set[frozenset[str]]] = {}
    for cells in rows_of("same_meaning.tsv"):
        ways = {frozenset(stem(token.word) for token in tokens(cell)) for cell in cells}
        for way in ways:
            if len(way) == 1:
                found.setdefault(next(iter(way)), set()).update(ways - {way})
    return {word: frozenset(ways) for word, ways in found.items()}


@lru_cache(maxsize=16384)
def ways_to_say(word: str) -> Ways:
    """Return the other ways to say a uniform word: synonyms, and plain names for it."""
    return _ways().get(stem(word), frozenset()) | plain_ways(word, "plain_names")


def is_meant(word: str, held: frozenset[str]) -> bool:
    """Say whether a passage with these stems says a uniform word, its kin or a synonym of it."""
    root = stem(word)
    if root in held or any(way <= held for way in ways_to_say(word)):
        return True
    operation = OPERATION.fullmatch(word)
    if operation and any(other.startswith(operation["organ"]) for other in held):
        return True
    return any(are_kin(root, other) for other in held)


def specific_words(text: str, whole: bool = False) -> list[str]:
    """Return the uniform words of a name that a passage must say to name the same.

    `whole` keeps words that tell nothing by themselves: the `diseases` of `infectious diseases`.
    """
    words = [token.word for token in tokens(text) if is_content(token.word)]
    if whole:
        return words
    return [word for word in words if word not in GENERAL] or words


def is_abbreviated(name: str, text: str) -> bool:
    """Say whether a text spells a name of several words by their first letters: `MCA`, `TOV`."""
    words = [token.word for token in tokens(name)]
    letters = "".join(word[0] for word in words)
    content = "".join(word[0] for word in words if is_content(word))
    short = {letters, content} if len(content) > 1 else set()
    return any(
        token.word in short and text[token.start : token.end].isupper() for token in tokens(text)
    )


def is_written_out(word: str, text: str) -> bool:
    """Say whether neighbors in a text begin with the letters of a short form: `mca`."""
    letters = initials_of(text)
    return len(word) >= SHORTEST_FORM and word.isalpha() and word in letters


@lru_cache(maxsize=16384)
def initials_of(text: str) -> str:
    """Return the first letters of the words of a text."""
    return "".join(token.word[0] for token in tokens(text))
