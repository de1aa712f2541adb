"""What the demo's scripts share."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from ..task import Step, Task
from .words import Words


@dataclass(frozen=True, slots=True)
class Stage:
    """One run of a script. `pace` stretches its pauses."""

    task: Task
    words: Words
    pace: float

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
        """A file with this text, uploaded as a result."""
        with TemporaryDirectory() as folder:
            file = Path(folder) / name
            file.write_text(text, encoding="utf-8")
            await self.task.artifact(path=file, mime_type="text/markdown", summary=summary)
