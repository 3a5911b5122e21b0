"""Trap tables for time expressions, counted from one fictional stay."""

from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinical.facts import Anchors
from clinical.mentions import TimeMention
from clinical.sentences import Span
from clinical.times import find_times, when_of

STAY = Anchors(
    admitted="2180-05-07T22:10:00",
    discharged="2180-05-14",
    surgeries=("2180-05-09",),
    written="2180-05-14",
)
WINTER = Anchors(admitted="2179-12-29", discharged="2180-01-05")

# Sentence, words found, kind, first day, last day (empty: open or unknown).
DATED = """
    Labs on 2180-05-08 | 2180-05-08 | date | 2180-05-08 | 2180-05-08
    2180-05-08 06:15AM BLOOD Na-133 | 2180-05-08 06:15AM | date | 2180-05-08 | 2180-05-08
    Placed 05/09/2180 at bedside | 05/09/2180 | date | 2180-05-09 | 2180-05-09
    Placed 5-9-2180 at bedside | 5-9-2180 | date | 2180-05-09 | 2180-05-09
    Seen 5/9/80 in clinic | 5/9/80 | date | 2180-05-09 | 2180-05-09
    Potassium was 2.9 on 5/9. | 5/9 | date | 2180-05-09 | 2180-05-09
    AST 4,180 (H) 05/08 | 05/08 | date | 2180-05-08 | 2180-05-08
    Weight 89.6 kg (05-10) | 05-10 | date | 2180-05-10 | 2180-05-10
    2L NC 05-08 and 05-09 | 05-08 | date | 2180-05-08 | 2180-05-08
    Oncology visit on 10-02 | 10-02 | date | 2180-10-02 | 2180-10-02
    Drain pulled on May 9 | May 9 | date | 2180-05-09 | 2180-05-09
    Drain pulled on May 9th, 2180 | May 9th, 2180 | date | 2180-05-09 | 2180-05-09
    Drain pulled on 9 May 2180 | 9 May 2180 | date | 2180-05-09 | 2180-05-09
    Drain pulled on the 9th of May | 9th of May | date | 2180-05-09 | 2180-05-09
    Echo in 2178-03 showed | 2178-03 | date | 2178-03-01 | 2178-03-31
    Colonoscopy in March 2179 | March 2179 | date | 2179-03-01 | 2179-03-31
    Since early April 2180 he | early April 2180 | range | 2180-04-01 |
    Symptoms began in late April | late April | date | 2180-04-20 | 2180-04-30
    Inhaler stopped in October | in October | date | 2179-10-01 | 2179-10-31
    CABG in 2171 | in 2171 | date | 2171-01-01 | 2171-12-31
    STEMI (2171), DES | 2171 | date | 2171-01-01 | 2171-12-31
    Diabetic since 2150 | since 2150 | range | 2150-01-01 |
    Wine until the 1st. | until the 1st | range | | 2180-05-01
    Off oxygen by hospital day 4 | hospital day 4 | hospital_day | 2180-05-10 | 2180-05-10
    On HD#2 she | HD#2 | hospital_day | 2180-05-08 | 2180-05-08
    On HD 3 she | HD 3 | hospital_day | 2180-05-09 | 2180-05-09
    On hospital day three she | hospital day three | hospital_day | 2180-05-09 | 2180-05-09
    On the third hospital day she | third hospital day | hospital_day | 2180-05-09 | 2180-05-09
    On day 2 of his stay | day 2 of his stay | hospital_day | 2180-05-08 | 2180-05-08
    Fever on POD 1 was | POD 1 | postoperative_day | 2180-05-10 | 2180-05-10
    Fever on POD#2 was | POD#2 | postoperative_day | 2180-05-11 | 2180-05-11
    On postoperative day 3 | postoperative day 3 | postoperative_day | 2180-05-12 | 2180-05-12
    By post-op day two the tube | post-op day two | postoperative_day | 2180-05-11 | 2180-05-11
    on the day after admission | on the day after admission | relative | 2180-05-08 | 2180-05-08
    heparin on the day of arrival | on the day of arrival | relative | 2180-05-06 | 2180-05-07
    the day before discharge he | the day before discharge | relative | 2180-05-13 | 2180-05-13
    the day after surgery he | the day after surgery | relative | 2180-05-10 | 2180-05-10
    Creatinine 1.2 on admission | on admission | relative | 2180-05-06 | 2180-05-07
    Hypoxemic at presentation | at presentation | relative | 2180-05-06 | 2180-05-07
    Weight at discharge was | at discharge | relative | 2180-05-14 | 2180-05-14
    At the time of discharge he | At the time of discharge | relative | 2180-05-14 | 2180-05-14
    Given 80 mg in the ED | in the ED | relative | 2180-05-06 | 2180-05-07
    In triage he was febrile | In triage | relative | 2180-05-06 | 2180-05-07
    Taken prior to admission | prior to admission | range | | 2180-05-07
    Warfarin before surgery | before surgery | range | | 2180-05-09
    Throughout her stay she | Throughout her stay | range | 2180-05-07 | 2180-05-14
    During the admission she | During the admission | range | 2180-05-07 | 2180-05-14
    ill 3 days before admission | 3 days before admission | relative | 2180-05-04 | 2180-05-04
    went home six days after surgery | six days after surgery | relative | 2180-05-15 | 2180-05-15
    within one week of discharge | within one week of discharge | range | 2180-05-14 | 2180-05-21
    quit two years ago | two years ago | relative | 2177-11-13 | 2178-11-13
    More than doubled since July. | since July | range | 2179-07-01 |
    off by the morning of hospital day 3 | hospital day 3 | hospital_day | 2180-05-09 | 2180-05-09
    Before discharge he walked | Before discharge | range | 2180-05-07 | 2180-05-14
    On the day after implantation he | On the day after implantation | vague | |
    seen 3 days ago | 3 days ago | relative | 2180-05-11 | 2180-05-11
    from 35% two years earlier | two years earlier | relative | 2177-11-06 | 2178-11-06
    nine days into the stay | nine days into the stay | relative | 2180-05-16 | 2180-05-16
    Dialyzed between 05/08 and 05/10 | 05/08 and 05/10 | range | 2180-05-08 | 2180-05-10
    Furosemide 10 mg/h 05-08 to 05-10; | 05-08 to 05-10 | range | 2180-05-08 | 2180-05-10
    from May 8 through May 10 | May 8 through May 10 | range | 2180-05-08 | 2180-05-10
    every six hours through 05/28 | 05/28 | range | | 2180-05-28
    remained until June 11 | June 11 | range | | 2180-06-11
    losartan paused from 05/08 | 05/08 | range | 2180-05-08 |
    He slept poorly last night | last night | relative | 2180-05-13 | 2180-05-14
    Fell yesterday | yesterday | relative | 2180-05-13 | 2180-05-13
    Seen on ___ by | on ___ | date | |
    On day 3 of steroids she | day 3 of steroids | vague | |
    Block 48 hours after his last dose | 48 hours after his last | vague | |
    Left two days later | two days later | vague | |
    Left the next morning | the next morning | vague | |
    A few days ago he | A few days ago | vague | |
"""

# Sentence, words found, days, upper end, comparator.
LASTING = """
    ceftriaxone for 7 days | 7 days | 7 | | =
    a 5-day course | 5-day | 5 | | =
    four and a half days of dopamine | four and a half days | 4.5 | | =
    six weeks of therapy | six weeks | 42 | | =
    vancomycin x 10 days | x 10 days | 10 | | =
    vancomycin x10d | x10d | 10 | | =
    for about two hours | two hours | 0.0833 | | ~
    a washout of more than 36 hours | 36 hours | 1.5 | | >
    for at least 3 months | 3 months | 91.32 | | >
    up to 14 days of | 14 days | 14 | | <
    in 1-2 weeks | 1-2 weeks | 7 | 14 | =
    for five to seven days | five to seven days | 5 | 7 | =
    given for a day | a day | 1 | | =
    a two-week history | two-week | 14 | | =
    over 3 months | 3 months | 91.32 | | =
"""

# Sentence with nothing that is a date or a duration.
NOTHING = """
    took 3-4 tablets
    Percocet 5/325 mg
    strength 5/5 throughout
    improved from 4/5 to nearly full
    and after a swallow study
    the mass and prior use
    strength was 4/5 in the left leg
    BP 120/80, then 110/70
    II/VI murmur, 2/6 systolic
    4/4 bottles grew
    EF 55-60%
    pain 10/10 at worst
    heart rate of 102
    1/2 tablet daily of that
    10-12 stools
    HbA1c 7.9%
    dialysis HD 3x/week via fistula
    CK of 2176 fell to 310
    She may go home
    He may march in place
    WBC 12.4, Hgb 9.8
    gentle exercise 3/4 of the way
"""

KINDS = """
    71-year-old woman | 71-year-old | age
    a 63 year old man | 63 year old | age
    71F with dyspnea | 71F | age
    a 71 y/o man | 71 y/o | age
    an 8 month old boy | 8 month old | age
    G2P1 at 26 weeks and 3 days | at 26 weeks and 3 days | age
    28 weeks pregnant | 28 weeks pregnant | age
    aged 58 | aged 58 | age
    500 mg every six hours | every six hours | frequency
    q8h | q8h | frequency
    nine stools a day | a day | frequency
    twice daily | twice daily | frequency
    every other day | every other day | frequency
    three times a week | three times a week | frequency
    600 mL per day | per day | frequency
"""


def _rows(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


def _day(bound: str | None) -> str:
    return (bound or "")[:10]


@pytest.mark.parametrize(("text", "words", "kind", "first", "last"), _rows(DATED))
def test_dates(text: str, words: str, kind: str, first: str, last: str) -> None:
    found = {mention.text: mention for mention in find_times(text, STAY)}
    assert words in found
    mention = found[words]
    assert mention.kind == kind
    assert (mention.span is not None) == bool(first or last)
    if mention.span is not None:
        assert (_day(mention.span.earliest), _day(mention.span.latest)) == (first, last)


@pytest.mark.parametrize(("text", "words", "days", "high", "comparator"), _rows(LASTING))
def test_durations(text: str, words: str, days: str, high: str, comparator: str) -> None:
    found = {mention.text: mention for mention in find_times(text, STAY)}
    assert words in found
    assert found[words].kind == "duration"
    quantity = found[words].days
    assert quantity is not None
    assert quantity.value == pytest.approx(float(days), abs=0.001)
    assert quantity.high == (float(high) if high else None)
    assert (quantity.comparator or "=") == comparator


@pytest.mark.parametrize("text", [row[0] for row in _rows(NOTHING)])
def test_no_time(text: str) -> None:
    assert [m for m in find_times(text, STAY) if m.kind != "frequency"] == []


@pytest.mark.parametrize(("text", "words", "kind"), _rows(KINDS))
def test_kinds(text: str, words: str, kind: str) -> None:
    assert [(m.text, m.kind) for m in find_times(text, STAY)] == [(words, kind)]


def test_enough_traps() -> None:
    assert sum(len(_rows(table)) for table in (DATED, LASTING, NOTHING, KINDS)) >= 80


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("On 05/09 she fell. Two days later she walked.", ["2180-05-09", "2180-05-11"]),
        ("On 05/09 she fell. The next morning she walked.", ["2180-05-09", "2180-05-10"]),
        ("On 05/09 she fell. That evening she slept.", ["2180-05-09", "2180-05-09"]),
        ("On 05/09 at 9:40 p.m. she fell.", ["2180-05-09"]),
        ("On POD 1 fever; by the following day none.", ["2180-05-10", "2180-05-11"]),
    ],
)
def test_counted_from_the_mention_before(text: str, days: list[str]) -> None:
    assert [_day(m.span.earliest) for m in find_times(text, STAY) if m.span] == days


def test_clock_gives_minutes() -> None:
    (mention,) = find_times("2180-05-08 06:15PM BLOOD K-4.1", STAY)
    assert mention.span is not None
    assert mention.span.earliest == "2180-05-08T18:15:00"
    assert mention.span.precision == "minute"


@pytest.mark.parametrize(
    ("text", "day"),
    [("on 12/30", "2179-12-30"), ("on 01/03", "2180-01-03"), ("on 2/10", "2180-02-10")],
)
def test_year_turns_within_the_stay(text: str, day: str) -> None:
    (mention,) = find_times(text, WINTER)
    assert mention.span is not None
    assert _day(mention.span.earliest) == day


def test_second_operation_counts_after_it() -> None:
    anchors = STAY.model_copy(update={"surgeries": ("2180-05-08", "2180-05-12")})
    (late,) = find_times("On POD 1 he ate.", anchors)
    assert late.span is not None
    assert _day(late.span.earliest) == "2180-05-13"
    first, early = find_times("On 05/09 he slept; POD 2 was calm.", anchors)
    assert first.span is not None
    assert early.span is not None
    assert _day(early.span.earliest) == "2180-05-10"


def test_nothing_known_leaves_relative_dates_open() -> None:
    mentions = find_times("On 5/9 and on admission and POD 2 and hospital day 3.", Anchors())
    assert [m.kind for m in mentions] == ["date", "relative", "postoperative_day", "hospital_day"]
    assert all(m.span is None for m in mentions)


WHEN = [
    ("Creatinine was {1.2} on admission and peaked at 2.4 on 5/9.", "on admission"),
    ("Creatinine was 1.2 on admission and peaked at {2.4} on 5/9.", "5/9"),
    ("On hospital day 3 {her exam} worsened, and she went to surgery.", "hospital day 3"),
    ("On hospital day 3 her exam worsened, and she went to {surgery}.", "hospital day 3"),
    ("Losartan was {paused} from 05/08 and restarted on 05/12.", "05/08"),
    ("Losartan was paused from 05/08 and {restarted} on 05/12.", "05/12"),
    ("AST {4,180} (H) 05/08, 9,860 (H) 05/09", "05/08"),
    ("AST 4,180 (H) 05/08, {9,860} (H) 05/09", "05/09"),
    ("Weights: {92.4 kg} (05-07), 89.6 kg (05-09)", "05-07"),
    ("Weights: 92.4 kg (05-07), {89.6 kg} (05-09)", "05-09"),
    ("2180-05-08 06:15AM BLOOD Na-133 {K-4.1}", "2180-05-08 06:15AM"),
    (
        "{Heparin} was begun on the day of arrival and changed on hospital day 3.",
        "on the day of arrival",
    ),
    ("He fell on 05/08. {Vomiting} followed.", None),
    ("{Ceftriaxone} for 7 days", None),
    ("The {catheter} came out on 05/12, and pain was gone by 05/13.", "05/12"),
    ("The catheter came out on 05/12, and {pain} was gone by 05/13.", "05/13"),
]


@pytest.mark.parametrize(("marked", "words"), WHEN)
def test_governing_time(marked: str, words: str | None) -> None:
    start, end = marked.index("{"), marked.index("}") - 1
    text = marked.replace("{", "").replace("}", "")
    found = when_of(text, Span(start=start, end=end), find_times(text, STAY))
    assert (found.text if found else None) == words


def test_another_finding_keeps_its_time() -> None:
    text = "Fever 05/08 then cough with rash 05/10"
    rash = Span(start=text.index("rash"), end=text.index("rash") + 4)
    fever = Span(start=0, end=5)
    found = when_of(text, rash, find_times(text, STAY), others=(fever,))
    assert found is not None
    assert found.text == "05/10"


def _well_placed(text: str, mentions: list[TimeMention]) -> None:
    last = 0
    for mention in mentions:
        assert last <= mention.start < mention.end <= len(text)
        assert text[mention.start : mention.end] == mention.text
        last = mention.end


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    _well_placed(text, find_times(text, STAY))


PIECES = st.sampled_from(
    "on in from to until the day of 5 9 05/09 13/40 2/30 9999 years ago 0000-00-00 2180-13-45 May "
    "Feb 30 admission POD 99999 HD 500 before after and 12:99 ___ q8h a later discharge -".split()
)


@given(st.lists(PIECES, max_size=14).map(" ".join))
def test_any_words_of_time(text: str) -> None:
    _well_placed(text, find_times(text, STAY))
    _well_placed(text, find_times(text, Anchors()))


def test_fast_enough() -> None:
    sentences = [f"Potassium was {n} on 05/09 and normal two days later." for n in range(500)]
    find_times(sentences[0], STAY)
    began = perf_counter()
    for sentence in sentences:
        find_times(sentence, STAY)
    assert perf_counter() - began < 1.0
