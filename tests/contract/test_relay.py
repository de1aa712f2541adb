"""The whole story of `tools/gen`, told through the relay, on every engine: same events, same refusals, same state."""

from __future__ import annotations

from datetime import UTC, datetime

from chalicelib.lap.effects import Effect
from chalicelib.lap.evolve import evolve
from chalicelib.lap.state import State
from chalicelib.lap.times import parse
from chalicelib.lap.wire import dump
from chalicelib.services import items
from chalicelib.services.log import Log
from chalicelib.services.ports import Table
from chalicelib.services.relay import Accepted, Relay
from chalicelib.services.secrets import Keys
from tools.gen.story import story


class StoryClock:
    """The time that the story says."""

    time = datetime(2026, 7, 24, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time


def stored(table: Table, workspace_id: str, head: int) -> State:
    found = table.query(items.head(workspace_id).pk, prefix=items.PROJECTIONS, limit=1000)
    return State(workspace_id, head, dict(items.entity_of(item) for item in found))


def test_the_story_appends_the_same_log_and_keeps_its_fold(table: Table) -> None:
    clock = StoryClock()
    performed: list[Effect] = []
    relay = Relay(table, clock, Keys(lambda: b"k" * 32), perform=lambda _, effects: performed.extend(effects))
    log = Log(table)
    folded = State("ws-studio")
    for step in story():
        clock.time = parse(step.now)
        outcome = relay.submit("ws-studio", step.actor, [step.command])[0]
        refusal = step.decision.refusal
        told = None if isinstance(outcome, Accepted) else outcome.error.code
        assert told == (refusal.code if refusal else None), step.name
        head = log.head("ws-studio")
        assert head is not None
        appended = list(log.range("ws-studio", folded.head, head.sequence))
        assert [dump(event) for event in appended] == [dump(event) for event in step.decision.events], step.name
        for event in appended:
            folded = evolve(folded, event)
    assert stored(table, "ws-studio", folded.head) == folded
    newest = log.of_task("ws-studio", "task-main", None, 3)
    assert [event.task_id for event in newest] == ["task-main", "task-child-2", "task-main"]
    assert {event.task_id for event in log.of_step("ws-studio", "task-main", "task-child-1", None, 9)} == {
        "task-child-1"
    }
    assert log.of_conversation("ws-studio", "conv-site", None, 500)
    assert performed
