"""What this machine knows of a folder's agent, without asking the server."""

from __future__ import annotations

import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

from .. import config
from ..config import Credential
from ..errors import CredentialFileBroken, CredentialInvalid, NotPaired


def paired(folder: Path) -> Credential | None:
    """The folder's credential, None if there is none that could be used."""
    try:
        return config.load(folder)
    except (NotPaired, CredentialFileBroken):
        return None


def called(folder: Path, credential: Credential) -> str:
    """`agent “Bot”`, as it was named when it was last connected, else with its id."""
    path = config.journal_path(folder, credential.agent_id)
    try:
        with closing(reading(path)) as db:
            row = db.execute("SELECT value FROM meta WHERE name = 'name'").fetchone()
    except sqlite3.Error:
        row = None
    return f"agent “{row[0]}”" if row else f"agent {credential.agent_id}"


def stands(folder: Path, credential: Credential) -> str:
    """Which agent of which workspace a folder is, in words."""
    return f"{folder} is {called(folder, credential)} of {credential.where}"


def reading(path: Path) -> sqlite3.Connection:
    """The journal, to read beside a running process, without its lock. Raises sqlite3.Error."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=2)


def anew(folder: Path, credential: Credential) -> str:
    """The command that pairs this folder anew."""
    if folder == config.demo_folder():
        return f"lineup demo --server {credential.server} --code CODE --replace"
    return f"lineup pair CODE --server {credential.server} --replace{_elsewhere(folder, config.home())}"


def starts(folder: Path, target: str = "MODULE:NAME") -> str:
    """The command that starts this folder's agent."""
    if folder == config.demo_folder():
        return starts_demo(folder)
    return f"lineup run {shlex.quote(target)}{_elsewhere(folder, config.home())}"


def starts_demo(folder: Path) -> str:
    """The command that starts the simulated agent of this folder."""
    return f"lineup demo{_elsewhere(folder, config.demo_home())}"


def _elsewhere(folder: Path, usual: Path) -> str:
    return f" --home {shlex.quote(str(folder))}" if folder != usual else ""


def revoked(folder: Path, credential: Credential) -> CredentialInvalid:
    """What is said when the server does not accept the credential."""
    return CredentialInvalid(
        "The server does not accept the credential: it was revoked, or never existed. Make a new code in the web app"
        f" (Agents), then run: {anew(folder, credential)}"
    )
