"""The command line, as people use it: another process, its output, its exit code."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import sys
from pathlib import Path

import pytest
from lineup import Approval, Task, config
from sdk_relay import Relay, until
from sdk_running import quick_agent, running

HERE = Path(__file__).parent


async def start(
    home: Path, *arguments: str, cwd: Path = HERE, variable: str = "LINEUP_HOME"
) -> asyncio.subprocess.Process:  # fmt: skip
    """`variable` is XDG_CONFIG_HOME where `home` is the machine's place for configuration and no folder is given."""
    path = os.pathsep.join(str(p) for p in (HERE.parent, HERE))
    machine = {name: value for name, value in os.environ.items() if name != "LINEUP_HOME"}
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "lineup", *arguments, cwd=cwd,
        env={**machine, "PYTHONPATH": path, variable: str(home), "NO_COLOR": "1"},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip


async def lineup(
    home: Path, *arguments: str, cwd: Path = HERE, variable: str = "LINEUP_HOME"
) -> tuple[int, str]:  # fmt: skip
    """Run to the end: exit code and output."""
    process = await start(home, *arguments, cwd=cwd, variable=variable)
    output, _ = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode is not None
    text = output.decode()
    assert "Traceback" not in text and "lua_" not in text
    return process.returncode, text


async def test_pairing_stores_a_credential_that_only_the_user_can_read(relay: Relay, tmp_path: Path) -> None:
    code, output = await lineup(tmp_path, "pair", "7K4M-9XQT", "--server", relay.url)
    assert code == 0 and "Paired" in output
    path = config.credential_path(tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert config.load(tmp_path).credential == "lua_test"


@pytest.mark.parametrize(
    ("status", "error", "said"),
    [
        (404, "pairing_unknown", "no such pairing code"),
        (410, "pairing_expired", "has expired"),
        (409, "pairing_used", "used already"),
        (429, "rate_limited", "Wait a few minutes"),
    ],
)
async def test_a_code_that_is_not_taken_says_why_and_what_to_do(
    relay: Relay, tmp_path: Path, status: int, error: str, said: str
) -> None:
    relay.pair_answer = status, {"error": {"code": error, "message": "m"}}
    code, output = await lineup(tmp_path, "pair", "7K4M-9XQT", "--server", relay.url)
    assert code == 1 and said in output
    assert not config.credential_path(tmp_path).exists()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["pair", "X"], 2, "--server"),
        (["pair", "X", "--server", "ftp://x.example"], 2, "not a server address"),
        (["pair", "X", "--server", "http://127.0.0.1:9"], 1, "cannot be reached"),
        (["pair", "X", "--server", "http://127.0.0.1:9"], 1, "Is the server running, and the address right?"),
        (["demo", "--code", "X", "--server", "http://127.0.0.1:9"], 1, "Is the server running"),
        (["demo", "--code", "X"], 2, "--server"),
        (["run", "sdk_worker:agent"], 2, "not paired yet"),
        (["run", "no_such_module:agent"], 2, "no module"),
        (["run", "module:agent"], 2, "write: lineup run my_agent:agent"),
        (["run"], 2, "The demo agent is started with: lineup demo"),
        (["run", "sdk_worker:nothing"], 2, "nothing"),
        (["demo"], 2, "not paired yet"),
        (["status"], 2, "not paired yet"),
        (["demo", "--pace", "-1"], 2, "pace"),
        (["nonsense"], 2, "No such command"),
    ],
)
async def test_wrong_use_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, said: str
) -> None:
    monkeypatch.setenv("SDK_NOTES", str(tmp_path / "notes"))
    assert_code, output = await lineup(tmp_path / "home", *arguments)
    assert (assert_code, said in output) == (code, True), output


@pytest.mark.parametrize(
    ("content", "said"), [("{", "cannot be read"), ("[]", "cannot be read"), ('{"server": 1}', "cannot be read")]
)
async def test_a_broken_credential_file_says_what_to_do(tmp_path: Path, content: str, said: str) -> None:
    config.credential_path(tmp_path).write_text(content)
    code, output = await lineup(tmp_path, "status")
    assert code == 2 and said in output and "Pair again" in output


async def test_a_broken_journal_says_what_to_do(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    for path in tmp_path.glob("journal-a1.sqlite3-*"):
        path.unlink()
    config.journal_path(tmp_path, "a1").write_bytes(b"not a database, " * 100)
    code, output = await lineup(tmp_path, "demo")
    assert code == 1 and "may be moved away" in output


async def test_doctor_finds_nothing_wrong_when_all_is_well(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    code, output = await lineup(tmp_path, "doctor")
    assert code == 0, output
    for part in ("Only you can read", "The server answers", "accepts the credential", "WebSocket", "journal"):
        assert part in output
    assert "not running on this machine" in output and "Start it: lineup run" in output


async def test_doctor_names_each_fault_and_the_way_out(relay: Relay, tmp_path: Path) -> None:
    code, output = await lineup(tmp_path / "none", "doctor", "--server", relay.url)
    assert code == 1 and "not paired yet" in output and "The server answers" in output
    relay.pair(tmp_path)
    config.credential_path(tmp_path).chmod(0o644)
    relay.refuse = 401
    code, output = await lineup(tmp_path, "doctor")
    assert code == 1
    assert "chmod 600" in output and "revoked" in output and "lineup pair CODE" in output
    await relay.down()
    code, output = await lineup(tmp_path, "doctor")
    assert code == 1 and "cannot be reached" in output
    await relay.up()


async def test_status_tells_who_and_what(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    code, output = await lineup(tmp_path, "status")
    assert code == 0 and "Paired with “W”" in output and "Not running: start it with lineup run" in output


async def test_status_does_not_count_what_was_answered_as_a_question(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    relay.assign("t1")
    agent = quick_agent()

    @agent.task
    async def ask_twice(task: Task) -> None:
        await asyncio.gather(*(task.ask(Approval(title)) for title in ("One?", "Two?")))

    async with running(agent, tmp_path):
        await until(lambda: len(relay.cards("pending")) == 2)
    relay.approve(relay.cards("pending")[0])
    _, output = await lineup(tmp_path, "status")
    assert "1 open task(s), 1 question(s) not answered, 1 answer(s) for the agent to take" in output


async def test_status_says_so_when_the_server_cannot_be_asked(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    relay.refuse = 401
    code, output = await lineup(tmp_path, "status")
    assert code == 3 and "does not accept" in output and "--replace" in output
    await relay.down()
    code, output = await lineup(tmp_path, "status")
    assert code == 1 and "The server cannot be asked" in output and "Is the server running" in output
    assert "Errno" not in output and "Paired with “W”" in output
    await relay.up()


async def test_a_revoked_agent_stops_with_advice(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    relay.refuse = 401
    code, output = await lineup(tmp_path, "demo")
    assert code == 3 and "lineup pair CODE" in output


async def test_a_revoked_agent_stops_with_advice_behind_a_gateway_that_hides_the_reason(
    relay: Relay, tmp_path: Path
) -> None:
    relay.pair(tmp_path)
    relay.refuse, relay.forbid = 401, True
    code, output = await lineup(tmp_path, "demo")
    assert code == 3 and "lineup pair CODE" in output


async def test_the_demo_pairs_plans_asks_and_delivers(relay: Relay, tmp_path: Path) -> None:
    process = await start(tmp_path, "demo", "--server", relay.url, "--code", "7k4m 9xqt", "--pace", "0")
    await until(lambda: relay.connected)
    relay.assign("t1", "整理项目依赖并产出计划")
    relay.assign("t2", "Run the database migration")
    relay.assign("t3", "Please fail")
    relay.say("hello")
    answers = {
        "choice": {"type": "choice", "optionIds": ["steady"]},
        "input": {"type": "input", "text": "https://staging.example.com"},
        "review": {"type": "review", "decision": "request_changes", "comment": "smaller\nplease"},
        "approval": {"type": "approval", "optionId": "approve"},
    }

    def step() -> bool:
        for card in relay.cards("pending"):
            again = card.card.type == "review" and any(c.card.type == "review" for c in relay.cards("acknowledged"))
            relay.answer(card, {"type": "review", "decision": "approve"} if again else answers[card.card.type])
        return all(relay.task(id).terminal for id in ("t1", "t2", "t3"))

    await until(step)
    await until(lambda: any("simulated agent" in text for text in relay.messages()))
    process.send_signal(signal.SIGINT)
    output = (await asyncio.wait_for(process.communicate(), 10))[0].decode()
    assert process.returncode == 0 and "Traceback" not in output and "lua_" not in output
    assert [relay.task(id).status for id in ("t1", "t2", "t3")] == ["succeeded", "succeeded", "failed"]
    kinds = sorted(card.card.type for card in relay.cards())
    assert kinds == ["approval", "approval", "choice", "input", "review", "review"]
    assert [a.name for a in relay.task("t1").artifacts] == ["upgrade-plan.md"]
    assert relay.task("t1").child_count == 4
    assert all(card.card.risk == "high" for card in relay.cards() if card.card.type == "approval")
    draft = next(c.card.content.text for c in relay.cards() if "修改" in c.card.title)  # type: ignore[union-attr]
    assert "> smaller\n> please" in draft and "没有理解它" in draft
    check_delivered(relay, "t1", "upgrade-plan.md")
    check_delivered(relay, "t2", "migration-log.md")


def check_delivered(relay: Relay, task_id: str, name: str) -> None:
    """The artifact is an uploaded file."""
    artifact = relay.task(task_id).artifacts[-1]
    told, data = relay.files.kept[str(artifact.file_id)]
    assert (artifact.name, told["name"], artifact.size) == (name, name, len(data))
    assert data.decode().startswith(("| ", "```"))


async def test_ended_while_it_waits_for_a_person_it_says_how_it_stands_and_what_starts_it_again(
    relay: Relay, tmp_path: Path
) -> None:
    process = await start(tmp_path, "demo", "--server", relay.url, "--code", "7K4M-9XQT", "--pace", "0")
    await until(lambda: relay.connected)
    relay.assign("t1", "Run the database migration")
    await until(lambda: relay.cards("pending"))
    process.send_signal(signal.SIGTERM)
    lines = (await asyncio.wait_for(process.communicate(), 10))[0].decode().splitlines()
    told = [line for line in lines if "Run the database migration: " in line]
    assert "waiting" in told[-1]
    assert lines[-1].endswith("lineup demo")


async def test_the_same_demo_command_again_does_not_pair_again(relay: Relay, tmp_path: Path) -> None:
    for _ in range(2):
        process = await start(tmp_path, "demo", "--server", relay.url, "--code", "7K4M-9XQT", "--pace", "0")
        await until(lambda: relay.connected)
        relay.pair_answer = 409, {"error": {"code": "pairing_used", "message": ""}}
        process.kill()
        await process.communicate()
        await until(lambda: not relay.connected)


def test_server_addresses_are_taken_as_people_type_them() -> None:
    for typed, meant in (
        ("localhost:8787", "http://localhost:8787"),
        ("lineup.example.com", "https://lineup.example.com"),
        ("https://x.example/lineup/", "https://x.example/lineup"),
        ("http://x.example/lineup/#/inbox", "http://x.example/lineup"),
    ):
        assert config.server_url(typed) == meant
    socket = config.Credential("https://x.example/lineup", "s", "a", "w").socket
    assert socket == "wss://x.example/lineup/ws"
    assert "lua_x" not in repr(config.Credential("https://x.example", "lua_x", "a", "w"))
