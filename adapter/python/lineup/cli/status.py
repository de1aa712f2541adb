"""`lineup status`: who this machine is, and what is going on."""

from __future__ import annotations

import sqlite3

import click

from .. import config, http
from ..errors import LineupError, ServerError
from ..journal.lock import folder_lock, held, holder
from .options import home_option
from .show import say


@click.command()
@home_option
def status(home: str | None) -> None:
    """Show the pairing, the running process, open tasks and what waits to be sent."""
    folder = config.home(home)
    credential = config.load(folder)
    where = credential.workspace_name or credential.workspace_id
    say(f"Paired with “{where}” on {credential.server} (agent {credential.agent_id})", "ok")
    path = config.journal_path(folder, credential.agent_id)
    lock = folder_lock(folder)
    running = held(lock)
    say(f"Running{holder(lock)}" if running else "Not running: start it with lineup run or lineup demo")
    for text in _journal_lines(str(path)) if path.exists() else ():
        say(text)
    _server_line(credential)


def _server_line(credential: config.Credential) -> None:
    try:
        open_work = http.snapshot(credential)
    except ServerError as error:
        say(f"The server cannot be asked: {error}", "warn")
    except LineupError as error:
        say(str(error), "bad")
    else:
        tasks, cards = len(open_work["tasks"]), len(open_work["interactions"])
        say(f"On the server: {tasks} open task(s), {cards} open question(s)", "ok")


def _journal_lines(path: str) -> list[str]:
    """Read beside a running process, without its lock."""
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=2) as db:
            name = db.execute("SELECT value FROM meta WHERE name = 'name'").fetchone()
            tasks = db.execute("SELECT count(*) FROM tasks WHERE state IN ('accepting', 'running')").fetchone()[0]
            waiting = db.execute("SELECT count(*) FROM outbox").fetchone()[0]
    except sqlite3.Error as error:
        return [f"The journal cannot be read: {error}"]
    called = [f"It is called “{name[0]}”"] if name else []
    return [*called, f"Here: {tasks} open task(s), {waiting} report(s) waiting to be sent"]
