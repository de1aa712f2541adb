"""Mails that were not sent: kept, bounded, and shown to this machine's user only."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from chalicelib.services.ports import Mail
from infra.local.clock import SystemClock
from infra.local.outbox import KEPT, OutboxMailer
from tests.local.conftest import Serve

MAIL = {"to": "ann@example.org", "subject": "<b>Code</b>", "text": "123456 & <script>alert(1)</script>", "html": None}


def _send(http: httpx.Client) -> None:
    assert http.post("/api/mail", json=MAIL).status_code == 200


def test_a_mail_is_on_the_page_escaped_and_in_the_json(serve: Serve, tmp_path: Path) -> None:
    running = serve()
    key = {"key": running.server.outbox_key}
    with running.http() as http:
        assert "No mail yet" in http.get("/outbox", params=key).text
        _send(http)
        page, data = http.get("/outbox", params=key), http.get("/outbox.json", params=key).json()
    assert "123456 &amp; &lt;script&gt;" in page.text and "<script" not in page.text and "<b>" not in page.text
    assert page.headers["cache-control"] == "no-store"
    assert [(mail["to"], mail["text"]) for mail in data["mails"]] == [(MAIL["to"], MAIL["text"])]
    file = tmp_path / "data" / "outbox.jsonl"
    assert file.stat().st_mode & 0o777 == 0o600
    assert [json.loads(line)["subject"] for line in file.read_text().splitlines()] == [MAIL["subject"]]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8787", "127.0.0.1.evil.example", "localhost@evil", ""])
def test_a_name_that_was_made_to_resolve_here_does_not_open_the_outbox(serve: Serve, host: str) -> None:
    running = serve()
    with running.http(params={"key": running.server.outbox_key}) as http:
        _send(http)
        for path in ("/outbox", "/outbox.json"):
            assert http.get(path, headers={"Host": host}).status_code in (400, 404)
            for good in ("localhost", "127.0.0.1:8787", "[::1]:1"):
                assert http.get(path, headers={"Host": good}).status_code == 200


@pytest.mark.parametrize("header", ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Via", "X-Forwarded-Host"])
def test_a_request_that_came_through_a_proxy_does_not_open_the_outbox(serve: Serve, header: str) -> None:
    running = serve()
    with running.http(params={"key": running.server.outbox_key}) as http:
        assert http.get("/outbox.json").status_code == 200
        assert http.get("/outbox.json", headers={header: "x"}).status_code == 404


@pytest.mark.parametrize("key", [None, "", "0" * 32, "é"])
def test_without_the_printed_key_there_is_no_outbox(serve: Serve, key: str | None) -> None:
    with serve().http() as http:
        _send(http)
        assert http.get("/outbox.json", params={} if key is None else {"key": key}).status_code == 404


@pytest.mark.parametrize("change", [{"behind_proxy": True}, {"host": "0.0.0.0"}])
def test_when_others_can_reach_the_server_there_is_no_outbox(serve: Serve, change: dict[str, object]) -> None:
    running = serve(**change)
    with running.http(params={"key": running.server.outbox_key}) as http:
        assert http.get("/outbox").status_code == 404
        assert http.get("/outbox.json").status_code == 404


def test_the_last_mails_survive_a_restart_and_older_ones_go(tmp_path: Path) -> None:
    file = tmp_path / "outbox.jsonl"
    mailer = OutboxMailer(file, SystemClock())
    for number in range(KEPT + 5):
        mailer.send(Mail(f"{number}@example.org", "s", "t"))
    again = OutboxMailer(file, SystemClock())
    assert [mail["to"] for mail in again.mails()] == [f"{n}@example.org" for n in range(5, KEPT + 5)]
    assert len(file.read_text().splitlines()) == KEPT
