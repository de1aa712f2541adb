"""The server as a service runs it: asked, saved and checked from outside while it serves; killed, restored, moved."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from infra.local.commands import run
from infra.transfer.stores import snapshot
from tests.hosting.product import ROOT, Person, browser, free_port, server


def test_a_running_server_is_saved_checked_and_asked_for_a_link_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, address = tmp_path / "data", f"http://127.0.0.1:{free_port()}"
    arguments = ["--port", address.rsplit(":", 1)[1]]
    with server(data, *arguments) as link, browser(address) as http:
        person = Person(http, link)
        assert command("backup", data, str(tmp_path / "one.tar.gz")).returncode == 0
        assert "All is well" in command("verify", data).stdout
        assert "not for a move" in command("export", data, str(tmp_path / "file")).stdout
        refused = command("restore", data, "--force", str(tmp_path / "one.tar.gz"))
        assert (refused.returncode, "Stop that server first" in refused.stderr) == (1, True)
        again = command("sign-in-link", data, "--email", "bob@example.com").stdout.strip()
        assert again.startswith(f"http://localhost:{arguments[1]}/#/link/")
        signed = http.post("/api/auth/link", json={"token": again.rsplit("/", 1)[1]}).raise_for_status().json()
        assert signed["user"]["email"] == "bob@example.com"
        http.post("/api/workspaces", json={"name": "After the backup"}).raise_for_status()
    assert run(["restore", "--data", str(data), "--force", str(tmp_path / "one.tar.gz")]) == 0
    capsys.readouterr()
    with server(data, *arguments) as link, browser(address) as http:
        token = http.post("/api/auth/link", json={"token": link.rsplit("/", 1)[1]}).raise_for_status().json()
        mine = http.get("/api/me", headers={"Authorization": f"Bearer {token['accessToken']}"}).json()["workspaces"]
        assert [workspace["id"] for workspace in mine] == [person.workspace]


def command(name: str, data: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "infra.local", name, "--data", str(data), *arguments],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_after_a_move_over_dynamodb_a_real_socket_gets_what_it_missed_and_after_a_copy_a_new_start(
    tmp_path: Path, dynamodb_endpoint: str, dynamo_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("ACCESS_KEY_ID", "test"), ("SECRET_ACCESS_KEY", "test"), ("DEFAULT_REGION", "us-east-1")):
        monkeypatch.setenv(f"AWS_{name}", value)
    cloud = ["--table", dynamo_name, "--endpoint-url", dynamodb_endpoint]
    port = free_port()
    address, key = f"http://127.0.0.1:{port}", str(tmp_path / "key")
    with server(tmp_path / "old", "--port", str(port)) as link, browser(address) as http:
        person = Person(http, link)
        with person.dial(address) as (_, welcome):
            cursor = {"epoch": welcome["epoch"], "cursor": welcome["head"]}
        members = f"/api/workspaces/{person.workspace}/members"
        for number in range(5):
            http.post(members, json={"email": f"p{number}@example.com", "role": "member"}).raise_for_status()
        token = http.headers["Authorization"]
    assert run(["export", "--data", str(tmp_path / "old"), "--with-key", key, str(tmp_path / "there")]) == 0
    assert run(["import", *cloud, str(tmp_path / "there")]) == 0
    assert run(["export", *cloud, "--stopped", str(tmp_path / "back")]) == 0
    for place, flags in (("moved", []), ("copied", ["--new-epoch"])):
        imported = ["import", "--data", str(tmp_path / place), "--with-key", key, *flags, str(tmp_path / "back")]
        assert run(imported) == 0
    with server(tmp_path / "moved", "--port", str(port)), browser(address, headers={"Authorization": token}) as http:
        person.http = http
        with person.dial(address, cursor) as (socket, welcome):
            told = json.loads(socket.recv(20))
        assert welcome["epoch"] == cursor["epoch"]
        assert (told["type"], told["payload"]["from"]) == ("system.events", cursor["cursor"])
        sequences = [event["sequence"] for event in told["payload"]["events"]]
        assert sequences == list(range(cursor["cursor"] + 1, cursor["cursor"] + 6))
    with server(tmp_path / "copied", "--port", str(port)), browser(address, headers={"Authorization": token}) as http:
        person.http = http
        with person.dial(address, cursor) as (socket, welcome):
            told = json.loads(socket.recv(20))
        assert welcome["epoch"] != cursor["epoch"]
        assert (told["type"], told["payload"]["reason"]) == ("system.resync_required", "epoch")


def test_systemd_learns_when_it_is_ready_and_when_it_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.settimeout(30)
        manager.bind(str(tmp_path / "notify"))
        monkeypatch.setitem(os.environ, "NOTIFY_SOCKET", str(tmp_path / "notify"))
        with server(tmp_path / "data", "--port", "0"):
            assert manager.recv(100) == b"READY=1"
        assert manager.recv(100) == b"STOPPING=1"


def test_a_backup_or_check_by_root_leaves_the_owner_in_possession(tmp_path: Path) -> None:
    """What SQLite makes beside the database belongs to who owns that."""
    data = tmp_path / "data"
    with server(data, "--port", "0"):
        pass
    owner = 12345 if os.geteuid() == 0 else os.geteuid()
    for path in (data, *data.iterdir()):
        os.chown(path, owner, -1)
    with snapshot(data / "lineup.sqlite3"):
        assert {path.stat().st_uid for path in data.iterdir()} == {owner}
    assert command("backup", data, str(tmp_path / "one.tar.gz")).returncode == 0
    assert {path.stat().st_uid for path in data.iterdir()} == {owner}
