"""Words that carry content, as opposed to the words that hold a sentence together."""

from functools import lru_cache
from importlib.resources import files

from clinical.words import Token, tokens


@lru_cache(maxsize=1)
def common_words() -> frozenset[str]:
    """Function words and the framing words of hospital prose."""
    folder = files("clinical.lexicons")
    lines = [
        line
        for name in ("function_words.txt", "framing_words.txt")
        for line in folder.joinpath(name).read_text("utf-8").splitlines()
        if not line.startswith("#")
    ]
    return frozenset(" ".join(lines).split())


def content_words(text: str, offset: int = 0) -> list[Token]:
    """Return the words that would be missed if the sentence left them out.

    Numbers, blanks and single letters are left to the parsers.
    """
    return [
        Token(word.word, word.start + offset, word.end + offset)
        for word in tokens(text)
        if is_content(word.word)
    ]


def is_content(word: str) -> bool:
    """Say whether a uniform word carries content."""
    return len(word) > 2 and not word[0].isdigit() and word not in common_words()
