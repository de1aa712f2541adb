"""The product's invariants under random commands, repeats, lost frames, late snapshots and time (design.md §3, §4)."""

from __future__ import annotations

import itertools
import random
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from chalicelib.lap import commands as cm
from chalicelib.lap.envelope import SYSTEM, Actor
from chalicelib.lap.events import Event, TaskReopened
from chalicelib.lap.evolve import evolve
from chalicelib.lap.lifecycle import TERMINAL
from chalicelib.lap.state import Entity, Interaction, Ref, State, Task
from chalicelib.services import items
from chalicelib.services.relay import Accepted, Rejected
from tests.support.replica import Replica
from tests.support.world import World

PEOPLE = ("ann", "ann", "ann", "ann", "bob", "eve")
AGENTS = ("agent-a", "agent-b")
MOSTLY_A = ("agent-a",) * 7 + ("agent-b",)
CONVERSATIONS = ("conv-1", "conv-2")
TASKS = ("task-1", "task-2", "task-3")
CARDS = ("card-1", "card-2", "card-3")
WORKSPACES = ("w1", "w2")
ALL = {**cm.CLIENT, **cm.AGENT, **cm.INTERNAL}

tasks, cards, conversations = st.sampled_from(TASKS), st.sampled_from(CARDS), st.sampled_from(CONVERSATIONS)
people, agents = st.sampled_from(PEOPLE), st.sampled_from(MOSTLY_A)
workspaces = st.sampled_from(("w1",) * 7 + ("w2",))
statuses = st.sampled_from(["running", "queued", "waiting_for_human", "succeeded", "failed", "cancelled", None])


class Machine(RuleBasedStateMachine):
    """Two workspaces with the same ids in them, random actors, three replicas of each."""

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.world = World(Path(self.folder.name))
        self.sent: list[tuple[str, Actor, cm.Command, Any]] = []
        self.random = random.Random(1)
        self.folded = {w: State(w) for w in WORKSPACES}
        self.replicas = {w: [Replica(w) for _ in range(3)] for w in WORKSPACES}
        for w in WORKSPACES:
            self.submit(w, SYSTEM, "workspace.create", {"name": w, "ownerId": "ann", "ownerName": "Ann"})
            self.submit(w, SYSTEM, "member.add", {"userId": "bob", "name": "Bob", "role": "viewer"})
            for agent in AGENTS:
                self.submit(w, SYSTEM, "agent.pair", {"agentId": agent, "name": agent})
                self.submit(w, SYSTEM, "agent.confirm", {"agentId": agent, "name": agent})
                self.submit(w, SYSTEM, "agent.connect", {"agentId": agent, "capabilities": []})
            for conversation in CONVERSATIONS:
                self.submit(
                    w, SYSTEM, "conversation.create", {"title": "t", "agentIds": list(AGENTS)},
                    conversationId=conversation,
                )  # fmt: skip
            for task in TASKS[:2]:
                self.create_task(w, "ann", task, "agent-a", "conv-1")
            self.submit(w, self.agent("agent-a"), "task.accepted", {}, taskId="task-1")

    def teardown(self) -> None:
        if hasattr(self, "world"):
            self.converge()
            self.world.table.close()
            self.folder.cleanup()

    def submit(self, w: str, actor: Actor, kind: str, payload: dict[str, Any], **subject: Any) -> Any:
        data = {"id": self.world.name("e"), "type": kind, "occurredAt": self.world.now, "payload": payload, **subject}
        command = ALL[kind].model_validate(data)
        outcome = self.world.services.relay.submit(w, actor, [command])[0]
        self.sent.append((w, actor, command, outcome))
        return outcome

    def person(self, id: str) -> Actor:
        return Actor(kind="user", id=id, name=id)

    def agent(self, id: str) -> Actor:
        return Actor(kind="agent", id=id, name=id)

    # --- what people and agents do ---

    @rule(w=workspaces, by=people, task=tasks, to=agents, conversation=conversations)
    def create_task(self, w: str, by: str, task: str, to: str, conversation: str) -> None:
        payload = {"title": "do", "targetAgentId": to}
        self.submit(w, self.person(by), "task.create", payload, taskId=task, conversationId=conversation)

    @rule(w=workspaces, by=agents, task=tasks)
    def accept(self, w: str, by: str, task: str) -> None:
        self.submit(w, self.agent(by), "task.accepted", {}, taskId=task)

    def known_tasks(self) -> list[tuple[str, Task]]:
        """Tasks that there are, in a fixed order; the first workspace's more often."""
        if not hasattr(self, "folded"):
            return []
        found = [(w, e) for w in ("w1", "w1", "w2") for e in self.folded[w].entities().values() if isinstance(e, Task)]
        return sorted(found, key=lambda pair: (pair[0], pair[1].id))

    @precondition(lambda self: self.known_tasks())
    @rule(data=st.data(), reports=st.lists(statuses, min_size=1, max_size=4), progress=st.sampled_from([None, 0, 50]))
    def reports_of_its_agent(self, data: st.DataObject, reports: list[str | None], progress: int | None) -> None:
        """The owner reports several times on one task: an ended one hears of it as well. Each step is checked."""
        w, task = data.draw(st.sampled_from(self.known_tasks()))
        for status in reports:
            payload = {k: v for k, v in {"status": status, "progress": progress}.items() if v is not None}
            self.submit(w, self.agent(task.agent_id), "task.status_changed", payload, taskId=task.id)

    @precondition(lambda self: self.known_tasks())
    @rule(data=st.data(), card=cards, title=st.sampled_from(["A?", "B?"]))
    def ask_about_its_task(self, data: st.DataObject, card: str, title: str) -> None:
        w, task = data.draw(st.sampled_from(self.known_tasks()))
        content = {"id": card, "type": "approval", "title": title}
        self.submit(w, self.agent(task.agent_id), "interaction.requested", {"interaction": content}, taskId=task.id)

    @rule(w=workspaces, by=agents, task=tasks, status=statuses, progress=st.sampled_from([None, 0, 50]))
    def report(self, w: str, by: str, task: str, status: str | None, progress: int | None) -> None:
        payload = {k: v for k, v in {"status": status, "progress": progress}.items() if v is not None}
        self.submit(w, self.agent(by), "task.status_changed", payload, taskId=task)

    @rule(w=workspaces, by=agents, parent=tasks, child=st.sampled_from([*TASKS, "child-1", "child-2"]))
    def add_child(self, w: str, by: str, parent: str, child: str) -> None:
        payload = {"parentTaskId": parent, "title": "step", "status": "running"}
        self.submit(w, self.agent(by), "task.child_created", payload, taskId=child)

    @rule(w=workspaces, by=agents, task=tasks, card=cards, title=st.sampled_from(["A?", "B?"]), timed=st.booleans())
    def ask(self, w: str, by: str, task: str, card: str, title: str, timed: bool) -> None:
        content: dict[str, Any] = {"id": card, "type": "approval", "title": title}
        if timed:
            content["expiresAt"] = "2026-07-24T12:30:00Z"
        self.submit(w, self.agent(by), "interaction.requested", {"interaction": content}, taskId=task)

    @precondition(lambda self: any(self.known_cards(w) for w in WORKSPACES))
    @rule(data=st.data(), by=people, option=st.sampled_from(["approve", "reject"]), stale=st.sampled_from([0, 0, 0, 1]))
    def answer(self, data: st.DataObject, by: str, option: str, stale: int) -> None:
        w, card = data.draw(st.sampled_from([(w, card) for w in WORKSPACES for card in self.known_cards(w)]))
        interaction = self.stored(w).interaction(card)
        digest = "old" if stale or interaction is None else interaction.digest
        response = {"type": "approval", "optionId": option}
        payload = {"interactionId": card, "digest": digest, "response": response}
        outcome = self.submit(w, self.person(by), "interaction.respond", payload)
        if isinstance(outcome, Accepted) and interaction is not None:
            assert by == "ann"
            # The recorded answer again is told so, whatever it was an answer to; a new one is to the card as it is.
            assert not stale or interaction.status != "pending"

    def known_cards(self, w: str) -> list[str]:
        """Cards that there are; open ones count four times, so that most answers meet one."""
        folded = self.folded.get(w) if hasattr(self, "folded") else None
        found = folded.entities().values() if folded else ()
        shown = [e for e in found if isinstance(e, Interaction)]
        return sorted(e.id for e in shown for _ in range(4 if e.status == "pending" else 1))

    @precondition(lambda self: any(self.known_cards(w) for w in WORKSPACES))
    @rule(data=st.data(), by=agents, kind=st.sampled_from(["withdrawn", "acknowledged", "acknowledged"]))
    def close_card(self, data: st.DataObject, by: str, kind: str) -> None:
        w, card = data.draw(st.sampled_from([(w, card) for w in WORKSPACES for card in self.known_cards(w)]))
        self.submit(w, self.agent(by), f"interaction.{kind}", {"interactionId": card})

    @rule(w=workspaces, by=people, task=tasks, force=st.booleans())
    def cancel(self, w: str, by: str, task: str, force: bool) -> None:
        self.submit(w, self.person(by), "task.cancel_requested", {"force": force}, taskId=task)

    @rule(w=workspaces, by=people, task=tasks)
    def accept_late(self, w: str, by: str, task: str) -> None:
        self.submit(w, self.person(by), "task.accept_late", {}, taskId=task)

    @rule(w=workspaces, agent=agents, up=st.booleans())
    def presence(self, w: str, agent: str, up: bool) -> None:
        if up:
            self.submit(w, SYSTEM, "agent.connect", {"agentId": agent, "capabilities": []})
        else:
            payload = {"agentId": agent, "reason": "closed", "lastSeenAt": self.world.now}
            self.submit(w, SYSTEM, "agent.disconnect", payload)

    @rule(w=workspaces, agent=agents, chance=st.integers(0, 9))
    def revoke(self, w: str, agent: str, chance: int) -> None:
        if chance == 0:
            self.submit(w, self.person("ann"), "agent.revoke", {"agentId": agent})

    @rule(seconds=st.sampled_from([1, 70, 1000]))
    def time_passes(self, seconds: int) -> None:
        self.world.clock.forward(seconds)
        self.world.services.sweeps.run()

    # --- what networks do ---

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        place = data.draw(st.integers(0, len(self.sent) - 1))
        w, actor, command, before = self.sent[place]
        head = self.head(w)
        known = items.receipt(w, command.id)
        appended = known in self.world.table.get([known])
        again = self.world.services.relay.submit(w, actor, [command])[0]
        if appended:
            assert self.head(w) == head
            assert type(again) is type(before)
            if isinstance(again, Accepted):
                assert (again.sequence, again.duplicate) == (before.sequence, True)
        else:  # it changed nothing then, so nothing was kept of it; now it may, and from now on that is its answer
            self.sent[place] = (w, actor, command, again)

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def send_other_content_under_the_same_id(self, data: st.DataObject) -> None:
        w, actor, command, _ = data.draw(st.sampled_from(self.sent))
        if items.receipt(w, command.id) not in self.world.table.get([items.receipt(w, command.id)]):
            return
        other = command.model_copy(update={"correlation_id": "something-else"})
        head = self.head(w)
        again = self.world.services.relay.submit(w, actor, [other])[0]
        assert isinstance(again, Rejected)
        assert again.error.code == "id_conflict"
        assert self.head(w) == head

    @rule(w=workspaces, which=st.integers(0, 2), seed=st.integers(0, 10**6))
    def frames_arrive_somehow(self, w: str, which: int, seed: int) -> None:
        """Pieces of the log, some missing, some twice, in any order."""
        chance = random.Random(seed)
        head = self.head(w)
        cuts = sorted({0, head, *(chance.randint(0, head) for _ in range(6))})
        pieces = list(itertools.pairwise(cuts)) * 2
        chance.shuffle(pieces)
        for start, to in pieces[: chance.randint(0, len(pieces))]:
            self.replicas[w][which].receive(start, to, self.log(w, start, to))

    @rule(w=workspaces, which=st.integers(0, 2), task=tasks)
    def snapshot_while_the_log_grows(self, w: str, which: int, task: str) -> None:
        head = self.head(w)
        step = {"parentTaskId": task, "title": "step"}
        self.submit(w, self.agent("agent-a"), "task.child_created", step, taskId=self.world.name("child"))
        self.submit(
            w, self.agent("agent-a"), "artifact.created", {"name": "a", "url": "https://a.example"}, taskId=task
        )
        self.replicas[w][which].snapshot(head, self.stored(w).entities())

    def converge(self) -> None:
        """Whatever arrived: a heartbeat later everybody has the same state."""
        for w in WORKSPACES:
            for replica in self.replicas[w]:
                head = self.head(w)
                replica.receive(replica.cursor, head, self.log(w, replica.cursor, head))
                assert replica.state == self.stored(w)

    # --- what must always hold ---

    @invariant()
    def stored_projections_are_the_fold_of_the_log(self) -> None:
        if not hasattr(self, "world"):
            return
        for w in WORKSPACES:
            for event in self.log(w, self.folded[w].head, self.head(w)):
                before = self.folded[w]
                self.folded[w] = evolve(before, event)
                self.check_step(before, self.folded[w], event)
            assert self.folded[w] == self.stored(w)

    def check_step(self, before: State, after: State, event: Event) -> None:
        assert event.sequence == before.head + 1
        for ref, entity in after.entities().items():
            if isinstance(entity, Task):
                was = before.task(ref.id)
                if was is not None and was.status in TERMINAL and not isinstance(event, TaskReopened):
                    assert entity.status == was.status
                assert (entity.status == "waiting_for_human") == bool(entity.open_interactions)
                assert all(after.interaction(card).status == "pending" for card in entity.open_interactions)
            if isinstance(entity, Interaction):
                earlier = before.interaction(ref.id)
                if earlier is not None and earlier.response is not None:
                    assert (entity.response, entity.answered_by) == (earlier.response, earlier.answered_by)
                if entity.status in ("expired", "withdrawn", "cancelled"):
                    assert entity.response is None

    @invariant()
    def nothing_crosses_a_workspace(self) -> None:
        if hasattr(self, "world"):
            for w in WORKSPACES:
                assert {event.workspace_id for event in self.log(w, 0, self.head(w))} == {w}

    def head(self, w: str) -> int:
        head = self.world.services.log.head(w)
        return head.sequence if head else 0

    def log(self, w: str, after: int, upto: int) -> list[Event]:
        return list(self.world.services.log.range(w, after, upto))

    def stored(self, w: str) -> State:
        found = self.world.table.query(items.head(w).pk, prefix=items.PROJECTIONS, limit=1000)
        entities: dict[Ref, Entity] = dict(items.entity_of(item) for item in found)
        return State(w, self.head(w), entities)


TestMachine = Machine.TestCase
TestMachine.settings = settings(
    max_examples=150, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
