"""Plain words for technical ones: what a conversation says in place of `dysuria`."""

from functools import lru_cache
from importlib.resources import files

from clinical.words import stem, tokens


@lru_cache(maxsize=1)
def _lay_words() -> dict[str, frozenset[str]]:
    """The stem of each technical word with the stems of its plain words."""
    text = files("clinical.lexicons").joinpath("lay_words.tsv").read_text("utf-8")
    found: dict[str, frozenset[str]] = {}
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        technical, plain = line.split("\t")
        stems = frozenset(stem(word.word) for word in tokens(plain.replace("|", " ")))
        for word in technical.split("|"):
            key = word if "*" in word else stem(word)
            found[key] = found.get(key, frozenset()) | stems
    return found


def plain_stems(text: str) -> frozenset[str]:
    """Stems of the plain words that may stand for the technical words of a text."""
    found: frozenset[str] = frozenset()
    for token in tokens(text):
        found |= _lay_words().get(stem(token.word), frozenset())
        for key, plain in _lay_words().items():
            if key.endswith("*") and token.word.startswith(key[:-1]):
                found |= plain
    return found
