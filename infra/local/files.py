"""`ports.Files` of this process: a folder, and addresses that only this installation can sign.

`files/W/F` is the file FOLDER/W/F; parts of uploads are below FOLDER/.parts, where no workspace's id can lead.
Everything is its owner's only (0600). A file appears whole, by a rename, and is on the disk when `put` returns.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from chalicelib.services.ports import Clock, Served, Unavailable
from infra.local.folder import sync_folder

FOLDER = "files"
PARTS = ".parts"
_KEPT_SECONDS = 24 * 3600
"""How long parts of an upload stay that was never finished."""
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class Opened:
    """What a signed address leads to."""

    path: Path
    served: Served


class DiskFiles:
    """Files below `folder`. `secret` is the installation's root key."""

    def __init__(self, folder: Path, secret: bytes, clock: Clock) -> None:
        self._folder = folder
        self._key = hmac.digest(secret, b"lineup/files", hashlib.sha256)
        self._clock = clock

    def put(self, key: str, data: bytes) -> None:
        path = self._path(key)
        try:
            self._drop_old_parts()
            self._make(path.parent)
            self._write(path, data)
        except OSError as error:
            raise Unavailable(f"a file cannot be written: {error.strerror}") from error

    def get(self, key: str) -> bytes | None:
        try:
            return self._path(key).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def delete(self, keys: Sequence[str]) -> None:
        for path in map(self._path, keys):
            path.unlink(missing_ok=True)
            with suppress(OSError):  # not the last one, or gone
                path.parent.rmdir()

    def address(self, key: str, served: Served, until: datetime) -> str:
        expires = int(until.timestamp())
        told = {"type": served.content_type, "as": served.disposition, "until": str(expires)}
        query = "&".join(f"{name}={quote(value, safe='')}" for name, value in told.items())
        return f"{key}?{query}&sign={self._sign(key, served, expires)}"

    def opened(self, key: str, query: Mapping[str, str]) -> Opened | None:
        """The file of an address as `address` makes it, while it is good."""
        served = Served(query.get("type", ""), query.get("as", ""))
        until = query.get("until", "")
        if not (until.isascii() and until.isdigit() and len(until) < 16) or not key.startswith(f"{FOLDER}/"):
            return None
        given = query.get("sign", "").encode("utf-8", "surrogatepass")
        if not hmac.compare_digest(given, self._sign(key, served, int(until)).encode()):
            return None
        if int(until) <= self._clock.now().timestamp():
            return None
        path = self._path(key)
        return Opened(path, served) if path.is_file() else None

    def _sign(self, key: str, served: Served, until: int) -> str:
        told = "\0".join((key, served.content_type, served.disposition, str(until)))
        return hmac.new(self._key, told.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()

    def _path(self, key: str) -> Path:
        """Where a key's bytes are. ValueError for what is no key: nothing can lead out of the folder."""
        kind, *names = key.split("/")
        if kind not in ("files", "parts") or not names or not all(_NAME.fullmatch(name) for name in names):
            raise ValueError("not a key of a file")
        return self._folder.joinpath(*([PARTS] if kind == "parts" else []), *names)

    def _make(self, folder: Path) -> None:
        """With its parents up to ours; their names survive a power loss."""
        if not folder.is_dir():
            if folder != self._folder:
                self._make(folder.parent)
            folder.mkdir(mode=0o700, exist_ok=True, parents=True)
            sync_folder(folder.parent)

    def _write(self, path: Path, data: bytes) -> None:
        drafts = self._folder / PARTS
        self._make(drafts)
        descriptor, name = tempfile.mkstemp(dir=drafts)  # 0600
        try:
            with os.fdopen(descriptor, "wb") as out:
                out.write(data)
                out.flush()
                os.fsync(out.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        sync_folder(path.parent)

    def _drop_old_parts(self) -> None:
        """What was never finished: `.parts/W/F`, and drafts that a crash left."""
        drafts, before = self._folder / PARTS, time.time() - _KEPT_SECONDS
        for old in (*drafts.glob("*/*"), *drafts.glob("tmp*")):
            with suppress(FileNotFoundError):
                if old.stat().st_mtime < before:
                    shutil.rmtree(old) if old.is_dir() else old.unlink()
