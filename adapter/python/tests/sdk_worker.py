"""An agent for another process, which a test kills. It notes its side effects in a file."""

from __future__ import annotations

import os
from pathlib import Path

import lineup
from lineup.protocol import Options

agent = lineup.Agent(options=Options(backoff_first=0.01, backoff_most=0.2, recheck=0.1))
NOTES = Path(os.environ["SDK_NOTES"])


def note(text: str) -> None:
    """A side effect that must not happen twice."""
    with NOTES.open("a") as file:
        file.write(text + "\n")


@agent.task
async def handle(task: lineup.Task) -> str:
    note(f"{task.id} {'resumed' if task.resumed else 'started'}")
    await task.progress(10, "begun")
    step = await task.child("Look")
    async with task.stream() as out:
        await out.write("Here is the plan")
    await step.succeed()
    first = await task.ask(lineup.Approval("Migrate?", risk="high"), key="migrate")
    if not first.approved:
        return "rejected"
    await task.message("migrating")
    second = await task.ask(lineup.Input("Which token?", secret=True))
    if await task.once("effect"):
        note(f"{task.id} done with {second.text}")
    return "migrated"


@agent.message
async def on_message(message: lineup.Message) -> None:
    if not message.resumed:
        note(f"heard {message.text}")
    await message.reply(f"re {message.text}")
