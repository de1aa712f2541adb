"""`lineup demo`: the simulated agent (§12.3, §15), to learn the product with."""

from __future__ import annotations

import click

from .. import config
from ..demo import simulated
from .known import starts_demo
from .options import code_option, home_option, name_option, replace_option, server_option
from .pair import join
from .run import log_to_stderr, work


@click.command()
@server_option
@code_option
@name_option
@click.option("--pace", default=1.0, show_default=True, type=click.FloatRange(0, 100), help="2 is half as fast.")
@replace_option
@click.option("-v", "--verbose", is_flag=True, help="Log more.")
@home_option
def demo(
    server: str | None, code: str | None, name: str | None, pace: float, replace: bool, verbose: bool, home: str | None
) -> None:
    """Run a simulated agent: it plans, asks you, and delivers, without doing anything real.

    Give it a task in the web app. One that speaks of a migration asks for one approval only; one that speaks of
    failing fails; any other takes the whole tour. It has a folder of its own, beside your own agent's.
    """
    log_to_stderr(verbose)
    folder = config.demo_home(home)
    credential = join(folder, code, server, name or "Demo agent", "demo", replace)
    work(simulated(pace), folder, credential, starts_demo(folder))
