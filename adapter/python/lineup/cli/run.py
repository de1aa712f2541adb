"""`lineup run MODULE:NAME`: run an agent of yours."""

from __future__ import annotations

import importlib
import logging
import sys
from pathlib import Path
from typing import Any

import click

from .. import config
from ..agent import Agent
from ..errors import ConfigError, CredentialInvalid
from ..limits import LABEL, clipped
from .known import revoked, starts
from .options import code_option, home_option, name_option, replace_option, server_option
from .pair import join
from .show import say, watch

_EXAMPLE = "For the agent named agent in my_agent.py write: lineup run my_agent:agent"


@click.command()
@click.argument("target", metavar="MODULE:NAME", required=False)
@click.option("--capability", "capabilities", multiple=True, help="What it can do; may be repeated.")
@server_option
@code_option
@name_option
@replace_option
@click.option("-v", "--verbose", is_flag=True, help="Log more.")
@home_option
def run(
    target: str | None, capabilities: tuple[str, ...], server: str | None, code: str | None, name: str | None,
    replace: bool, verbose: bool, home: str | None,
) -> None:  # fmt: skip
    """Run the lineup.Agent or the task handler NAME of MODULE (found from the current folder)."""
    log_to_stderr(verbose)
    if target is None:
        raise click.UsageError(f"Which agent? {_EXAMPLE} The demo agent is started with: lineup demo")
    found = load(target)
    agent = found if isinstance(found, Agent) else Agent(capabilities=capabilities)
    if agent is not found:
        agent.task(found)
    folder = config.home(home or agent.home)
    credential = join(folder, code, server, name or module_name(target), None, replace)
    work(agent, folder, credential, starts(folder, target))


def work(agent: Agent, folder: Path, credential: config.Credential, start: str) -> None:
    """Run it with its progress on the terminal, and end with the command `start` that starts it again. Raises what
    `Agent.run` raises, with this folder's way out."""
    try:
        with watch() as observer:
            agent.run(home=folder, observer=observer)
    except CredentialInvalid:
        raise revoked(folder, credential) from None
    say(f"Stopped; open tasks go on at the next start: {start}")


def module_name(target: str) -> str:
    """The module of `package.module:name`, as the agent's name."""
    return clipped(target.partition(":")[0].rpartition(".")[2], LABEL)


def load(target: str) -> Any:
    """The object that `module:name` names; `name` is `agent` if left out. Raises ConfigError."""
    module_name, _, name = target.partition(":")
    sys.path.insert(0, str(Path.cwd()))
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not module_name.startswith(error.name):
            raise
        hint = _EXAMPLE if module_name.lower() == "module" else "run the command in its folder"
        raise ConfigError(f"there is no module {module_name!r} here; {hint}") from None
    found = getattr(module, name or "agent", None)
    if not (isinstance(found, Agent) or callable(found)):
        raise ConfigError(f"{module_name} has no agent or function {name or 'agent'!r}")
    return found


def log_to_stderr(verbose: bool) -> None:
    """The package's log; it never holds credentials or people's words."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    logging.getLogger("lineup").setLevel(logging.DEBUG if verbose else logging.WARNING)
