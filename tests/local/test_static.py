"""The web app's files, and what every answer carries."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from infra.local.static import with_base
from tests.local.conftest import Serve
from tests.local.running import Running

PAGE = '<!doctype html><html><head><base href="/"><title>x</title></head><body></body></html>'


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "assets" / "app-1a2b.js").write_text("export {}")
    (folder / "assets" / "app-1a2b.css").write_text("body {}")
    (folder / "assets" / "font.woff2").write_bytes(b"font")
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "assets" / "large-3c4d.js").write_text("export {}")
    (folder / "assets" / "large-3c4d.js.br").write_bytes(b"brotli")
    (folder / "assets" / "large-3c4d.js.gz").write_bytes(b"gzip")
    (folder / ".hidden").write_text("hidden")
    (tmp_path / "secret.txt").write_text("outside")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    return folder


@pytest.mark.parametrize(
    ("path", "kind", "cache"),
    [
        ("/", "text/html; charset=utf-8", "no-store"),
        ("/index.html", "text/html; charset=utf-8", "no-store"),
        ("/tasks/t-1", "text/html; charset=utf-8", "no-store"),
        ("/assets/app-1a2b.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/assets/app-1a2b.css", "text/css; charset=utf-8", "public, max-age=31536000, immutable"),
        ("/assets/font.woff2", "font/woff2", "public, max-age=31536000, immutable"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
    ],
)
def test_a_file_has_its_type_and_its_lifetime(serve: Serve, dist: Path, path: str, kind: str, cache: str) -> None:
    with serve().http() as http:
        answer = http.get(path)
    assert answer.status_code == 200
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == (kind, cache)


@pytest.mark.parametrize("path", ["/", "/api/health", "/api/nothing", "/assets/app-1a2b.js", "/assets/no.js", "/ws"])
def test_every_answer_carries_the_security_headers(serve: Serve, dist: Path, path: str) -> None:
    server = serve()
    with server.http() as http:
        headers = http.get(path).headers
    host = server.url.removeprefix("http://")
    assert headers["content-security-policy"] == (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'self'; frame-ancestors 'none'; form-action 'self'; "
        f"connect-src 'self' ws://{host} wss://{host}"
    )
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
    assert headers["server"] == "LineUp"


def test_a_host_that_is_no_host_does_not_reach_the_policy(serve: Serve, dist: Path) -> None:
    with serve().http() as http:
        policy = http.get("/", headers={"Host": "x; script-src *"}).headers["content-security-policy"]
    assert policy.endswith("connect-src 'self'")


def _raw_get(server: Running, target: str) -> tuple[int, bytes]:
    """A request whose path no client library has tidied."""
    with socket.create_connection(("127.0.0.1", int(server.url.rsplit(":", 1)[1])), 10) as raw:
        raw.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    return int(answer.split()[1]), answer


@pytest.mark.parametrize(
    "target",
    [
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/..%5csecret.txt",
        "//secret.txt",
        "/link.txt",
        "/.hidden",
        "/index.html%00.txt",
        "/" + "a" * 300 + ".txt",
        "/assets/%252e%252e/secret.txt",
        "/assets",
    ],
)
def test_nothing_outside_the_folder_can_be_read(serve: Serve, dist: Path, target: str) -> None:
    _, answer = _raw_get(serve(), target)
    assert b"outside" not in answer and b"hidden" not in answer and b"Traceback" not in answer


def test_a_missing_file_is_a_404_and_not_the_page(serve: Serve, dist: Path) -> None:
    with serve().http() as http:
        for path in ("/assets/old-9f.js", "/favicon.png", "/assets/thing"):
            answer = http.get(path)
            assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


def test_without_a_built_app_the_page_says_what_to_run(serve: Serve) -> None:
    with serve().http() as http:
        answer = http.get("/")
        assert (answer.status_code, "make web" in answer.text) == (503, True)
        assert http.get("/api/health").status_code == 200


def test_below_a_base_path_everything_works_with_and_without_the_prefix(serve: Serve, dist: Path) -> None:
    server = serve(base_path="/line/up")
    assert server.url.endswith("/line/up")
    with server.http() as http:
        page = http.get("/tasks")
        assert '<base href="/line/up/">' in page.text
        assert http.get("/assets/app-1a2b.js").text == "export {}"
        seen = http.get("/api/echo/a").json()
        assert seen["path"] == "/line/up/api/echo/a"
        redirect = http.get(server.url)
        assert (redirect.status_code, redirect.headers["location"]) == (308, "/line/up/")
    origin = server.url.removesuffix("/line/up")
    with server.http() as http:
        assert http.get(origin + "/api/health").status_code == 200
        assert '<base href="/line/up/">' in http.get(origin + "/line/upper").text


def test_a_prefix_from_the_proxy_counts_only_when_it_is_trusted_and_sane(serve: Serve, dist: Path) -> None:
    with serve(behind_proxy=True).http() as http:
        assert '<base href="/lineup/">' in http.get("/", headers={"X-Forwarded-Prefix": "/lineup/"}).text
        for bad in ('/"><script>', "//evil.example", "/../x", "lineup"):
            assert '<base href="/">' in http.get("/", headers={"X-Forwarded-Prefix": bad}).text
    with serve().http() as http:
        assert '<base href="/">' in http.get("/", headers={"X-Forwarded-Prefix": "/lineup"}).text


def test_a_page_without_a_base_gets_one() -> None:
    assert with_base("<html><head lang=en><title>x", "/a") == '<html><head lang=en><base href="/a/"><title>x'


@pytest.mark.parametrize(
    ("accepted", "sent", "body"),
    [("gzip, deflate, br", "br", b"brotli"), ("gzip", "gzip", b"gzip"), ("identity", None, b"export {}")],
)
def test_a_browser_gets_the_compressed_twin_that_it_takes(
    serve: Serve, dist: Path, accepted: str, sent: str | None, body: bytes
) -> None:
    with (
        serve().http() as http,
        http.stream("GET", "/assets/large-3c4d.js", headers={"Accept-Encoding": accepted}) as answer,
    ):
        got = b"".join(answer.iter_raw())
    assert (answer.headers.get("content-encoding"), got) == (sent, body)
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers.get("vary") == (sent and "Accept-Encoding")
