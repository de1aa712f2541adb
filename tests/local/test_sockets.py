"""WebSockets: the three events, order, limits and every way to end."""

from __future__ import annotations

import json
import logging
import socket
import struct
import threading
from contextlib import ExitStack
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from chalicelib.services.ports import GatewayBusy, GatewayGone
from infra.local.runtime import Event
from tests.local.conftest import Serve
from tests.local.running import Running
from tests.local.sample import Sample


def dial(server: Running, **settings: Any) -> ClientConnection:
    given = {"open_timeout": 10, "close_timeout": 5, "proxy": None, "max_size": None, **settings}
    connection: ClientConnection = connect(server.ws, **given)
    return connection


def code_of(text: str | bytes) -> str:
    return str(json.loads(text)["payload"]["code"])


def test_connect_sees_the_handshake_before_it_is_accepted(serve: Serve, sample: Sample) -> None:
    sample.on_connect = lambda event: {"statusCode": 200, "headers": {"Sec-WebSocket-Protocol": "lineup.v1"}}
    headers = {"Authorization": "Bearer lua_x"}
    with dial(
        serve(), additional_headers=headers, origin="http://o.example", subprotocols=["lineup.v1", "ticket.t"]
    ) as ws:
        assert ws.subprotocol == "lineup.v1"
    event = sample.wait_for("connect")[0]
    context = event["requestContext"]
    assert (context["routeKey"], context["eventType"]) == ("$connect", "CONNECT")
    assert context["identity"]["sourceIp"] == "127.0.0.1"
    assert event["headers"]["Authorization"] == "Bearer lua_x"
    assert event["headers"]["Origin"] == "http://o.example"
    assert event["headers"]["Sec-WebSocket-Protocol"] == "lineup.v1, ticket.t"


@pytest.mark.parametrize("status", [401, 403, 429])
def test_a_refused_connect_is_that_http_status_and_no_disconnect(serve: Serve, sample: Sample, status: int) -> None:
    body = json.dumps({"error": {"code": "no", "message": "No."}})
    sample.on_connect = lambda event: {"statusCode": status, "body": body}
    server = serve()
    with pytest.raises(InvalidStatus) as refused:
        dial(server)
    assert refused.value.response.status_code == status
    assert json.loads(refused.value.response.body or b"")["error"]["code"] == "no"
    assert server.stop()
    assert sample.of("disconnect") == []


def test_a_crash_in_connect_is_a_500(serve: Serve, sample: Sample) -> None:
    def crash(event: Event) -> None:
        raise RuntimeError("secret")

    sample.on_connect = crash
    with pytest.raises(InvalidStatus) as refused:
        dial(serve())
    assert refused.value.response.status_code == 500
    assert b"secret" not in (refused.value.response.body or b"")


def test_a_plain_get_is_told_to_upgrade(serve: Serve, sample: Sample) -> None:
    with serve().http() as http:
        answer = http.get("/ws")
    assert (answer.status_code, answer.json()["error"]["code"]) == (426, "upgrade_required")
    assert sample.of("connect") == []


def test_a_ticket_among_the_subprotocols_is_in_no_log(
    serve: Serve, sample: Sample, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG), dial(serve(), subprotocols=["ticket.verysecret"]):
        sample.wait_for("connect")
    assert "verysecret" not in "".join(r.getMessage() for r in caplog.records if not r.name.startswith("websockets"))


def test_frames_reach_the_handler_and_answers_come_back(serve: Serve, sample: Sample) -> None:
    sample.on_message = lambda e: sample.parts.gateway.post(e["requestContext"]["connectionId"], "re:" + e["body"])
    with dial(serve()) as ws:
        ws.send("héllo")
        assert ws.recv(10) == "re:héllo"
        ws.send("")
        assert ws.recv(10) == "re:"
    first, second = (e["requestContext"]["connectionId"] for e in sample.of("message"))
    assert first == second == sample.connection_id()


def test_frames_of_one_connection_run_at_the_same_time(serve: Serve, sample: Sample) -> None:
    both = threading.Barrier(2)
    sample.on_message = lambda event: both.wait(10)
    with dial(serve()) as ws:
        ws.send("1")
        ws.send("2")
        assert len(sample.wait_for("message", 2)) == 2


def test_the_shuffle_switch_takes_the_order_away_and_nothing_else(serve: Serve, sample: Sample) -> None:
    sent = [str(number) for number in range(60)]
    with dial(serve(shuffle_frames=True)) as ws:
        for text in sent:
            ws.send(text)
        seen = [event["body"] for event in sample.wait_for("message", 60)]
    assert seen != sent
    assert sorted(seen) == sorted(sent)


def test_posts_of_one_thread_arrive_in_order_while_others_post_too(serve: Serve, sample: Sample) -> None:
    with dial(serve()) as ws:
        target = sample.connection_id()

        def post(name: str) -> None:
            for number in range(300):
                sample.parts.gateway.post(target, f"{name} {number}")

        threads = [threading.Thread(target=post, args=(name,)) for name in "abcd"]
        for thread in threads:
            thread.start()
        got = [str(ws.recv(10)).split() for _ in range(1200)]
        for thread in threads:
            thread.join()
    for name in "abcd":
        assert [int(number) for who, number in got if who == name] == list(range(300))


@pytest.mark.parametrize("size", [33 * 1024, 128 * 1024])
def test_a_frame_up_to_128_kib_reaches_the_handler(serve: Serve, sample: Sample, size: int) -> None:
    with dial(serve()) as ws:
        ws.send("x" * size)
        assert len(sample.wait_for("message")[0]["body"]) == size


@pytest.mark.parametrize("frame", ["x" * (128 * 1024 + 1), "é" * (65 * 1024), "x" * (20 * 1024 * 1024)])
def test_a_larger_frame_gets_a_typed_error_and_the_connection_stays(serve: Serve, sample: Sample, frame: str) -> None:
    with dial(serve()) as ws:
        ws.send(frame)
        assert code_of(ws.recv(20)) == "frame_too_large"
        ws.send("still here")
        assert [event["body"] for event in sample.wait_for("message")] == ["still here"]


def test_a_binary_frame_gets_a_typed_error_and_the_connection_stays(serve: Serve, sample: Sample) -> None:
    with dial(serve()) as ws:
        ws.send(b"\x00\x01")
        assert code_of(ws.recv(10)) == "not_text"
        ws.send("still here")
        sample.wait_for("message")


def test_a_frame_whose_handler_crashes_gets_a_typed_error_and_the_connection_stays(
    serve: Serve, sample: Sample, caplog: pytest.LogCaptureFixture
) -> None:
    def crash(event: Event) -> None:
        if event["body"] == "bad":
            raise RuntimeError("said: " + event["body"] + " secret")

    sample.on_message = crash
    with dial(serve()) as ws:
        ws.send("bad")
        assert code_of(ws.recv(10)) == "internal"
        ws.send("good")
        sample.wait_for("message")
    assert "RuntimeError" in caplog.text and "secret" not in caplog.text


def test_posting_to_nobody_is_gone_and_closing_nobody_is_fine(serve: Serve, sample: Sample) -> None:
    server = serve()
    gone: list[bool] = []

    def post_inside_connect(event: Event) -> None:
        with pytest.raises(GatewayGone):
            sample.parts.gateway.post(event["requestContext"]["connectionId"], "too early")
        gone.append(True)

    sample.on_connect = post_inside_connect
    with dial(server):
        sample.connection_id()
    sample.wait_for("disconnect")
    for name in ("never-there", sample.connection_id()):
        with pytest.raises(GatewayGone):
            sample.parts.gateway.post(name, "x")
        sample.parts.gateway.close(name, 4401, "revoked")
    assert gone == [True]


def test_a_post_over_32_kib_is_a_bug_of_the_caller(serve: Serve, sample: Sample) -> None:
    with dial(serve()), pytest.raises(ValueError):
        sample.parts.gateway.post(sample.connection_id(), "x" * (32 * 1024 + 1))


def _raw(server: Running) -> socket.socket:
    """A connection whose client does nothing by itself: it reads only the handshake."""
    raw = socket.create_connection(("127.0.0.1", int(server.url.rsplit(":", 1)[1])), 10)
    raw.sendall(
        b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += raw.recv(1)
    assert head.startswith(b"HTTP/1.1 101")
    return raw


def _fill(sample: Sample, target: str) -> int:
    """Post until the connection is busy; how much it took, in bytes."""
    frame = "x" * (32 * 1024)
    for number in range(100_000):
        try:
            sample.parts.gateway.post(target, frame)
        except GatewayBusy:
            return number * len(frame)
    raise AssertionError("it was never busy")


def test_a_peer_that_does_not_read_makes_posts_busy_and_harms_nobody_else(serve: Serve, sample: Sample) -> None:
    server = serve()
    with _raw(server), dial(server) as other:
        taken = _fill(sample, sample.connection_id(0))
        assert 4 * 1024 * 1024 - 32 * 1024 <= taken < 64 * 1024 * 1024
        sample.parts.gateway.post(sample.connection_id(1), "hello")
        assert other.recv(10) == "hello"


def test_closing_a_peer_that_does_not_read_ends_it(serve: Serve, sample: Sample) -> None:
    with _raw(serve()):
        _fill(sample, sample.connection_id())
        sample.parts.gateway.close(sample.connection_id(), 4401, "revoked")
        event = sample.wait_for("disconnect")[0]
    assert event["requestContext"]["disconnectStatusCode"] == 1006


def test_a_silent_peer_is_found_by_pings(serve: Serve, sample: Sample) -> None:
    with _raw(serve(settings={"heartbeat": 0.2})):
        assert sample.wait_for("disconnect")[0]["requestContext"]["disconnectStatusCode"] == 1006


def test_a_peer_that_answers_pings_stays_over_many_of_them(serve: Serve, sample: Sample) -> None:
    with _raw(serve(settings={"heartbeat": 0.2})) as raw:
        for _ in range(4):
            assert raw.recv(2) == b"\x89\x00"
            raw.sendall(b"\x8a\x80mask")
        raw.sendall(b"\x81\x80mask")
        assert sample.wait_for("message")[0]["body"] == ""
        assert sample.of("disconnect") == []


def test_close_sends_what_waits_and_then_the_real_code(serve: Serve, sample: Sample) -> None:
    with dial(serve()) as ws:
        gateway, target = sample.parts.gateway, sample.connection_id()
        gateway.post(target, "last words")
        gateway.close(target, 4409, "replaced " + "é" * 100)
        gateway.close(target, 4401, "too late")
        with pytest.raises(GatewayGone):
            gateway.post(target, "after the close")
        assert ws.recv(10) == "last words"
        with pytest.raises(ConnectionClosed) as closed:
            ws.recv(10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4409
    assert closed.value.rcvd.reason.startswith("replaced é")
    assert sample.wait_for("disconnect")[0]["requestContext"]["disconnectStatusCode"] == 4409


def test_a_close_reaches_a_peer_that_is_sending_all_the_while(serve: Serve, sample: Sample) -> None:
    with dial(serve()) as ws:
        stop = threading.Event()

        def burst() -> None:
            while not stop.is_set():
                try:
                    ws.send("x" * 10_000)
                except ConnectionClosed:
                    return

        sender = threading.Thread(target=burst)
        sender.start()
        sample.wait_for("message", 20)
        sample.parts.gateway.close(sample.connection_id(), 4401, "revoked")
        with pytest.raises(ConnectionClosed) as closed:
            ws.recv(10)
        stop.set()
        sender.join(10)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401


def test_a_peer_that_never_answers_a_close_is_cut(serve: Serve, sample: Sample) -> None:
    with _raw(serve()) as raw:
        sample.parts.gateway.close(sample.connection_id(), 4401, "")
        assert raw.recv(100) == b"\x88\x02" + (4401).to_bytes(2, "big")
        assert sample.wait_for("disconnect")[0]["requestContext"]["disconnectStatusCode"] == 1006


def test_disconnect_runs_once_however_a_connection_ends(serve: Serve, sample: Sample) -> None:
    server = serve()
    with dial(server) as clean:
        clean.close(4000, "bye")
        sample.wait_for("disconnect", 1)
    with _raw(server) as aborted:
        aborted.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset
    sample.wait_for("disconnect", 2)
    with _raw(server) as broken:
        broken.sendall(b"\xff\xff not a frame")
        sample.wait_for("disconnect", 3)
    with dial(server):
        sample.parts.gateway.close(sample.connection_id(3), 4401, "revoked")
        sample.wait_for("disconnect", 4)
    with dial(server) as left_open:
        sample.wait_for("connect", 5)
        assert server.stop()
        with pytest.raises(ConnectionClosed) as closed:
            left_open.recv(10)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1001
    ends = sample.of("disconnect")
    ids = [event["requestContext"]["connectionId"] for event in ends]
    assert ids == [event["requestContext"]["connectionId"] for event in sample.of("connect")]
    assert [e["requestContext"]["disconnectStatusCode"] for e in ends] == [4000, 1006, 1002, 4401, 1001]


def test_the_disconnect_comes_after_frames_that_arrived_before_it(serve: Serve, sample: Sample) -> None:
    at_work, go_on = threading.Event(), threading.Event()

    def slow(event: Event) -> None:
        at_work.set()
        go_on.wait(10)

    sample.on_message = slow
    with dial(serve()) as ws:
        ws.send("report")
        assert at_work.wait(10)
    go_on.set()
    sample.wait_for("disconnect")
    assert [kind for kind, _ in sample.events if kind in ("message", "disconnect")] == ["message", "disconnect"]


def test_every_connection_has_an_id_of_its_own(serve: Serve, sample: Sample) -> None:
    server = serve()
    with ExitStack() as sockets:
        for _ in range(5):
            sockets.enter_context(dial(server))
        ids = {event["requestContext"]["connectionId"] for event in sample.wait_for("connect", 5)}
    assert len(ids) == 5
