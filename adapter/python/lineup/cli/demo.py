"""`lineup demo`: the simulated agent (§12.3, §15), to learn the product with."""

from __future__ import annotations

from pathlib import Path

import click

from .. import config
from ..demo import simulated
from ..errors import ConfigError
from .options import home_option, server_option
from .pair import redeem
from .run import log_to_stderr, work


@click.command()
@server_option
@click.option("--code", help="A pairing code: pairs first, unless it was redeemed here already.")
@click.option("--name", help="What the agent is called until a person names it.")
@click.option("--pace", default=1.0, show_default=True, type=click.FloatRange(0, 100), help="2 is half as fast.")
@click.option("-v", "--verbose", is_flag=True, help="Log more.")
@home_option
def demo(
    server: str | None, code: str | None, name: str | None, pace: float, verbose: bool, home: str | None
) -> None:  # fmt: skip
    """Run a simulated agent: it plans, asks you, and delivers, without doing anything real.

    Give it a task in the web app. One that speaks of a migration asks for one approval only; one that speaks of
    failing fails; any other takes the whole tour.
    """
    log_to_stderr(verbose)
    folder = config.home(home)
    if code and not _redeemed(folder, code):
        if not server:
            raise click.UsageError("Which server? Add --server URL (the web app shows it), or set LINEUP_SERVER.")
        redeem(folder, code, server, name, "demo")
    credential = config.load(folder)
    work(simulated(credential.server, credential.workspace_id, pace), home)


def _redeemed(folder: Path, code: str) -> bool:
    try:
        return config.load(folder).paired_with == config.code_mark(code)
    except ConfigError:
        return False
