"""An agent that runs inside a test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import lineup
from lineup.protocol import Options

QUICK = Options(backoff_first=0.01, backoff_most=0.05, recheck=0.05, confirm_retry=0.1, answer_within=0.3)


class Watch(lineup.Observer):
    """Keeps what it hears."""

    def __init__(self) -> None:
        self.phases: list[str] = []
        self.texts: list[str] = []
        self.views: list[lineup.TaskView] = []

    def link(self, state: lineup.LinkState) -> None:
        self.phases.append(state.phase)
        self.texts.append(state.text)

    def task(self, view: lineup.TaskView) -> None:
        self.views.append(view)


def quick_agent(options: Options = QUICK) -> lineup.Agent:
    """An agent that loses no time."""
    return lineup.Agent(capabilities=["tests"], options=options)


@asynccontextmanager
async def running(agent: lineup.Agent, home: Path) -> AsyncIterator[Watch]:
    """Serve until the block ends. An error of the agent is an error of the test."""
    watch = Watch()
    serving = asyncio.create_task(agent.serve(home=home, observer=watch))
    try:
        yield watch
    finally:
        if not serving.done():
            agent.stop()
        await serving
