"""The simulated agent. It does nothing real: what it reads, changes and delivers is made up."""

from __future__ import annotations

import asyncio

from ..agent import Agent
from ..message import Message
from ..task import Task
from .chinese import CHINESE
from .english import ENGLISH
from .migration import migrate
from .stage import Stage
from .tour import tour
from .words import Words

_MIGRATION = ("migrat", "迁移")
_FAILURE = ("fail", "失败")


def simulated(pace: float = 1.0) -> Agent:
    """The demo agent. `pace` stretches its pauses: 0 leaves them out."""
    agent = Agent(
        capabilities=["plans", "progress", "streamed text", "approval", "choice", "input", "review", "artifacts"],
        runtime="lineup demo",
    )

    @agent.task
    async def handle(task: Task) -> str | None:
        stage = Stage(task, words_for(f"{task.title} {task.text}"), pace)
        asked = f"{task.title} {task.text}".lower()
        if any(word in asked for word in _FAILURE):
            return await fail(stage)
        if any(word in asked for word in _MIGRATION):
            return await migrate(stage)
        return await tour(stage)

    @agent.message
    async def answer(message: Message) -> None:
        words = words_for(message.text)
        text = words.heard_about_task if message.task_id else words.heard
        async with message.stream() as out:
            for piece in pieces(text):
                await out.write(piece)
                await asyncio.sleep(0.08 * pace)

    return agent


def words_for(text: str) -> Words:
    """Chinese if the text has a Chinese character, else English."""
    return CHINESE if any("\u4e00" <= c <= "\u9fff" for c in text) else ENGLISH


async def fail(stage: Stage) -> str | None:
    """Shows what a failure looks like."""
    words = stage.words
    await stage.task.progress(20, words.looking)
    await stage.pause(2)
    await stage.task.progress(55, words.building)
    await stage.pause(2)
    return await stage.task.fail(words.build_failed)


def pieces(text: str) -> list[str]:
    """A text as a model would write it: a few characters at a time."""
    return [text[start : start + 6] for start in range(0, len(text), 6)]
