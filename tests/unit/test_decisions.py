"""Decisions: nothing is lost or overwritten, undo goes back, and a changed log is found out."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph_state.findings import Report
from graph_state.review import Decision
from graph_state.scoring import GoldRow
from kg.errors import BadInputError
from service.agreement import cohens_kappa, timings
from service.audit import BEGINNING, first_fault, seal_of
from service.decision_store import DecisionStore, StaleDecisionError
from service.decisions import Entry, Event, Line, Place, follow, lines_of, says_wrong
from service.figures import labeled_figures, review_figures
from service.reviewed import agreements, report_digest, review_of

PLACE = Place(report="r1", sentence=4)
CHOICES = st.sampled_from(["agree", "false_alarm", "edit", "right", "wrong"])


def entry(choice: str | None, place: Place = PLACE, reviewer: str = "Ada", **more: object) -> Entry:
    decision = None if choice is None else {"choice": choice}
    return Entry.model_validate(
        {"place": place, "reviewer": reviewer, "decision": decision, **more}
    )


def log_of(entries: Sequence[Entry]) -> list[Event]:
    """Seal entries one after the other, as the store does."""
    events: list[Event] = []
    before = BEGINNING
    for number, one in enumerate(entries, 1):
        version = sum(e.entry.place == one.place for e in events) + 1
        seal = seal_of(number, f"t{number}", version, one, before)
        events.append(Event(number=number, at=f"t{number}", version=version, entry=one, seal=seal))
        before = seal
    return events


@pytest.fixture
def store(tmp_path: Path) -> DecisionStore:
    times = iter(range(1, 10_000))
    return DecisionStore(tmp_path / "d.sqlite", now=lambda: f"2181-01-01T00:00:{next(times):04d}")


ENTRIES = st.lists(
    st.builds(
        entry,
        st.one_of(st.none(), CHOICES),
        st.builds(Place, report=st.sampled_from("ab"), sentence=st.integers(0, 2)),
        st.sampled_from(["Ada", "Ben"]),
    ),
    max_size=12,
)


@given(ENTRIES)
def test_a_line_depends_on_its_own_events_alone(entries: list[Entry]) -> None:
    events = log_of(entries)
    for place, line in lines_of(events).items():
        own = [event for event in events if event.entry.place == place]
        assert lines_of(own)[place] == line
        assert line.version == len(own)


@given(ENTRIES, CHOICES)
def test_taking_back_restores_what_was_before(entries: list[Entry], choice: str) -> None:
    before = lines_of(log_of(entries)).get(PLACE, Line())
    after = lines_of(log_of([*entries, entry(choice), entry(None)]))[PLACE]
    assert after.decided == before.decided and after.version == before.version + 2


def test_taking_back_nothing_leaves_nothing() -> None:
    line = follow(Line(), log_of([entry(None)])[0])
    assert line.valid is None


@given(ENTRIES.filter(bool), st.data())
def test_a_whole_log_is_sound_and_any_change_is_found(
    entries: list[Entry], data: st.DataObject
) -> None:
    events = log_of(entries)
    assert first_fault(events) is None
    place = data.draw(st.integers(0, len(events) - 1))
    forged = events[place].entry.model_copy(update={"reviewer": "Eve"})
    changed = [*events]
    changed[place] = events[place].model_copy(update={"entry": forged})
    assert first_fault(changed) == f"event {place + 1} is not what was written"
    without = events[:place] + events[place + 1 :]
    assert place == len(events) - 1 or first_fault(without) == f"event {place + 1} is missing"


def test_a_stale_page_cannot_overwrite(store: DecisionStore) -> None:
    store.add(entry("agree"), expected=0)
    with pytest.raises(StaleDecisionError) as caught:
        store.add(entry("false_alarm", reviewer="Ben"), expected=0)
    valid = caught.value.line.valid
    assert valid is not None and valid.entry.reviewer == "Ada"
    store.add(entry("false_alarm", reviewer="Ben"), expected=1)
    assert [event.entry.reviewer for event in store.events()] == ["Ada", "Ben"]
    assert first_fault(store.events()) is None


def test_what_another_program_adds_is_seen(store: DecisionStore, tmp_path: Path) -> None:
    store.add(entry("agree"), expected=0)
    assert len(store.events()) == 1
    DecisionStore(tmp_path / "d.sqlite").add(entry("false_alarm"), expected=1)
    assert [event.number for event in store.events()] == [1, 2]


def test_two_reviewers_at_once_lose_nothing(store: DecisionStore) -> None:
    def decide(name: str) -> None:
        for sentence in range(8):
            place = Place(report="r", sentence=sentence, seat=name)
            store.add(entry("agree", place, name), expected=0)

    threads = [Thread(target=decide, args=(name,)) for name in ("Ada", "Ben", "Cy")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    events = store.events()
    assert len(events) == 24 and first_fault(events) is None
    assert len(lines_of(events)) == 24


def test_there_must_be_something_to_take_back(store: DecisionStore) -> None:
    with pytest.raises(BadInputError, match="no decision to take back"):
        store.add(entry(None), expected=0)
    assert store.events() == []


def test_the_log_lives_on_and_refuses_to_be_changed(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite"
    DecisionStore(path).add(entry("agree"), 0)
    again = DecisionStore(path)
    assert len(again.events()) == 1 and path.stat().st_mode & 0o077 == 0
    with sqlite3.connect(path) as connection, pytest.raises(sqlite3.IntegrityError):
        connection.execute("UPDATE events SET at = ''")
    connection.close()


def test_a_forged_file_is_found_out(store: DecisionStore, tmp_path: Path) -> None:
    for number in range(3):
        store.add(entry("agree"), expected=number)
    connection = sqlite3.connect(tmp_path / "d.sqlite")
    connection.execute("DROP TRIGGER events_stay")
    connection.execute(
        "UPDATE events SET entry = replace(entry, 'agree', 'right') WHERE number = 2"
    )
    connection.commit()
    connection.close()
    assert first_fault(store.events()) == "event 2 is not what was written"


def test_what_is_no_file_of_decisions_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "d.sqlite"
    path.write_bytes(b"not a database, though long enough to look like one" * 40)
    with pytest.raises(BadInputError, match="no file of decisions"):
        DecisionStore(path).events()


def test_a_draft_outlives_the_browser_until_it_is_decided(store: DecisionStore) -> None:
    store.keep_draft(PLACE, "Ada", "half a thou")
    store.keep_draft(PLACE, "Ada", "half a thought")
    assert store.draft(PLACE, "Ada") == "half a thought" and store.draft(PLACE, "Ben") == ""
    store.add(entry("agree"), expected=0)
    assert store.draft(PLACE, "Ada") == ""


PAIRS = st.lists(st.tuples(st.booleans(), st.booleans()), max_size=30)


@given(PAIRS)
def test_kappa_is_symmetric_and_bounded(pairs: list[tuple[bool, bool]]) -> None:
    kappa = cohens_kappa(pairs)
    assert kappa == cohens_kappa([(b, a) for a, b in pairs])
    assert kappa is None or -1 <= kappa <= 1


@pytest.mark.parametrize(
    ("counts", "kappa"),
    [((20, 5, 10, 15), 0.4), ((1, 0, 0, 1), 1.0), ((0, 1, 1, 0), -1.0), ((3, 0, 0, 0), None)],
)
def test_kappa_by_hand(counts: tuple[int, int, int, int], kappa: float | None) -> None:
    cells = [(True, True), (True, False), (False, True), (False, False)]
    pairs = [cell for cell, number in zip(cells, counts, strict=True) for _ in range(number)]
    assert cohens_kappa(pairs) == (None if kappa is None else pytest.approx(kappa))


def test_time_is_counted_a_reviewer() -> None:
    given_ = [
        entry("agree", seconds=4, clicks=1),
        entry("false_alarm", seconds=10, clicks=3),
        entry("agree", reviewer="Ben"),
        entry(None),
    ]
    ada, ben = timings(log_of(given_))
    assert (ada.reviewer, ada.decisions, ada.median_seconds, ada.median_clicks) == ("Ada", 2, 7, 2)
    assert (ben.decisions, ben.timed, ben.median_seconds) == (1, 0, None)


@pytest.mark.parametrize("name", ["", "  ", "x" * 81])
def test_a_reviewer_needs_a_name(name: str) -> None:
    with pytest.raises(ValueError):
        entry("agree", reviewer=name)


def decided(
    report: Report, choices: dict[int, str | dict[str, object]], seat: str = ""
) -> list[Event]:
    digest = report_digest(report)
    return log_of(
        [
            Entry.model_validate(
                {
                    "place": {"report": digest, "sentence": index, "seat": seat},
                    "reviewer": seat or "Ada",
                    "decision": {"choice": said} if isinstance(said, str) else said,
                }
            )
            for index, said in choices.items()
        ]
    )


def test_review_settles_what_was_decided_and_leaves_the_rest(fictional_report: Report) -> None:
    edit: dict[str, object] = {"choice": "edit", "grade": "E3", "correction": "She had none."}
    events = decided(fictional_report, {4: "agree", 5: "false_alarm", 6: edit, 10: "wrong"})
    (one,) = review_of([fictional_report], events)
    after = {finding.index: finding for finding in one.after.findings}
    grades = {i: f.result.evidence_grade if f.result else None for i, f in after.items()}
    assert (grades[4], grades[5], grades[6], grades[10]) == ("E4", "E1", "E3", "E3")
    assert after[5].result is not None and after[5].result.hallucination_types == ()
    assert after[6].result is not None and after[6].result.suggestion == "She had none."
    untouched = [f for f in fictional_report.findings if f.index not in (4, 5, 6, 10)]
    assert all(after[f.index] == f for f in untouched)


def test_figures_before_and_after_the_review(fictional_report: Report) -> None:
    events = decided(fictional_report, {4: "agree", 5: "false_alarm", 6: "agree", 3: "wrong"})
    figures = review_figures(review_of([fictional_report], events))
    assert (figures.flagged, figures.flags_reviewed, figures.confirmed) == (4, 3, 2)
    assert (figures.false_alarms, figures.found_by_reviewers, figures.flagged_after) == (1, 1, 4)
    assert figures.precision_before == pytest.approx(2 / 3)


def test_labels_before_and_after_the_review(fictional_report: Report) -> None:
    wrong = {4: "E4", 10: "E3"}
    rows = tuple(
        GoldRow.model_validate(
            {"start": f.start, "end": f.end, "text": f.text, "label": wrong.get(f.index, "E1")}
        )
        for f in fictional_report.findings
    )
    choices = {4: "agree", 5: "false_alarm", 6: "agree", 7: "false_alarm", 10: "wrong"}
    events = decided(fictional_report, {**choices})
    figures = labeled_figures(
        review_of([fictional_report], events), {fictional_report.summary: rows}
    )
    assert (figures.before.true_positive, figures.before.false_positive) == (1, 3)
    assert (figures.after.true_positive, figures.after.false_positive) == (2, 1)
    assert figures.after.false_negative == 0 and figures.genuine == 1
    assert figures.before_adjudicated.true_positive == 2
    assert figures.after_adjudicated.precision == 1.0
    assert labeled_figures(review_of([fictional_report], []), {}).unlabeled == 1


def test_raters_who_disagree_settle_nothing(fictional_report: Report) -> None:
    ada = decided(fictional_report, {4: "agree", 5: "agree"}, "Ada")
    ben = decided(fictional_report, {4: "agree", 5: "false_alarm"}, "Ben")
    (one,) = review_of([fictional_report], [*ada, *ben])
    rulings = {ruling.finding.index: ruling for ruling in one.rulings}
    assert rulings[5].disputed and rulings[5].final is None
    assert not rulings[4].disputed and rulings[4].final is not None
    (both,) = agreements([one])
    assert (both.raters, both.both, both.same) == (("Ada", "Ben"), 2, 1)
    assert review_figures([one]).disputed == 1


@pytest.mark.parametrize(
    ("index", "said", "wrong"),
    [
        (4, {"choice": "agree"}, True),
        (1, {"choice": "agree"}, False),
        (4, {"choice": "edit"}, True),
        (4, {"choice": "edit", "grade": "E2"}, False),
        (1, {"choice": "edit", "grade": "E4"}, True),
        (8, {"choice": "wrong"}, True),
        (8, {"choice": "right"}, False),
        (8, {"choice": "agree"}, False),
    ],
)
def test_a_decision_says_whether_the_sentence_is_wrong(
    fictional_report: Report, index: int, said: dict[str, str], wrong: bool
) -> None:
    finding = next(f for f in fictional_report.findings if f.index == index)
    assert says_wrong(Decision.model_validate(said), finding) == wrong
