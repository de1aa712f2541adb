"""The embedded runtime as a real process, on one port and one data folder over restarts and kills."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx

from chalicelib.services.ports import Table
from e2e.support.listening import ROOT, Listening
from infra.local.folder import DATABASE
from infra.local.table import SqliteTable


class Server(Listening):
    """`python -m infra.local`."""

    def __init__(self, data: Path, *extra: str) -> None:
        super().__init__(data.parent / "server.log")
        self.data = data
        built = os.environ.get("LINEUP_E2E_DIST")  # another build of the web app than web/dist
        self._extra = (*(("--dist", built) if built else ()), *extra)

    def start(self) -> None:
        """Start and wait until it is healthy."""
        self._run("infra.local", "--data", str(self.data), *self._extra)

    def stored(self) -> list[bytes]:
        """Everything that is kept, as bytes to search."""
        return [path.read_bytes() for path in self.data.rglob("*") if path.is_file()]

    def save(self, folder: Path) -> None:
        """Copy everything that is kept into a new folder; the server does not run."""
        shutil.copytree(self.data, folder)

    def bring_back(self, folder: Path) -> None:
        """What is kept is as it was at `save`, restored as docs/hosting.md says; the server does not run."""
        shutil.rmtree(self.data)
        shutil.copytree(folder, self.data)
        command = (sys.executable, "-m", "infra.local", "new-epoch", "--data", str(self.data))
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=60)

    @contextmanager
    def table(self) -> Iterator[Table]:
        """What is kept, to write into; the server does not run."""
        with closing(SqliteTable(self.data / DATABASE)) as table:
            yield table

    def sign_in_link(self) -> str:
        """The newest one-time link."""
        links = [word for word in self.log().split() if "/#/link/" in word]
        return links[-1]

    def mail_code(self, email: str) -> str:
        """The newest sign-in code that was mailed to `email`."""
        page = [word for word in self.log().split() if "/outbox?key=" in word][-1]
        mails = httpx.get(page.replace("/outbox?", "/outbox.json?"), timeout=5).json()["mails"]
        text: str = next(mail["text"] for mail in mails if mail["to"] == email)
        return next(word for word in text.split() if word.isdigit() and len(word) == 6)
