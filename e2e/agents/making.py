"""An agent that gives files, which the test put beside its credential: results of a task, and one to be reviewed."""

from __future__ import annotations

import os
from pathlib import Path

import lineup
from lineup.protocol import Options

HOME = Path(os.environ["LINEUP_HOME"])
FAST = Options(heartbeat=1.0, answer_within=2.0, backoff_first=0.1, backoff_most=1.0)

results = lineup.Agent(options=FAST)
reviewed = lineup.Agent(options=FAST)


@results.task
async def make_results(task: lineup.Task) -> str:
    """Files and a link."""
    await task.artifact(path=HOME / "grey.png", summary="What it looks like")
    await task.artifact(path=HOME / "change.diff")
    await task.artifact(path=HOME / "plan.md")
    await task.artifact("Elsewhere", url="https://example.com/report")
    return "Made"


@reviewed.task
async def ask_for_a_review(task: lineup.Task) -> str:
    """An uploaded diff is to be reviewed."""
    file = await task.upload(HOME / "change.diff")
    answer = await task.ask(lineup.Review("Is this change right?", attachment=file, risk="low"))
    return f"The answer was {answer.approved}"
