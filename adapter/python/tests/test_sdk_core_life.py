"""The connection core, without socket, clock or thread: its life, its end, and what it makes of nonsense."""

from __future__ import annotations

import json

import pytest
from lineup import protocol as p
from lineup.wire import unix
from sdk_core import AT_5, NOW, Core, command, frames, of

# --- life and death ---


@pytest.mark.parametrize("code", [1000, 1001, 1002, 1006, 1011, 1012, 1013, 4409, 4429])
def test_all_other_closes_are_followed_by_a_reconnect(code: int) -> None:
    core = Core(AT_5)
    core.online(head=5)
    core.core.closed(code, "", core.now)
    assert [w.code for w in of(core.drain(), p.Waiting)] == [code]
    assert len(of(core.wait(20), p.Connect)) == 1


@pytest.mark.parametrize("code", [4400, 4401, 4403, 4410])
def test_a_fatal_close_stops_for_good(code: int) -> None:
    core = Core(AT_5)
    core.online(head=5)
    core.core.closed(code, "", core.now)
    assert [s.code for s in of(core.drain(), p.Stop)] == [code]
    assert core.core.wake_at(core.now) is None


def test_an_announced_close_code_counts_before_the_close_itself() -> None:
    core = Core(AT_5)
    core.online(head=5)
    actions = core.receive("system.error", code="credential_invalid", message="", retryable=False, closeCode=4401)
    assert [s.code for s in of(actions, p.Stop)] == [4401]
    assert of(actions, p.Disconnect)


def test_delays_grow_to_twenty_seconds_and_are_drawn_from_the_whole_range() -> None:
    for random, ceiling in ((0.999, 20.0), (0.0, 0.0)):
        core = Core(AT_5, random=random)
        core.core.tick(0)
        delays = []
        for _ in range(12):
            core.core.closed(1006, "", core.now)
            delays += [w.seconds for w in of(core.drain(), p.Waiting)]
            core.now = core.core.wake_at(core.now) or 0
            core.core.tick(core.now)
        assert max(delays) == pytest.approx(ceiling, rel=0.01)
        assert delays == sorted(delays)
        assert delays[0] <= 1.0


def test_a_silent_peer_is_left_within_60_seconds() -> None:
    core = Core(AT_5, random=0.99)
    core.online(head=5)
    actions = core.wait(60)
    assert [a.abort for a in of(actions, p.Disconnect)] == [True]
    assert len(of(actions, p.Waiting)) == 1


def test_any_frame_keeps_the_connection() -> None:
    core = Core(AT_5)
    core.online(head=5)
    for n in range(5, 25):
        assert of(core.wait(20), p.Disconnect) == []
        core.events(n, n + 1)


def test_heartbeats_come_every_25_seconds_with_the_cursor() -> None:
    core = Core(AT_5, random=0.0)
    core.online(head=5)
    beats = []
    for _ in range(4):
        beats += [f for f in frames(core.wait(25)) if f["type"] == "agent.heartbeat"]
        core.receive("system.heartbeat", epoch="e", head=5, now=NOW)
    assert len(beats) == 5
    assert beats[0]["payload"] == {"epoch": "e", "cursor": 5}


def test_the_handshake_has_a_deadline_too() -> None:
    core = Core(AT_5)
    core.core.tick(0)
    core.drain()
    core.core.opened(0)
    assert [a.abort for a in of(core.wait(21), p.Disconnect)] == [True]


def test_a_planned_reconnect_comes_before_two_hours_and_loses_nothing() -> None:
    core = Core(AT_5)
    core.online(head=5)
    core.core.enqueue(*command("m0"))
    first = frames(core.drain())
    closes = []
    for _ in range(120 * 3):
        closes += of(core.wait(20), p.Disconnect)
        if closes:
            break
        core.receive("system.heartbeat", epoch="e", head=5, now=NOW)
    assert 105 * 60 < core.now < 115 * 60
    assert (closes[0].code, closes[0].abort) == (1000, False)
    if core.core.phase == "down":
        core.wait(2)
    core.core.opened(core.now)
    core.drain()
    assert frames(core.receive("system.welcome", epoch="e", head=5, floor=1, limits={}, now=NOW, agent={})) == first


# --- hostile or odd input ---


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "[]", "[1, 2]", "null", '{"type": "x"}', '{"type": "system.events", "payload": {}}', "[" * 10_000,
     '{"type": "system.ack", "payload": {"id": 7}}', '{"type": "system.error", "payload": {"id": {}}}',
     '{"type": "system.welcome", "payload": {"limits": 3, "agent": 4, "now": "soon", "heartbeatSeconds": "x"}}',
     '{"type": "system.events", "payload": {"epoch": "e", "from": "a", "to": null, "events": 3}}',
     b"\xff\xfe"],
)  # fmt: skip
def test_a_frame_that_makes_no_sense_changes_nothing(text: str | bytes) -> None:
    core = Core(AT_5)
    core.online(head=5)
    core.core.received(text, core.now)
    assert of(core.drain(), p.Delivered) == []
    assert core.core.cursor == AT_5
    assert core.core.phase == "live"


def test_times_follow_the_servers_clock_whatever_ours_says() -> None:
    core = Core(AT_5)
    core.online(head=5)
    core.now += 100
    assert core.clock.seconds(core.now) == unix(NOW) + 100


def test_an_array_of_envelopes_is_read_like_several_frames() -> None:
    core = Core(AT_5)
    core.core.enqueue(*command("m0"))
    core.online(head=5)
    ack = {"id": "s", "type": "system.ack", "payload": {"id": "m0", "sequence": 6}}
    beat = {"id": "s", "type": "system.heartbeat", "payload": {"epoch": "e", "head": 5, "now": NOW}}
    core.core.received(json.dumps([ack, beat]), core.now)
    assert [a.id for a in of(core.drain(), p.Acked)] == ["m0"]
