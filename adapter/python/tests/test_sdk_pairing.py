"""One folder is one agent: no pairing is overwritten unasked, and the demo lives beside one's own agent."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from lineup import config
from lineup.cli.run import module_name
from sdk_relay import Relay, until
from test_sdk_cli import HERE, lineup, start

OTHER = {"credential": "lua_other", "agentId": "a2", "workspaceId": "ws2", "workspaceName": "Other"}
MACHINE = "XDG_CONFIG_HOME"


@asynccontextmanager
async def running(relay: Relay, home: Path, *arguments: str, variable: str = "LINEUP_HOME") -> AsyncIterator[None]:
    """A `lineup` that is connected, until the block ends."""
    process = await start(home, *arguments, variable=variable)
    await until(lambda: relay.connected)
    try:
        yield
    finally:
        process.kill()
        await process.communicate()
    await until(lambda: not relay.connected)


@pytest.fixture(autouse=True)
def notes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SDK_NOTES", str(tmp_path / "notes"))


@pytest.mark.parametrize("command", [("pair", "NEW1-CODE"), ("demo", "--code", "NEW1-CODE")])
async def test_a_pairing_is_not_replaced_unasked(relay: Relay, tmp_path: Path, command: tuple[str, ...]) -> None:
    relay.pair(tmp_path)
    before = config.credential_path(tmp_path).read_bytes()
    code, output = await lineup(tmp_path, *command, "--server", "http://127.0.0.1:9")
    assert code == 2
    for part in ("agent a1", "“W”", relay.url, "--home", "--replace", "the code can still be used"):
        assert part in output
    assert ("leave out --code: lineup demo." in output) == (command[0] == "demo")
    assert config.credential_path(tmp_path).read_bytes() == before
    assert relay.paired_as == []


async def test_a_pairing_is_replaced_when_asked(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    relay.pair_answer = 201, OTHER
    code, output = await lineup(tmp_path, "pair", "NEW1-CODE", "--server", relay.url, "--replace")
    assert code == 0 and "Paired with “Other”" in output and "It replaces agent a1 of “W”" in output
    assert config.load(tmp_path).agent_id == "a2"


async def test_a_pairing_is_not_replaced_under_a_running_process(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    relay.pair_answer = 201, OTHER
    async with running(relay, tmp_path, "demo"):
        code, output = await lineup(tmp_path, "pair", "NEW1-CODE", "--server", relay.url)
        assert code == 2 and "agent “Bot”" in output and "a process runs it now (process " in output
        code, output = await lineup(tmp_path, "pair", "NEW1-CODE", "--server", relay.url, "--replace")
        assert code == 1 and "another process (process " in output and "--home" in output
        code, output = await lineup(tmp_path, "run", "sdk_worker:agent")
        assert code == 1 and "One folder is one agent" in output
    assert relay.paired_as == []
    assert config.load(tmp_path).agent_id == "a1"


async def test_a_code_that_was_used_here_says_so(relay: Relay, tmp_path: Path) -> None:
    await lineup(tmp_path, "pair", "7K4M-9XQT", "--server", relay.url)
    code, output = await lineup(tmp_path, "pair", "7k4m9xqt", "--server", relay.url)
    assert code == 1 and "used already. Make a new one" in output and "It was used here" in output


async def test_a_credential_that_cannot_be_read_is_no_reason_to_refuse(relay: Relay, tmp_path: Path) -> None:
    config.credential_path(tmp_path).write_text("{")
    code, _ = await lineup(tmp_path, "pair", "NEW1-CODE", "--server", relay.url)
    assert code == 0 and config.load(tmp_path).agent_id == "a1"


async def test_the_demo_lives_beside_ones_own_agent(relay: Relay, tmp_path: Path) -> None:
    own, demo = tmp_path / "lineup", tmp_path / "lineup" / "demo"
    async with running(relay, tmp_path, "demo", "--code", "7K4M-9XQT", "--server", relay.url, variable=MACHINE):
        assert config.load(demo).agent_id == "a1" and not config.credential_path(own).exists()
        code, output = await lineup(tmp_path, "status", variable=MACHINE)
        assert code == 2 and f"--home {demo}" in output
        relay.pair_answer = 201, OTHER
        code, _ = await lineup(tmp_path, "pair", "NEW1-CODE", "--server", relay.url, variable=MACHINE)
        assert code == 0
    assert (config.load(own).agent_id, config.load(demo).agent_id) == ("a2", "a1")
    async with running(relay, tmp_path, "demo", variable=MACHINE):
        code, output = await lineup(tmp_path, "status", "--home", str(demo), variable=MACHINE)
        assert code == 0 and "Running (process " in output
        code, output = await lineup(tmp_path, "status", variable=MACHINE)
        assert "Not running" in output
    relay.refuse = 401
    code, output = await lineup(tmp_path, "demo", variable=MACHINE)
    assert code == 3 and f"lineup demo --server {relay.url} --code CODE --replace" in output


async def test_the_demo_alone_says_how_it_is_paired(tmp_path: Path) -> None:
    code, output = await lineup(tmp_path, "demo", variable=MACHINE)
    assert code == 2 and "lineup demo --server URL --code CODE" in output


async def test_another_server_than_the_paired_one_is_not_taken_silently(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    process = await start(tmp_path, "demo", "--server", "http://localhost:9")
    await until(lambda: relay.connected)
    process.terminate()
    output = (await process.communicate())[0].decode()
    assert "http://localhost:9 is not used" in output


async def test_agents_have_names_of_their_own(relay: Relay, tmp_path: Path) -> None:
    shop = tmp_path / "shop"
    shop.mkdir()
    await lineup(tmp_path / "1", "pair", "C0DE-0001", "--server", relay.url, cwd=shop)
    await lineup(tmp_path / "2", "pair", "C0DE-0002", "--server", relay.url, "--name", "Ann's")
    async with running(relay, tmp_path / "3", "demo", "--code", "C0DE-0003", "--server", relay.url):
        pass
    async with running(relay, tmp_path / "4", "run", "sdk_worker:agent", "--code", "C0DE-0004", "--server", relay.url):
        pass
    assert [sent["name"] for sent in relay.paired_as] == ["shop", "Ann's", "Demo agent", "sdk_worker"]
    assert module_name("deep.inside.my_agent:agent") == "my_agent"


async def test_what_comes_next_is_said_by_pair_alone(relay: Relay, tmp_path: Path) -> None:
    _, output = await lineup(tmp_path, "pair", "C0DE-0001", "--server", relay.url, cwd=HERE)
    assert f"Start it with: lineup run MODULE:NAME --home {tmp_path}" in output and "my_agent:agent" in output
    process = await start(tmp_path / "demo", "demo", "--code", "C0DE-0002", "--server", relay.url)
    await until(lambda: relay.connected)
    process.terminate()
    assert "Start it with" not in (await process.communicate())[0].decode()
