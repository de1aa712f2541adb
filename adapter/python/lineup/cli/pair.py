"""`lineup pair CODE`: become an agent of somebody's workspace."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from .. import config, http
from ..config import Credential
from ..errors import JournalInUse, PairedAlready, PairingError, ServerError, Stopped
from ..journal import Journal
from ..journal.lock import FileLock, folder_lock, held, holder
from ..limits import LABEL, clipped
from ..protocol import Cursor
from .known import called, paired, stands
from .options import home_option, name_option, replace_option, server_option
from .show import clean, say


@click.command()
@click.argument("code")
@server_option
@name_option
@click.option("--kind", help="The kind of agent, if not the one chosen in the web app.")
@replace_option
@home_option
def pair(
    code: str, server: str | None, name: str | None, kind: str | None, replace: bool, home: str | None
) -> None:  # fmt: skip
    """Redeem the pairing CODE that the web app shows (Agents, Connect my agent).

    One folder is one agent: a folder that has one is left as it is, unless you say --replace.
    """
    folder = config.home(home)
    known = paired(folder)
    if known is not None and known.paired_with == config.code_mark(code):
        raise PairingError("pairing_used", f"{http.ADVICE['pairing_used']} (It was used here: {stands(folder, known)})")
    redeem(folder, code, needed(server), name or folder_name(), kind, replace)
    say(f"It does not run yet. Start it with: lineup run MODULE:NAME{elsewhere(home)}")
    say("MODULE:NAME is yours to fill in: for the agent in my_agent.py it is my_agent:agent.")
    say(f"No agent of your own yet? lineup demo{_at(folder)}")


def join(
    folder: Path, code: str | None, server: str | None, name: str, kind: str | None, replace: bool
) -> Credential:  # fmt: skip
    """The credential of a command that runs an agent: pairs first if there is a code that was not redeemed here.

    Raises NotPaired, PairedAlready and whatever pairing may raise.
    """
    known = paired(folder)
    if code and (known is None or known.paired_with != config.code_mark(code)):
        redeem(folder, code, needed(server), name, kind, replace)
    elif known is not None and server and config.server_url(server) != known.server:
        say(f"{stands(folder, known)}: {config.server_url(server)} is not used. To change that add --code.", "warn")
    return config.load(folder)


def redeem(
    folder: Path, code: str, server: str, name: str | None, kind: str | None, replace: bool = False
) -> None:  # fmt: skip
    """Exchange the code for a credential and store it. Raises PairedAlready if the folder has one, unless `replace`;
    JournalInUse if a process runs on the folder; PairingError or ServerError.
    """
    address = config.server_url(server)
    before = paired(folder)
    if before is not None and not replace:
        raise _already(folder, before, kind)
    lock = FileLock(folder_lock(folder))
    lock.acquire()
    try:
        credential = _exchange(address, code, name, kind)
        path = config.store(folder, credential)
    finally:
        lock.release()
    _begin(folder, credential)
    say(f"Paired with {credential.where}. Now name and confirm the agent in the web app.", "ok")
    say(f"The credential is in {path} (only you can read it).")
    if before is not None:
        say(f"It replaces {called(folder, before)} of {before.where}: revoke that one in the web app.", "warn")


def _exchange(address: str, code: str, name: str | None, kind: str | None) -> Credential:
    try:
        return http.pair(address, code, name, kind)
    except ServerError as error:
        if error.status is not None:
            raise
        raise ServerError(f"{error}. {http.TRY}") from None


def needed(server: str | None) -> str:
    """The server that was given. Raises UsageError."""
    if not server:
        raise click.UsageError("Which server? Add --server URL (the web app shows it), or set LINEUP_SERVER.")
    return server


def folder_name() -> str:
    """What an agent without a name is called: as the folder from which it is paired, or “My agent”."""
    here = Path.cwd()
    name = "" if here == Path.home() else clean(here.name).strip()
    return clipped(name, LABEL) or "My agent"


def elsewhere(home: str | None) -> str:
    """The option that names a folder, if one was given."""
    return f" --home {shlex.quote(home)}" if home else ""


def _at(folder: Path) -> str:
    """The option that makes `lineup demo` take this folder instead of its own."""
    return "" if folder == config.demo_home() else f" --home {shlex.quote(str(folder))}"


def _already(folder: Path, known: Credential, kind: str | None) -> PairedAlready:
    lock = folder_lock(folder)
    runs = f", and a process runs it now{holder(lock)}: stop that first" if held(lock) else ""
    again = f" To run the demo as this agent leave out --code: lineup demo{_at(folder)}." if kind == "demo" else ""
    return PairedAlready(
        f"{stands(folder, known)}{runs}. Nothing was changed: the code can still be used.{again} For a second agent add"
        " --home and another folder; to give this one up and pair anew add --replace."
    )


def _begin(folder: Path, credential: Credential) -> None:
    """Note the position of the pairing, so that nothing said before the first connection is missed."""
    try:
        position = http.snapshot(credential)
        journal = Journal(config.journal_path(folder, credential.agent_id), credential.workspace_id, lambda: "")
    except (ServerError, Stopped, JournalInUse):
        return  # the first connection then starts from a snapshot
    journal.begin(Cursor(position["epoch"], position["head"]))
    journal.close()
