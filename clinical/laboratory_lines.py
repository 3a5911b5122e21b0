"""Laboratory lines of MIMIC discharge summaries: a time, a specimen, and `Name-Value` pairs."""

import re
from collections.abc import Iterator

from clinical.analyte_names import ROW_NAMES
from clinical.analytes import ANALYTES
from clinical.facts import Concept, Quantity, TimeSpan
from clinical.measured_regions import MeasuredRegion
from clinical.measured_values import Number, measure
from clinical.measurement_rows import (
    analyte_of_row,
    concept_of_name,
    number_of_cell,
    plain_quantity,
)
from clinical.mentions import MeasurementMention, TimeMention
from clinical.result_words import result_of
from clinical.time_spans import at_clock

_FLUIDS = (
    r"URINE|CEREBROSPINAL FLUID(?: \(CSF\))?|CSF|ASCITES|ASCITIC FLUID|PERITONEAL(?: FLUID)?"
    r"|PLEURAL(?: FLUID)?|JOINT FLUID|SYNOVIAL(?: FLUID)?|STOOL|OTHER BODY FLUID|OTHER"
)
_BLOODS = (
    r"(?:WHOLE )?BLOOD|SERUM|PLASMA|ARTERIAL|ART|VENOUS|VEN|MIXED VENOUS|MIX|CAPILLARY|CAP|VBG|ABG"
)
_QUALIFIED = r"(?:[ \t]*\([a-z][a-z ]{2,20}\))?(?:[ \t]+(?:BLOOD|GAS|VBG|ABG))?:?[ \t]+"
"""What may stand behind a specimen: `BLOOD (venous)`, `ART GAS`."""

_ONE_PAIR = (
    r"[%A-Za-z][\w%()/.]*(?: [\w%()/.]{1,12})?"
    r"-(?:[<>]?\d[\d.,]*\*?|[A-Z]{3}|LESS|GREATER)(?=[\s,;]|\Z)"
)
_HEADER = re.compile(
    r"^[ \t]*(?:"
    r"(?:\S+[ \t]+)?(?P<clock>\d{1,2}:\d{2}(?:[ \t]?[AP]M)?):?[ \t]+"
    rf"(?:(?P<specimen>{_FLUIDS}|{_BLOODS}){_QUALIFIED}"
    r"|(?=(?:VBG|ABG)?[ \t]*[%A-Za-z][\w%()/. ]{0,20}-[<>]?\d))"
    r"(?:(?:VBG|ABG)[ \t]+)?"
    rf"|(?:\d{{4}}-\d{{2}}-\d{{2}}|\d{{1,2}}/\d{{1,2}}(?:/\d{{2,4}})?):?[ \t]+"
    rf"(?:(?P<undated>{_FLUIDS}|{_BLOODS}){_QUALIFIED}(?=[%A-Za-z][\w%()/. ]{{0,20}}-[<>\dA-Z])"
    rf"|(?={_ONE_PAIR}[ \t,;]+{_ONE_PAIR}))"
    r")",
    re.M,
)
_FLUID_LINE = re.compile(rf"(?:^|\n)[ \t]*(?P<fluid>{_FLUIDS}|BLOOD)(?: CHEMISTRY)?:?[ \t]*\n\Z")
"""A line that gives its fluid to the results right below it."""

BLOOD = "BLOOD"
"""The specimen of a line that names none."""

_PAIR = re.compile(
    r"\s*(?P<name>[%A-Za-z][^*]{0,48}?)-(?P<value>[<>]?=?\s?-?\d[\d.,]*\+?(?:-\d[\d.]*)?"
    r"|(?:less|greater) than \d[\d.,]*|not detected|[A-Za-z]+|_{2,})(?P<flag>\*?)(?=[\s;,]|\Z)",
    re.I,
)
_EARLIER = re.compile(r"[ \t]*\((?P<date>[^()\n:]+):[ \t]*(?P<value>[<>]?[\d.,]+)\)")
_PAIR_LINE = re.compile(
    r"(?![^\n]{0,40}?(?<![\w.])\d{1,4}[-/]\d{1,2}(?:[-/]\d{1,4})?(?![\d.]))"
    r"[ \t]*[%A-Za-z][\w%()/. ]{0,30}-[<>]?[\dA-Z_]"
)
"""A line of pairs goes on with the results above it, unless it tells a day of its own."""


def laboratory_blocks(text: str, times: list[TimeMention]) -> list[MeasuredRegion]:
    """Find each laboratory line with its wrapped lines, and read its pairs."""
    headers = list(_HEADER.finditer(text))
    blocks = []
    for index, header in enumerate(headers):
        limit = headers[index + 1].start() if index + 1 < len(headers) else len(text)
        end = _block_end(text, header.end(), limit)
        time = _time(header, times)
        mentions = list(_mentions(text, header, end, time, times))
        blocks.append(MeasuredRegion(header.start(), end, mentions))
    return blocks


def _block_end(text: str, start: int, limit: int) -> int:
    """Follow wrapped lines as long as they hold pairs."""
    end = text.find("\n", start, limit)
    while end != -1:
        if not _PAIR_LINE.match(text, end + 1, limit):
            return end
        end = text.find("\n", end + 1, limit)
    return limit


def _time(header: re.Match[str], times: list[TimeMention]) -> TimeSpan | None:
    """Take the time written at the head of the line; a day and a clock make a minute."""
    spans = [
        time.span for time in times if time.span and header.start() <= time.start < header.end()
    ]
    exact = [span for span in spans if span.precision == "minute"]
    if exact or not spans:
        return exact[0] if exact else None
    return at_clock(spans[0], header["clock"]) if header["clock"] else spans[0]


def _mentions(
    text: str, header: re.Match[str], end: int, time: TimeSpan | None, times: list[TimeMention]
) -> Iterator[MeasurementMention]:
    position, specimen = header.end(), _specimen(text, header)
    while match := _PAIR.match(text, position, end):
        position = match.end()
        mention = _mention(text, match, specimen, time)
        if mention:
            yield mention
        earlier = _EARLIER.match(text, position, end)
        if earlier:
            position = earlier.end()
            if mention:
                name, _ = _hyphened_name(match["name"], match["value"])
                yield from _earlier(text, name, earlier, specimen, times)


def _specimen(text: str, header: re.Match[str]) -> str:
    """Name the fluid of a line, which may stand alone on the line above; else it is blood."""
    written = header["specimen"] or header["undated"]
    if written is None:
        above = _FLUID_LINE.search(text, max(0, header.start() - 40), header.start())
        written = above["fluid"] if above else BLOOD
    return BLOOD if re.fullmatch(_BLOODS, written) else written


def _earlier(
    text: str, name: str, match: re.Match[str], specimen: str, times: list[TimeMention]
) -> Iterator[MeasurementMention]:
    """Read the older value that a line quotes in brackets with its date."""
    spans = [t.span for t in times if match.start("date") <= t.start < match.end("date")]
    read = read_pair(name, match["value"], specimen)
    if read:
        yield _build(text, match.span(), match.span("value"), read, spans[0] if spans else None)


def _mention(
    text: str, match: re.Match[str], specimen: str, time: TimeSpan | None
) -> MeasurementMention | None:
    read = read_pair(match["name"], match["value"], specimen)
    if read is None:
        return None
    _, value = _hyphened_name(match["name"], match["value"])
    span = (match.end("value") - len(value), match.end("value"))
    return _build(text, (match.start("name"), match.end()), span, read, time)


def _build(
    text: str,
    span: tuple[int, int],
    value: tuple[int, int],
    read: tuple[Concept, Quantity | None, str | None],
    time: TimeSpan | None,
) -> MeasurementMention:
    concept, quantity, result = read
    return MeasurementMention(
        start=span[0],
        end=span[1],
        text=text[span[0] : span[1]],
        kind="lab" if concept.id.startswith("lab:") else "vital",
        concept=concept,
        quantity=quantity,
        result=result,
        time=time,
        value_start=value[0],
        value_end=value[1],
    )


def read_pair(
    name: str, value: str, specimen: str
) -> tuple[Concept, Quantity | None, str | None] | None:
    """Read one `Name-Value` pair of a line with the given specimen."""
    name, value = _hyphened_name(" ".join(name.split()), value.rstrip(".,"))
    analyte, _ = analyte_of_row(name, specimen)
    concept = analyte.concept if analyte else concept_of_name(name, specimen)
    number = number_of_cell(value)
    if number is None:
        result = result_of(value) or (None if value.startswith("_") else value.lower())
        return (concept, None, result) if result else None
    return _numeric(concept, analyte is not None, number)


def _hyphened_name(name: str, value: str) -> tuple[str, str]:
    """Give `CA19-9-4820` its whole name: what looks like a range may begin with the name."""
    first, hyphen, rest = value.partition("-")
    longer = f"{name}-{first}"
    return (longer, rest) if hyphen and ROW_NAMES.get(longer) else (name, value)


def _numeric(
    concept: Concept, known: bool, number: Number
) -> tuple[Concept, Quantity | None, str | None]:
    if known:
        measured = measure(ANALYTES[concept.id], number, lenient=True)
        if measured:
            return measured.analyte.concept, measured.quantity, None
    return concept, plain_quantity(number, None), None
