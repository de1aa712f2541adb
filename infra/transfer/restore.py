"""A backup back into a data folder, as the start of a new epoch: what came after it is gone, and every client is told
so, instead of going on where nothing is.

First all of it is unpacked beside, checked, and made ready; then a note says that it begins, files are moved, and the
note goes. Whoever is cut off leaves the folder as it was, or with the note: then the next run goes on with the moves.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from infra.local import folder, restoring, table_file
from infra.local.files import FOLDER
from infra.local.refused import StartRefused
from infra.local.restoring import Note
from infra.local.table import SqliteTable
from infra.transfer.archive import NAMES, Manifest, digest_of, stamp, unpack
from infra.transfer.backup import check_file, key_problem
from infra.transfer.check import Report, verify
from infra.transfer.epochs import start_new_epochs
from infra.transfer.migrations import read_mark
from infra.transfer.refused import Refused
from infra.transfer.stores import snapshot
from infra.transfer.uploaded import missing

#: What stands beside a SQLite file and belongs to it.
_BESIDE = tuple(folder.DATABASE + end for end in ("-wal", "-shm", "-journal"))
_STAGING = ".restore"


def restore(backup: Path, data: Path, *, force: bool = False, damaged: bool = False) -> tuple[Report, Path | None]:
    """Put `backup` into the folder `data`. With `force`, data that is there is moved into a folder beside, which is
    given with what checking the restored logs found. A restore that was cut short is finished first; if it was of this
    backup, that is all.

    Raises `Refused`: a server runs there, there is data and no `force`, or anything is wrong with the backup (with
    `damaged`, its logs may be as damaged as they were when it was made). Nothing is changed then.
    """
    try:
        with _taken(data):
            earlier = restoring.read(data)
            if earlier is not None:
                _move(data, earlier)
                if earlier.digest == _digest(backup):
                    return _report(data), _aside(data, earlier)
            return _restore(backup, data, force, damaged)
    except (StartRefused, table_file.DatabaseInUse, table_file.DatabaseTooNew) as error:
        raise Refused(str(error)) from error
    except (OSError, sqlite3.Error) as error:
        raise Refused(f"The backup could not be restored: {error}. Check the room and the rights there.") from error


@contextmanager
def _taken(data: Path) -> Iterator[None]:
    """The folder for this process alone. One that was made for this is removed if nothing came into it."""
    new = not data.exists()
    folder.prepare(data)
    try:
        with closing(table_file.lock(data / folder.DATABASE, half_restored=True)):
            yield
    except BaseException:
        if new and [path.name for path in data.iterdir()] == [folder.DATABASE + ".lock"]:
            shutil.rmtree(data, ignore_errors=True)
        raise


def _restore(backup: Path, data: Path, force: bool, damaged: bool) -> tuple[Report, Path | None]:
    there = [name for name in (*NAMES, *_BESIDE, FOLDER) if (data / name).exists()]
    if there and not force:
        raise Refused(f"There is data in {data}. Choose an empty folder, or --force, which moves it aside.")
    if not backup.is_file():
        what = "is a folder: name one of the backups in it" if backup.is_dir() else "is not there: check the path"
        raise Refused(f"{backup} {what}. Nothing was changed.")
    staging = data / _STAGING
    shutil.rmtree(staging, ignore_errors=True)
    try:
        staging.mkdir(mode=0o700)
        _check(staging, unpack(backup, staging), damaged)
        report = _renew(staging)
        folder.sync_folder(staging)
        new = [name for name in (*NAMES, FOLDER) if (staging / name).exists()]
        note = Note(str(backup.absolute()), _digest(backup), _free_name(data) if there else "", there, new)
        restoring.write(data, note)
    except BaseException:
        if not (data / restoring.NOTE).exists():
            shutil.rmtree(staging, ignore_errors=True)
        raise
    _move(data, note)
    return report, _aside(data, note)


def _check(staging: Path, manifest: Manifest, damaged: bool) -> None:
    """Raises `Refused` unless it is what was saved, whole, and of its own root key."""
    check_file(staging / folder.DATABASE)
    with snapshot(staging / folder.DATABASE) as view:
        mark = read_mark(view)
        report = verify(view)
        report.problems += missing(view, staging)
    if problem := key_problem(staging, mark.key):
        raise Refused(f"The backup cannot be used: its {problem}. Take another one.")
    if (report.events, report.digest) != (manifest.events, manifest.digest):
        raise Refused("The backup is damaged: its logs are not those that were saved. Take another one.")
    if report.problems and not damaged:
        raise Refused(
            "The data was damaged already when it was saved. Take another backup, or accept that with --damaged.\n"
            + report.text()
        )


def _renew(staging: Path) -> Report:
    with closing(SqliteTable(staging / folder.DATABASE)) as table:
        start_new_epochs(table)
        return verify(table)


def _move(data: Path, note: Note) -> None:
    """Each file once, however often this begins anew: what was there goes, then what was saved comes."""
    aside, staging = data / (note.aside or _STAGING), data / _STAGING
    aside.mkdir(mode=0o700, exist_ok=True)
    for name in note.old:
        if (data / name).exists() and not (aside / name).exists():
            (data / name).rename(aside / name)
    folder.sync_folder(aside)
    for name in note.new:
        if (staging / name).exists():
            (staging / name).rename(data / name)
    restoring.remove(data)
    shutil.rmtree(staging, ignore_errors=True)


def _aside(data: Path, note: Note) -> Path | None:
    return data / note.aside if note.aside else None


def _report(data: Path) -> Report:
    with snapshot(data / folder.DATABASE) as view:
        return verify(view)


def _digest(backup: Path) -> str:
    """ "" if it cannot be read."""
    return digest_of(backup) if backup.is_file() else ""


def _free_name(data: Path) -> str:
    """The clock may have been set back."""
    name = f"before-restore-{stamp()}"
    taken = sum(1 for _ in data.glob(name + "*"))
    return f"{name}-{taken + 1}" if taken else name
