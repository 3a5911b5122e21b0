"""The words of a FHIR attachment: where they are kept, how they are coded, and what is no text."""

import binascii
import re
from base64 import b64decode
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import unquote_to_bytes

from kg.readers.fhir_contained import contained_in
from kg.readers.fhir_fields import reference_id
from kg.readers.fhir_narrative import markup_text
from kg.readers.json_values import JsonObject

FindFile = Callable[[str], JsonObject | None]
"""Find the Binary of an id among the resources that were read together."""

_MARKUP = frozenset({"text/html", "application/xhtml+xml"})
_NO_WORDS = frozenset({"text/rtf", "text/xml", "text/richtext"})
"""Kinds of text whose codes between the words nobody takes out here."""

_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_DATA_ADDRESS = re.compile(r"data:([^,]*?)(;base64)?,", re.IGNORECASE)
_HEAD = 1024
"""Bytes of a page in which it may name its characters."""

_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))


class Words(NamedTuple):
    """The text of an attachment, or why there is none."""

    text: str = ""
    is_markup: bool = False
    unread: str = ""


def words_of(attachment: JsonObject, holder: JsonObject, find: FindFile) -> Words:
    """Read an attachment of a resource; the file itself may be kept in a Binary."""
    content_type = str(attachment.get("contentType", ""))
    data, address = attachment.get("data"), attachment.get("url")
    if isinstance(data, str) and data.strip():
        return _from_base64(data, content_type)
    if not isinstance(address, str) or not address.strip():
        return Words(unread="empty")
    written = _DATA_ADDRESS.match(address)
    if written:
        return _from_address(address[written.end() :], written, content_type)
    kept = _kept(address, holder, find)
    if kept is None:
        return Words(unread="kept outside the record")
    held = kept.get("data", kept.get("content"))
    kind = str(kept.get("contentType", "")) or content_type
    return _from_base64(held, kind) if isinstance(held, str) else Words(unread="empty")


def _kept(address: str, holder: JsonObject, find: FindFile) -> JsonObject | None:
    """Find the Binary of an address: inside the resource, or beside it."""
    key = reference_id({"reference": address.partition("/_history/")[0]})
    if key is None:
        return None
    inside = (one for one in contained_in(holder) if one.get("id") == key)
    return next(inside, None) or find(key)


def _from_address(rest: str, written: re.Match[str], content_type: str) -> Words:
    kind = content_type or written[1]
    if written[2]:
        return _from_base64(rest, kind)
    return _decoded(unquote_to_bytes(rest), kind)


def _from_base64(data: str, content_type: str) -> Words:
    try:
        raw = b64decode("".join(data.split()), validate=True)
    except (binascii.Error, ValueError):
        return Words(unread="not valid base64")
    return _decoded(raw, content_type)


def _decoded(raw: bytes, content_type: str) -> Words:
    kind = content_type.partition(";")[0].strip().lower()
    is_text = not kind or (kind.startswith("text/") and kind not in _NO_WORDS) or kind in _MARKUP
    if not is_text:
        return Words(unread=kind)
    said = _CHARSET.search(content_type)
    if said is None and kind in _MARKUP:
        said = _CHARSET.search(raw[:_HEAD].decode("latin-1"))
    text = _text(raw, said[1] if said else "")
    if text is None:
        return Words(unread=f"{kind or 'no kind given'}, not in the characters it names")
    is_markup = kind in _MARKUP or (not kind and text.lstrip()[:5].lower() in ("<html", "<!doc"))
    return Words(text=markup_text(text) if is_markup else text, is_markup=is_markup)


def _text(raw: bytes, charset: str) -> str | None:
    """Decode by the mark in front, the charset that is told, UTF-8, or that of old systems."""
    marked = [name for mark, name in _MARKS if raw.startswith(mark)]
    for name in [*marked, charset] if marked or charset else ["utf-8", "cp1252"]:
        try:
            text = raw.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
        return None if "\0" in text else text
    return None
