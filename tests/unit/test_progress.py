"""The progress bar names the summary that is being checked and counts its sentences."""

from cli.progress import SentenceCount


def test_the_count_begins_anew_with_each_summary() -> None:
    shown: list[tuple[str, int, int]] = []
    tell = SentenceCount(lambda name, done, total: shown.append((name, done, total)))
    for done, total in ((0, 2), (1, 2), (2, 2), (0, 1), (1, 1)):
        tell(done, total)
    assert [name for name, _, _ in shown] == [
        "summary 1, sentences", "summary 1, sentences", "summary 1, sentences",
        "summary 2, sentences", "summary 2, sentences",
    ]  # fmt: skip
    assert shown[-1][1:] == (1, 1)
