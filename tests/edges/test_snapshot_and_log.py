"""A snapshot and the events after it are the truth, from wherever one starts and whatever happened since."""

import itertools
import random
from typing import Any

import pytest

from chalicelib.lap.describe import describe
from chalicelib.lap.events import EVENTS, Event, load_event
from chalicelib.lap.state import MODELS, Entity, Kind, Ref
from chalicelib.lap.wire import dump
from tests.support.api import Api
from tests.support.history import everything
from tests.support.replica import Replica
from tests.support.scene import Scene

LISTS: dict[Kind, str] = {
    "agent": "agents", "conversation": "conversations", "task": "tasks", "interaction": "interactions"
}  # fmt: skip
Snapshot = dict[str, Any]


class Story:
    """The history as a page could read it: snapshots after each step, and the whole log."""

    def __init__(self, api: Api, scene: Scene) -> None:
        self.api, self.scene = api, scene
        self.snapshots = {"the beginning": self._snapshot()}
        for name in everything(scene):
            self.snapshots[name] = self._snapshot()
        self.log = self._log()
        self.final = self.snapshots["settled"]

    def _get(self, end: str, **query: Any) -> dict[str, Any]:
        reply = self.api.get(f"/workspaces/{self.scene.workspace}{end}", self.api.token("ann@example.com"), **query)
        assert reply.status == 200
        return dict(reply.body)

    def _snapshot(self) -> Snapshot:
        return self._get("/snapshot")

    def _log(self) -> list[Event]:
        return [load_event(event) for event in self._get("/events", limit=200)["events"]]

    def caught_up(self, position: int, snapshot: Snapshot, chance: random.Random | None = None) -> Replica:
        """A page that had this snapshot and then got the rest, in one piece or in shuffled, repeated ones."""
        replica = Replica(self.scene.workspace)
        replica.snapshot(position, entities(snapshot, self.scene.workspace))
        for start, to in pieces(position, len(self.log), chance):
            replica.receive(start, to, self.log[start:to])
        replica.receive(replica.cursor, len(self.log), self.log[replica.cursor :])
        return replica


def pieces(start: int, end: int, chance: random.Random | None) -> list[tuple[int, int]]:
    if chance is None:
        return [(start, end)]
    cuts = sorted({start, end, *(chance.randint(start, end) for _ in range(6))})
    found = list(itertools.pairwise(cuts)) * 2
    chance.shuffle(found)
    return found


def entities(snapshot: Snapshot, workspace_id: str) -> dict[Ref, Entity]:
    found: dict[Ref, Entity] = {
        Ref("workspace", workspace_id): MODELS["workspace"].model_validate(snapshot["workspace"])
    }
    for kind, name in LISTS.items():
        for data in snapshot[name]:
            found[Ref(kind, data["id"])] = MODELS[kind].model_validate(data)
    return found


def shown(held: dict[Ref, Entity]) -> dict[Ref, Any]:
    """Without the last contact, which is fresher in the snapshot than in the log."""
    return {ref: {k: v for k, v in dump(entity).items() if k != "lastSeenAt"} for ref, entity in held.items()}


@pytest.fixture
def story(api: Api, scene: Scene) -> Story:
    return Story(api, scene)


def test_the_story_holds_every_kind_of_event(story: Story) -> None:
    assert {event.type for event in story.log} == set(EVENTS)
    assert [event.sequence for event in story.log] == list(range(1, len(story.log) + 1))


def test_from_every_snapshot_the_later_events_lead_to_the_same_end(story: Story) -> None:
    truth = shown(entities(story.final, story.scene.workspace))
    for seed, (name, snapshot) in enumerate(story.snapshots.items()):
        for chance in (None, random.Random(seed)):
            replica = story.caught_up(snapshot["head"], snapshot, chance)
            assert shown(replica.state.entities()) == truth, name


def test_a_snapshot_read_while_the_log_grew_leads_to_the_same_end(story: Story) -> None:
    truth = shown(entities(story.final, story.scene.workspace))
    taken = list(story.snapshots.values())
    for earlier, later in itertools.pairwise(taken):
        replica = story.caught_up(earlier["head"], later)
        assert shown(replica.state.entities()) == truth
    assert shown(story.caught_up(0, story.final).state.entities()) == truth


def test_from_every_position_of_the_log_the_rest_leads_to_the_same_end(story: Story) -> None:
    truth = shown(entities(story.final, story.scene.workspace))
    for position in range(len(story.log) + 1):
        replica = Replica(story.scene.workspace)
        replica.receive(0, position, story.log[:position])
        replica.receive(max(0, position - 3), len(story.log), story.log[max(0, position - 3) :])
        assert shown(replica.state.entities()) == truth


def test_what_the_pages_pushed_is_what_the_log_holds(story: Story) -> None:
    pushed = story.scene.page.events()
    first = pushed[0]["sequence"]
    assert pushed == [dump(event) for event in story.log if event.sequence >= first]


def test_every_event_has_a_sentence_in_both_languages(story: Story) -> None:
    for event in story.log:
        for language in ("zh", "en"):
            sentence = describe(event, language)
            assert sentence
            assert "{" not in sentence
