"""The real server as a process behind a proxy, and what a person and a program do with it."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def server(data: Path, *arguments: str) -> Iterator[str]:
    """`python -m infra.local`, until the block ends with SIGINT; gives the sign-in link that it printed."""
    process = subprocess.Popen(
        [sys.executable, "-m", "infra.local", "serve", "--data", str(data), *arguments],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ,
    )  # fmt: skip
    with process:
        try:
            yield _link(process)
            process.terminate()
            process.communicate(timeout=30)
            assert process.returncode == 0
        finally:
            process.kill()


def _link(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None and process.stderr is not None
    for line in process.stdout:
        if found := re.match(r"Sign in \(once\) +(\S+)", line):
            return found.group(1)
    raise AssertionError("it ended: " + process.stderr.read())


def browser(address: str, headers: dict[str, str] | None = None, **settings: Any) -> httpx.Client:
    """An HTTP client that waits for what has just been started; `settings` are the transport's."""
    transport = httpx.HTTPTransport(retries=6, **settings)
    return httpx.Client(base_url=address, transport=transport, headers=headers, trust_env=False, timeout=20)


class Person:
    """Signed in by the link, with a workspace."""

    def __init__(self, http: httpx.Client, link: str) -> None:
        self.http = http
        self.signed = http.post("/api/auth/link", json={"token": link.rsplit("/", 1)[1]}).raise_for_status()
        http.headers["Authorization"] = f"Bearer {self.signed.json()['accessToken']}"
        self.workspace = (
            http.post("/api/workspaces", json={"name": "Studio"}).raise_for_status().json()["workspace"]["id"]
        )

    @contextmanager
    def dial(
        self, address: str, cursor: dict[str, Any] | None = None, **settings: Any
    ) -> Iterator[tuple[ClientConnection, dict[str, Any]]]:
        """A page's socket that said hello, with `{epoch, cursor}` of before if given, and the welcome that it got."""
        ticket = self.http.post(f"/api/workspaces/{self.workspace}/tickets").raise_for_status().json()["ticket"]
        opened = connect(address.replace("http", "ws", 1) + "/ws", proxy=None, open_timeout=20, **settings)
        with opened as page:
            page.send(frame("client.hello", "hello", {"ticket": ticket, **(cursor or {})}))
            answer = json.loads(page.recv(20))
            assert answer["type"] == "system.welcome", answer
            yield page, answer["payload"]


def frame(kind: str, id: str, payload: dict[str, Any]) -> str:
    """An envelope as text."""
    at = "2026-07-24T12:00:00Z"
    return json.dumps({"id": id, "type": kind, "version": "0.1", "occurredAt": at, "payload": payload})
