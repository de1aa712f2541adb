"""Clients converge whatever the fan-out loses, repeats or shuffles."""

import random
from typing import Any

from chalicelib.lap.events import load_event
from chalicelib.lap.state import State
from chalicelib.services import items
from tests.support.replica import Replica
from tests.support.scene import Scene, position_of
from tests.support.world import Socket


class Follower:
    """A page that keeps a replica by the protocol: what does not continue is asked for with the next heartbeat."""

    def __init__(self, scene: Scene, socket: Socket) -> None:
        self.scene, self.socket = scene, socket
        self.replica = Replica(scene.workspace)
        self.replica.snapshot(scene.head, stored(scene).entities())
        self._taken = len(socket.frames)

    def take(self) -> None:
        frames, self._taken = self.socket.frames[self._taken :], len(self.socket.frames)
        for frame in frames:
            if frame["type"] == "system.events":
                p = frame["payload"]
                self.replica.receive(p["from"], p["to"], [load_event(e) for e in p["events"]])

    def beat(self) -> None:
        self.take()
        self.socket.send("client.heartbeat", {"epoch": self.scene.epoch, "cursor": self.replica.cursor})
        if self.socket.last("system.heartbeat")["payload"]["head"] > self.replica.cursor:
            self.socket.send("client.hello", {"epoch": self.scene.epoch, "cursor": self.replica.cursor})
        self.take()


def stored(scene: Scene) -> State:
    found = scene.world.table.query(items.head(scene.workspace).pk, prefix=items.PROJECTIONS, limit=1000)
    return State(scene.workspace, scene.head, dict(items.entity_of(item) for item in found))


def say(scene: Scene, count: int) -> None:
    for n in range(count):
        payload = {"content": f"line {n}", "targetAgentId": scene.agent_id}
        scene.page.send("message.create", payload, conversationId="conv-1")
        scene.world.clock.forward(1)


def changes(scene: Scene) -> list[tuple[str, int, int]]:
    found = scene.world.table.changes(1000)
    scene.world.table.acknowledge(found[-1].seq)
    return [(scene.workspace, c.old.data["sequence"] if c.old else 0, c.new.data["sequence"]) for c in found if c.new]


def test_a_stream_that_is_dropped_entirely_costs_one_heartbeat(scene: Scene) -> None:
    follower = Follower(scene, scene.page)
    cursor = position_of(scene.adapter)
    say(scene, 30)
    scene.world.drop_changes()
    follower.take()
    assert follower.replica.cursor < scene.head
    follower.beat()
    assert follower.replica.state == stored(scene)
    scene.adapter.send("agent.hello", {"epoch": scene.epoch, "lastSequence": cursor, "capabilities": ["a"]})
    assert [m["payload"]["content"] for m in scene.adapter.events("message.delivered")] == [
        f"line {n}" for n in range(30)
    ]


def test_stream_records_that_are_shuffled_and_repeated_end_in_the_same_log(scene: Scene) -> None:
    chance = random.Random(7)
    follower = Follower(scene, scene.page)
    say(scene, 40)
    records = changes(scene) * 2
    chance.shuffle(records)
    while records:
        cut = chance.randint(1, 7)
        scene.world.services.fanout.ring(records[:cut])
        records = records[cut:]
        follower.take()
    follower.beat()
    assert follower.replica.state == stored(scene)


def test_a_record_lost_in_the_middle_is_a_gap_that_is_asked_for(scene: Scene) -> None:
    follower = Follower(scene, scene.page)
    say(scene, 5)
    records = changes(scene)
    for record in records[:1] + records[3:]:
        scene.world.services.fanout.ring([record])
    follower.take()
    assert follower.replica.gaps > 0
    follower.beat()
    assert follower.replica.state == stored(scene)


def test_two_pages_and_an_agent_agree_after_five_hundred_messages_and_random_cuts(scene: Scene) -> None:
    chance = random.Random(3)
    followers = [Follower(scene, scene.page), Follower(scene, scene.world.browser(scene.user, scene.workspace))]
    for n in range(500):
        payload = {"content": f"line {n}"}
        sender = chance.choice([scene.page, followers[1].socket, scene.adapter])
        sender.send("message.create", payload, conversationId="conv-1")
        scene.world.clock.forward(2)
        match chance.randint(0, 9):
            case 0:
                scene.world.drop_changes()
            case 1 | 2 | 3:
                scene.world.pump()
            case 4:
                followers[1].take()
                followers[1].socket.drop()
                page = scene.world.browser(
                    scene.user, scene.workspace, epoch=scene.epoch, cursor=followers[1].replica.cursor
                )
                followers[1].socket, followers[1]._taken = page, 0
    scene.world.pump()
    for follower in followers:
        follower.beat()
        assert follower.replica.state == stored(scene)
    said = [e.payload.content for e in scene.log() if e.type == "message.created"]
    assert said == [f"line {n}" for n in range(500)]


def resync(socket: Socket) -> list[tuple[str, str]]:
    return [(f["payload"]["reason"], f["payload"]["epoch"]) for f in socket.all("system.resync_required")]


def hello_with(scene: Scene, kind: str, **cursor: Any) -> Socket:
    if kind == "page":
        return scene.world.browser(scene.user, scene.workspace, **cursor)
    renamed = {"lastSequence" if k == "cursor" else k: v for k, v in cursor.items()}
    return scene.world.adapter(scene.credential, **renamed)


def test_cursors_that_cannot_be_continued_get_one_resync_and_no_loop(scene: Scene) -> None:
    for kind in ("page", "adapter"):
        for cursor, reason in (
            ({"epoch": "", "cursor": 0}, "epoch"),
            ({"epoch": "another", "cursor": 3}, "epoch"),
            ({"epoch": scene.epoch, "cursor": 10**9}, "ahead"),
            ({"epoch": scene.epoch, "cursor": 2**53 - 1}, "ahead"),
            ({"cursor": 3}, "epoch"),
        ):
            socket = hello_with(scene, kind, **cursor)
            assert resync(socket) == [(reason, scene.epoch)], (kind, cursor)
            assert socket.all("system.events") == []
            assert socket.id not in scene.world.wires.closed
    page = hello_with(scene, "page", epoch=scene.epoch, cursor=scene.head)
    assert resync(page) == []


def test_a_cursor_at_the_head_is_an_empty_replay(scene: Scene) -> None:
    page = hello_with(scene, "page", epoch=scene.epoch, cursor=scene.head)
    [frame] = page.all("system.events")
    p = frame["payload"]
    assert (p["from"], p["to"], p["head"], p["events"], p["more"]) == (scene.head, scene.head, scene.head, [], False)


def test_the_beginning_of_a_log_is_replayed_from_zero(scene: Scene) -> None:
    page = hello_with(scene, "page", epoch=scene.epoch, cursor=0)
    assert [e["sequence"] for e in page.events()] == list(range(1, scene.head + 1))


def test_too_much_missed_is_told_to_take_the_snapshot(scene: Scene, monkeypatch: Any) -> None:
    monkeypatch.setattr("chalicelib.services.replay.TOO_FAR", 3)
    page = hello_with(scene, "page", epoch=scene.epoch, cursor=0)
    assert resync(page) == [("too_far", scene.epoch)]


def test_a_long_replay_comes_in_frames_that_continue_each_other(scene: Scene) -> None:
    for n in range(12):
        scene.page.send("message.create", {"content": f"{n} " + "语" * 3000}, conversationId="conv-1")
    page = hello_with(scene, "page", epoch=scene.epoch, cursor=2)
    ranges = [(f["payload"]["from"], f["payload"]["to"], f["payload"]["more"]) for f in page.all("system.events")]
    assert len(ranges) > 5
    assert [start for start, _, _ in ranges] == [2, *(to for _, to, _ in ranges[:-1])]
    assert [more for _, _, more in ranges] == [True] * (len(ranges) - 1) + [False]
    assert ranges[-1][1] == scene.head


def test_a_message_said_while_the_log_was_set_back_is_not_skipped(scene: Scene) -> None:
    world = scene.world
    head = world.services.log.head(scene.workspace)
    scene.adapter.send("agent.heartbeat", {"epoch": head.epoch, "cursor": head.sequence})
    scene.adapter.drop()
    scene.page.send("message.create", {"content": "after the restore"}, conversationId=scene.conversation)
    adapter = world.adapter(scene.credential, epoch="of another life", lastSequence=999)
    assert adapter.all("system.resync_required")
    position = world.services.queries.agent_snapshot(scene.workspace, scene.agent_id)
    adapter.send("agent.hello", {"epoch": position["epoch"], "lastSequence": position["head"]})
    heard = [event["payload"]["content"] for event in adapter.events("message.delivered")]
    assert heard == ["after the restore"]
