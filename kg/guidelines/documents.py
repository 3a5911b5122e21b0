"""Reads guideline documents and blanks what is not content, so that offsets stay as they are."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel

from kg.errors import BadInputError

SUFFIXES = (".md", ".txt", ".pdf")

_PAGE_NUMBER = re.compile(r"\W*(?:.{0,30}\bpage\s+\d+(?:\s+of\s+\d+)?|\d{1,4})\W*", re.IGNORECASE)
_CAPTION = re.compile(r"\s*(?:fig(?:ure)?|table|box)\.?\s*\d+\s*[.:].*", re.IGNORECASE)
_REFERENCES = re.compile(
    r"[#\s\d.]*(?:references|bibliography|literature(?: cited)?|works cited)[\s:]*", re.IGNORECASE
)
_REPEATED_FROM = 3
"""Pages that begin or end with the same line for it to be a running head."""

_EDGE = 2
"""Lines at the top and foot of a page where running heads stand."""


class Document(BaseModel, frozen=True):
    """One document; `text` is its source, `content` the same with everything else blanked."""

    name: str
    title: str
    text: str
    content: str


def read_documents(folder: Path) -> list[Document]:
    """Read every document of a folder, in order of their names."""
    if not folder.is_dir():
        raise BadInputError(f"{folder}: not a folder; give one with .md, .txt or .pdf documents")
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    if not paths:
        raise BadInputError(f"{folder}: holds no .md, .txt or .pdf document")
    return [_read(path, path.relative_to(folder).as_posix()) for path in paths]


def _read(path: Path, name: str) -> Document:
    pages = _pages(path)
    text = "\f".join(pages)
    if not text.strip():
        raise BadInputError(f"{path}: holds no text; a scan has to be read by OCR first")
    content = "\f".join(_cleaned(pages))
    lines = [line.strip("# \t") for line in content.splitlines()]
    title = next((line for line in lines if line), name)
    return Document(name=name, title=title, text=text, content=content)


def _pages(path: Path) -> list[str]:
    # Imported here because it takes a second that no other command should wait for.
    from langchain_community.document_loaders import PyPDFium2Loader, TextLoader

    if path.suffix.lower() != ".pdf":
        try:
            return [TextLoader(str(path), encoding="utf-8").load()[0].page_content]
        except RuntimeError as error:
            raise BadInputError(f"{path}: not UTF-8 text; convert it first") from error
    from pypdfium2 import PdfiumError

    try:
        pages = [page.page_content for page in PyPDFium2Loader(str(path)).load()]
    except PdfiumError as error:
        raise BadInputError(f"{path}: not a PDF that can be read ({error})") from error
    return [page.replace("\r\n", "\n") for page in pages]


def _cleaned(pages: list[str]) -> Iterator[str]:
    """Blank running heads, page numbers, quotations, captions and everything after the references.

    Blanked letters become spaces, so that a place in the content is the same place in the source.
    """
    heads = _running_heads(pages)
    ended = False
    for page in pages:
        lines = page.split("\n")
        kept: list[str] = []
        for line in lines:
            ended = ended or _REFERENCES.fullmatch(line) is not None
            drop = ended or line.strip() in heads or _is_noise(line)
            kept.append(" " * len(line) if drop else line)
        yield "\n".join(kept)


def _is_noise(line: str) -> bool:
    quoted = line.lstrip().startswith(">")
    return quoted or bool(_PAGE_NUMBER.fullmatch(line) or _CAPTION.fullmatch(line))


def _running_heads(pages: list[str]) -> frozenset[str]:
    counts: Counter[str] = Counter()
    for page in pages:
        lines = [line.strip() for line in page.split("\n") if line.strip()]
        counts.update(set(lines[:_EDGE]) | set(lines[-_EDGE:]))
    return frozenset(line for line, count in counts.items() if count >= _REPEATED_FROM)
