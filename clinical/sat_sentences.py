"""Sentences by a local SaT model (wtpsplit, ONNX), for sites that have one.

Our own rules cut headings, list items and results first, because the model was not made for them;
the model splits what is prose. Offsets are worked out here, so they are as exact as those of the
rules.
"""

from importlib import import_module
from pathlib import Path
from typing import Protocol

from clinical.sentences import Span, blocks_of, pieces_of

NEEDED_FILES = ("config.json", "model_optimized.onnx", "tokenizer.json")
DEFAULT_THRESHOLD = 0.25
"""Passed always: the library's own default depends on letters in the model's path."""


class UnusableModelError(ValueError):
    """A SaT directory cannot be loaded; the text says which, why and what to do."""


class Segmenter(Protocol):
    """The part of wtpsplit's `SaT` that is used."""

    def split(self, text_or_texts: str, threshold: float) -> list[str]:
        """Cut a text into consecutive pieces."""
        ...


class SatSplitter:
    """Splits clinical text with a SaT model."""

    def __init__(self, model: Segmenter, threshold: float = DEFAULT_THRESHOLD) -> None:
        self._model = model
        self._threshold = threshold

    def split(self, text: str) -> list[Span]:
        """Split text into sentences; only whitespace lies between them."""
        return [span for start, end in blocks_of(text) for span in self._split(text, start, end)]

    def _split(self, text: str, start: int, end: int) -> list[Span]:
        """Split one block and find its pieces again in the text.

        Line breaks inside a block are only wraps, and the library would cut at each of them.
        """
        unwrapped = text[start:end].replace("\n", " ")
        pieces = self._model.split(unwrapped, threshold=self._threshold)
        spans: list[Span] = []
        cursor = start
        for piece in pieces:
            words = piece.split()
            if not words:
                continue
            first = text.index(words[0], cursor, end)
            for word in words:
                cursor = text.index(word, cursor, end) + len(word)
            spans += pieces_of(text, first, cursor)
        return spans


def load_sat(directory: Path, threshold: float = DEFAULT_THRESHOLD) -> SatSplitter:
    """Load a SaT model from a local directory; nothing is fetched."""
    missing = [name for name in NEEDED_FILES if not (directory / name).is_file()]
    if missing:
        raise _unusable(directory, f"{', '.join(missing)} not found")
    return SatSplitter(_load(directory), threshold)


def _load(directory: Path) -> Segmenter:
    """Hand the directory to wtpsplit, as model and as tokenizer."""
    try:
        onnx_errors = import_module("onnxruntime.capi.onnxruntime_pybind11_state")
        wtpsplit = import_module("wtpsplit")
    except ImportError as error:
        raise _unusable(directory, f"{error.name} is not installed") from error
    try:
        model: Segmenter = wtpsplit.SaT(
            str(directory),
            tokenizer_name_or_path=str(directory),
            ort_providers=["CPUExecutionProvider"],
        )
    except (
        OSError,
        ValueError,
        KeyError,
        onnx_errors.Fail,
        onnx_errors.InvalidArgument,
        onnx_errors.InvalidGraph,
        onnx_errors.InvalidProtobuf,
        onnx_errors.NoModel,
        onnx_errors.NotImplemented,
    ) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise _unusable(directory, reason) from error
    return model


def _unusable(directory: Path, reason: str) -> UnusableModelError:
    """Say in one line why a directory cannot be used and what to do."""
    return UnusableModelError(
        f"sentence model {directory}: {reason}; give a directory with a SaT model exported to "
        "ONNX, or leave the setting empty to use the rules"
    )
