"""What a terminal says of tasks."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import lineup
import pytest
from lineup.cli.show import Plain, Screen
from rich.console import Console
from rich.live import Live
from sdk_relay import Relay, until
from sdk_running import quick_agent

VIEWS = [
    lineup.TaskView("t1", "Tidy", "running", resumed=True),
    lineup.TaskView("t1", "Tidy", "waiting", 48, "How far?", resumed=True),
    lineup.TaskView("t1", "Tidy", "running", 60, "Writing", resumed=True),
    lineup.TaskView("t1", "Tidy", "succeeded", 96, "Done", resumed=True),
]


def test_lines_say_once_that_a_task_is_resumed(capsys: pytest.CaptureFixture[str]) -> None:
    plain = Plain()
    for view in VIEWS:
        plain.task(view)
    lines = [text.split(" ", 1)[1] for text in capsys.readouterr().out.splitlines()]
    assert lines == [
        "Tidy: resumed", "Tidy: waiting 48% — How far?", "Tidy: running 60% — Writing", "Tidy: succeeded — Done"
    ]  # fmt: skip


def test_a_screen_says_once_that_a_task_is_resumed() -> None:
    output = io.StringIO()
    with Live(console=Console(file=output, force_terminal=True, width=100), auto_refresh=False, transient=True) as live:
        screen = Screen(live)
        for view in VIEWS:
            screen.task(view)
    assert output.getvalue().count("Tidy: resumed") == 1
    assert output.getvalue().count("Tidy: succeeded — Done") == 1


async def test_what_an_earlier_run_said_is_not_shown_again(
    relay: Relay, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    relay.pair(tmp_path)
    relay.assign("t1", "Tidy")
    await serve(relay, tmp_path, lambda: relay.cards("pending"))
    first = capsys.readouterr().out
    assert "Tidy: running 5% — Reading" in first and "Tidy: waiting 5% — How far?" in first
    relay.approve(relay.cards("pending")[0])
    await serve(relay, tmp_path, lambda: relay.task("t1").terminal)
    second = capsys.readouterr().out
    assert "5%" not in second and "How far?" not in second
    assert [second.count(part) for part in ("Tidy: resumed", "Tidy: running 64% — Writing", "succeeded")] == [1, 1, 1]


async def serve(relay: Relay, home: Path, check: object) -> None:
    agent = quick_agent()

    @agent.task
    async def handle(task: lineup.Task) -> str:
        await task.progress(5, "Reading")
        await task.ask(lineup.Approval("How far?"))
        await task.progress(64, "Writing")
        return "Done"

    serving = asyncio.create_task(agent.serve(home=home, observer=Plain()))
    await until(check)  # type: ignore[arg-type]
    agent.stop()
    await serving
    await until(lambda: not relay.connected)
