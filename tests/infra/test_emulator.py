"""Which emulator is used: what runs already goes first, if it has all that the template needs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from infra import ministack
from infra.cloud_local import emulator

ALL = dict.fromkeys(emulator.NEEDED, "available")
Serve = Callable[[dict[str, str]], int]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Starts a server that answers at these paths, where `localstack-client` looks for an emulator; its port."""
    monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
    monkeypatch.delenv("USE_SSL", raising=False)
    with ExitStack() as stack:

        def start(pages: dict[str, str]) -> int:
            class Handler(BaseHTTPRequestHandler):
                def do_GET(self) -> None:
                    page = pages.get(self.path)
                    self.send_response(404 if page is None else 200)
                    self.end_headers()
                    self.wfile.write((page or "").encode())

                def log_message(self, format: str, *values: object) -> None:
                    """Nothing."""

            server = stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), Handler))
            thread = Thread(target=server.serve_forever, args=(0.01,))
            thread.start()
            stack.callback(thread.join)
            stack.callback(server.shutdown)
            monkeypatch.setenv("LOCALSTACK_HOST", f"127.0.0.1:{server.server_port}")
            return int(server.server_port)

        yield start


def health(services: dict[str, str]) -> str:
    return json.dumps({"services": services, "edition": "pro", "version": "2026.3.1"})


def test_a_localstack_with_all_services_is_used_by_the_name_that_its_functions_know(serve: Serve) -> None:
    port = serve({"/_localstack/health": health(ALL)})
    assert emulator.found() == (f"http://localhost.localstack.cloud:{port}", "LocalStack")


def test_a_localstack_of_the_free_plan_is_named_with_what_it_lacks_and_not_used(
    serve: Serve, capsys: pytest.CaptureFixture[str]
) -> None:
    free = {name: state for name, state in ALL.items() if name not in ("apigatewayv2", "cloudfront")}
    port = serve({"/_localstack/health": health({**free, "s3": "running"})})
    assert emulator.found() is None
    assert f"127.0.0.1:{port} has no apigatewayv2, cloudfront in its plan: not used" in capsys.readouterr().out


def test_a_service_that_is_switched_off_counts_as_missing(serve: Serve) -> None:
    serve({"/_localstack/health": health({**ALL, "ses": "disabled"})})
    assert emulator.found() is None


@pytest.mark.parametrize("page", ["not json", "[]", "{}", "null"])
def test_something_else_at_that_address_is_not_used(serve: Serve, page: str) -> None:
    serve({"/_localstack/health": page})
    assert emulator.found() is None


def test_nothing_at_that_address_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
    monkeypatch.setenv("LOCALSTACK_HOST", "127.0.0.1:1")
    assert emulator.found() is None


def test_a_ministack_that_runs_already_is_used_and_stays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
    with ministack.running(tmp_path / "ministack.log") as address:
        monkeypatch.setenv("LOCALSTACK_HOST", address.removeprefix("http://"))
        for _ in range(2):
            with emulator.running(tmp_path / "other.log") as used:
                assert used == (address, "ministack")
    assert not (tmp_path / "other.log").exists()


def test_without_one_ministack_is_started_and_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("AWS_ENDPOINT_URL", raising=False)
    monkeypatch.delenv("LAMBDA_ACCOUNT_CONCURRENCY", raising=False)
    monkeypatch.setenv("LOCALSTACK_HOST", "127.0.0.1:1")
    with emulator.running(tmp_path / "ministack.log") as (address, name):
        assert name == "ministack"
        monkeypatch.setenv("LOCALSTACK_HOST", address.removeprefix("http://"))
        assert emulator.found() == (address, "ministack")
    assert emulator.found() is None
