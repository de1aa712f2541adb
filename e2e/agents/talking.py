"""An agent that talks, and is slow when it is told so."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import lineup
from lineup.protocol import Options

HOME = Path(os.environ["LINEUP_HOME"])
FAST = Options(heartbeat=1.0, answer_within=2.0, backoff_first=0.1, backoff_most=1.0)

slow = lineup.Agent(options=FAST)


@slow.message
async def answer_when_told(message: lineup.Message) -> None:
    """Answers when the file `go` is there; messages of one conversation come one after the other."""
    while not (HOME / "go").exists():
        await asyncio.sleep(0.05)
    await message.reply(f"heard {message.text}")
