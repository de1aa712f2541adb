"""Python environments beside the project's own, for tools that want libraries of their own versions."""

from __future__ import annotations

import fcntl
import hashlib
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def install(name: str, locked: Path) -> Path:
    """Make the environment `.venv-NAME`, or bring it to the locked versions; its folder of programs. Cheap when nothing
    changed. Raises `subprocess.CalledProcessError` when pip fails. Several processes may call it at once."""
    folder = ROOT / f".venv-{name}"
    folder.mkdir(exist_ok=True)
    stamp = folder / "installed.sha256"
    wanted = hashlib.sha256(locked.read_bytes() + sys.version.encode()).hexdigest()
    with (folder / "install.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not stamp.exists() or stamp.read_text() != wanted:
            venv.create(folder, with_pip=True)
            (folder / ".gitignore").write_text("*\n")
            pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            subprocess.run([*pip, "--require-hashes", "--requirement", str(locked)], check=True)
            stamp.write_text(wanted)
    return folder / "bin"
