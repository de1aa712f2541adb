"""One adapter's connection, over all its reconnects.

    down -> connecting -> greeting (hello sent) -> live -> down ...      fatal close code: stopped

It never blocks, reads no clock and opens no socket: `random` gives [0, 1), `now` is any steady clock in seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from ..wire import compact, envelope
from . import actions as act
from .backoff import Backoff
from .beats import Beats
from .clock import ServerClock
from .feed import Cursor, Feed
from .options import Hello, Options
from .outgoing import Outgoing
from .reading import at_most, parse, table
from .resync import Resync
from .streams import Streams

Phase = Literal["down", "connecting", "greeting", "live", "stopped"]
FATAL = {4400: "bad hello", 4401: "credential invalid or revoked", 4403: "not allowed", 4410: "protocol version"}
SILENT = 1006
_DELIVERIES = frozenset({"interaction.resolved"})
"""Deliveries that may come outside of `system.events`."""


class Connection:
    """Feed it what happens, then `drain()` what to do."""

    def __init__(
        self, hello: Hello, cursor: Cursor | None, clock: ServerClock, random: Callable[[], float],
        options: Options | None = None,
    ) -> None:  # fmt: skip
        self._hello = hello
        self._options = options or Options()
        self._clock = clock
        self._feed = Feed(cursor, self._options.recheck)
        self._outgoing = Outgoing(self._options, random)
        self._streams = Streams(self._options.stream_every)
        self._beats = Beats(self._options, random)
        self._backoff = Backoff(self._options.backoff_first, self._options.backoff_most, random)
        self._resync = Resync(random)
        self._actions: list[act.Action] = []
        self.phase: Phase = "down"
        self._next_try = 0.0
        self._deadline = 0.0
        self._announced_close: int | None = None
        self._greeted_at: Cursor | None = None
        self._first_greeting: Cursor | None = None

    # --- what the host tells -------------------------------------------------------------------------------------

    def enqueue(self, id: str, body: str) -> None:
        """A command (its JSON text) goes to the end of the outbox."""
        self._outgoing.add(id, body)

    def write_stream(self, message_id: str, conversation_id: str, task_id: str | None, text: str) -> None:
        """Streamed text of a message that is being written."""
        self._streams.write(message_id, conversation_id, task_id, text)

    def drop_stream(self, message_id: str) -> None:
        """The message is complete."""
        self._streams.drop(message_id)

    def opened(self, now: float) -> None:
        """The socket is open: say hello."""
        if self.phase != "connecting":
            return
        self.phase = "greeting"
        self._announced_close = None
        self._beats.start(now)
        self._deadline = now + self._options.handshake
        self._say_hello(now)

    def closed(self, code: int, reason: str, now: float) -> None:
        """The socket closed, or could not be opened (HTTP 401 counts as 4401, all else as 1006)."""
        if self.phase in ("down", "stopped"):
            return
        self._go_down(self._announced_close or code, reason, now)

    def close(self, code: int, reason: str) -> None:
        """Leave for good, politely."""
        if self.phase in ("connecting", "greeting", "live"):
            self._actions.append(act.Disconnect(code, reason))
        self.phase = "stopped"

    def position_of(self, snapshot: Cursor) -> Cursor:
        """Where to continue after a snapshot that was read at `snapshot`. Without a cursor of our own that is where we
        were greeted: what was said between the greeting and the snapshot is in no snapshot."""
        first = self._first_greeting
        if self._feed.cursor is None and first is not None and first.epoch == snapshot.epoch:
            return min(first, snapshot, key=lambda cursor: cursor.sequence)
        return snapshot

    def snapshot_taken(self, cursor: Cursor, now: float) -> None:
        """The host rebuilt from a snapshot and kept `cursor` (see `position_of`): continue from there."""
        self._feed.reset(cursor)
        self._resync.taken()
        if self.phase == "live":
            self._say_hello(now)

    def snapshot_failed(self, now: float) -> None:
        """The snapshot could not be had: try again later."""
        self._resync.failed(now, live=self.phase == "live")

    def tick(self, now: float) -> None:
        """Let time pass."""
        if self.phase == "down" and now >= self._next_try:
            self.phase = "connecting"
            self._deadline = now + self._options.handshake
            self._actions.append(act.Connect())
        elif self.phase in ("connecting", "greeting") and now >= self._deadline:
            self._abandon("no answer to the handshake", now)
        elif self.phase in ("greeting", "live"):
            self._tick_open(now)

    def received(self, text: str | bytes, now: float) -> None:
        """One frame: an envelope or an array of them."""
        if self.phase not in ("greeting", "live"):
            return
        self._beats.heard(now)
        frames, troubles = parse(text)
        self._actions += troubles
        for frame in frames:
            self._read(frame, now)

    def drain(self, now: float) -> list[act.Action]:
        """What to do now."""
        if self.phase == "live":
            self._send_waiting(now)
        actions, self._actions = self._actions, []
        return actions

    def wake_at(self, now: float) -> float | None:
        """When `tick` and `drain` are wanted next, if nothing happens before; None when stopped."""
        match self.phase:
            case "stopped":
                return None
            case "down":
                return self._next_try
            case "connecting" | "greeting":
                return self._deadline
        wishes = (
            self._beats.wake_at, None if self._resync.busy else self._feed.check_at, self._resync.retry_at,
            self._outgoing.wake_at(now), self._streams.wake_at(now),
        )  # fmt: skip
        return min(at for at in wishes if at is not None)

    @property
    def cursor(self) -> Cursor | None:
        """The position up to which everything was handed over."""
        return self._feed.cursor

    @property
    def waiting(self) -> int:
        """Commands that are not answered yet."""
        return len(self._outgoing)

    # --- up and down ---------------------------------------------------------------------------------------------

    def _go_down(self, code: int, reason: str, now: float) -> None:
        steady = self.phase == "live" and self._beats.steady(now)
        self._outgoing.lost()
        self._streams.lost()
        self._feed.lost()
        self._greeted_at = None
        self._resync.lost()
        if code in FATAL:
            self.phase = "stopped"
            self._actions.append(act.Stop(code, reason or FATAL[code]))
            return
        if steady:
            self._backoff.reset()
        self.phase = "down"
        delay = self._backoff.next()
        self._next_try = now + delay
        self._actions.append(act.Waiting(delay, code, reason))

    def _abandon(self, reason: str, now: float) -> None:
        """Give up a socket whose peer does not answer."""
        self._actions.append(act.Disconnect(1000, reason, abort=True))
        self._go_down(self._announced_close or SILENT, reason, now)

    def _say_hello(self, now: float) -> None:
        cursor = self._feed.cursor
        position = {"epoch": cursor.epoch, "lastSequence": cursor.sequence} if cursor else {}
        self._send("agent.hello", {**self._hello.payload(), **position}, now)
        self._feed.asked(now)

    def _send(self, kind: str, payload: dict[str, Any], now: float, **subject: str | None) -> None:
        self._actions.append(act.Send(compact(envelope(kind, self._clock.iso(now), payload, **subject))))

    def _tick_open(self, now: float) -> None:
        if self._beats.dead(now):
            self._abandon("the server fell silent", now)
            return
        if self._beats.old(now):
            self._actions.append(act.Disconnect(1000, "planned reconnect"))
            self._backoff.reset()
            self._go_down(1000, "planned reconnect", now)
            return
        if self.phase != "live":
            return
        if self._beats.due(now):
            cursor = self._feed.cursor
            self._send("agent.heartbeat", {"epoch": cursor.epoch, "cursor": cursor.sequence} if cursor else {}, now)
        self._tick_feed(now)

    def _tick_feed(self, now: float) -> None:
        if self._resync.due(now):
            self._actions.append(act.TakeSnapshot("retry"))
        elif self._feed.check_at is not None and now >= self._feed.check_at and not self._resync.busy:
            self._say_hello(now)

    def _send_waiting(self, now: float) -> None:
        if (text := self._outgoing.next_frame(now)) is not None:
            self._actions.append(act.Send(text))
        if (piece := self._streams.next_piece(now)) is not None:
            subject = {"conversation_id": piece.pop("conversationId"), "task_id": piece.pop("taskId")}
            self._send("message.delta", piece, now, **subject)

    # --- frames --------------------------------------------------------------------------------------------------

    def _read(self, frame: dict[str, Any], now: float) -> None:
        payload: dict[str, Any] = frame["payload"]
        match frame.get("type"):
            case "system.welcome":
                self._on_welcome(payload, now)
            case "system.events":
                self._on_events(payload, now)
            case "system.ack":
                self._on_ack(payload)
            case "system.error":
                self._on_error(payload, now)
            case "system.heartbeat":
                self._clock.heard(payload.get("now"), now)
                self._feed.heard(payload.get("epoch"), payload.get("head"), now)
            case "system.resync_required":
                self._on_resync(payload, now)
            case "system.warning":
                self._on_warning(payload)
            case kind if kind in _DELIVERIES:
                self._actions.append(act.Redelivered(frame))
            case kind:
                self._actions.append(act.Trouble("unknown_type", f"ignored a frame of type {str(kind)[:80]}"))

    def _on_welcome(self, payload: dict[str, Any], now: float) -> None:
        self._clock.heard(payload.get("now"), now)
        self._beats.every(payload.get("heartbeatSeconds"))
        self._feed.heard(payload.get("epoch"), payload.get("head"), now)
        limits, agent = table(payload, "limits"), table(payload, "agent")
        self._outgoing.frame_envelopes = at_most(limits, "frameEnvelopes", self._outgoing.frame_envelopes)
        self._outgoing.frame_bytes = at_most(limits, "frameBytes", self._outgoing.frame_bytes)
        confirmed = agent.get("status") != "pending"
        self.phase = "live"
        self._confirmed(confirmed, now)
        name, workspace = str(agent.get("name", "")), str(agent.get("workspaceName", ""))
        self._actions.append(act.Welcomed(name, workspace, confirmed))
        if isinstance(payload.get("head"), int):
            self._greeted_at = Cursor(str(payload.get("epoch")), payload["head"])
            self._first_greeting = self._first_greeting or self._greeted_at
            self._check_caught_up()

    def _check_caught_up(self) -> None:
        """Say once after each greeting that what it spoke of is here."""
        want, have = self._greeted_at, self._feed.cursor
        if want is not None and have is not None and have.epoch == want.epoch and have.sequence >= want.sequence:
            self._greeted_at = None
            self._actions.append(act.CaughtUp())

    def _confirmed(self, confirmed: bool, now: float) -> None:
        if confirmed:
            self._outgoing.release()
        else:
            self._outgoing.hold(now + self._options.confirm_retry)

    def _on_events(self, payload: dict[str, Any], now: float) -> None:
        if self._resync.busy:
            return
        before = self._feed.cursor
        new = self._feed.read(payload, now)
        if new is None:
            self._tick_feed(now)
            return
        self._resync.feed_works()
        cursor = self._feed.cursor
        if cursor is not None and cursor != before:
            if any(delivery.get("type") == "agent.updated" for delivery in new):
                self._outgoing.release()
            self._actions.append(act.Delivered(new, cursor))
        self._check_caught_up()

    def _on_ack(self, payload: dict[str, Any]) -> None:
        id, sequence = payload.get("id"), payload.get("sequence")
        if isinstance(id, str) and self._outgoing.acked(id):
            number = sequence if isinstance(sequence, int) else 0
            self._actions.append(act.Acked(id, number, payload.get("duplicate") is True))

    def _on_error(self, payload: dict[str, Any], now: float) -> None:
        code, text = str(payload.get("code", "")), str(payload.get("message", ""))
        if isinstance(payload.get("closeCode"), int) or self.phase == "greeting":
            self._announced_close = payload.get("closeCode")
            self._abandon(text or code, now)
            return
        retryable = payload.get("retryable") is True
        if code == "rate_limited":
            self._streams.slow_down(now)
        id = payload.get("id")
        if not isinstance(id, str):
            dropped = self._outgoing.frame_refused(retryable, now)
            id = dropped.id if dropped else None
        elif not self._outgoing.refused(id, retryable, now):
            id = None
        if code == "agent_not_confirmed":
            self._confirmed(False, now)
        details = table(payload, "details") or None
        self._actions.append(act.Rejected(id, code, text, details) if id else act.Trouble(code, text))

    def _on_resync(self, payload: dict[str, Any], now: float) -> None:
        if self._resync.required(now):
            self._actions.append(act.TakeSnapshot(str(payload.get("reason", ""))))

    def _on_warning(self, payload: dict[str, Any]) -> None:
        fields = payload.get("fields") if isinstance(payload.get("fields"), list) else []
        named = ", ".join(str(name) for name in fields or [])
        self._actions.append(act.Trouble(str(payload.get("code", "warning")), f"the server did not know: {named}"))


__all__ = ["FATAL", "Connection", "Phase"]
