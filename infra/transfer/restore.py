"""A backup back into a data folder, as the start of a new epoch: what came after it is gone, and every client is told
so, instead of going on where nothing is."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tarfile
from contextlib import closing
from pathlib import Path

from infra.local import folder, table_file
from infra.local.refused import StartRefused
from infra.local.table import SqliteTable
from infra.transfer.backup import FORMAT, MANIFEST, NAMES, check_file, stamp
from infra.transfer.check import Report, verify
from infra.transfer.epochs import start_new_epochs
from infra.transfer.migrations import read_mark
from infra.transfer.refused import Refused

#: What stands beside a SQLite file and belongs to it.
_BESIDE = tuple(folder.DATABASE + end for end in ("-wal", "-shm", "-journal"))


def restore(backup: Path, data: Path, *, force: bool = False) -> tuple[Report, Path | None]:
    """Put `backup` into the folder `data`. With `force`, data that is there is moved into a folder beside, which is
    given with what checking the restored logs found.

    Raises `Refused`: a server runs there, there is data and no `force`, or the backup is damaged. Nothing is changed
    then.
    """
    try:
        folder.prepare(data)
        with closing(table_file.lock(data / folder.DATABASE)):
            there = [name for name in (*NAMES, *_BESIDE) if (data / name).exists()]
            if there and not force:
                raise Refused(f"There is data in {data}. Choose an empty folder, or --force, which moves it aside.")
            staging = data / ".restore"
            shutil.rmtree(staging, ignore_errors=True)
            try:
                staging.mkdir(mode=0o700)
                _unpack(backup, staging)
                report = _renew(staging)
                return report, _swap(data, staging, there)
            finally:
                shutil.rmtree(staging, ignore_errors=True)
    except (StartRefused, table_file.DatabaseInUse) as error:
        raise Refused(str(error)) from error
    except (OSError, sqlite3.Error) as error:
        raise Refused(f"The backup could not be restored: {error}") from error


def _unpack(backup: Path, staging: Path) -> None:
    """Only the files that a backup has, as plain files."""
    try:
        with tarfile.open(backup, "r:gz") as packed:
            for name in (MANIFEST, *NAMES):
                source = packed.extractfile(name) if name in packed.getnames() else None
                if source is not None:
                    with (staging / name).open("wb") as target:
                        shutil.copyfileobj(source, target)
        facts = json.loads((staging / MANIFEST).read_text(encoding="ascii"))
        if facts["format"] != FORMAT or not (staging / folder.DATABASE).exists():
            raise Refused(f"{backup} is no backup of LineUp.")
    except (tarfile.TarError, EOFError, ValueError, KeyError, FileNotFoundError) as error:
        raise Refused(f"{backup} is no backup of LineUp, or it is damaged.") from error


def _renew(staging: Path) -> Report:
    check_file(staging / folder.DATABASE)
    if (staging / folder.SECRET).exists():
        folder.secret(staging)
    try:
        with closing(SqliteTable(staging / folder.DATABASE)) as table:
            read_mark(table)
            start_new_epochs(table)
            return verify(table)
    except table_file.DatabaseTooNew as error:
        raise Refused(str(error)) from error


def _swap(data: Path, staging: Path, there: list[str]) -> Path | None:
    """The database goes last: without it, a restore that was cut short is not taken for one."""
    aside = data / f"before-restore-{stamp()}" if there else None
    if aside is not None:
        aside.mkdir(mode=0o700)
        for name in there:
            (data / name).rename(aside / name)
    for name in reversed(NAMES):
        if (staging / name).exists():
            (staging / name).chmod(0o600)
            (staging / name).rename(data / name)
    folder.sync_folder(data)
    return aside
