"""The projections of a workspace, and `State`: some or all of them at one position of the log.

A projection's `sequence` is that of the last event that changed it: an event at or before it is already in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, cast

from .answers import Response
from .cards import Card
from .envelope import Actor
from .events import Outcome, Role
from .ids import Id
from .lifecycle import TERMINAL, AgentStatus, InteractionStatus, TaskStatus
from .times import Timestamp
from .wire import Wire


class Member(Wire):
    """A user of the workspace."""

    user_id: Id
    name: str
    role: Role


class Workspace(Wire):
    """Data and access boundary."""

    id: Id
    name: str
    members: list[Member] = []
    created_at: Timestamp
    sequence: int

    def role(self, user_id: str) -> Role | None:
        """The user's role here, or None for a stranger."""
        return next((m.role for m in self.members if m.user_id == user_id), None)


class Agent(Wire):
    """A connectable agent instance."""

    id: Id
    name: str
    kind: str
    runtime: str | None = None
    agent_version: str | None = None
    capabilities: list[str] = []
    status: AgentStatus = "pending"
    confirmed: bool = False
    connected: bool = False
    connected_at: Timestamp | None = None
    last_seen_at: Timestamp | None = None
    offline_since: Timestamp | None = None
    revoked_at: Timestamp | None = None
    grace_seconds: int
    paired_at: Timestamp
    sequence: int


class LastMessage(Wire):
    """The last line of a conversation in lists."""

    author: Actor
    excerpt: str
    at: Timestamp


class Conversation(Wire):
    """One context of work between people and agents."""

    id: Id
    title: str
    agent_ids: list[Id]
    created_by: Actor
    created_at: Timestamp
    last_message: LastMessage | None = None
    archived_at: Timestamp | None = None
    sequence: int


class Artifact(Wire):
    """A result of a task."""

    id: Id
    name: str
    url: str | None = None
    file_id: Id | None = None
    mime_type: str | None = None
    summary: str | None = None
    size: int | None = None
    created_at: Timestamp


class LateReport(Wire):
    """What the agent reported after it was given up."""

    status: Outcome
    summary: str | None = None
    error: str | None = None
    at: Timestamp


class Task(Wire):
    """A trackable unit of work. `open_interactions` is non-empty exactly while it is `waiting_for_human`.
    `root_task_id`: of a step, the task at the top of its tree."""

    id: Id
    conversation_id: Id
    parent_task_id: Id | None = None
    root_task_id: Id | None = None
    retry_of: Id | None = None
    depth: int = 0
    agent_id: Id
    title: str
    description: str | None = None
    created_by: Actor
    created_at: Timestamp
    created_sequence: int
    status: TaskStatus
    progress: float | None = None
    summary: str | None = None
    error: str | None = None
    reason: str | None = None
    delivered_at: Timestamp | None = None
    accepted_at: Timestamp | None = None
    resumed_at: Timestamp | None = None
    reported_at: Timestamp
    ended_at: Timestamp | None = None
    cancel_requested_at: Timestamp | None = None
    cancel_requested_by: Actor | None = None
    cancel_reason: str | None = None
    late_report: LateReport | None = None
    open_interactions: list[Id] = []
    open_children: list[Id] = []
    child_count: int = 0
    artifacts: list[Artifact] = []
    sequence: int

    @property
    def terminal(self) -> bool:
        """Whether the task has ended."""
        return self.status in TERMINAL


class Interaction(Wire):
    """A card and what became of it."""

    id: Id
    conversation_id: Id
    task_id: Id | None = None
    agent_id: Id
    card: Card
    digest: str
    status: InteractionStatus = "pending"
    requested_at: Timestamp
    response: Response | None = None
    answered_by: Actor | None = None
    answered_at: Timestamp | None = None
    delivered_at: Timestamp | None = None
    acknowledged_at: Timestamp | None = None
    ended_at: Timestamp | None = None
    reason: str | None = None
    sequence: int


Kind = Literal["workspace", "agent", "conversation", "task", "interaction"]
Entity = Workspace | Agent | Conversation | Task | Interaction
MODELS: dict[Kind, type[Entity]] = {
    "workspace": Workspace,
    "agent": Agent,
    "conversation": Conversation,
    "task": Task,
    "interaction": Interaction,
}


class Ref(NamedTuple):
    """Names a projection within its workspace."""

    kind: Kind
    id: str


class Unloaded(Exception):
    """A projection was asked for that this partial state does not hold: load it and decide again."""

    def __init__(self, refs: Iterable[Ref]) -> None:
        self.refs = tuple(refs)
        super().__init__(", ".join(f"{r.kind} {r.id}" for r in self.refs))


class State:
    """Projections at one position (`head`) of one workspace's log; immutable.

    A complete state answers None for what it does not hold; a partial one raises `Unloaded`, unless it was told that
    there is no such projection (value None).
    """

    __slots__ = ("_entities", "complete", "head", "workspace_id")

    def __init__(
        self, workspace_id: str, head: int = 0, entities: Mapping[Ref, Entity | None] | None = None,
        *, complete: bool = True,
    ) -> None:  # fmt: skip
        self.workspace_id = workspace_id
        self.head = head
        self.complete = complete
        self._entities: dict[Ref, Entity | None] = dict(entities or {})

    def get(self, ref: Ref) -> Entity | None:
        """The projection, or None if there is none."""
        if ref not in self._entities and not self.complete:
            raise Unloaded([ref])
        return self._entities.get(ref)

    def need(self, refs: Iterable[Ref]) -> None:
        """Make sure that all of these can be asked for, in one go."""
        missing = [ref for ref in refs if ref not in self._entities]
        if missing and not self.complete:
            raise Unloaded(missing)

    def workspace(self) -> Workspace | None:
        return cast("Workspace | None", self.get(Ref("workspace", self.workspace_id)))

    def agent(self, id: str) -> Agent | None:
        return cast("Agent | None", self.get(Ref("agent", id)))

    def conversation(self, id: str) -> Conversation | None:
        return cast("Conversation | None", self.get(Ref("conversation", id)))

    def task(self, id: str) -> Task | None:
        return cast("Task | None", self.get(Ref("task", id)))

    def interaction(self, id: str) -> Interaction | None:
        return cast("Interaction | None", self.get(Ref("interaction", id)))

    def at(self, head: int, changes: Mapping[Ref, Entity]) -> State:
        """The state at `head`, with `changes` in it."""
        return State(self.workspace_id, head, {**self._entities, **changes}, complete=self.complete)

    def entities(self) -> dict[Ref, Entity]:
        """All projections that this state holds."""
        return {ref: entity for ref, entity in self._entities.items() if entity is not None}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and (self.workspace_id, self.head, self.entities()) == (
            other.workspace_id, other.head, other.entities()
        )  # fmt: skip

    __hash__ = None  # type: ignore[assignment]
