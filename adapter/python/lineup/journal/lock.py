"""One process per folder: a lock that the operating system drops with the process, even at `kill -9`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from ..errors import ConfigError, JournalInUse


class FileLock:
    """Holds an exclusive lock on `path` from `acquire` to `release`. The file names the holder's process id."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd: int | None = None

    def acquire(self) -> None:
        """Makes the folder if need be. Raises JournalInUse if another process holds the lock, or ConfigError."""
        fd = _opened(self._path)
        try:
            _lock(fd)
        except OSError:
            os.close(fd)
            raise JournalInUse(
                f"another process{holder(self._path)} runs on {self._path.parent}. One folder is one agent: stop it"
                " first, or give the second agent a folder of its own with --home."
            ) from None
        os.ftruncate(fd, 0)
        os.pwrite(fd, f"{os.getpid()}\n".encode(), 0) if hasattr(os, "pwrite") else os.write(fd, b"%d\n" % os.getpid())
        self._fd = fd

    def release(self) -> None:
        """Let others in."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None


def _opened(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise ConfigError(f"{path} cannot be written ({error.strerror}). Choose another folder with --home.") from None


def folder_lock(folder: Path) -> Path:
    """The lock of a folder, whichever agent it is paired to."""
    return folder / "lineup.lock"


def held(path: Path) -> bool:
    """Whether some process holds the lock now."""
    if not path.exists():
        return False
    lock = FileLock(path)
    try:
        lock.acquire()
    except JournalInUse:
        return True
    lock.release()
    return False


def holder(path: Path) -> str:
    """` (process 123)`, or nothing if that cannot be told."""
    try:
        number = path.read_text().strip()
    except OSError:
        return ""
    return f" (process {number})" if number.isdigit() else ""


if sys.platform == "win32":
    import msvcrt

    def _lock(fd: int) -> None:
        os.lseek(fd, 1 << 20, os.SEEK_SET)  # beyond the text, so that the process id stays readable
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        os.lseek(fd, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
