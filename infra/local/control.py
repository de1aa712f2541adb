"""A Unix socket in the data folder, by which its owner asks the running server for a sign-in link.

Who can open the folder could read everything in it anyway; a proxy in front cannot reach it. One JSON line in, one out.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from chalicelib.lap.errors import Refused
from infra.local.logs import failure

log = logging.getLogger("lineup.control")

SOCKET = "control.sock"
SECONDS = 10.0
LIMIT = 1024

#: Takes an address (None: the owner's), gives the link.
MakeLink = Callable[[str | None], Awaitable[str]]


class NotRunning(Exception):
    """Nobody listens in this data folder."""


class Control:
    """The server's end."""

    def __init__(self, data: Path, make_link: MakeLink) -> None:
        self._path = data / SOCKET
        self._make_link = make_link
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listen, if the folder's path fits into a socket's address (about 100 bytes)."""
        try:
            self._server = await asyncio.start_unix_server(self._answer, self._path, limit=LIMIT)
        except OSError as error:
            log.warning("the command sign-in-link will not reach this server: %s", error)
            return
        self._path.chmod(0o600)

    def stop(self) -> None:
        """Answer no more."""
        if self._server is not None:
            self._server.close()
            self._path.unlink(missing_ok=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            answer = await self._do(await asyncio.wait_for(reader.readline(), SECONDS))
            writer.write(json.dumps(answer).encode() + b"\n")
            await writer.drain()
        except (TimeoutError, ConnectionError, ValueError):
            log.debug("whoever asked went away")
        finally:
            writer.close()

    async def _do(self, line: bytes) -> dict[str, str]:
        try:
            asked = json.loads(line)
            if asked["do"] != "sign-in-link":
                return {"error": "This server does not know that: it is of another version."}
            return {"link": await self._make_link(asked.get("email"))}
        except Refused as error:
            return {"error": error.text}
        except Exception as error:
            log.error("a sign-in link was not made: %s", failure(error))
            return {"error": "The server could not do it; its log says why."}


def ask(data: Path, question: dict[str, Any]) -> dict[str, str]:
    """The running server's answer, `{link}` or `{error}`. Raises `NotRunning`."""
    try:
        with socket.socket(socket.AF_UNIX) as asking:
            asking.settimeout(SECONDS)
            asking.connect(str(data / SOCKET))
            asking.sendall(json.dumps(question).encode() + b"\n")
            with asking.makefile("rb") as answer:
                told: dict[str, str] = json.loads(answer.readline(8 * LIMIT))
                return told
    except (OSError, ValueError) as error:
        raise NotRunning(str(error)) from error
