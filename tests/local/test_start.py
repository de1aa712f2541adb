"""The command, as another process: what it prints, how it refuses, how it ends."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from infra.local.folder import secret
from infra.local.options import Options, parse
from infra.local.refused import StartRefused
from tests.local.conftest import Serve
from tests.local.running import Running
from tests.local.sample import Sample

Run = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    with ExitStack() as stack:

        def start(*arguments: str, **environment: str) -> subprocess.Popen[str]:
            process = subprocess.Popen(
                [sys.executable, "-W", "error", "-m", "tests.local.run_sample", *arguments],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, "PORT": "0", "DATA": str(tmp_path / "data"), **environment},
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            return process

        yield start


def _until(process: subprocess.Popen[str], pattern: str) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(pattern, line):
            return found.group(1)
    raise AssertionError("it ended: " + (process.stderr.read() if process.stderr else ""))


def _address(process: subprocess.Popen[str]) -> str:
    return _until(process, r"LineUp is ready +(\S+)")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_closes_sockets_with_1001_and_ends_with_0(run: Run, number: int) -> None:
    process = run()
    address = _address(process)
    assert _until(process, r"Sign in \(once\) +(\S+)") == f"{address}#/link/one-time-token"
    with connect(address.replace("http", "ws", 1) + "ws", proxy=None) as ws:
        process.send_signal(number)
        with pytest.raises(ConnectionClosed) as closed:
            ws.recv(20)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1001
    _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (0, "")


def test_a_crash_is_logged_without_its_text(run: Run) -> None:
    process = run()
    assert httpx.get(_address(process) + "api/crash", trust_env=False).status_code == 500
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert "RuntimeError" in errors and "in crash" in errors
    assert "secret" not in errors


def test_a_second_signal_ends_it_at_once(run: Run) -> None:
    process = run()
    port = int(_address(process).rsplit(":", 1)[1].strip("/"))
    with socket.create_connection(("127.0.0.1", port), 10) as raw:
        raw.sendall(b"POST /api/echo/a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
        assert raw.recv(100).startswith(b"HTTP/1.1 100")  # and now it waits for a body that never comes
        process.send_signal(signal.SIGINT)
        _until(process, "(Stopping)")
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130


def test_it_stops_in_order_even_if_nobody_reads_what_it_prints(run: Run) -> None:
    process = run()
    address = _address(process)
    assert process.stdout is not None
    process.stdout.close()
    with connect(address.replace("http", "ws", 1) + "ws", proxy=None) as ws:
        process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            ws.recv(20)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1001
    assert process.wait(30) == 0


def test_a_second_start_on_the_same_data_is_refused_in_words(run: Run) -> None:
    first = run()
    address = _address(first)
    second = run()
    output, errors = second.communicate(timeout=30)
    assert (second.returncode, output) == (1, "")
    assert errors.startswith("LineUp cannot start: ") and "Traceback" not in errors
    assert httpx.get(address + "api/health", trust_env=False).status_code == 200


def test_a_port_in_use_is_refused_in_words(run: Run, tmp_path: Path) -> None:
    port = _address(run()).rsplit(":", 1)[1].strip("/")
    second = run("--port", port, DATA=str(tmp_path / "other"))
    _, errors = second.communicate(timeout=30)
    assert (second.returncode, errors) == (
        1,
        f"LineUp cannot start: Port {port} is already in use. Stop what uses it, or choose another with PORT or "
        "--port.\n",
    )


@pytest.mark.parametrize("port", ["70000", "-1", "http", "8787.5", "٣"])
def test_a_bad_port_is_refused_in_words(port: str) -> None:
    with pytest.raises(StartRefused, match="PORT must be a number"):
        parse([], {"PORT": port})


def test_a_data_folder_that_cannot_be_written_is_refused_in_words(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    process = run("--data", str(tmp_path / "file" / "data"))
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "cannot be written" in errors and "Choose another with DATA or --data" in errors
    assert "Traceback" not in errors


def test_a_damaged_data_file_is_refused_in_words(run: Run, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "lineup.sqlite3").write_bytes(b"not a database at all" * 100)
    process = run()
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "cannot be opened" in errors and "Traceback" not in errors


@pytest.mark.parametrize(
    "arguments",
    [["--base-path", "/a b"], ["--base-path", "/../x"], ["--public-url", "ftp://x"], ["--public-url", "http://[x"]],
)
def test_bad_options_are_refused_in_words(arguments: list[str]) -> None:
    with pytest.raises(StartRefused, match=arguments[0]):
        parse(arguments, {})


def test_options_come_from_the_command_line_then_the_environment_then_the_defaults(tmp_path: Path) -> None:
    environment = {"PORT": "1234", "DATA": str(tmp_path)}
    assert parse([], {}) == Options(data=Path("data"), port=8787, host="127.0.0.1")
    assert parse([], environment) == Options(data=tmp_path, port=1234)
    given = parse(["--port", "1", "--base-path", "lineup/", "--public-url", "https://x.example/lineup/"], environment)
    assert (given.port, given.base_path, given.public_url) == (1, "/lineup", "https://x.example/lineup")


def test_opening_it_to_the_network_over_plain_http_is_warned_about(run: Run) -> None:
    assert _until(run("--host", "0.0.0.0"), r"(Warning: other machines)")


def test_a_host_that_is_not_this_machine_is_refused_in_words(run: Run) -> None:
    process = run("--host", "192.0.2.1")
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "Cannot listen on 192.0.2.1" in errors and "Traceback" not in errors


def test_a_start_that_fails_late_leaves_the_table_closed(serve: Serve, sample: Sample) -> None:
    first = serve()
    port = int(first.url.rsplit(":", 1)[1])
    other = Sample()
    with pytest.raises(StartRefused):
        serve(other, port=port)
    assert other.table.closed


def test_the_table_is_closed_after_the_last_disconnect(serve: Serve, sample: Sample) -> None:
    server: Running = serve()
    with connect(server.ws, proxy=None):
        assert server.stop()
    assert sample.table.closed
    assert len(sample.of("disconnect")) == 1


def test_the_secret_stays_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    value = secret(tmp_path)
    assert len(value) == 32 and secret(tmp_path) == value
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600
    (tmp_path / "secret.key").write_bytes(b"short")
    with pytest.raises(StartRefused, match="damaged"):
        secret(tmp_path)
