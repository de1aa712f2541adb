"""`lineup doctor`: what is wrong, and what to do about it."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import click

from .. import config, http
from ..config import Credential
from ..errors import ConfigError, CredentialInvalid, LineupError, ServerError
from ..journal import Journal
from ..journal.lock import folder_lock, held, holder
from ..socket import Closed, Frame, Opened, Socket
from .known import anew, called, starts
from .options import home_option, server_option
from .show import Mood, say

_SKEW_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: what is so, and, unless it is well, what to do."""

    mood: Mood
    text: str
    todo: str = ""


@click.command()
@server_option
@home_option
@click.pass_context
def doctor(context: click.Context, server: str | None, home: str | None) -> None:
    """Check the pairing, the network, the server and the journal. Exit code 1 if something is wrong."""
    wrong = False
    for finding in findings(config.home(home), server):
        say(finding.text, finding.mood)
        if finding.todo:
            say(f"  → {finding.todo}")
        wrong = wrong or finding.mood == "bad"
    context.exit(1 if wrong else 0)


def findings(folder: Path, server: str | None) -> Iterator[Finding]:
    """All checks, in the order in which one needs the other."""
    credential: Credential | None = None
    try:
        credential = config.load(folder)
    except ConfigError as error:
        yield Finding("bad", "No usable credential", str(error))
    else:
        yield from _credential(folder, credential)
    address = config.server_url(server) if server else credential.server if credential else None
    yield from _proxy()
    if address is None:
        return
    reachable = False
    for finding in _server(address):
        reachable = reachable or finding.text.startswith("The server answers")
        yield finding
    if credential is not None:
        if reachable and address == credential.server:
            account = _account(folder, credential)
            yield account
            if account.mood == "ok":
                yield _socket(credential)
        yield from _journal(folder, credential)


def _credential(folder: Path, credential: Credential) -> Iterator[Finding]:
    path = config.credential_path(folder)
    yield Finding("ok", f"Paired with {credential.where}: {called(folder, credential)}")
    if config.exposed(path):
        yield Finding("bad", f"Others on this machine can read {path}", f"chmod 600 {path}")
    else:
        yield Finding("ok", "Only you can read the credential file")
    if urlsplit(credential.server).scheme == "http" and not _is_local(credential.server):
        yield Finding("warn", "The connection is not encrypted", "Use an https:// address outside of your own network.")


def _is_local(server: str) -> bool:
    return urlsplit(server).hostname in ("localhost", "127.0.0.1", "::1")


def _proxy() -> Iterator[Finding]:
    names = ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY")
    used = sorted({name for name in names if os.environ.get(name) or os.environ.get(name.lower())})
    if used:
        todo = "It has to pass WebSockets on; NO_PROXY names hosts to reach without it."
        yield Finding("warn", f"A proxy is set ({', '.join(used)})", todo)


def _server(address: str) -> Iterator[Finding]:
    try:
        response = http.health(address)
    except ServerError as error:
        yield Finding("bad", str(error), http.TRY)
        return
    if not response.is_success:
        todo = "Check the address (a path may be missing), or ask whoever runs the server."
        yield Finding("bad", f"{address} answers with HTTP {response.status_code} to a health check", todo)
        return
    yield Finding("ok", f"The server answers ({response.elapsed.total_seconds() * 1000:.0f} ms)")
    yield from _clock(response.headers.get("date", ""))


def _clock(date: str) -> Iterator[Finding]:
    try:
        skew = time.time() - parsedate_to_datetime(date).timestamp()
    except (ValueError, TypeError):
        return
    if abs(skew) > _SKEW_SECONDS:
        todo = "Set the clock (NTP). Reports carry the server's time, but TLS needs a right clock."
        yield Finding("warn", f"This machine's clock is {skew:+.0f} s off the server's", todo)
    else:
        yield Finding("ok", "The clock agrees with the server's")


def _account(folder: Path, credential: Credential) -> Finding:
    try:
        http.snapshot(credential)
    except CredentialInvalid:
        todo = f"Make a new code in the web app (Agents), then: {anew(folder, credential)}"
        return Finding("bad", "The server does not accept the credential: it was revoked, or never existed", todo)
    except ServerError as error:
        return Finding("bad", str(error), http.LATER)
    return Finding("ok", "The server accepts the credential")


def _socket(credential: Credential) -> Finding:
    closed = asyncio.run(_try_socket(credential))
    if closed is None:
        return Finding("ok", "A WebSocket can be opened")
    todo = "A proxy or firewall between here and the server has to pass WebSockets on (HTTP Upgrade)."
    return Finding("bad", f"No WebSocket: {closed.reason or closed.code}", todo)


async def _try_socket(credential: Credential) -> Closed | None:
    """Open and close without a greeting: a running agent keeps its connection."""
    heard: asyncio.Future[Closed | None] = asyncio.get_running_loop().create_future()

    def emit(event: Opened | Frame | Closed) -> None:
        if not heard.done() and not isinstance(event, Frame):
            heard.set_result(event if isinstance(event, Closed) else None)

    socket = Socket(credential.socket, credential.credential, emit, partial(http.revoked, credential))
    result = await heard
    socket.close(1000, "doctor")
    await asyncio.wait([socket.done], timeout=2)
    return result


def _journal(folder: Path, credential: Credential) -> Iterator[Finding]:
    path, lock = config.journal_path(folder, credential.agent_id), folder_lock(folder)
    if held(lock):
        yield Finding("ok", f"The agent runs now{holder(lock)}")
        return
    yield _journal_at_rest(path, credential.workspace_id)
    yield Finding("warn", "The agent is not running on this machine", f"Start it: {starts(folder)}")


def _journal_at_rest(path: Path, workspace_id: str) -> Finding:
    if not path.exists():
        return Finding("ok", "The journal will be made at the first start")
    try:
        Journal(path, workspace_id, lambda: "").close()
    except LineupError as error:
        return Finding("bad", "The journal is damaged or cannot be written", str(error))
    return Finding("ok", "The journal can be used")
