"""`lineup status`: who this machine is, and what is going on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import click

from .. import config, http
from ..errors import CredentialInvalid, ServerError
from ..journal.lock import folder_lock, held, holder
from .known import called, reading, revoked, starts
from .options import home_option
from .show import say


@click.command()
@home_option
@click.pass_context
def status(context: click.Context, home: str | None) -> None:
    """Show the pairing, the running process, open tasks and what waits to be sent.

    Exit code 1 if the server cannot be asked, 3 if it does not accept the credential.
    """
    folder = config.home(home)
    credential = config.load(folder)
    say(f"Paired with {credential.where}: {called(folder, credential)}, in {folder}", "ok")
    path = config.journal_path(folder, credential.agent_id)
    lock = folder_lock(folder)
    running = held(lock)
    say(f"Running{holder(lock)}" if running else f"Not running: start it with {starts(folder)}")
    if path.exists():
        say(_journal_line(path))
    context.exit(0 if _server_line(folder, credential) else 1)


def _server_line(folder: Path, credential: config.Credential) -> bool:
    try:
        open_work = http.snapshot(credential)
    except CredentialInvalid:
        raise revoked(folder, credential) from None
    except ServerError as error:
        say(f"The server cannot be asked: {error}", "bad")
        say(f"  → {http.TRY if error.status is None else http.LATER}")
        return False
    cards = open_work["interactions"]
    asked = sum(card["status"] == "pending" for card in cards)
    on_its_way = f", {len(cards) - asked} answer(s) for the agent to take" if len(cards) > asked else ""
    say(f"On the server: {len(open_work['tasks'])} open task(s), {asked} question(s) not answered{on_its_way}", "ok")
    return True


def _journal_line(path: Path) -> str:
    try:
        with closing(reading(path)) as db:
            tasks = db.execute("SELECT count(*) FROM tasks WHERE state IN ('accepting', 'running')").fetchone()[0]
            waiting = db.execute("SELECT count(*) FROM outbox").fetchone()[0]
    except sqlite3.Error as error:
        return f"The journal cannot be read: {error}"
    return f"Here: {tasks} open task(s), {waiting} report(s) waiting to be sent"
