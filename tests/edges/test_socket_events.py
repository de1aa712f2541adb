"""Socket events of API Gateway, through the functions that Lambda calls."""

import json
from typing import Any

import pytest

import app
from tests.support.api import Api
from tests.support.scene import Scene
from tests.support.world import Socket

KINDS = {"$connect": "CONNECT", "$default": "MESSAGE", "$disconnect": "DISCONNECT"}


def event(kind: str, connection_id: str, body: str | None = None, **headers: str) -> dict[str, Any]:
    context = {
        "connectionId": connection_id, "routeKey": kind, "domainName": "localhost", "stage": "ws", "apiId": "a",
        "eventType": KINDS[kind],
    }  # fmt: skip
    return {"requestContext": context, "headers": headers, "body": body, "isBase64Encoded": False}


@pytest.fixture
def functions(api: Api) -> Any:
    app.app.websocket_api.configure("localhost", "ws")
    return app


def test_a_page_connects_says_hello_speaks_and_leaves(functions: Any, scene: Scene) -> None:
    world = scene.world
    world.wires.open("c-1")
    host = {"Host": "lineup.local", "Origin": "http://lineup.local"}
    assert functions.connect(event("$connect", "c-1", **host), None)["statusCode"] == 200
    ticket = world.services.accounts.create_ticket(scene.user, scene.workspace)
    hello = scene.page.envelope("client.hello", {"ticket": ticket})
    message = scene.page.envelope("message.create", {"content": "hello"}, conversationId="conv-1")
    for envelope in (hello, message):
        functions.message(event("$default", "c-1", json.dumps(envelope)), None)
    assert [f["type"] for f in world.wires.sent["c-1"]] == ["system.welcome", "system.ack"]
    functions.disconnect(event("$disconnect", "c-1"), None)
    functions.disconnect(event("$disconnect", "c-1"), None)
    assert "c-1" not in {c.id for c in world.services.connections.of_workspace(scene.workspace)}


@pytest.mark.parametrize("route", ["$connect", "$disconnect"])
def test_a_frame_that_names_the_route_of_a_handshake_or_an_end_changes_nothing(
    functions: Any, scene: Scene, route: str
) -> None:
    """API Gateway routes frames by their field `action`."""
    id = scene.page.id
    frame = event(route, id, json.dumps({"action": route}))
    frame["requestContext"]["eventType"] = "MESSAGE"
    call = {"$connect": functions.connect, "$disconnect": functions.disconnect}[route]
    assert call(frame, None)["statusCode"] == 400
    connections = scene.world.services.connections
    assert id in {connection.id for connection in connections.of_workspace(scene.workspace)}


def test_a_frame_on_a_socket_that_nobody_knows_closes_it(functions: Any, scene: Scene) -> None:
    """After a restored table its row is not there: the client must not wait for an answer until it gives up."""
    scene.world.wires.open("c-of-before")
    heartbeat = json.dumps(scene.adapter.envelope("agent.heartbeat", {}))
    for _ in range(2):
        assert functions.message(event("$default", "c-of-before", heartbeat), None)["statusCode"] == 200
    assert scene.world.wires.closed["c-of-before"] == 1012


def test_an_empty_or_missing_body_is_answered(functions: Any, scene: Scene) -> None:
    for body in ("", None):
        seen = len(scene.page.frames)
        functions.message(event("$default", scene.page.id, body), None)
        assert scene.page.frames[seen]["payload"]["code"] == "bad_json"


def test_an_unexpected_failure_is_told_and_the_line_stays(
    functions: Any, scene: Scene, caplog: pytest.LogCaptureFixture
) -> None:
    socket: Socket = scene.page
    envelope = socket.envelope("message.create", {"content": "private-words"}, conversationId="conv-1")
    scene.world.table.close()
    functions.message(event("$default", socket.id, json.dumps(envelope)), None)
    error = socket.frames[-1]["payload"]
    assert (error["code"], error["retryable"]) == ("internal", True)
    assert scene.world.wires.closed == {}
    assert "a frame failed: ProgrammingError" in caplog.text
    assert "private-words" not in caplog.text


def test_the_schedule_runs_what_is_due(functions: Any, scene: Scene) -> None:
    scene.world.clock.forward(60)
    functions.on_schedule({"source": "aws.events", "detail-type": "Scheduled Event"} | dict.fromkeys(
        ("version", "account", "region", "detail", "resources", "time", "id"), ""
    ), None)  # fmt: skip
    assert scene.agent().status == "offline"
