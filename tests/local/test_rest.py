"""HTTP to the Chalice app and back."""

from __future__ import annotations

import json
import logging
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.local.conftest import Serve


def test_a_request_reaches_its_route_with_all_it_carries(serve: Serve) -> None:
    with serve().http() as http:
        answer = http.post("/api/echo/ann?a=1&a=2&b=", content="héllo", headers={"X-Thing": "x"})
    seen = answer.json()
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert (seen["name"], seen["body"], seen["path"], seen["ip"]) == ("ann", "héllo", "/api/echo/ann", "127.0.0.1")
    assert seen["query"] == {"a": ["1", "2"], "b": [""]}
    assert seen["headers"]["x-thing"] == "x"
    assert seen["lambda"]


def test_fifty_requests_at_once_see_only_themselves(serve: Serve) -> None:
    with serve().http() as http, ThreadPoolExecutor(50) as many:

        def ask(number: int) -> dict[str, object]:
            path = f"/api/echo/name{number}?together=1&n={number}"
            return dict(http.post(path, content=f"body{number}", headers={"X-Number": str(number)}).json())

        for number, seen in enumerate(many.map(ask, range(50))):
            assert seen["name"] == f"name{number}"
            assert seen["body"] == f"body{number}"
            assert seen["query"] == {"together": ["1"], "n": [str(number)]}
            assert isinstance(seen["headers"], dict) and seen["headers"]["x-number"] == str(number)
            assert seen["lambda"]


def test_several_cookies_stay_several(serve: Serve) -> None:
    with serve().http() as http:
        answer = http.post("/api/cookies")
    assert answer.status_code == 201
    assert answer.headers.get_list("set-cookie") == ["a=1; Path=/; HttpOnly", "b=2; Path=/"]
    assert answer.headers["x-one"] == "1"


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/nothing", 404, "not_found"),
        ("GET", "/api", 404, "not_found"),
        ("GET", "/api//health", 404, "not_found"),
        ("DELETE", "/api/health", 405, "method_not_allowed"),
        ("TRACE", "/api/health", 405, "method_not_allowed"),
        ("POST", "/some/page", 405, "method_not_allowed"),
    ],
)
def test_what_has_no_route_gets_a_typed_error(serve: Serve, method: str, path: str, status: int, code: str) -> None:
    with serve().http() as http:
        answer = http.request(method, path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert status != 405 or answer.headers["allow"]


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"FROBNICATE /api/health HTTP/1.1\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00 hello\r\n\r\n",
        b"GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: " + b"s" * 20_000 + b"\r\n\r\n",
        b"POST /api/echo/a HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    ],
)
def test_what_is_no_http_gets_a_typed_error_that_quotes_nothing(serve: Serve, request_bytes: bytes) -> None:
    server = serve()
    with socket.create_connection(("127.0.0.1", int(server.url.rsplit(":", 1)[1])), 10) as raw:
        raw.sendall(request_bytes)
        head, _, body = b"".join(iter(lambda: raw.recv(65536), b"")).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 400") or head.startswith(b"HTTP/1.0 400")
    assert b"nosniff" in head
    assert json.loads(body)["error"]["code"] == "bad_request"
    with server.http() as http:
        assert http.get("/api/health").status_code == 200


def test_head_is_a_get_without_its_body_and_options_names_the_methods(serve: Serve) -> None:
    with serve().http() as http:
        head, options = http.head("/api/health"), http.options("/api/echo/a")
    assert (head.status_code, head.content, head.headers["content-length"]) == (200, b"", "15")
    assert (options.status_code, options.headers["allow"]) == (204, "GET, POST, OPTIONS")
    assert not [name for name in options.headers if name.startswith("access-control")]


def test_a_body_over_a_megabyte_is_refused_and_the_server_goes_on(serve: Serve) -> None:
    with serve().http() as http:
        answer = http.post("/api/echo/big", content=b"x" * (1024 * 1024 + 1))
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "body_too_large")
        assert len(http.post("/api/echo/big", content=b"x" * 1024 * 1024).json()["body"]) == 1024 * 1024


def test_a_body_that_is_not_text_is_refused(serve: Serve) -> None:
    with serve().http() as http:
        answer = http.post("/api/echo/a", content=b"\xff\xfe")
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "not_text")


def test_a_crash_is_a_500_that_tells_and_logs_no_secret(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    with serve().http() as http, caplog.at_level(logging.DEBUG):
        answer = http.get("/api/crash")
    assert answer.status_code == 500
    assert "42" not in answer.text and "Traceback" not in answer.text


def test_forwarded_headers_of_a_stranger_are_ignored(serve: Serve) -> None:
    forged = {"X-Forwarded-For": "9.9.9.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}
    with serve().http() as http:
        seen = http.get("/api/echo/a", headers=forged).json()
    assert seen["ip"] == "127.0.0.1"
    assert seen["headers"]["x-forwarded-for"] == "127.0.0.1"
    assert seen["headers"]["x-forwarded-proto"] == "http"
    assert "evil" not in json.dumps(seen)


def test_behind_a_proxy_the_nearest_forwarded_entry_counts(serve: Serve) -> None:
    sent = {"X-Forwarded-For": "6.6.6.6, 9.9.9.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "line.example"}
    with serve(behind_proxy=True).http() as http:
        seen = http.get("/api/echo/a", headers=sent).json()
    assert (seen["ip"], seen["headers"]["x-forwarded-proto"]) == ("9.9.9.9", "https")
    assert seen["headers"]["host"] == "line.example"
