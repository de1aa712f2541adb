"""The file of a backup: a tar.gz of a manifest, which comes first, of the data folder's files, and of uploaded files.

Read strictly: every byte to the end, so that gzip's checksum is compared, and nothing but plain files of known names.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import tarfile
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from infra.local import folder
from infra.local.files import FOLDER
from infra.transfer.refused import Refused

MANIFEST = "backup.json"
NAMES = (folder.DATABASE, folder.SECRET, folder.OUTBOX)
UPLOADED = re.compile(rf"{FOLDER}/[A-Za-z0-9_-]{{1,64}}/[A-Za-z0-9_-]{{1,64}}")
"""Names of uploaded files' bytes, in the data folder, in a backup and in the bucket."""
_CHUNK = 1 << 20


class Manifest(BaseModel):
    """What a backup says of itself: `events` and `digest` of its logs (`check.Report`), `files` their SHA-256 by name
    (backups of before had none)."""

    model_config = ConfigDict(strict=True)

    format: Literal["lineup-backup"] = "lineup-backup"
    madeAt: str
    events: Annotated[int, Field(ge=0)]
    digest: str
    files: dict[str, str] | None = None


def stamp() -> str:
    """Now, for names."""
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")


def digest_of(file: Path) -> str:
    """Of a file's bytes, as `sha256:...`."""
    with file.open("rb") as source:
        return "sha256:" + hashlib.file_digest(source, "sha256").hexdigest()


def pack(work: Path, target: Path, events: int, digest: str, uploaded: Mapping[str, Path]) -> None:
    """Write the files of the folder `work`, and uploaded ones by their names, into the new file `target`, for its owner
    only, on the disk at the end."""
    names = [name for name in NAMES if (work / name).exists()]
    files = {name: digest_of(work / name) for name in names}
    manifest = Manifest(madeAt=stamp(), events=events, digest=digest, files=files)
    (work / MANIFEST).write_text(manifest.model_dump_json() + "\n", encoding="utf-8")
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        with tarfile.open(fileobj=out, mode="w:gz", compresslevel=6) as packed:
            for name in (MANIFEST, *names):
                packed.add(work / name, name, filter=_anonymous)
            for name, path in uploaded.items():
                packed.add(path, name, recursive=False, filter=_anonymous)
        out.flush()
        os.fsync(out.fileno())


def _anonymous(info: tarfile.TarInfo) -> tarfile.TarInfo:
    info.uid = info.gid = 0
    info.uname = info.gname = ""
    info.mode = 0o600
    return info


def unpack(backup: Path, target: Path) -> Manifest:
    """Put the files of `backup` into the folder `target`, on the disk at the end, and give what they should be.

    Raises `Refused` if it is no backup, or not whole to its last byte.
    """
    try:
        with gzip.open(backup) as stream:
            with tarfile.open(fileobj=stream, mode="r|") as packed:
                for member in packed:
                    _take(packed, member, target)
            while stream.read(_CHUNK):  # the checksum stands at the end, and is compared there
                pass
        manifest = _manifest(target)
    except (tarfile.TarError, gzip.BadGzipFile, zlib.error, EOFError, ValidationError, ValueError) as error:
        raise Refused(f"{backup} is no backup of LineUp, or it is damaged. Take another one.") from error
    _compare(backup, target, manifest)
    return manifest


def _take(packed: tarfile.TarFile, member: tarfile.TarInfo, target: Path) -> None:
    source = packed.extractfile(member) if member.isreg() else None
    if source is None or not (member.name in (MANIFEST, *NAMES) or UPLOADED.fullmatch(member.name)):
        raise ValueError("another kind of archive")
    if member.name not in (MANIFEST, *NAMES):
        (target / member.name).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(target / member.name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        shutil.copyfileobj(source, out, _CHUNK)
        out.flush()
        os.fsync(out.fileno())


def _manifest(target: Path) -> Manifest:
    try:
        said: Any = json.loads((target / MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, RecursionError) as error:
        raise ValueError("no manifest") from error
    return Manifest.model_validate(said)


def _compare(backup: Path, target: Path, manifest: Manifest) -> None:
    there = [name for name in NAMES if (target / name).exists()]
    if folder.DATABASE not in there:
        raise Refused(f"{backup} has no database. Take another backup.")
    if folder.SECRET not in there:
        raise Refused(f"{backup} has no root key: nobody could sign in, no agent would be known. Take another backup.")
    if manifest.files is not None and {name: digest_of(target / name) for name in there} != manifest.files:
        raise Refused(f"{backup} is damaged: its files are not those that were saved. Take another backup.")
