"""The README's example runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

from sdk_relay import Relay, until
from test_sdk_cli import HERE, start


async def test_the_readmes_agent_runs(relay: Relay, tmp_path: Path) -> None:
    text = (HERE.parent / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    (tmp_path / "my_agent.py").write_text(blocks[0], encoding="utf-8")
    relay.pair(tmp_path)
    process = await start(tmp_path, "run", "my_agent:agent", cwd=tmp_path)
    try:
        relay.assign("t1")
        relay.approve((await until(lambda: relay.cards("pending")))[0])
        relay.say("hello")
        await until(lambda: relay.task("t1").terminal and len(relay.messages()) == 2)
    finally:
        process.kill()
        await process.communicate()
    assert (relay.task("t1").status, relay.task("t1").summary) == ("succeeded", "3 migrations ran")
    assert sorted(relay.messages()) == ["Give me a task to see more.", "Three migrations are ready."]
