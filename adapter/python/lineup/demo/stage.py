"""What the demo's scripts share."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from ..task import Step, Task
from .words import Words


@dataclass(frozen=True, slots=True)
class Stage:
    """One run of a script. `pace` stretches its pauses."""

    task: Task
    words: Words
    pace: float
    server: str
    workspace_id: str

    async def pause(self, seconds: float) -> None:
        """Pretend to work."""
        await asyncio.sleep(seconds * self.pace)

    async def stream(self, text: str) -> None:
        """Write a message as a model would."""
        async with self.task.stream() as out:
            for start in range(0, len(text), 6):
                await out.write(text[start : start + 6])
                await self.pause(0.06)

    async def work(self, step: Step, lines: tuple[tuple[float, str], ...]) -> None:
        """Do a step, telling the task's progress on the way."""
        await step.start()
        for percent, line in lines:
            await self.task.progress(percent, line)
            await self.pause(1.2)
        await step.succeed()

    async def deliver(self, name: str, text: str, summary: str) -> None:
        """A file, as far as a simulated agent has files: a message with its text, and an artifact that says so.

        An artifact is a link, and nothing is served here: it leads to the task in the web app.
        """
        await self.task.message(f"### {name}\n\n{text}")
        page = f"{self.server}/#/w/{self.workspace_id}/tasks/{self.task.id}"
        await self.task.artifact(name, url=page, mime_type="text/markdown", summary=summary)
