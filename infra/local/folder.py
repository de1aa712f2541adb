"""The data folder: everything that must survive a restart, readable for its owner only."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import tempfile
from pathlib import Path

from infra.local.refused import StartRefused

DATABASE = "lineup.sqlite3"
OUTBOX = "outbox.jsonl"
SECRET = "secret.key"
SECRET_BYTES = 32


def outbox_key(secret: bytes) -> str:
    """What opens the outbox page; the same over restarts of one folder."""
    return hmac.new(secret, b"lineup/outbox", hashlib.sha256).hexdigest()[:32]


def prepare(data: Path) -> None:
    """Make the folder and try to write in it; what is made in it from now on is its owner's only, and so is what was
    there before. Raises `StartRefused`."""
    os.umask(0o077)
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=data):
            pass
        for file in data.glob("*"):
            if file.is_file():
                file.chmod(0o600)
    except OSError as error:
        raise StartRefused(
            f"The data folder {data} cannot be written ({error.strerror}). Choose another with DATA or --data."
        ) from error


def secret(data: Path) -> bytes:
    """The root key of this folder (at least 32 bytes), made at its first start. Raises `StartRefused` for a damaged
    file."""
    file = data / SECRET
    if not file.exists():
        write_secret(data, secrets.token_bytes(SECRET_BYTES))
    value = file.read_bytes()
    if len(value) < SECRET_BYTES:
        raise StartRefused(
            f"{file} is damaged. Put it back from a backup: without it nobody can sign in and no agent is known."
        )
    return value


def write_secret(data: Path, key: bytes) -> None:
    """Put the root key into the folder, whole and on the disk when it returns."""
    write_whole(data / SECRET, key)


def write_whole(file: Path, contents: bytes) -> None:
    """Make or replace `file`, for its owner only: all of it or nothing, and on the disk when it returns."""
    draft = file.with_suffix(".tmp")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(contents)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(file)
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    """Names that were given or removed in `folder` survive a power loss."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
