"""Who is online: any frame is a sign of life, the newest connection counts, silence ends it."""

from collections.abc import Callable, Sequence

from chalicelib.services import items
from chalicelib.services.ports import Put, Table, Unavailable, Version, Write
from chalicelib.services.writes import key_of
from tests.support.scene import Scene
from tests.support.world import Socket


class Away:
    """A table that is away for the log, not for what is noted beside it."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __getattr__(self, name: str) -> object:
        return getattr(self.table, name)

    def transact(self, writes: Sequence[Write]) -> None:
        if any(key_of(write).sk == items.head("w").sk for write in writes):
            raise Unavailable
        self.table.transact(writes)


def beat(socket: Socket) -> None:
    socket.send("agent.heartbeat", {})


def test_silence_is_offline_after_fifty_seconds(scene: Scene) -> None:
    scene.world.later(49)
    assert scene.agent().status == "online"
    scene.world.later(1)
    agent = scene.agent()
    assert (agent.status, agent.connected) == ("offline", False)
    assert scene.world.wires.closed[scene.adapter.id] == 1001
    [gone] = scene.page.events("agent.disconnected")
    assert gone["payload"]["reason"] == "silent"
    assert gone["payload"]["lastSeenAt"] == "2026-07-24T12:00:00.000Z"


def test_an_agent_that_beats_stays_online(scene: Scene) -> None:
    for _ in range(20):
        scene.world.later(25)
        beat(scene.adapter)
    assert scene.agent().status == "online"
    assert scene.page.events("agent.disconnected") == []


def test_any_frame_is_a_sign_of_life_even_a_bad_one(scene: Scene) -> None:
    scene.task()
    for n in range(10):
        scene.world.later(30)
        if n % 2:
            scene.report(progress=n)
        else:
            scene.adapter.raw("not json")
    assert scene.agent().status == "online"


def test_a_clean_close_is_offline_at_once(scene: Scene) -> None:
    scene.leave()
    assert scene.agent().status == "offline"
    [gone] = scene.page.events("agent.disconnected")
    assert gone["payload"]["reason"] == "closed"
    scene.adapter.drop()
    scene.world.pump()
    assert len(scene.page.events("agent.disconnected")) == 1


def test_an_agent_whose_socket_a_post_found_gone_is_offline_when_its_end_is_told(scene: Scene) -> None:
    scene.world.wires.closed[scene.adapter.id] = 1006
    scene.assign()
    scene.world.pump()
    assert scene.agent().status == "online"
    scene.leave()
    assert scene.agent().status == "offline"
    assert scene.world.services.connections.find(scene.adapter.id) is None


def test_a_close_that_met_a_busy_log_is_told_a_second_later(scene: Scene) -> None:
    table = scene.world.table
    scene.world.table = Away(table)  # type: ignore[assignment]
    scene.world.rebuilt()
    scene.leave()
    assert scene.agent().status == "online"
    scene.world.later(1)
    assert scene.agent().status == "online"
    scene.world.table = table
    scene.world.rebuilt()
    scene.world.later(1)
    assert scene.agent().status == "offline"
    [gone] = scene.page.events("agent.disconnected")
    assert gone["payload"]["reason"] == "closed"
    scene.world.later(60)
    assert len(scene.page.events("agent.disconnected")) == 1


class Meanwhile:
    """A table in which something happens right before the first conditional write of a presence."""

    def __init__(self, table: Table, happens: Callable[[], object]) -> None:
        self.table = table
        self._happens: Callable[[], object] | None = happens

    def __getattr__(self, name: str) -> object:
        return getattr(self.table, name)

    def transact(self, writes: Sequence[Write]) -> None:
        first = writes[0]
        conditional = isinstance(first, Put) and isinstance(first.expect, Version)
        if self._happens and conditional and key_of(first).pk.endswith("#presence"):
            happens, self._happens = self._happens, None
            happens()
        self.table.transact(writes)


def close_while(scene: Scene, happens: Callable[[], object]) -> None:
    """The agent's socket ends, and in the middle of that something happens."""
    table = scene.world.table
    scene.world.table = Meanwhile(table, happens)  # type: ignore[assignment]
    scene.world.rebuilt()
    scene.leave()
    scene.world.table = table
    scene.world.rebuilt()


def test_a_new_connection_in_the_moment_in_which_the_older_ends_is_the_one_that_counts(scene: Scene) -> None:
    close_while(scene, lambda: scene.world.adapter(scene.credential))
    assert scene.agent().status == "online"
    assert scene.page.events("agent.disconnected") == []


def test_a_last_frame_in_the_moment_of_the_end_does_not_keep_an_agent_online(scene: Scene) -> None:
    scene.world.later(5)
    close_while(scene, lambda: beat(scene.adapter))
    assert scene.agent().status == "offline"
    assert len(scene.page.events("agent.disconnected")) == 1


def test_the_newest_connection_wins_and_the_older_is_told(scene: Scene) -> None:
    older = scene.adapter
    newer = scene.world.adapter(scene.credential)
    scene.world.pump()
    assert scene.world.wires.closed == {older.id: 4409}
    assert older.last("system.error")["payload"]["code"] == "replaced"
    assert older.last("system.error")["payload"]["closeCode"] == 4409
    assert scene.agent().status == "online"
    assert scene.page.events("agent.disconnected") == []
    scene.assign()
    scene.world.pump()
    assert len(newer.events("task.assigned")) == 1
    assert older.events("task.assigned") == []


def test_the_late_disconnect_of_a_superseded_connection_changes_nothing(scene: Scene) -> None:
    older = scene.adapter
    older_in_another_process = scene.world.rebuilt().sessions
    scene.world.adapter(scene.credential)
    older_in_another_process.closed(older.id)
    scene.world.services.sessions.closed(older.id)
    scene.world.later(10)
    assert scene.agent().status == "online"
    assert scene.page.events("agent.disconnected") == []


def test_a_late_frame_of_a_superseded_connection_is_no_sign_of_life(scene: Scene) -> None:
    older, first = scene.adapter, scene.world.services
    first.sessions.received(older.id, '{"not": "an envelope"}')
    second = scene.world.rebuilt()
    scene.world.adapter(scene.credential)
    scene.world.clock.forward(30)
    first.sessions.received(older.id, '{"not": "an envelope"}')
    scene.world.clock.forward(20)
    second.sweeps.run()
    assert scene.agent().status == "offline"


def test_an_agent_that_returns_after_silence_is_online_and_falls_silent_again(scene: Scene) -> None:
    for turn in range(1, 4):
        scene.world.later(60)
        assert scene.agent().status == "offline"
        scene.come_back()
        assert scene.agent().status == "online"
        assert len(scene.page.events("agent.disconnected")) == turn


def test_a_flapping_line_adds_no_event_while_it_looks_connected(scene: Scene) -> None:
    before = scene.head
    for _ in range(5):
        scene.world.adapter(scene.credential)
    assert scene.head == before


def test_the_snapshot_shows_the_last_contact(scene: Scene) -> None:
    scene.world.clock.forward(20)
    beat(scene.adapter)
    [agent] = scene.snapshot()["agents"]
    assert agent["lastSeenAt"] == scene.world.now


def test_a_silent_page_stays_a_page(scene: Scene) -> None:
    scene.world.later(600)
    scene.world.services.accounts.create_workspace(scene.user, "Other")
    assert scene.page.events("agent.disconnected")
    assert scene.page.id not in scene.world.wires.closed
