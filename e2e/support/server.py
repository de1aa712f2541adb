"""The embedded runtime as a real process, on one port and one data folder over restarts and kills."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx

from e2e.support.waiting import until

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`python -m infra.local`."""

    def __init__(self, data: Path, *extra: str) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.far_port = free_port()
        """Under which a browser behind a bad network may find the server: its pages' origin is taken."""
        self._extra = extra
        self._process: subprocess.Popen[bytes] | None = None
        self._log = data.parent / "server.log"

    def start(self) -> None:
        """Start and wait until it is healthy."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "infra.local", "--port", str(self.port), "--data", str(self.data), *self._extra],
                cwd=ROOT, stdout=log, stderr=log, env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )  # fmt: skip
        until(self._healthy, "the server answers")

    def _healthy(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            raise AssertionError(f"the server ended: {self.log()}")
        try:
            return httpx.get(f"{self.url}/api/health", timeout=2).status_code == 200
        except httpx.HTTPError:
            return False

    def stop(self) -> int:
        """Ctrl-C; the exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(20)

    def kill(self) -> None:
        """kill -9."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(20)

    def close(self) -> None:
        """End it, if it runs."""
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def log(self) -> str:
        """All that it printed."""
        return self._log.read_text(encoding="utf-8")

    def stored(self) -> list[bytes]:
        """Everything that is kept, as bytes to search."""
        return [path.read_bytes() for path in self.data.rglob("*") if path.is_file()]

    def save(self, folder: Path) -> None:
        """Copy everything that is kept into a new folder; the server does not run."""
        shutil.copytree(self.data, folder)

    def bring_back(self, folder: Path) -> None:
        """What is kept is as it was at `save`; the server does not run."""
        shutil.rmtree(self.data)
        shutil.copytree(folder, self.data)

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
