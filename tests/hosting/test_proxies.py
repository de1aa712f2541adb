"""The product behind the shipped nginx and Caddy configurations, at a root and at a sub-path."""

from __future__ import annotations

import ipaddress
import json
import re
import ssl
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from chalicelib.lap.limits import HEARTBEAT_SECONDS
from infra.local.wire import HEARTBEAT
from tests.hosting import proxies
from tests.hosting.product import Person, browser, frame, free_port, server


@dataclass
class Place:
    """Where people reach the product, and the link that signs in there."""

    address: str
    link: str
    prefix: str
    upstream: int


@pytest.fixture(params=["nginx", "nginx /lineup", "caddy", "caddy /lineup"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    name, _, prefix = request.param.partition(" ")
    port, upstream = free_port(), free_port()
    address = f"http://127.0.0.1:{port}{prefix}"
    site = {"nginx": proxies.nginx_site, "caddy": proxies.caddy_site}[name](bool(prefix), port, upstream)
    run = {"nginx": proxies.nginx, "caddy": proxies.caddy}[name]
    arguments = ["--port", str(upstream), "--behind-proxy", "--public-url", address, "--dist", str(dist(tmp_path))]
    with server(tmp_path / "data", *arguments) as link, run(tmp_path / "proxy", site):
        yield Place(address, link, prefix, upstream)


def dist(folder: Path) -> Path:
    """A web app of one page."""
    made = folder / "dist"
    (made / "assets").mkdir(parents=True)
    (made / "index.html").write_text("<!doctype html><html><head><title>LineUp</title></head><body></body></html>")
    (made / "assets" / "app.js").write_text("1")
    return made


def test_pages_the_api_and_sockets_work_through_the_proxy(place: Place) -> None:
    assert place.link.startswith(f"{place.address}/#/link/")
    with browser(place.address) as http:
        page = http.get("/")
        assert page.status_code == 200 and f'<base href="{place.prefix}/">' in page.text
        assert http.get("/assets/app.js").headers["Cache-Control"].endswith("immutable")
        assert http.get("/outbox").status_code == 404
        if place.prefix:
            bare = http.get(place.address)
            assert (bare.status_code, bare.headers["Location"].removeprefix("http://127.0.0.1")) in (
                (308, "/lineup/"), (308, place.address.removeprefix("http://127.0.0.1") + "/"),
            )  # fmt: skip
        person = Person(http, place.link)
        with person.dial(place.address, origin=place.address.removesuffix(place.prefix)) as (socket, welcome):
            socket.send(frame("client.heartbeat", "beat", {"epoch": welcome["epoch"], "cursor": welcome["head"]}))
            beat = json.loads(socket.recv(20))
        assert (beat["type"], beat["payload"]["head"]) == ("system.heartbeat", welcome["head"])
        elsewhere = person.dial(place.address, origin="https://elsewhere.example")
        with pytest.raises(InvalidStatus) as refused, elsewhere:
            pass
        assert refused.value.response.status_code == 403


def test_a_name_and_a_prefix_that_a_visitor_invents_do_not_count(place: Place) -> None:
    invented = {"X-Forwarded-Prefix": "/evil", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"}
    with browser(place.address) as http:
        page = http.get("/", headers=invented)
        assert page.status_code == 200 and f'<base href="{place.prefix}/">' in page.text
        assert "evil" not in page.text + page.headers["Content-Security-Policy"]
        signed = http.post("/api/auth/link", json={"token": place.link.rsplit("/", 1)[1]}, headers=invented)
        assert "Secure" not in signed.headers["Set-Cookie"]


def test_the_sign_in_cookie_is_first_party_and_refreshes_for_our_own_pages_only(place: Place) -> None:
    origin = place.address.removesuffix(place.prefix)
    with browser(place.address) as http:
        cookie = Person(http, place.link).signed.headers["Set-Cookie"]
        assert re.fullmatch(r"lineup=[^;]+; Path=/; Max-Age=\d+; HttpOnly; SameSite=Strict", cookie)
        assert http.post("/api/auth/refresh", headers={"Origin": origin}).status_code == 200
        assert http.post("/api/auth/refresh", headers={"Origin": "https://elsewhere.example"}).status_code == 403


def test_tries_are_counted_for_the_address_that_the_proxy_saw(place: Place) -> None:
    def attempt(**settings: Any) -> list[int]:
        headers = {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9"}
        with browser(place.address, **settings) as http:
            return [
                http.post(
                    "/api/pair", json={"code": "AAAA-AAAA"}, headers={**headers, "X-Real-IP": f"203.0.113.{n}"}
                ).status_code
                for n in range(11)
            ]

    assert attempt().count(429) == 1
    assert attempt(local_address="127.0.0.2")[:10].count(429) == 0


def test_an_agent_gets_through_with_its_credential(place: Place) -> None:
    with browser(place.address) as http:
        person = Person(http, place.link)
        code = http.post(f"/api/workspaces/{person.workspace}/pairings", json={"kind": "generic"}).json()["code"]
        given = http.post("/api/pair", json={"code": code, "name": "Coder"}).raise_for_status().json()
    headers = {"Authorization": f"Bearer {given['credential']}"}
    with connect(place.address.replace("http", "ws", 1) + "/ws", proxy=None, additional_headers=headers) as adapter:
        adapter.send(frame("agent.hello", "hello", {"agentVersion": "1", "runtime": "test", "capabilities": []}))
        while (answer := json.loads(adapter.recv(20)))["type"] != "system.welcome":
            assert answer["type"] == "system.events"  # that it is here was told before
        assert answer["payload"]["agent"]["id"] == given["agentId"]


def test_an_idle_socket_is_cut_at_the_limit_and_one_that_beats_is_not(tmp_path: Path) -> None:
    """With a limit of 1 s instead of 60, and beats far below it instead of 25 s."""
    port, upstream = free_port(), free_port()
    address = f"http://127.0.0.1:{port}"
    site = proxies.nginx_site(False, port, upstream, timeout="1s")
    arguments = ["--port", str(upstream), "--behind-proxy", "--public-url", address]
    with ExitStack() as stack:
        link = stack.enter_context(server(tmp_path / "data", *arguments))
        stack.enter_context(proxies.nginx(tmp_path / "proxy", site))
        person = Person(stack.enter_context(browser(address)), link)
        beating, welcome = stack.enter_context(person.dial(address))
        idle, _ = stack.enter_context(person.dial(address))
        assert waits(beating, idle, welcome) > 3
        assert beat(beating, welcome)


def waits(beating: Any, idle: Any, welcome: dict[str, Any]) -> int:
    """Beat until the idle socket is gone; how often."""
    for beats in range(1, 100):
        assert beat(beating, welcome)
        try:
            idle.recv(0.2)
        except TimeoutError:
            continue
        except ConnectionClosed:
            return beats
    raise AssertionError("the idle socket was never cut")


def beat(socket: Any, welcome: dict[str, Any]) -> bool:
    socket.send(frame("client.heartbeat", "beat", {"epoch": welcome["epoch"], "cursor": welcome["head"]}))
    return bool(json.loads(socket.recv(20))["type"] == "system.heartbeat")


@pytest.mark.parametrize("name", ["nginx/lineup.conf", "nginx/lineup-subpath.conf"])
def test_the_shipped_idle_limit_leaves_room_for_a_lost_beat(name: str) -> None:
    (limit,) = re.findall(r"proxy_read_timeout (\d+)s;", proxies.shipped(name))
    assert int(limit) > 2 * HEARTBEAT_SECONDS
    assert int(limit) > 2 * HEARTBEAT


def test_over_tls_the_cookie_is_for_this_host_alone(tmp_path: Path) -> None:
    port, upstream = free_port(), free_port()
    certificate(tmp_path)
    listen = f" ssl; ssl_certificate {tmp_path}/cert.pem; ssl_certificate_key {tmp_path}/key.pem"
    trust = ssl.create_default_context(cafile=tmp_path / "cert.pem")
    address = f"https://127.0.0.1:{port}"
    with (
        server(tmp_path / "data", "--port", str(upstream), "--behind-proxy", "--public-url", address) as link,
        proxies.nginx(tmp_path / "proxy", proxies.nginx_site(False, port, upstream, listen=listen)),
        browser(address, verify=trust) as http,
    ):
        person = Person(http, link)
        cookie = person.signed.headers["Set-Cookie"]
        assert re.fullmatch(r"__Host-lineup=[^;]+; Path=/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure", cookie)
        with person.dial(address, ssl=trust, origin=address) as (socket, welcome):
            assert beat(socket, welcome)


def certificate(folder: Path) -> None:
    """A certificate for 127.0.0.1 and its key, as PEM files."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    text = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "key.pem").write_bytes(text)
