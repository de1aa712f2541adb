"""A backup of one machine's data folder: one tar.gz with the database as of one moment, the root key, the outbox.

It is made while the server runs, checked before it gets its name, and readable for its owner only: with the root key
in it, it is as secret as the folder itself.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import tarfile
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from infra.local import folder, table_file
from infra.transfer.check import Report, verify
from infra.transfer.migrations import read_mark
from infra.transfer.refused import Refused
from infra.transfer.stores import snapshot

FORMAT = "lineup-backup"
MANIFEST = "backup.json"
NAMES = (folder.DATABASE, folder.SECRET, folder.OUTBOX)
_NAME = re.compile(r"lineup-\d{8}T\d{6}Z\.tar\.gz")


def back_up(data: Path, target: Path, keep: int | None = None) -> tuple[Path, Report]:
    """Write the backup to the new file `target`, or under a name made of the time into the folder `target`; then, of
    such names there, only the newest `keep` stay. Gives its path, and what checking its logs found.

    Raises `Refused`, and leaves nothing then.
    """
    database = data / folder.DATABASE
    if not database.is_file():
        raise Refused(f"There is no data in {data}.")
    file = target / f"lineup-{stamp()}.tar.gz" if target.is_dir() else target
    if file.exists():
        raise Refused(f"{file} exists; a backup never overwrites.")
    try:
        with tempfile.TemporaryDirectory(dir=file.parent, prefix=".lineup-backup-") as made:
            work = Path(made)
            report = _copy(data, work)
            _pack(work, report)
            (work / "packed").replace(file)
        folder.sync_folder(file.parent)
    except (OSError, sqlite3.Error) as error:
        raise Refused(f"The backup could not be made: {error}") from error
    if keep is not None and target.is_dir():
        _prune(target, keep)
    return file, report


def stamp() -> str:
    """Now, for names."""
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")


def check_file(database: Path) -> None:
    """Raises `Refused` if SQLite finds the file damaged."""
    with closing(sqlite3.connect(database)) as connection:
        found = [row[0] for row in connection.execute("PRAGMA integrity_check(5)")]
    if found != ["ok"]:
        raise Refused(f"The database is damaged: {'; '.join(found)}")


def _copy(data: Path, work: Path) -> Report:
    with closing(table_file.connect(data / folder.DATABASE, read_only=True)) as source:
        table_file.back_up(source, work / folder.DATABASE)
    for name in NAMES[1:]:
        if (data / name).exists():
            shutil.copyfile(data / name, work / name)
    check_file(work / folder.DATABASE)
    with snapshot(work / folder.DATABASE) as copy:
        read_mark(copy)
        return verify(copy)


def _pack(work: Path, report: Report) -> None:
    facts = {"format": FORMAT, "madeAt": stamp(), "events": report.events, "digest": report.digest}
    (work / MANIFEST).write_text(json.dumps(facts) + "\n", encoding="ascii")
    descriptor = os.open(work / "packed", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        with tarfile.open(fileobj=out, mode="w:gz", compresslevel=6) as packed:
            for name in (MANIFEST, *NAMES):
                if (work / name).exists():
                    packed.add(work / name, name, filter=_anonymous)
        out.flush()
        os.fsync(out.fileno())


def _anonymous(info: tarfile.TarInfo) -> tarfile.TarInfo:
    info.uid = info.gid = 0
    info.uname = info.gname = ""
    info.mode = 0o600
    return info


def _prune(target: Path, keep: int) -> None:
    ours = sorted(path for path in target.iterdir() if _NAME.fullmatch(path.name))
    for path in ours[: max(0, len(ours) - keep)]:
        path.unlink()
