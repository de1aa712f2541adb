"""A process of ours that listens on one port, over stops and kills."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx

from e2e.support.waiting import until
from e2e.support.watching import network_breaks

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Listening:
    """`python -m MODULE`, which serves `/api/health`."""

    def __init__(self, log: Path) -> None:
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self.far_port = free_port()
        """Under which a browser behind a bad network may find it: its pages' origin is taken."""
        self._process: subprocess.Popen[bytes] | None = None
        self._log = log

    def _run(self, *arguments: str) -> None:
        """Start it and wait until it is healthy."""
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", *arguments, "--port", str(self.port)],
                cwd=ROOT, stdout=log, stderr=log, env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )  # fmt: skip
        until(self._healthy, "the server answers")

    def _healthy(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            raise AssertionError(f"the server ended: {self._log.read_text(encoding='utf-8')}")
        try:
            return httpx.get(f"{self.url}/api/health", timeout=10).status_code == 200
        except httpx.HTTPError:
            return False

    def stop(self) -> int:
        """Ctrl-C; the exit code."""
        assert self._process is not None
        network_breaks()
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(20)

    def kill(self) -> None:
        """kill -9."""
        assert self._process is not None
        network_breaks()
        self._process.kill()
        self._process.wait(20)

    def close(self) -> None:
        """End it, if it runs."""
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def log(self) -> str:
        """All that it printed."""
        return self._log.read_text(encoding="utf-8")
