"""WebSockets: peers that do not read or answer, and every way to end."""

from __future__ import annotations

import socket
import struct
import threading

import pytest
from websockets.exceptions import ConnectionClosed

from chalicelib.services.ports import GatewayGone
from infra.local.runtime import Event
from tests.local.conftest import Serve
from tests.local.dialing import dial, dial_raw, fill
from tests.local.sample import Sample


def test_a_peer_that_does_not_read_makes_posts_busy_and_harms_nobody_else(serve: Serve, sample: Sample) -> None:
    server = serve()
    with dial_raw(server), dial(server) as other:
        taken = fill(sample, sample.connection_id(0))
        assert 4 * 1024 * 1024 - 32 * 1024 <= taken < 64 * 1024 * 1024
        sample.parts.gateway.post(sample.connection_id(1), "hello")
        assert other.recv(10) == "hello"


def test_closing_a_peer_that_does_not_read_ends_it(serve: Serve, sample: Sample) -> None:
    with dial_raw(serve()):
        fill(sample, sample.connection_id())
        sample.parts.gateway.close(sample.connection_id(), 4401, "revoked")
        event = sample.wait_for("disconnect")[0]
    assert event["requestContext"]["disconnectStatusCode"] == 1006


def test_a_silent_peer_is_found_by_pings(serve: Serve, sample: Sample) -> None:
    with dial_raw(serve(settings={"heartbeat": 0.2})):
        assert sample.wait_for("disconnect")[0]["requestContext"]["disconnectStatusCode"] == 1006


def test_a_peer_that_answers_pings_stays_over_many_of_them(serve: Serve, sample: Sample) -> None:
    with dial_raw(serve(settings={"heartbeat": 0.2})) as raw:
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
    with dial_raw(serve()) as raw:
        sample.parts.gateway.close(sample.connection_id(), 4401, "")
        assert raw.recv(100) == b"\x88\x02" + (4401).to_bytes(2, "big")
        assert sample.wait_for("disconnect")[0]["requestContext"]["disconnectStatusCode"] == 1006


def test_disconnect_runs_once_however_a_connection_ends(serve: Serve, sample: Sample) -> None:
    server = serve()
    with dial(server) as clean:
        clean.close(4000, "bye")
        sample.wait_for("disconnect", 1)
    with dial_raw(server) as aborted:
        aborted.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset
    sample.wait_for("disconnect", 2)
    with dial_raw(server) as broken:
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
