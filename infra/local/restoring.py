"""A restore that was cut short: the note in the data folder that says so, and that keeps a server from starting on it.

Between its first and its last move a folder has no database, or one without its key; a server would take it for a new
installation. The note is on the disk before the first move and goes after the last one.
"""

from __future__ import annotations

import json
import os
import shlex
from dataclasses import asdict, dataclass
from pathlib import Path

from infra.local.folder import sync_folder, write_whole
from infra.local.refused import StartRefused

NOTE = "restore-under-way.json"


@dataclass(frozen=True, slots=True)
class Note:
    """`backup`: its file, `digest`: of its bytes. `aside`: the folder's name for what was there ("": nothing was).
    `old` and `new`: names of files to move there, and of files to move in."""

    backup: str
    digest: str
    aside: str
    old: list[str]
    new: list[str]


def read(data: Path) -> Note | None:
    """The note, if a restore of `data` is under way. Raises `StartRefused` if somebody changed it."""
    try:
        return Note(**json.loads((data / NOTE).read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (ValueError, TypeError, RecursionError) as error:
        raise StartRefused(
            f"{data / NOTE} says that a restore is not complete, but not which. Move everything aside and restore anew."
        ) from error


def write(data: Path, note: Note) -> None:
    """Say that it begins; on the disk when it returns."""
    write_whole(data / NOTE, json.dumps(asdict(note)).encode())


def remove(data: Path) -> None:
    """It is complete: its moves are on the disk."""
    sync_folder(data)
    (data / NOTE).unlink()
    sync_folder(data)


def refuse_half_done(data: Path) -> None:
    """Raises `StartRefused` if a restore of `data` is under way, and says how to finish it."""
    if not os.path.lexists(data / NOTE):
        return
    note = read(data)
    backup = note.backup if note else "BACKUP"
    raise StartRefused(
        f"A restore into {data} was cut short. Finish it, nothing is lost: "
        + shlex.join(["python", "-m", "infra.local", "restore", "--data", str(data), backup])
    )
