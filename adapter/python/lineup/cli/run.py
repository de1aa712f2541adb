"""`lineup run MODULE:NAME`: run an agent of yours."""

from __future__ import annotations

import importlib
import logging
import sys
from pathlib import Path
from typing import Any

import click

from ..agent import Agent
from ..errors import ConfigError
from .options import home_option
from .show import watch


@click.command()
@click.argument("target", metavar="MODULE:NAME")
@click.option("--capability", "capabilities", multiple=True, help="What it can do; may be repeated.")
@click.option("-v", "--verbose", is_flag=True, help="Log more.")
@home_option
def run(target: str, capabilities: tuple[str, ...], verbose: bool, home: str | None) -> None:
    """Run the lineup.Agent or the task handler NAME of MODULE (found from the current folder)."""
    log_to_stderr(verbose)
    found = load(target)
    agent = found if isinstance(found, Agent) else Agent(capabilities=capabilities)
    if agent is not found:
        agent.task(found)
    work(agent, home)


def work(agent: Agent, home: str | None) -> None:
    """Run it with its progress on the terminal."""
    with watch() as observer:
        agent.run(home=home, observer=observer)


def load(target: str) -> Any:
    """The object that `module:name` names; `name` is `agent` if left out. Raises ConfigError."""
    module_name, _, name = target.partition(":")
    sys.path.insert(0, str(Path.cwd()))
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not module_name.startswith(error.name):
            raise
        raise ConfigError(f"there is no module {module_name!r} here; run the command in its folder") from None
    found = getattr(module, name or "agent", None)
    if not (isinstance(found, Agent) or callable(found)):
        raise ConfigError(f"{module_name} has no agent or function {name or 'agent'!r}")
    return found


def log_to_stderr(verbose: bool) -> None:
    """The package's log; it never holds credentials or people's words."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    logging.getLogger("lineup").setLevel(logging.DEBUG if verbose else logging.WARNING)
