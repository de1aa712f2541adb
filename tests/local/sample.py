"""A small product for the front's tests: a Chalice app, socket handlers that record, and a table of changes."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from chalice.app import Blueprint, Chalice, Response, WebsocketEvent

from chalicelib.services.ports import Item, Key, Mail, Write
from infra.local.runtime import EntryPoints, Event, Parts, Runtime


@dataclass(frozen=True)
class SampleChange:
    seq: int
    old: Item | None
    new: Item | None


class SampleTable:
    """Only a change log: the front itself reads no items."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._log: list[SampleChange] = []
        self._count = 0
        self.closed = False

    def add(self, version: int) -> None:
        key = Key("ws#1", "HEAD")
        old = Item(key, {"sequence": version - 1}, version - 1) if version > 1 else None
        with self._changed:
            self._count += 1
            self._log.append(SampleChange(self._count, old, Item(key, {"sequence": version}, version)))
            self._changed.notify_all()

    def changes(self, limit: int) -> Sequence[SampleChange]:
        with self._changed:
            return self._log[:limit]

    def acknowledge(self, seq: int) -> None:
        with self._changed:
            self._log = [change for change in self._log if change.seq > seq]
            self._changed.notify_all()

    def wait_for_change(self, timeout: float) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: bool(self._log), timeout)

    def wait_until_empty(self, timeout: float = 10) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: not self._log, timeout)

    def close(self) -> None:
        self.closed = True

    def get(self, keys: Sequence[Key]) -> dict[Key, Item]:
        raise NotImplementedError

    def query(self, pk: str, **_: Any) -> list[Item]:
        raise NotImplementedError

    def transact(self, writes: Sequence[Write]) -> None:
        raise NotImplementedError


@dataclass
class Sample:
    """One product: what its handlers saw, in order of arrival, and what they do (each may be replaced by a test)."""

    table: Any = field(default_factory=SampleTable)
    events: list[tuple[str, Event]] = field(default_factory=list)
    on_connect: Callable[[Event], Any] = lambda event: None
    on_message: Callable[[Event], Any] = lambda event: None
    on_feed: Callable[[Event], Any] = lambda event: None
    middleware: list[str] = field(default_factory=list)
    link: str | None = "one-time-token"

    def __post_init__(self) -> None:
        self._seen = threading.Condition()
        self._parts: Parts | None = None

    @property
    def parts(self) -> Parts:
        assert self._parts is not None
        return self._parts

    def record(self, kind: str, event: Event) -> None:
        with self._seen:
            self.events.append((kind, event))
            self._seen.notify_all()

    def of(self, kind: str) -> list[Event]:
        with self._seen:
            return [event for name, event in self.events if name == kind]

    def wait_for(self, kind: str, count: int = 1, timeout: float = 10) -> list[Event]:
        """The events of a kind once there are `count`; fails when they do not come."""
        with self._seen:
            enough = self._seen.wait_for(lambda: sum(n == kind for n, _ in self.events) >= count, timeout)
        assert enough, f"no {count} {kind}, but {[name for name, _ in self.events]}"
        return self.of(kind)

    def connection_id(self, number: int = 0) -> str:
        return str(self.wait_for("connect", number + 1)[number]["requestContext"]["connectionId"])

    def runtime(self) -> Runtime:
        return Runtime(
            open_table=lambda path: self.table,
            build_services=self._build,
            load_entry_points=lambda: entry_points(self),
            sign_in_link=lambda services, email: self.link,
            render_error=render_error,
        )

    def _build(self, parts: Parts) -> object:
        self._parts = parts
        return self


def render_error(code: str, message: str) -> str:
    return json.dumps({"type": "system.error", "payload": {"code": code, "message": message}})


def entry_points(sample: Sample) -> EntryPoints:
    app = Chalice("sample", configure_logs=False)
    app.experimental_feature_flags.add("WEBSOCKETS")
    app.register_blueprint(_routes(sample))

    @app.middleware("websocket")
    def count(event: WebsocketEvent, get_response: Callable[[WebsocketEvent], Any]) -> Any:
        sample.middleware.append(event.connection_id)
        return get_response(event)

    @app.on_ws_connect()
    def connect(event: WebsocketEvent) -> Any:
        sample.record("connect", event.to_dict())
        return sample.on_connect(event.to_dict())

    @app.on_ws_message()
    def message(event: WebsocketEvent) -> Any:
        result = sample.on_message(event.to_dict())
        sample.record("message", event.to_dict())
        return result

    @app.on_ws_disconnect()
    def disconnect(event: WebsocketEvent) -> None:
        sample.record("disconnect", event.to_dict())

    @app.lambda_function()
    def on_head_change(event: Event, context: Any) -> Any:
        sample.record("feed", event)
        return sample.on_feed(event)

    @app.schedule("rate(1 minute)")
    def on_schedule(event: Any) -> None:
        sample.record("schedule", event.to_dict())

    return EntryPoints(app, connect, message, disconnect, on_head_change, on_schedule)


def _routes(sample: Sample) -> Blueprint:
    routes = Blueprint("sample_routes")
    everyone = threading.Barrier(10)

    @routes.route("/health")
    def health() -> dict[str, str]:
        return {"status": "ok"}

    @routes.route("/echo/{name}", methods=["GET", "POST"])
    def echo(name: str) -> Any:
        """What the handler sees of its request, after ten of them are in here at once if `?together`."""
        raw_body = routes.current_request.raw_body
        query = routes.current_request.query_params
        if query and "together" in query:
            everyone.wait(10)
        request = routes.current_request
        return {
            "name": name,
            "path": request.context["path"],
            "ip": request.context["identity"]["sourceIp"],
            "headers": dict(request.headers),
            "query": {k: query.getlist(k) for k in query} if query else {},
            "body": raw_body if isinstance(raw_body, str) else raw_body.decode(),
            "lambda": request.lambda_context is routes.lambda_context,
        }

    @routes.route("/cookies", methods=["POST"])
    def cookies() -> Response:
        headers: dict[str, Any] = {"Set-Cookie": ["a=1; Path=/; HttpOnly", "b=2; Path=/"], "X-One": "1"}
        return Response({"ok": True}, headers, 201)

    @routes.route("/crash")
    def crash() -> None:
        raise RuntimeError("the secret is 42")

    @routes.route("/mail", methods=["POST"], content_types=["application/json"])
    def mail() -> dict[str, bool]:
        sample.parts.mailer.send(Mail(**routes.current_request.json_body))
        return {"sent": True}

    return routes
