"""Agents that ask, one handler for each way of asking. What they come by is noted in a file beside the credential."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import lineup
from lineup.protocol import Options

HOME = Path(os.environ["LINEUP_HOME"])
FAST = Options(heartbeat=1.0, answer_within=2.0, backoff_first=0.1, backoff_most=1.0)
"""Shorter than the protocol's, so that a loss is noticed within a second."""


def note(line: str) -> None:
    """Once each time a handler comes by."""
    with (HOME / "notes").open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")


def approval(title: str) -> lineup.Approval:
    """A small question that can be answered in the inbox."""
    return lineup.Approval(title, why="I would like to know.", risk="low")


once = lineup.Agent(options=FAST)
several = lineup.Agent(options=FAST)
patient = lineup.Agent(options=FAST)
odd = lineup.Agent(options=FAST)
secret = lineup.Agent(options=FAST)
risky = lineup.Agent(options=FAST)
working = lineup.Agent(options=FAST)
asking_for_text = lineup.Agent(options=FAST)
streaming = lineup.Agent(options=FAST)
stopped = lineup.Agent(options=FAST)
echo = lineup.Agent(options=FAST)


@once.task
async def ask_once(task: lineup.Task) -> str:
    """One question, whose title is the task's."""
    answer = await task.ask(approval(task.title))
    note(answer.option_id)
    return f"The answer was {answer.option_id}"


@several.task
async def ask_several(task: lineup.Task) -> str:
    """As many questions at once as the task's title says."""
    names = [f"Question {number}" for number in range(1, int(task.title) + 1)]
    answers = await asyncio.gather(*(task.ask(approval(name)) for name in names))
    said = " ".join(answer.option_id for answer in answers)
    note(said)
    return f"Answers: {said}"


@patient.task
async def ask_with_an_end(task: lineup.Task) -> str | None:
    """A question that lapses soon."""
    try:
        await task.ask(lineup.Approval(task.title, risk="low", expires_in=1.5))
    except lineup.AnswerExpired:
        note("expired")
        return await task.fail("Nobody answered, so I did nothing")
    return "Somebody answered"


@odd.task
async def ask_oddly(task: lineup.Task) -> str:
    """Texts that pretend to be others."""
    options = [lineup.Option("a", "safe\u202eexe.txt"), lineup.Option("b", "zero\u200bwidth")]
    await task.ask(lineup.Choice("Which\nfile\u202e?", options=options, risk="low"))
    await task.artifact("report\u202efdp.exe", url="https://example.com/report")
    return "Done"


@secret.task
async def ask_for_a_secret(task: lineup.Task) -> str:
    """A secret, of which only the length is told."""
    answer = await task.ask(lineup.Input("The deploy token?", secret=True, risk="low"))
    return f"It has {len(answer.text)} characters"


@risky.task
async def ask_something_risky(task: lineup.Task) -> str:
    """A high risk."""
    answer = await task.ask(lineup.Approval(task.title, why="It is old.", impact="It is gone for good.", risk="high"))
    note(answer.option_id)
    return f"The answer was {answer.option_id}"


@working.task
async def work_until_told(task: lineup.Task) -> str:
    """Works until the file `go` is there."""
    await task.progress(50, "Working")
    await told_to_go_on()
    note("finished")
    return "Finished while away"


@stopped.task
async def work_until_stopped(task: lineup.Task) -> str:
    """Works, and notes that it was made to stop."""
    await task.progress(10, "Working")
    try:
        await told_to_go_on()
    except asyncio.CancelledError:
        note("stopped")
        raise
    return "Nobody stopped me"


@echo.message
async def say_back(message: lineup.Message) -> None:
    """Answers each message with its text."""
    await message.reply(f"echo {message.text}")


@asking_for_text.task
async def ask_for_text(task: lineup.Task) -> str:
    """A text."""
    answer = await task.ask(lineup.Input("Which name?", risk="low"))
    return f"The answer was {answer.text}"


@streaming.task
async def stream_in_halves(task: lineup.Task) -> str:
    """A message of which the second half comes when the file `go` is there."""
    async with task.stream() as out:
        await out.write("The first half")
        await told_to_go_on()
        await out.write(" and the second.")
    return "Written"


async def told_to_go_on() -> None:
    """Until the file `go` is there."""
    while not (HOME / "go").exists():
        await asyncio.sleep(0.05)
