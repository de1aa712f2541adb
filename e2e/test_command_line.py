"""`lineup` with bad input: an exit code, words that say what to do, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from e2e.support.adapter import Adapter
from e2e.support.desk import AGENTS, Desk
from e2e.support.listening import free_port
from e2e.support.person import Person
from e2e.support.server import Server


@pytest.fixture
def machine(tmp_path: Path) -> Adapter:
    """A machine that was never paired."""
    return Adapter(tmp_path / "machine")


def expect_refused(machine: Adapter, *arguments: str, code: int, words: str) -> None:
    ended = machine.run(*arguments, check=False)
    said = ended.stdout + ended.stderr
    assert ended.returncode == code, said
    assert words in said
    assert "Traceback" not in said


def test_a_wrong_code_is_refused(machine: Adapter, shared: Server) -> None:
    arguments = ("pair", "AAAA-AAAA", "--server", shared.url)
    expect_refused(machine, *arguments, code=1, words="no such pairing code. Check it, or make a new one")


def test_a_used_code_is_refused(machine: Adapter, shared: Server, owner: Person) -> None:
    code = owner.pairing_code(owner.new_workspace("Studio"))
    paired = machine.run("pair", code, "--server", shared.url)
    assert "Paired with “Studio”" in paired.stdout
    arguments = ("pair", code, "--server", shared.url)
    expect_refused(machine, *arguments, code=1, words="used already. Make a new one in the web app")


@pytest.mark.parametrize("code", ["", " ", "nonsense; rm -rf", "\u202eAAAA", "A" * 5000])
def test_what_is_no_code_is_refused(machine: Adapter, shared: Server, code: str) -> None:
    expect_refused(machine, "pair", code, "--server", shared.url, code=1, words="code")


def test_a_server_that_is_not_there_is_named(machine: Adapter) -> None:
    address = f"http://localhost:{free_port()}"
    expect_refused(machine, "pair", "AAAA-AAAA", "--server", address, code=1, words="cannot be reached")


@pytest.mark.parametrize("address", ["ftp://example.com", "http://", "http://user:secret@localhost", "not an address"])
def test_what_is_no_address_is_refused(machine: Adapter, address: str) -> None:
    expect_refused(machine, "pair", "AAAA-AAAA", "--server", address, code=2, words="address")


def test_a_missing_server_is_asked_for(machine: Adapter) -> None:
    expect_refused(machine, "pair", "AAAA-AAAA", code=2, words="Add --server URL")


@pytest.mark.parametrize("command", [("run", "asking:once"), ("demo",)])
def test_running_before_pairing_says_how_to_pair(
    machine: Adapter, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(AGENTS)
    expect_refused(machine, *command, code=2, words="lineup pair CODE --server URL")


def test_a_module_that_is_not_there_is_named(machine: Adapter) -> None:
    expect_refused(machine, "run", "nowhere:agent", code=2, words="there is no module 'nowhere' here")


def test_the_doctor_finds_a_healthy_agent(desk: Desk) -> None:
    found = desk.adapter.run("doctor")
    assert "The server accepts the credential" in found.stdout
    assert "A WebSocket can be opened" in found.stdout


def test_the_doctor_says_what_to_do_before_pairing(machine: Adapter) -> None:
    expect_refused(machine, "doctor", code=1, words="this machine is not paired yet")


def test_the_doctor_says_that_the_server_is_away(machine: Adapter) -> None:
    address = f"http://localhost:{free_port()}"
    expect_refused(
        machine, "doctor", "--server", address, code=1, words="Is the server running, and the address right?"
    )


def test_the_doctor_says_that_the_agent_was_revoked(desk: Desk) -> None:
    desk.tell("agent.revoke", {"agentId": desk.agent})
    expect_refused(desk.adapter, "doctor", code=1, words="it was revoked")
    expect_refused(desk.adapter, "doctor", code=1, words="Make a new code in the web app")


def test_the_doctor_notices_a_credential_that_others_can_read(desk: Desk) -> None:
    credential = desk.adapter.home / "credential.json"
    credential.chmod(0o644)
    expect_refused(desk.adapter, "doctor", code=1, words=f"chmod 600 {credential}")


def test_a_broken_credential_is_named(desk: Desk) -> None:
    (desk.adapter.home / "credential.json").write_text("{", encoding="utf-8")
    expect_refused(desk.adapter, "doctor", code=1, words="Pair again")
    expect_refused(desk.adapter, "demo", code=2, words="Pair again")
