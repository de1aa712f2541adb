"""What a function writes: JSON lines with the invocation's ids, and one line of metrics at its end."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any

import pytest

from app import app
from chalicelib import wiring
from chalicelib.aws import observability
from chalicelib.aws.observability import EmfMetrics
from chalicelib.services.correlation import also, invocation, note
from chalicelib.services.metrics import Count, Time
from tests.edges.test_socket_events import event
from tests.recorded import head_record, poison_records
from tests.support.scene import Scene

STAGE = {"LINEUP_STAGE": "prod"}


class Lines:
    """What this process writes to stdout, as the JSON lines that CloudWatch would read."""

    def __init__(self) -> None:
        self.written = io.StringIO()

    @contextmanager
    def of(self, environment: dict[str, str]) -> Iterator[None]:
        """Logs as on AWS while the block runs (within a test: pytest changes handlers around it)."""
        root, ours = logging.getLogger(), logging.getLogger("lineup")
        before = (root.handlers, root.level, ours.handlers, ours.level, ours.propagate)
        try:
            with redirect_stdout(self.written):
                observability.configure(environment)
                yield
        finally:
            root.handlers, ours.handlers, ours.propagate = before[0], before[2], before[4]
            root.setLevel(before[1])
            ours.setLevel(before[3])

    def __call__(self) -> list[dict[str, Any]]:
        """Those since the last time."""
        text = self.written.getvalue()
        self.written.seek(0)
        self.written.truncate()
        return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def lines() -> Lines:
    return Lines()


def test_a_line_has_level_place_service_and_the_invocation_s_ids(lines: Lines) -> None:
    with lines.of(STAGE), invocation(requestId="r-1", connectionId=""):
        note(workspaceId="ws-1")
        also("envelopeIds", ["e-1", "e-2", "e-1"])
        logging.getLogger("lineup.sockets").warning("a frame failed: %s", "ValueError")
    with lines.of(STAGE):
        logging.getLogger("lineup.sockets").warning("outside")
    line, outside = lines()
    assert (line["level"], line["message"], line["service"]) == ("WARNING", "a frame failed: ValueError", "lineup-prod")
    assert (line["requestId"], line["workspaceId"], line["envelopeIds"]) == ("r-1", "ws-1", ["e-1", "e-2"])
    assert "connectionId" not in line
    assert "requestId" not in outside


def test_an_exception_is_told_without_its_words(lines: Lines) -> None:
    try:
        raise ValueError("hunter2 was typed")
    except ValueError:
        with lines.of(STAGE):
            logging.getLogger("some.library").exception("it failed")
    [line] = lines()
    assert line["exception_type"] == "ValueError"
    assert "hunter2" not in json.dumps(line)


def test_secrets_are_masked_in_messages_and_in_extra_fields(lines: Lines) -> None:
    with lines.of(STAGE):
        logging.getLogger("lineup.x").warning("with %s", "lua_abcdefgh", extra={"code": "123456", "at": "K7QF-2M9X"})
    text = json.dumps(lines())
    assert not any(secret in text for secret in ("lua_abcdefgh", "123456", "K7QF"))


def test_libraries_are_heard_from_warnings_on_and_we_from_the_level_that_is_asked_for(lines: Lines) -> None:
    with lines.of(STAGE):
        logging.getLogger("botocore").info("chatter")
        logging.getLogger("lineup.x").debug("detail")
        logging.getLogger("lineup.x").info("fact")
    assert [line["message"] for line in lines()] == ["fact"]
    with lines.of({**STAGE, "LINEUP_LOG_LEVEL": "DEBUG"}):
        logging.getLogger("lineup.x").debug("detail")
    assert [line["message"] for line in lines()] == ["detail"]


def test_metrics_are_one_embedded_line_with_the_ids_and_then_forgotten(lines: Lines) -> None:
    metrics = EmfMetrics(STAGE)
    with lines.of(STAGE), invocation(requestId="r-1"):
        metrics.count(Count.POSTS)
        metrics.count(Count.POSTS, 2)
        metrics.count(Count.REFUSED, 0)
        metrics.time(Time.FAN_OUT_LAG, 40.04)
        metrics.time(Time.FAN_OUT_LAG, 7)
        metrics.flush()
        metrics.flush()
    [line] = lines()
    [told] = line["_aws"]["CloudWatchMetrics"]
    assert (told["Namespace"], told["Dimensions"], line["service"]) == ("LineUp", [["service"]], "lineup-prod")
    units = {metric["Name"]: metric["Unit"] for metric in told["Metrics"]}
    assert units == {"Posts": "Count", "FanOutLag": "Milliseconds"}
    assert (line["Posts"], line["FanOutLag"], line["requestId"]) == ([3.0], [40.0, 7.0], "r-1")


class Context:
    """What Lambda hands to a function."""

    aws_request_id = "req-7"
    function_name = "lineup"


@pytest.fixture
def functions(scene: Scene) -> Iterator[Any]:
    """`app.py` with metrics as on AWS."""
    import app as functions

    app.websocket_api.configure("localhost", "ws")
    scene.world.metrics = EmfMetrics(STAGE)  # type: ignore[assignment]
    wiring.install(scene.world.rebuilt())
    yield functions
    wiring.install(None)


def test_one_message_is_followed_by_its_ids_from_its_frame_to_its_fan_out(
    functions: Any, scene: Scene, lines: Lines
) -> None:
    before = scene.head
    envelope = scene.page.envelope("message.create", {"content": "private-words"}, conversationId="conv-1")
    with lines.of(STAGE):
        functions.message(event("$default", scene.page.id, json.dumps(envelope)), Context())
        record = head_record(scene.workspace, before, scene.head)
        functions.on_head_change({"Records": [record]}, Context())
    appended, fanned = lines()
    assert (appended["requestId"], appended["connectionId"]) == ("req-7", scene.page.id)
    assert (appended["workspaceId"], appended["envelopeIds"]) == (scene.workspace, [envelope["id"]])
    assert (appended["sequence"], appended["Appends"], appended["Posts"]) == (scene.head, [1.0], [1.0])
    assert fanned["ranges"] == [f"{scene.workspace} {before}-{scene.head}"]
    assert (fanned["requestId"], fanned["Posts"], fanned["FanOutLag"]) == ("req-7", [2.0], [0.0])
    assert "private-words" not in json.dumps([appended, fanned])


def test_a_heartbeat_counts_its_answer_only(functions: Any, scene: Scene, lines: Lines) -> None:
    beat = scene.page.envelope("client.heartbeat", {})
    with lines.of(STAGE):
        functions.message(event("$default", scene.page.id, json.dumps(beat)), Context())
    assert [[metric["Name"] for metric in line["_aws"]["CloudWatchMetrics"][0]["Metrics"]] for line in lines()] == [
        ["Posts"]
    ]


def test_refusals_and_poison_are_counted_with_their_codes(functions: Any, scene: Scene, lines: Lines) -> None:
    unknown = scene.page.envelope("task.cancel_requested", {}, taskId="nowhere")
    with lines.of(STAGE):
        functions.message(event("$default", scene.page.id, json.dumps(unknown)), Context())
        functions.on_head_change({"Records": [poison_records()["no sequence"]]}, Context())
    refused, sense, poison = lines()
    assert (refused["Refused"], refused["refused"]) == ([1.0], ["not_found"])
    assert (sense["level"], sense["requestId"]) == ("ERROR", "req-7")
    assert poison["PoisonRecords"] == [1.0]


def test_what_an_invocation_raises_is_raised_and_its_counts_are_told(
    functions: Any, scene: Scene, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    metrics = wiring.services().metrics

    def run() -> int:
        metrics.count(Count.TIMERS_DONE)
        raise OSError

    monkeypatch.setattr(wiring.services().sweeps, "run", run)
    schedule = dict.fromkeys(("version", "account", "region", "detail", "resources", "time", "id"), "")
    with lines.of(STAGE), pytest.raises(OSError):
        functions.on_schedule({"source": "aws.events", "detail-type": "Scheduled Event", **schedule}, Context())
    assert [line["TimersDone"] for line in lines()] == [[1.0]]
