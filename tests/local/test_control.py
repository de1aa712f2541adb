"""A running server gives its owner a new sign-in link, and nobody else; systemd is told how it goes."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from infra.local import control, notify
from infra.local.commands import run
from tests.local.conftest import Serve
from tests.local.sample import Sample


def test_the_command_prints_a_link_of_the_running_server(
    serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(public_url="https://lineup.example.com/sub")
    assert run(["sign-in-link", "--data", str(tmp_path / "data")]) == 0
    assert capsys.readouterr().out == "https://lineup.example.com/sub/#/link/one-time-token\n"
    assert (tmp_path / "data" / control.SOCKET).stat().st_mode & 0o777 == 0o600
    assert server.stop()
    assert not (tmp_path / "data" / control.SOCKET).exists()
    assert run(["sign-in-link", "--data", str(tmp_path / "data")]) == 1
    assert "No server answers in" in capsys.readouterr().err


def test_a_socket_that_a_killed_server_left_is_replaced(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(tmp_path / "data" / control.SOCKET))
    with pytest.raises(control.NotRunning):
        control.ask(tmp_path / "data", {"do": "sign-in-link"})
    serve()
    assert "link" in control.ask(tmp_path / "data", {"do": "sign-in-link"})


def test_what_it_does_not_know_or_cannot_read_harms_nothing(serve: Serve, tmp_path: Path, sample: Sample) -> None:
    serve()
    assert "another version" in control.ask(tmp_path / "data", {"do": "format the disk"})["error"]
    for noise in (b"\n", b"[]\n", b"x" * 100_000 + b"\n", b""):
        with socket.socket(socket.AF_UNIX) as raw:
            raw.settimeout(10)
            raw.connect(str(tmp_path / "data" / control.SOCKET))
            raw.sendall(noise)
            raw.shutdown(socket.SHUT_WR)
            while raw.recv(1000):
                pass
    sample.link = None
    assert control.ask(tmp_path / "data", {"do": "sign-in-link", "email": None})["link"] == ""


def test_a_folder_whose_path_is_too_long_for_a_socket_is_served_all_the_same(
    serve: Serve, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    deep = tmp_path / ("d" * 120)
    with serve(data=deep).http() as http:
        assert http.get("/api/health").status_code == 200
    assert "sign-in-link will not reach this server" in caplog.text


def test_systemd_is_told_over_its_socket(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.settimeout(10)
        manager.bind(str(tmp_path / "notify"))
        notify.tell({"NOTIFY_SOCKET": str(tmp_path / "notify")}, "READY=1")
        assert manager.recv(100) == b"READY=1"
    notify.tell({}, "READY=1")
