import pytest

from clinical.modifiers import laterality_of, severity_of, site_of


def span(text: str, words: str) -> tuple[str, int, int]:
    start = text.index(words)
    return text, start, start + len(words)


@pytest.mark.parametrize(
    "text, words, side",
    [
        ("cellulitis of the left leg", "cellulitis", "left"),
        ("a left leg cellulitis", "cellulitis", "left"),
        ("a small right ovarian cyst was seen", "cyst", "right"),
        ("clot in the right main pulmonary artery", "clot", "right"),
        ("midline shift to the left", "midline shift", "left"),
        ("bilateral pleural effusions, larger on the right", "pleural effusions", "bilateral"),
        ("no effusion, but the left arm was weak", "effusion", None),
        ("pneumonia was treated", "pneumonia", None),
        ("pain in the L knee", "pain", "left"),
        ("right-sided weakness", "weakness", "right"),
    ],
)
def test_side(text: str, words: str, side: str | None) -> None:
    assert laterality_of(*span(text, words)) == side


@pytest.mark.parametrize(
    "text, words, severity",
    [
        ("mild aortic stenosis", "aortic stenosis", "mild"),
        ("aortic stenosis was severe", "aortic stenosis", "severe"),
        ("aortic stenosis was only mild", "aortic stenosis", "mild"),
        ("a massive pulmonary embolism", "pulmonary embolism", "severe"),
        ("severe pain, no edema", "edema", None),
        ("partial bowel obstruction", "bowel obstruction", "partial"),
    ],
)
def test_severity(text: str, words: str, severity: str | None) -> None:
    assert severity_of(*span(text, words)) == severity


def test_site_keeps_the_position() -> None:
    assert site_of(*span("a nodule in the right upper lobe", "nodule")) == "upper lobe"
    assert site_of(*span("fracture of the wrist", "fracture")) == "wrist"
