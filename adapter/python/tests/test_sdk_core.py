"""The connection core, without socket, clock or thread."""

from __future__ import annotations

from lineup import protocol as p
from sdk_core import AT_5, NOW, Core, command, frames, of

# --- greeting and position ---


def test_hello_carries_the_cursor_and_none_without_one() -> None:
    for cursor, position in ((AT_5, ("e", 5)), (None, (None, None))):
        core = Core(cursor)
        core.core.tick(0)
        core.drain()
        core.core.opened(0)
        payload = frames(core.drain())[0]["payload"]
        assert (payload.get("epoch"), payload.get("lastSequence")) == position


def test_new_deliveries_come_once_and_an_empty_frame_moves_the_cursor() -> None:
    core = Core(AT_5)
    core.online(head=9)
    first = of(core.events(5, 9, 6, 9), p.Delivered)
    assert [d["sequence"] for d in first[0].deliveries] == [6, 9]
    again = of(core.events(5, 9, 6, 9), p.Delivered)
    overlap = of(core.events(8, 11, 9, 11), p.Delivered)
    assert again == []
    assert [d["sequence"] for d in overlap[0].deliveries] == [11]
    empty = of(core.events(11, 14), p.Delivered)
    assert (empty[0].deliveries, empty[0].cursor) == ((), p.Cursor("e", 14))


def test_a_gap_is_asked_for_and_nothing_beyond_it_is_taken() -> None:
    core = Core(AT_5)
    core.online(head=5)
    core.events(5, 5)
    core.wait(10)
    actions = core.events(7, 8, 8)
    assert of(actions, p.Delivered) == []
    hello = frames(actions)
    assert [f["type"] for f in hello] == ["agent.hello"]
    assert hello[0]["payload"]["lastSequence"] == 5


def test_many_frames_behind_a_gap_are_one_question() -> None:
    core = Core(AT_5)
    core.online(head=5)
    core.wait(10)
    asked = [f for n in range(7, 30) for f in frames(core.events(n, n + 1, n + 1))]
    assert len(asked) == 1


def test_a_lost_push_is_noticed_by_the_heartbeats_answer() -> None:
    core = Core(AT_5)
    core.online(head=5)
    assert [f["type"] for f in frames(core.wait(25))] == ["agent.heartbeat"]
    core.receive("system.heartbeat", epoch="e", head=6, now=NOW)
    assert [f["type"] for f in frames(core.wait(3))] == ["agent.hello"]


def test_a_head_that_the_feed_reaches_in_a_moment_is_no_loss() -> None:
    core = Core(AT_5)
    core.online(head=5)
    core.receive("system.heartbeat", epoch="e", head=6, now=NOW)
    core.events(5, 6, 6)
    assert "agent.hello" not in [f["type"] for f in frames(core.wait(5))]


def test_resync_takes_the_snapshot_once_and_continues_from_it() -> None:
    core = Core(AT_5)
    core.online(head=90)
    actions = core.receive("system.resync_required", reason="epoch", epoch="f", head=90)
    assert len(of(actions, p.TakeSnapshot)) == 1
    assert of(core.receive("system.resync_required", reason="epoch", epoch="f", head=90), p.TakeSnapshot) == []
    core.core.snapshot_taken(p.Cursor("f", 90), core.now)
    hello = frames(core.drain())
    assert (hello[0]["payload"]["epoch"], hello[0]["payload"]["lastSequence"]) == ("f", 90)


def test_resync_again_and_again_waits_longer_each_time() -> None:
    core = Core(AT_5)
    core.online(head=90)
    core.receive("system.resync_required", reason="epoch", epoch="f", head=90)
    for _ in range(5):
        core.core.snapshot_taken(p.Cursor("f", 90), core.now)
        assert of(core.receive("system.resync_required", reason="epoch", epoch="f", head=90), p.TakeSnapshot) == []
        assert len(of(core.wait(31), p.TakeSnapshot)) == 1


def test_without_a_cursor_what_came_after_the_greeting_is_not_skipped_by_the_snapshot() -> None:
    core = Core(None)
    core.online(head=5)
    core.receive("system.resync_required", reason="floor", epoch="e", head=5)
    assert core.core.position_of(p.Cursor("e", 8)) == AT_5
    assert core.core.position_of(p.Cursor("other", 8)) == p.Cursor("other", 8)


def test_caught_up_is_said_once_when_everything_before_the_greeting_is_here() -> None:
    core = Core(AT_5)
    assert of(core.online(head=9), p.CaughtUp) == []
    assert of(core.events(5, 7, head=9), p.CaughtUp) == []
    assert len(of(core.events(7, 9), p.CaughtUp)) == 1
    assert of(core.events(9, 10), p.CaughtUp) == []


# --- outbox ---


def test_one_frame_in_flight_and_what_waits_goes_together() -> None:
    core = Core(AT_5)
    core.core.enqueue(*command("m0"))
    assert [f["id"] for f in frames(core.online(head=5))] == ["m0"]
    for n in range(1, 15):
        core.core.enqueue(*command(f"m{n}"))
    assert core.drain() == []
    together = frames(core.receive("system.ack", id="m0", sequence=6))
    assert [f["id"] for f in together] == [f"m{n}" for n in range(1, 11)]


def test_a_frame_keeps_to_the_size_limit() -> None:
    core = Core(AT_5)
    core.core.enqueue(*command("m0", text="x" * 20_000))
    core.core.enqueue(*command("m1", text="x" * 20_000))
    assert [f["id"] for f in frames(core.online(head=5))] == ["m0"]


def test_unanswered_commands_go_again_with_the_same_content() -> None:
    core = Core(AT_5)
    core.core.enqueue(*command("m0", text="a"))
    core.core.enqueue(*command("m1", text="b"))
    first = frames(core.online(head=5))
    core.receive("system.ack", id="m0", sequence=6)
    core.core.closed(1006, "", core.now)
    core.drain()
    core.wait(core.core.wake_at(core.now) or 0)
    core.core.opened(core.now)
    core.drain()
    again = frames(core.receive("system.welcome", epoch="e", head=6, floor=1, limits={}, now=NOW, agent={}))
    assert again == first[1:]


def test_a_frame_without_any_answer_is_sent_again_on_the_same_connection() -> None:
    core = Core(AT_5)
    core.core.enqueue(*command("m0"))
    core.online(head=5)
    assert "m0" in [f["id"] for f in frames(core.wait(21))]


def test_a_retryable_refusal_stays_and_a_final_one_leaves() -> None:
    core = Core(AT_5)
    core.core.enqueue(*command("m0"))
    core.core.enqueue(*command("m1"))
    core.online(head=5)
    core.receive("system.error", id="m0", code="busy", message="", retryable=True)
    gone = of(core.receive("system.error", id="m1", code="not_found", message="no", retryable=False), p.Rejected)
    assert [(r.id, r.code) for r in gone] == [("m1", "not_found")]
    assert [f["id"] for f in frames(core.wait(6)) if f["type"] == "message.create"] == ["m0"]


def test_a_whole_frame_refused_for_good_finds_the_one_that_is_to_blame() -> None:
    core = Core(AT_5)
    for n in range(3):
        core.core.enqueue(*command(f"m{n}"))
    core.online(head=5)
    core.receive("system.error", code="bad_json", message="", retryable=False)
    assert [f["id"] for f in frames(core.wait(7)) if f["type"] == "message.create"] == ["m0"]
    gone = of(core.receive("system.error", code="bad_json", message="", retryable=False), p.Rejected)
    assert [r.id for r in gone] == ["m0"]
    assert "m1" in [f["id"] for f in frames(core.wait(7))]


def test_an_unconfirmed_agent_holds_its_outbox_until_it_is_confirmed() -> None:
    core = Core(AT_5)
    core.core.enqueue(*command("m0"))
    assert frames(core.online(head=5, status="pending")) == []
    event = {"id": "e6", "type": "agent.updated", "sequence": 6, "payload": {"name": "Bot"}}
    sent = core.receive("system.events", **{"epoch": "e", "from": 5, "to": 6, "head": 6, "events": [event]})
    assert [f["id"] for f in frames(sent)] == ["m0"]


def test_frames_are_paced_below_the_servers_limit() -> None:
    core = Core(AT_5)
    core.online(head=5)
    sent = envelopes = 0
    for n in range(1_200):
        core.core.enqueue(*command(f"m{n}"))
        actions = core.drain()
        while sends := of(actions, p.Send):
            sent += len(sends)
            envelopes += len(frames(actions))
            actions = [a for f in frames(actions) for a in core.receive("system.ack", id=f["id"], sequence=6)]
        core.now += 0.05
    assert sent <= 50 + 1.8 * 60 + 1
    assert envelopes > 1_000


# --- streams ---


def test_streamed_text_is_one_frame_per_interval_with_offsets_in_code_points() -> None:
    core = Core(AT_5)
    core.online(head=5)
    core.core.write_stream("m", "c1", "t1", "héé")
    first = frames(core.drain())
    core.core.write_stream("m", "c1", "t1", "😀")
    core.core.write_stream("m", "c1", "t1", "!")
    assert core.drain() == []
    second = frames(core.wait(0.2))
    assert [(f["payload"]["offset"], f["payload"]["text"]) for f in first + second] == [(0, "héé"), (3, "😀!")]
    assert (first[0]["conversationId"], first[0]["taskId"]) == ("c1", "t1")


def test_after_a_reconnect_a_stream_is_sent_from_its_start_and_never_after_its_end() -> None:
    core = Core(AT_5)
    core.online(head=5)
    core.core.write_stream("m", "c1", None, "abc")
    core.drain()
    core.core.closed(1006, "", core.now)
    core.core.write_stream("m", "c1", None, "def")
    assert frames(core.drain()) == []
    core.wait(core.core.wake_at(core.now) or 0)
    core.core.opened(core.now)
    core.drain()
    again = frames(core.receive("system.welcome", epoch="e", head=5, floor=1, limits={}, now=NOW, agent={}))
    assert [(f["payload"]["offset"], f["payload"]["text"]) for f in again] == [(0, "abcdef")]
    core.core.write_stream("m", "c1", None, "ghi")
    core.core.drop_stream("m")
    assert frames(core.wait(1)) == []
