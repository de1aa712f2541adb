"""WebSockets: the handshake, frames and their limits."""

from __future__ import annotations

import json
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidStatus

from chalicelib.services.ports import GatewayGone
from infra.local.runtime import Event
from tests.local.conftest import Serve
from tests.local.dialing import code_of, dial
from tests.local.sample import Sample


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


def test_every_connection_has_an_id_of_its_own(serve: Serve, sample: Sample) -> None:
    server = serve()
    with ExitStack() as sockets:
        for _ in range(5):
            sockets.enter_context(dial(server))
        ids = {event["requestContext"]["connectionId"] for event in sample.wait_for("connect", 5)}
    assert len(ids) == 5


def test_middleware_runs_for_each_of_many_first_connections_at_once(serve: Serve, sample: Sample) -> None:
    server = serve()

    def visit(number: int) -> None:
        with dial(server) as ws:
            ws.send(str(number))

    with ThreadPoolExecutor(8) as many:
        list(many.map(visit, range(8)))
    sample.wait_for("message", 8)
    sample.wait_for("disconnect", 8)
    assert len(sample.middleware) == 24
