"""Lost races against other processes: decided again, then `busy`, and a retry is never done twice."""

from collections.abc import Callable, Sequence

from chalicelib.lap.commands import CLIENT
from chalicelib.lap.envelope import Actor
from chalicelib.services.ports import Contention, Table, Write
from chalicelib.services.relay import TRIES, Accepted, Relay
from chalicelib.services.secrets import Keys
from tests.support.scene import Scene


class Contended:
    """A table on which another process comes first for a while: it writes, and our transaction is refused."""

    def __init__(self, table: Table, times: int, other: Callable[[], object]) -> None:
        self.table, self.times, self.other = table, times, other

    def __getattr__(self, name: str) -> object:
        return getattr(self.table, name)

    def transact(self, writes: Sequence[Write]) -> None:
        if self.times:
            self.times -= 1
            self.other()
            if self.times % 2:
                raise Contention("another transaction touched HEAD")
        self.table.transact(writes)


def say(scene: Scene, relay: Relay, id: str) -> object:
    data = {
        "id": id, "type": "message.create", "occurredAt": scene.world.now, "conversationId": "conv-1",
        "payload": {"content": id},
    }  # fmt: skip
    ann = Actor(kind="user", id=scene.user, name="Ann")
    return relay.submit(scene.workspace, ann, [CLIENT["message.create"].model_validate(data)])[0]


def contended(scene: Scene, times: int) -> tuple[Relay, list[float]]:
    pauses: list[float] = []
    other = iter(range(100))
    table = Contended(
        scene.world.table, times, lambda: say(scene, scene.world.services.relay, f"other-{next(other)}")
    )  # fmt: skip
    relay = Relay(table, scene.world.clock, Keys(lambda: b"k" * 32), pause=pauses.append)  # type: ignore[arg-type]
    return relay, pauses


def test_a_lost_race_is_decided_again_after_a_random_pause(scene: Scene) -> None:
    relay, pauses = contended(scene, TRIES - 1)
    outcome = say(scene, relay, "mine")
    assert outcome == Accepted("mine", scene.head)
    assert len(pauses) == TRIES - 1
    assert max(pauses) <= 0.3
    assert [e.sequence for e in scene.log()] == list(range(1, scene.head + 1))


def test_who_always_loses_is_told_to_try_again_and_nothing_was_done(scene: Scene) -> None:
    relay, _ = contended(scene, 100)
    outcome = say(scene, relay, "mine")
    assert (outcome.error.code, outcome.error.retryable) == ("busy", True)  # type: ignore[attr-defined]
    assert "mine" not in [e.payload.content for e in scene.logged("message.created")]
    again = say(scene, scene.world.services.relay, "mine")
    assert again == Accepted("mine", scene.head)
