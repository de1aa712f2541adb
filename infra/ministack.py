"""ministack, an emulator of AWS without Docker, for tests and for trying a deployment; never for data that matters.

`python -m infra.ministack install` makes its environment, `python -m infra.ministack run [PORT]` runs it in front
(4566, the port that LocalStack's clients expect). Tests use `running()`. It wants libraries of its own versions, so
it lives in `.venv-ministack`. It listens on 127.0.0.1 only and forgets everything when it ends.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from infra import environments
from infra.environments import ROOT

LOCKED = ROOT / "requirements-ministack.txt"
HOST = "127.0.0.1"
DEFAULT_PORT = 4566
START_SECONDS = 30.0


class MinistackFailed(Exception):
    """ministack did not start; the message has the end of what it printed."""


def install() -> Path:
    """Make its environment, or bring it to the locked versions; gives its Python (`environments.install`)."""
    return environments.install("ministack", LOCKED) / "python"


@contextmanager
def running(log: Path, port: int | None = None) -> Iterator[str]:
    """Run ministack while the block runs, on a free port or on `port`; gives its address. Its output goes to `log`. It
    unpacks a function for each of its processes and leaves that behind (60 MB of ours, a thousand times): in a folder
    that goes when it ends.

    Raises `MinistackFailed`.
    """
    python = install()
    port = port or _free_port()
    environment = {**os.environ, "BIND_HOST": HOST, "GATEWAY_PORT": str(port), "LOG_LEVEL": "WARNING"}
    with log.open("wb") as output, TemporaryDirectory(prefix="ministack-", ignore_cleanup_errors=True) as scratch:
        environment["TMPDIR"] = scratch
        process = subprocess.Popen(
            [str(python), "-m", "ministack"], env=environment, stdout=output, stderr=subprocess.STDOUT, cwd=log.parent
        )
        try:
            address = f"http://{HOST}:{port}"
            _wait_until_healthy(process, address, log)
            yield address
        finally:
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_until_healthy(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{address}/_ministack/health", timeout=1):
                return
        except (urllib.error.URLError, TimeoutError, ConnectionError):
            time.sleep(0.05)
    raise MinistackFailed(f"ministack did not start: {log.read_text(errors='replace')[-2000:]}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def main(arguments: list[str]) -> None:
    """The command line; see the head of this file."""
    match arguments:
        case ["install"]:
            install()
        case ["run"] | ["run", _]:
            port = arguments[1] if len(arguments) > 1 else str(DEFAULT_PORT)
            python = install()
            environment = {**os.environ, "BIND_HOST": HOST, "GATEWAY_PORT": port}
            os.execve(python, [str(python), "-m", "ministack"], environment)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
