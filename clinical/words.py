"""Words of a text: tokens with their place, spelling made uniform, and stems."""

import re
from functools import lru_cache
from threading import local
from typing import NamedTuple

import snowballstemmer

from clinical.lexicon_rows import rows_of

TOKEN = re.compile(r"[A-Za-z0-9À-ɏµμ]+(?:['’.][A-Za-z0-9]+)*|[+%]")
DOTTED = re.compile(r"^(?:[a-z]\.)+[a-z]?$")
BRITISH = re.compile(
    r"tumour|oesophag|oedema|haem|anaem|ischaem|leukaem|diarrhoea|paed|gynaec|orthopaed|foetus"
    r"|foetal|coeliac|caecum|caecal|anaesth|ileos|colour|labour|faec|uraem|glycaem|bacteraem"
)
AMERICAN = {
    "tumour": "tumor",
    "oesophag": "esophag",
    "oedema": "edema",
    "haem": "hem",
    "anaem": "anem",
    "ischaem": "ischem",
    "leukaem": "leukem",
    "diarrhoea": "diarrhea",
    "paed": "ped",
    "gynaec": "gynec",
    "orthopaed": "orthoped",
    "foetus": "fetus",
    "foetal": "fetal",
    "coeliac": "celiac",
    "caecum": "cecum",
    "caecal": "cecal",
    "anaesth": "anesth",
    "colour": "color",
    "labour": "labor",
    "faec": "fec",
    "uraem": "urem",
    "glycaem": "glycem",
    "bacteraem": "bacterem",
}
GREEK_PLURAL = re.compile(
    r"(sta|steno|diagno|thrombo|necro|sclero|psycho|neuro|anastomo|fibro|cirrho|synthe|prosthe"
    r"|paraly|analy|dialy|cri|the|arthro|mycro|bia|acido|alkalo)ses$"
)
UNCHANGED = frozenset(
    "always perhaps across diabetes herpes ascites lens feces series species pus as his this is was"
    " has its us yes rales facies rabies scabies caries pubis penis less ps".split()
)
NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
        " fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
} | {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "hundred": 100,
}


class Token(NamedTuple):
    """One word: its uniform spelling and its half-open span in the text."""

    word: str
    start: int
    end: int


@lru_cache(maxsize=65536)
def uniform(word: str) -> str:
    """Lower case, American spelling, no possessive, singular."""
    lowered = word.lower().replace("’", "'").removesuffix("'s").removesuffix("'")
    if DOTTED.match(lowered):
        lowered = lowered.replace(".", "")
    lowered = BRITISH.sub(lambda match: AMERICAN.get(match[0], match[0]), lowered)
    return singular(lowered)


def singular(word: str) -> str:
    """Strip an English or Greek plural; short words and look-alikes stay."""
    if word in UNCHANGED or len(word) < 4 or not word.endswith("s"):
        return word
    if GREEK_PLURAL.search(word):
        return word[:-2] + "is"
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word
    if word.endswith(("ss", "us", "is")):
        return word
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Stem one uniform word (Snowball English), so that inflections meet."""
    return str(_stemmers.english.stemWord(word))


class _Stemmers(local):
    """A stemmer for each thread: it keeps the word in itself while it works on it."""

    def __init__(self) -> None:
        self.english = snowballstemmer.stemmer("english")


_stemmers = _Stemmers()


def tokens(text: str) -> list[Token]:
    """Split a text into words with their spans; punctuation and hyphens part words."""
    return [Token(uniform(m[0]), m.start(), m.end()) for m in TOKEN.finditer(text)]


def phrase(text: str) -> str:
    """Spell a term the way the lexicons do: uniform words joined by single spaces."""
    return " ".join(token.word for token in tokens(text))


@lru_cache(maxsize=1)
def short_forms() -> dict[str, tuple[str, ...]]:
    """Short forms of sites and states, with the words they stand for."""
    return {short: tuple(words.split()) for short, words in rows_of("written_out.tsv")}


def written_out(text: str) -> list[str]:
    """The words of a text, with the short forms of sites written out: `LLQ` as three words."""
    return [word for token in tokens(text) for word in short_forms().get(token.word, (token.word,))]
