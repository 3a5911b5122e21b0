"""Embedders: they find candidates and never prove anything."""

import importlib.util
from functools import cached_property
from pathlib import Path
from typing import Protocol

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from kg.errors import BadInputError
from kg.store import Vectors

_PACKAGE = "wordllama"
_WEIGHTS = "weights/l2_supercat_256.safetensors"
_TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"
_LONGEST = 512
"""Tokens read of one text; the mean of a longer one says little."""


class TextEmbeddings(Protocol):
    """What we need of a LangChain `Embeddings` object."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Return one vector a text."""
        ...


class WordVectors:
    """Static word vectors that come with a Python package: fast, offline and the same everywhere.

    The package is never imported, only its two data files are read: its own loader looks for the
    tokenizer on the network.
    """

    name = "wordllama-l2-supercat-256"

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or _package_folder()

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        tokenizer = Tokenizer.from_file(str(_existing(self._folder / _TOKENIZER)))
        tokenizer.enable_truncation(_LONGEST)
        tokenizer.no_padding()
        return tokenizer

    @cached_property
    def _table(self) -> Vectors:
        path = _existing(self._folder / _WEIGHTS)
        try:
            weights = load_file(str(path))
        except SafetensorError as error:
            raise BadInputError(
                f"{path.name}: not a weights file ({error}); reinstall {_PACKAGE}"
            ) from error
        table = next(iter(weights.values()))
        return np.ascontiguousarray(table, dtype=np.float32)

    def embed(self, texts: list[str]) -> Vectors:
        """Return the mean of the word vectors of each text, at unit length.

        Texts are short; one at a time is as fast as a batch, whose threads would not survive a
        fork.
        """
        table = self._table
        vectors = np.zeros((len(texts), table.shape[1]), dtype=np.float32)
        for position, text in enumerate(texts):
            ids = self._tokenizer.encode(text, add_special_tokens=False).ids
            if ids:
                vectors[position] = table[ids].sum(axis=0)
        return unit_length(vectors)


class LangChainEmbedder:
    """Any LangChain embeddings as an embedder."""

    def __init__(self, embeddings: TextEmbeddings, name: str) -> None:
        self.name = name
        self._embeddings = embeddings

    def embed(self, texts: list[str]) -> Vectors:
        """Return the model's vectors at unit length."""
        if not texts:
            return np.zeros((0, 0), dtype=np.float32)
        return unit_length(np.asarray(self._embeddings.embed_documents(texts), dtype=np.float32))


def unit_length(vectors: Vectors) -> Vectors:
    """Scale each row to length one; a row of zeros stays as it is."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.where(lengths > 0, lengths, 1), dtype=np.float32)


def _package_folder() -> Path:
    found = importlib.util.find_spec(_PACKAGE)
    if found is None or not found.submodule_search_locations:
        raise BadInputError(f"package {_PACKAGE} is not installed; install it or configure another")
    return Path(found.submodule_search_locations[0])


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise BadInputError(f"{path.name}: missing in package {_PACKAGE}; reinstall the package")
    return path
