"""Files up and down over HTTP, part by part, with the agent's credential. Blocking; each call is one try."""

from __future__ import annotations

import base64
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import http, limits
from .cards import Link
from .errors import InvalidValue, TooLarge

if TYPE_CHECKING:
    from .config import Credential
    from .talk import Talk

UNKNOWN = "application/octet-stream"


@dataclass(frozen=True)
class Local:
    """A file as it was on this machine's disk when it was read."""

    name: str
    data: bytes = field(repr=False)
    mime_type: str
    sha256: str

    @classmethod
    def read(cls, path: str | Path, name: str | None = None, mime_type: str | None = None) -> Local:
        """Read it. Raises OSError, `TooLarge`, or `InvalidValue` for an empty one."""
        file = Path(path)
        if (size := file.stat().st_size) > limits.FILE_BYTES:
            raise TooLarge(f"the file {file.name}", size, limits.FILE_BYTES, "bytes")
        data = file.read_bytes()
        if not data:
            raise InvalidValue(f"the file {file.name} is empty")
        kind = mime_type or mimetypes.guess_type(name or file.name)[0] or UNKNOWN
        given = limits.filled("a file's name", name or file.name, limits.TITLE)
        return cls(given, data, kind, sha256(data).hexdigest())


def upload(credential: Credential, file: Local) -> Link:
    """The uploaded file, to be attached. Raises `Refused`, `CredentialInvalid` or `ServerError`."""
    told = {"name": file.name, "size": len(file.data), "mimeType": file.mime_type}
    begun = http.as_agent(credential, "POST", "/api/agent/files", told)
    id, size = str(begun["fileId"]), int(begun["partBytes"])
    where = f"/api/agent/files/{id}"
    for number, start in enumerate(range(0, len(file.data), size)):
        data = base64.b64encode(file.data[start : start + size]).decode()
        http.as_agent(credential, "POST", f"{where}/parts/{number}", {"data": data})
    done = http.as_agent(credential, "POST", f"{where}/done", {"sha256": file.sha256})
    return link_of(done["file"])


def download(credential: Credential, file_id: str) -> bytes:
    """The bytes of a file. Raises `Refused`, `CredentialInvalid` or `ServerError`."""
    told = http.as_agent(credential, "GET", f"/api/agent/files/{file_id}")
    return http.fetch(credential, str(told["url"]), int(told["size"]))


def link_of(told: Mapping[str, Any]) -> Link:
    """An attachment of a frame."""
    return Link(
        str(told.get("name", "")), str(told.get("url") or ""), told.get("mimeType"), told.get("size"),
        told.get("fileId"),
    )  # fmt: skip


@dataclass(frozen=True)
class Attachment(Link):
    """What a person attached: an address (`url`), or a file (`file_id`), which `download` or `save` gets."""

    _talk: Talk | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, talk: Talk, told: Mapping[str, Any]) -> Attachment:
        """An attachment of a delivery."""
        link = link_of(told)
        return cls(link.name, link.url, link.mime_type, link.size, link.file_id, talk)

    async def download(self) -> bytes:
        """The file's bytes, tried until they are here. Raises InvalidValue for an address: that is yours to fetch."""
        if self.file_id is None or self._talk is None:
            raise InvalidValue(f"“{self.name}” is an address, not an uploaded file")
        return await self._talk.download(self.file_id)

    async def save(self, folder: str | Path) -> Path:
        """Download it into a folder, under its name, or one like it if there is such a file. Gives the path."""
        return write_new(Path(folder), self.name, await self.download())


def write_new(folder: Path, name: str, data: bytes) -> Path:
    """Write a new file below `folder`; the name was chosen by somebody else, and leads nowhere."""
    plain = Path(name.replace("\\", "/")).name.replace("\0", "").strip(" .") or "file"
    stem, ending = Path(plain).stem, Path(plain).suffix
    for number in range(1, 1000):
        path = folder / (plain if number == 1 else f"{stem}-{number}{ending}")
        try:
            with path.open("xb") as out:
                out.write(data)
        except FileExistsError:
            continue
        return path
    raise InvalidValue(f"there are too many files called “{plain}” in {folder}")
