"""A backup of one machine's data folder: one tar.gz with the database as of one moment, the files that it names,
the root key, the outbox.

It is made while the server runs, checked before it gets its name, and readable for its owner only: with the root key
in it, it is as secret as the folder itself.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from infra.local import folder, table_file
from infra.local.restoring import refuse_half_done
from infra.transfer import rootkey
from infra.transfer.archive import NAMES, pack, stamp
from infra.transfer.check import Report, verify
from infra.transfer.migrations import read_mark
from infra.transfer.refused import Refused
from infra.transfer.stores import snapshot
from infra.transfer.uploaded import missing, uploaded
from infra.transfer.workfolders import work_folder

__all__ = ["back_up", "check_file", "key_problem", "stamp"]

_NAME = re.compile(r"lineup-\d{8}T\d{6}Z\.tar\.gz")


def back_up(data: Path, target: Path, keep: int | None = None) -> tuple[Path, Report]:
    """Write the backup to the new file `target`, or under a name made of the time into the folder `target`; then, of
    such names there, only this one and the newest before it stay, `keep` in all. Gives its path, and what checking it
    found.

    Raises `Refused`, and leaves nothing then; and `StartRefused` for a folder whose restore was cut short.
    """
    refuse_half_done(data)
    database = data / folder.DATABASE
    if not database.is_file():
        raise Refused(f"There is no data in {data}.")
    if keep is not None:  # of a folder's backups: `target` is one, also the first time
        _make_folder(target)
    file = target / f"lineup-{stamp()}.tar.gz" if target.is_dir() else target
    if file.exists():
        raise Refused(f"{file} exists; a backup never overwrites.")
    try:
        with work_folder(file.parent) as work:
            report, files = _copy(data, work)
            pack(work, work / "packed", report.events, report.digest, files)
            (work / "packed").replace(file)
        folder.sync_folder(file.parent)
        if keep is not None:
            _prune(file, keep)
    except (OSError, sqlite3.Error) as error:
        raise Refused(f"The backup could not be made: {error}. Check the room and the rights there.") from error
    return file, report


def _make_folder(target: Path) -> None:
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"{target} cannot be the folder of backups that --keep asks for: {error}.") from error


def check_file(database: Path) -> None:
    """Raises `Refused` if SQLite finds the file damaged."""
    with closing(sqlite3.connect(database)) as connection:
        found = [row[0] for row in connection.execute("PRAGMA integrity_check(5)")]
    if found != ["ok"]:
        raise Refused(f"The database is damaged: {'; '.join(found)}")


def key_problem(data: Path, noted: str) -> str | None:
    """What is wrong with the root key in `data`, if it should have the fingerprint `noted` ("": it is not known)."""
    file = data / folder.SECRET
    if not file.exists():
        return f"{folder.SECRET} is missing: nobody can sign in and no agent is known without it"
    key = file.read_bytes()
    if len(key) < folder.SECRET_BYTES or noted not in ("", rootkey.fingerprint(key)):
        return f"{folder.SECRET} is not the root key of this data"
    return None


def _copy(data: Path, work: Path) -> tuple[Report, dict[str, Path]]:
    """The data folder's own files into `work`; what checking them found, and which uploaded files belong to them."""
    with closing(table_file.connect(data / folder.DATABASE, read_only=True)) as source:
        table_file.back_up(source, work / folder.DATABASE)
    for name in NAMES[1:]:
        if (data / name).exists():
            shutil.copyfile(data / name, work / name)
    check_file(work / folder.DATABASE)
    with snapshot(work / folder.DATABASE) as copy:
        mark = read_mark(copy)
        report = verify(copy)
        report.problems += missing(copy, data)
        files = {file.name: data / file.name for file in uploaded(copy)}
    if (problem := key_problem(work, mark.key)) is not None:
        report.problems.append(problem)
    return report, {name: path for name, path in files.items() if path.is_file()}


def _prune(written: Path, keep: int) -> None:
    """Names of a later time stay: once the clock was wrong, and nobody knows when."""
    older = sorted(path for path in written.parent.iterdir() if _NAME.fullmatch(path.name) and path.name < written.name)
    for path in older[: max(0, len(older) - (keep - 1))]:
        path.unlink()
