"""A summary with the corrections that reviewers took over, to be copied."""

from pydantic import BaseModel

from exports.word_changes import is_correction
from graph_state.findings import Finding
from service.decisions import says_wrong
from service.reviewed import ReviewedReport, Ruling
from service.sentence_view import Piece


class CorrectedText(BaseModel, frozen=True):
    """The corrected summary, and what still stands in it."""

    pieces: tuple[Piece, ...]
    """Corrected sentences are marked."""

    uncorrected: tuple[Finding, ...]
    """Sentences that reviewers call wrong and for which nobody gave other words."""

    @property
    def text(self) -> str:
        """The corrected summary."""
        return "".join(piece.text for piece in self.pieces)


def corrected_text(one: ReviewedReport) -> CorrectedText:
    """Put accepted corrections in their places; everything else stays to the letter."""
    summary, pieces, place = one.report.summary, list[Piece](), 0
    left: list[Finding] = []
    for ruling in sorted(one.rulings, key=lambda ruling: ruling.finding.start):
        finding, words = ruling.finding, correction_of(ruling)
        if words is None:
            left += [finding] if _stands_wrong(ruling) else []
            continue
        if finding.start > place:
            pieces.append(Piece(text=summary[place : finding.start]))
        pieces.append(Piece(text=words, marked=True))
        place = max(place, finding.end)
    return CorrectedText(pieces=(*pieces, Piece(text=summary[place:])), uncorrected=tuple(left))


def correction_of(ruling: Ruling) -> str | None:
    """Return the words that reviewers put in a sentence's place; None where it stays."""
    decision = ruling.final
    if decision is None or not says_wrong(decision, ruling.finding):
        return None
    result = ruling.finding.result
    proposed = (result.suggestion or "") if result and decision.choice == "agree" else ""
    usable = is_correction(ruling.finding.text, proposed)
    return decision.correction or (proposed if usable else "") or None


def _stands_wrong(ruling: Ruling) -> bool:
    return ruling.final is not None and says_wrong(ruling.final, ruling.finding)
