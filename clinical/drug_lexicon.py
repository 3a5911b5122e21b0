"""Drug names and what they mean: ingredients, brands, combinations and the classes above them."""

import gzip
import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from clinical.facts import Concept

LEXICONS = Path(__file__).parent / "lexicons"

Kinship = Literal["same", "component", "class", "different"]
"""How two drugs relate: one is part of the other (`component`) or names its class (`class`)."""

TOKEN = re.compile(r"[^\W_]+(?:['’]s\b)?")
JOINT = re.compile(r"\s|\n *|\s?[\-/.#+%]\s?")
"""What may stand between two words of one name."""

FORM_WORDS = frozenset(
    "xl er sr cr la xr ec dr odt ir hfa succinate tartrate hcl hydrochloride sodium maleate "
    "besylate mesylate sulfate fumarate mofetil etexilate disoproxil bisulfate inhaler release "
    "extended delayed sustained immediate "
    "inhalers".split()
)
"""Words that follow a name and belong to it, though they do not change the ingredient."""

INSEPARABLE = frozenset(
    {"clavulanate", "tazobactam", "sulbactam", "sacubitril", "carbidopa", "cilastatin"}
    | {"avibactam", "vaborbactam", "relebactam", "cobicistat"}
)
"""Partners never given alone, so that `A and B` can only be the combination."""

SHORT_LOWERCASE = frozenset(
    "asa kcl nph ppi ppis abx hctz amio iron zinc ffp ivig prbc prbcs ivf ivfs doac doacs ssri "
    "ssris snri snris tpa pcn apap doxy bicarb noac tums ace-i acei arb arbs benzo chemo "
    "vanc dilt pred amox gaba oxy apix mero erta "
    "lmwh vka nsaid aeds insulin sulfa azole opium".split()
)
"""Names of up to four letters that mean the drug even in lower case; others need capitals."""

RELEASE = tuple(
    f"{kind} release" for kind in ("extended", "delayed", "sustained", "immediate", "modified")
)
"""Ways in which a tablet gives off its drug; lists of brands hold them as names."""

CAPITALS_ONLY = frozenset({"ripe", "chop", "haart", "fml"})


class DrugName(NamedTuple):
    """A drug or class name found in a text."""

    start: int
    end: int
    concept: Concept


class Lexicon(NamedTuple):
    """All names by their normalized words, and the classes of ingredients and of classes."""

    phrases: dict[str, str]
    longest: dict[str, int]
    """The most words that a name beginning with this word has."""

    combinations: dict[frozenset[str], str]
    broader: dict[str, tuple[str, ...]]
    """Direct classes of a `drug:` or `drugclass:` id."""


_SPELLINGS = (("sulph", "sulf"), ("oestr", "estr"))
"""British spellings within the names of drugs, and those of the lexicon."""


def words_of(name: str) -> str:
    """Normalize a name to its lower-case words."""
    return " ".join(TOKEN.findall(_plain(name)))


def _plain(word: str) -> str:
    """Lower the case of a word and drop its apostrophes."""
    plain = word.lower().replace("'", "").replace("’", "")
    for british, american in _SPELLINGS:
        plain = plain.replace(british, american)
    return plain


def read_tsv(path: Path) -> list[dict[str, str]]:
    """Read a tab-separated lexicon whose first line names the columns."""
    lines = path.read_text("utf8").splitlines()
    header = lines[0].split("\t")
    return [dict(zip(header, line.split("\t"), strict=True)) for line in lines[1:]]


def listed(cell: str) -> list[str]:
    """Split a cell that holds a list."""
    return [item.strip() for item in cell.split(",") if item.strip()]


def _class_tables(
    fda: dict[str, str],
) -> tuple[dict[str, str], dict[str, tuple[str, ...]]]:
    """Read the classes: their names, and the direct classes above ingredients and classes."""
    names: dict[str, str] = {}
    above: dict[str, list[str]] = {}
    by_fda: dict[str, list[str]] = {}
    for row in read_tsv(LEXICONS / "drug_classes.tsv"):
        class_id = f"drugclass:{row['class']}"
        above[class_id] = [f"drugclass:{parent}" for parent in listed(row["broader"])]
        for name in listed(row["names"]):
            names.setdefault(words_of(name), class_id)
        for member in listed(row["members"]):
            above.setdefault(f"drug:{member}", []).append(class_id)
        for label in listed(row["fda_classes"]):
            by_fda.setdefault(label, []).append(class_id)
    for ingredient, labels in fda.items():
        found = [c for label in labels.split("|") for c in by_fda.get(label, [])]
        if found:
            above.setdefault(f"drug:{ingredient}", found)
    return names, {key: tuple(dict.fromkeys(value)) for key, value in above.items()}


@cache
def lexicon() -> Lexicon:
    """Load the lexicon once; hand-written names win over distilled ones."""
    distilled = json.loads(gzip.decompress((LEXICONS / "drugs.json.gz").read_bytes()))
    phrases = {words_of(name): f"drug:{parts}" for name, parts in distilled["names"].items()}
    classes, broader = _class_tables(distilled["classes"])
    phrases.update(
        (words_of(key.removeprefix("drug:")), key) for key in broader if key.startswith("drug:")
    )
    phrases.update(classes)
    for row in read_tsv(LEXICONS / "drug_names.tsv"):
        for name in [*listed(row["names"]), row["ingredients"]]:
            phrases[words_of(name)] = f"drug:{row['ingredients']}"
    for name in ("", *RELEASE):
        phrases.pop(name, None)
    mixtures = {frozenset(parts_of(key)): key for key in phrases.values() if "/" in key}
    longest: dict[str, int] = {}
    for phrase in phrases:
        first = phrase.partition(" ")[0]
        longest[first] = max(longest.get(first, 0), phrase.count(" ") + 1)
    return Lexicon(phrases, longest, mixtures, broader)


def parts_of(concept_id: str) -> tuple[str, ...]:
    """Name the ingredients of a `drug:` id; a class has none."""
    kind, _, body = concept_id.partition(":")
    return tuple(body.split("/")) if kind == "drug" else ()


def _classes_above(starts: Iterable[str]) -> tuple[str, ...]:
    """List the classes above some ids, nearest first, each once."""
    direct = lexicon().broader
    level = [c for start in starts for c in direct.get(start, ())]
    seen: dict[str, None] = {}
    while level:
        wider = [c for found in level for c in direct.get(found, ())]
        # A class listed directly that also lies above another one is told with the wider ones.
        for found in (c for c in level if c not in wider):
            seen.setdefault(found)
        level = [c for c in dict.fromkeys(wider) if c not in seen]
    return tuple(seen)


@cache
def concept_of(concept_id: str) -> Concept:
    """Build the concept of a `drug:` or `drugclass:` id."""
    parts = parts_of(concept_id)
    starts = [f"drug:{part}" for part in parts] or [concept_id]
    name = concept_id.partition(":")[2]
    name = name if parts else name.replace("-", " ")
    return Concept(id=concept_id, name=name, broader=_classes_above(starts))


def drug_concept(name: str) -> Concept | None:
    """Look up a brand, generic, combination or class name, with or without salt and form words."""
    words = words_of(name).split()
    while words:
        found = lexicon().phrases.get(" ".join(words))
        if found:
            return concept_of(found)
        if words[-1] not in FORM_WORDS:
            break
        words.pop()
    return _concept_of_parts(name)


def _concept_of_parts(name: str) -> Concept | None:
    """Look up a name that writes a combination out, as `a-b` or `a/b`."""
    phrases = lexicon().phrases
    parts = [phrases.get(words_of(part)) for part in re.split(r"[-/+]| and ", name)]
    ingredients = [i for part in parts if part for i in parts_of(part)]
    if len(parts) < 2 or None in parts or not ingredients:
        return None
    return concept_of(
        lexicon().combinations.get(frozenset(ingredients))
        or "drug:" + "/".join(sorted(set(ingredients)))
    )


def same_drug(a: Concept, b: Concept) -> Kinship:
    """Say how two drug concepts relate."""
    if a.id == b.id:
        return "same"
    if set(parts_of(a.id)) & set(parts_of(b.id)):
        return "component"
    if a.id in b.broader or b.id in a.broader:
        return "class"
    return "different"


def _written_enough(written: str, phrase: str) -> bool:
    """Say whether a short name is written so that it must be the drug."""
    if phrase in CAPITALS_ONLY:
        return written.isupper()
    if len(phrase) > 4 or not phrase.isalpha() or phrase in SHORT_LOWERCASE:
        return True
    return written[:-1].isupper() and (written[-1:].isupper() or written.endswith("s"))


def _match_at(text: str, tokens: list[re.Match[str]], at: int) -> tuple[int, str] | None:
    """Find the longest name that begins at a token: how many tokens, and the id."""
    names, longest = lexicon().phrases, lexicon().longest
    first = _plain(tokens[at].group())
    phrase, best = "", None
    for count in range(1, longest.get(first, 0) + 1):
        here = at + count - 1
        if here >= len(tokens):
            break
        if count > 1 and not JOINT.fullmatch(text, tokens[here - 1].end(), tokens[here].start()):
            break
        phrase = f"{phrase} {_plain(tokens[here].group())}".strip()
        written = text[tokens[at].start() : tokens[here].end()]
        if phrase in names and _written_enough(written, phrase):
            best = (count, names[phrase])
    return best


def find_drug_names(text: str) -> list[DrugName]:
    """Find every drug and class name in a text, longest first, left to right."""
    tokens = list(TOKEN.finditer(text))
    longest = lexicon().longest
    found: list[DrugName] = []
    at = 0
    while at < len(tokens):
        # Most words begin no name: one lookup settles them.
        known = _plain(tokens[at].group()) in longest
        match = _match_at(text, tokens, at) if known else None
        if match is None:
            at += 1
            continue
        count, concept_id = match
        last = at + count - 1
        while last + 1 < len(tokens) and _belongs(text, tokens[last], tokens[last + 1]):
            last += 1
        found.append(DrugName(tokens[at].start(), tokens[last].end(), concept_of(concept_id)))
        at = last + 1
    return _merge_combinations(text, found)


def _belongs(text: str, name: re.Match[str], word: re.Match[str]) -> bool:
    """Say whether a salt or form word belongs to the name before it."""
    gap = text[name.end() : word.start()]
    return gap in (" ", "-") and word.group().lower() in FORM_WORDS


def _merge_combinations(text: str, names: list[DrugName]) -> list[DrugName]:
    """Join ingredients written side by side into the combination they make."""
    merged: list[DrugName] = []
    for name in names:
        previous = merged[-1] if merged else None
        joined = _combined(text, previous, name) if previous else None
        if joined:
            merged[-1] = joined
        else:
            merged.append(name)
    return merged


def _combined(text: str, left: DrugName, right: DrugName) -> DrugName | None:
    """Join two neighboring names if they are a known combination, or one repeats the other."""
    gap = text[left.end : right.start]
    repeated = same_drug(left.concept, right.concept) in ("same", "component")
    if gap == " (" and repeated and text[right.end : right.end + 1] == ")":
        return DrugName(left.start, right.end + 1, max(left, right, key=_breadth).concept)
    ingredients = frozenset(parts_of(left.concept.id)) | frozenset(parts_of(right.concept.id))
    spoken = gap in (" and ", " with ", " plus ") and bool(ingredients & INSEPARABLE)
    known = lexicon().combinations.get(ingredients)
    if known and (gap in ("-", "/", " / ", "–", " - ") or spoken):
        return DrugName(left.start, right.end, concept_of(known))
    return None


def _breadth(name: DrugName) -> int:
    """Count the ingredients of a name."""
    return len(parts_of(name.concept.id))


def members_of(class_id: str) -> frozenset[str]:
    """List the ids of all ingredients below a class."""
    return frozenset(
        key
        for key in lexicon().broader
        if key.startswith("drug:") and class_id in concept_of(key).broader
    )
