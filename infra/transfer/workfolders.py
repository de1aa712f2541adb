"""The folder in which a backup is put together, and what killed ones left.

Whoever works in a folder holds its flock, shared. One who gets it alone knows that no other works there, so whatever
lies there is of nobody. Where locks are not to be had (some network disks), nothing is removed.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = ".lineup-backup-"
_NAME = re.compile(re.escape(PREFIX) + r"[a-z0-9_]{8}")


@contextmanager
def work_folder(parent: Path) -> Iterator[Path]:
    """A new folder in `parent`, for its owner only, removed at the end."""
    held = os.open(parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        with suppress(OSError):
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _remove_left(parent)
        with suppress(OSError):
            fcntl.flock(held, fcntl.LOCK_SH)
        with tempfile.TemporaryDirectory(dir=parent, prefix=PREFIX) as made:
            yield Path(made)
    finally:
        os.close(held)


def _remove_left(parent: Path) -> None:
    for path in parent.iterdir():
        if _NAME.fullmatch(path.name) and path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
