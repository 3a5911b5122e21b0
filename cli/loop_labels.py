"""Sentences of the original summaries that a reader has labeled wrong."""

from cli.loop_request import LoopRequest
from evaluation.json_lines import read_lines
from evaluation.labeled_cohort import LABELS_FILE, LabelLine
from graph_state.loop import KnownError
from graph_state.scoring import FLAGGED
from kg.errors import BadInputError


def known_errors(request: LoopRequest) -> list[KnownError]:
    """Read the labels of the clean versions; where the record has none, nothing is known.

    A flag on such a sentence is a genuine detection that nobody planted.
    """
    path = request.labels
    if path is None:
        path = request.checks.record / LABELS_FILE
        if request.checks.summary is not None or not path.is_file():
            return []
    elif not path.is_file():
        raise BadInputError(f"{path}: no such file; give labels of the original summaries")
    return [
        KnownError(admission_id=line.hadm_id, text=line.text)
        for _, line, _ in read_lines(path, LabelLine)
        if line.version == "clean" and line.grade in FLAGGED
    ]
