"""Which files are taken, by what is in them; how they are named; how a browser may show them.

Whoever uploads a file says of which type it is, and that is not believed: the first bytes must be of a family that the
type has. What is none of these families (a program, say) is not taken at all. Only images and plain text are ever
shown by a browser itself, and only as exactly that type; all else comes as bytes to save.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import quote

from .failures import refuse
from .ports import Served

NAME_CHARACTERS, NAME_BYTES = 200, 240
"""File systems take 255 bytes."""
_TYPE = re.compile(r"[a-z0-9][a-z0-9!#$&^_.+-]{0,126}/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}")
_UNKNOWN = "application/octet-stream"

#: Families by how they begin: at which byte, and with what.
_BEGINNINGS: tuple[tuple[str, int, bytes], ...] = (
    ("png", 0, b"\x89PNG\r\n\x1a\n"), ("jpeg", 0, b"\xff\xd8\xff"), ("gif", 0, b"GIF87a"), ("gif", 0, b"GIF89a"),
    ("webp", 8, b"WEBP"), ("wav", 8, b"WAVE"), ("avif", 4, b"ftypavif"), ("avif", 4, b"ftypavis"), ("mp4", 4, b"ftyp"),
    ("pdf", 0, b"%PDF-"), ("zip", 0, b"PK\x03\x04"), ("zip", 0, b"PK\x05\x06"), ("gzip", 0, b"\x1f\x8b\x08"),
    ("7z", 0, b"7z\xbc\xaf\x27\x1c"), ("tar", 257, b"ustar"), ("webm", 0, b"\x1a\x45\xdf\xa3"), ("ogg", 0, b"OggS"),
    ("mp3", 0, b"ID3"), ("mp3", 0, b"\xff\xfb"), ("ole", 0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
)  # fmt: skip
#: What each family is called when its sender did not know.
_NAMES = {
    "png": "image/png", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif",
    "pdf": "application/pdf", "zip": "application/zip", "gzip": "application/gzip", "7z": "application/x-7z-compressed",
    "tar": "application/x-tar", "mp4": "video/mp4", "webm": "video/webm", "ogg": "audio/ogg", "mp3": "audio/mpeg",
    "wav": "audio/wav", "text": "text/plain",
}  # fmt: skip
_OFFICE = "application/vnd.openxmlformats-officedocument."
_OPEN = "application/vnd.oasis.opendocument."
_MORE = {
    "image/jpg": "jpeg", "application/x-zip-compressed": "zip", "application/epub+zip": "zip",
    _OFFICE + "wordprocessingml.document": "zip", _OFFICE + "spreadsheetml.sheet": "zip",
    _OFFICE + "presentationml.presentation": "zip", _OPEN + "text": "zip", _OPEN + "spreadsheet": "zip",
    _OPEN + "presentation": "zip", "application/x-gzip": "gzip", "application/x-compressed-tar": "gzip",
    "audio/x-wav": "wav", "audio/mp4": "mp4", "video/quicktime": "mp4", "application/msword": "ole",
    "application/vnd.ms-powerpoint": "ole", "application/vnd.ms-excel": "ole text",  # Windows calls a CSV that
    "application/json": "text", "application/ld+json": "text", "application/x-ndjson": "text",
    "application/xml": "text", "application/yaml": "text", "application/x-yaml": "text", "application/toml": "text",
    "application/javascript": "text", "application/typescript": "text", "application/sql": "text",
    "application/x-sh": "text", "application/x-python-code": "text", "application/x-ipynb+json": "text",
    "application/x-patch": "text", "image/svg+xml": "text",
}  # fmt: skip
_ANY = frozenset({_UNKNOWN, "video/mp2t"})
"""Whoever sends these did not look inside: a browser takes TypeScript (.ts) for a video."""
_FAMILIES = {name: frozenset(family.split()) for name, family in _MORE.items()} | {
    name: frozenset({family}) for family, name in _NAMES.items()
}
_IMAGES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"})
_PLAIN = "text/plain"


@dataclass(frozen=True, slots=True)
class Found:
    """What a file is: its type as people read it, and the type under which a browser shows it, if it may."""

    mime_type: str
    shown_as: str | None


def declared(mime_type: str) -> str:
    """A type as it was told, without parameters and in small letters; `file_type` for one that is never taken."""
    told = mime_type.partition(";")[0].strip().lower() or _UNKNOWN
    if told == "image/jpg":
        return "image/jpeg"
    if _TYPE.fullmatch(told) and (told in _ANY or told in _FAMILIES or told.startswith("text/")):
        return told
    raise refuse("file_type")


def found(told: str, data: bytes) -> Found:
    """What is in a file that was declared as `told`; `file_type` if that is something else."""
    family = _family(data)
    allowed = _FAMILIES.get(told, frozenset({"text"}))
    if family is None or (told not in _ANY and family not in allowed):
        raise refuse("file_type", "What is in the file is not of the type that was told.")
    mime_type = _NAMES.get(family, _UNKNOWN) if told in _ANY else told
    if mime_type in _IMAGES:
        return Found(mime_type, mime_type)
    if mime_type == _PLAIN and _is_utf8(data):
        return Found(mime_type, "text/plain; charset=utf-8")
    return Found(mime_type, None)


def _family(data: bytes) -> str | None:
    for family, at, beginning in _BEGINNINGS:
        if data.startswith(beginning, at) and (at != 8 or data.startswith(b"RIFF")):
            return family
    return "text" if b"\0" not in data or data[:2] in (b"\xff\xfe", b"\xfe\xff") else None


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def safe_name(name: str) -> str:
    """A file's name that means the same everywhere: no path, no control or invisible characters (what turns the
    direction of writing around among them), nothing that a file system refuses. Never empty."""
    last = unicodedata.normalize("NFC", name.replace("\\", "/")).rpartition("/")[2]
    kept = "".join(" " if c.isspace() else c for c in last if unicodedata.category(c) not in _HIDDEN or c.isspace())
    plain = re.sub(r'[<>:"|?*]', "_", re.sub(r" +", " ", kept)).strip(" .")
    return _short(plain) or "file"


_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def _short(name: str) -> str:
    """Cut before its ending."""
    stem, dot, ending = name.rpartition(".")
    if not stem or len(ending) > 16:
        stem, dot, ending = name, "", ""
    while len(stem) + len(dot + ending) > NAME_CHARACTERS or len((stem + dot + ending).encode()) > NAME_BYTES:
        stem = stem[:-1]
    return (stem.rstrip(" .") + dot + ending).strip(" .")


def served(name: str, shown_as: str | None) -> Served:
    """The headers of a download (RFC 6266, RFC 8187): the name in ASCII for old readers, and as it is."""
    plain = re.sub(r'[^ -~]|["\\%]', "_", name)
    kind = "inline" if shown_as else "attachment"
    disposition = f"{kind}; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    return Served(shown_as or _UNKNOWN, disposition)
