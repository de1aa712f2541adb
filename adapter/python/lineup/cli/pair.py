"""`lineup pair CODE`: become an agent of somebody's workspace."""

from __future__ import annotations

from pathlib import Path

import click

from .. import config, http
from ..errors import LineupError
from ..journal import Journal
from ..protocol import Cursor
from .options import home_option, server_option
from .show import say


@click.command()
@click.argument("code")
@server_option
@click.option("--name", help="What the agent is called until a person names it.")
@click.option("--kind", help="The kind of agent, if not the one chosen in the web app.")
@home_option
def pair(code: str, server: str | None, name: str | None, kind: str | None, home: str | None) -> None:
    """Redeem the pairing CODE that the web app shows (Agents, Connect my agent)."""
    if not server:
        raise click.UsageError("Which server? Add --server URL (the web app shows it), or set LINEUP_SERVER.")
    redeem(config.home(home), code, server, name, kind)
    say("Start the agent with: lineup run module:agent — or try: lineup demo")


def _begin(folder: Path, credential: config.Credential) -> None:
    """Note the position of the pairing, so that nothing said before the first connection is missed."""
    try:
        position = http.snapshot(credential)
    except LineupError:
        return  # the first connection then starts from a snapshot
    journal = Journal(config.journal_path(folder, credential.agent_id), credential.workspace_id, lambda: "")
    journal.begin(Cursor(position["epoch"], position["head"]))
    journal.close()


def redeem(folder: Path, code: str, server: str, name: str | None, kind: str | None) -> None:
    """Exchange the code for a credential and store it."""
    address = config.server_url(server)
    credential = http.pair(address, code, name, kind)
    path = config.store(folder, credential)
    _begin(folder, credential)
    where = f" with “{credential.workspace_name}”" if credential.workspace_name else ""
    say(f"Paired{where}. Now name and confirm the agent in the web app.", "ok")
    say(f"The credential is in {path} (only you can read it).")
