"""The relay: commands in, one transaction, outcomes out (design.md §3).

read    HEAD, receipts and the projections that the commands name, at one moment
decide  each command against the state that the ones before it left
write   HEAD (expect Version), events, receipts, changed projections, timers: all or nothing
retry   a lost race is decided again, with full jitter, at most 8 times or 1.5 s; then `busy`
        (threads of this process take turns instead, see `lanes.py`)
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from chalicelib.lap.commands import Command, CreateWorkspace
from chalicelib.lap.decide import Decision, decide
from chalicelib.lap.effects import CloseConnections, DropDraft, DropSecret, Effect, KeepSecret, Redeliver, SetTimer
from chalicelib.lap.envelope import Actor
from chalicelib.lap.errors import Refused
from chalicelib.lap.events import Event
from chalicelib.lap.refs import refs
from chalicelib.lap.state import Entity, Ref, State, Unloaded
from chalicelib.lap.wire import canonical, dump

from . import items
from .correlation import also, note
from .files import Kept, file_ids, with_facts
from .lanes import Lanes
from .metrics import UNMETERED, Count
from .ports import (
    MAX_WRITES,
    Clock,
    ConditionFailed,
    Contention,
    Delete,
    Expect,
    Item,
    Key,
    Metrics,
    Put,
    Table,
    TooLarge,
    Unavailable,
    Version,
    Write,
)  # fmt: skip
from .secrets import Keys, new_id

TRIES = 8
PATIENCE_SECONDS = 1.5
_LATER = (Redeliver, CloseConnections)


@dataclass(frozen=True, slots=True)
class Accepted:
    """The envelope is in the log; `sequence` of its last event, or the head if it changed nothing."""

    id: str
    sequence: int
    duplicate: bool = False


@dataclass(frozen=True, slots=True)
class Rejected:
    """The envelope was refused."""

    id: str
    error: Refused


Outcome = Accepted | Rejected


@dataclass
class _Batch:
    """What one attempt makes of its commands."""

    state: State
    files: dict[str, Kept] = field(default_factory=dict)
    outcomes: list[Outcome] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    receipts: dict[str, Item] = field(default_factory=dict)


class Relay:
    """Appends to the log of every workspace."""

    def __init__(
        self, table: Table, clock: Clock, keys: Keys, *,
        perform: Callable[[str, Sequence[Effect]], None] = lambda workspace_id, effects: None,
        pause: Callable[[float], None] = time.sleep, metrics: Metrics = UNMETERED,
    ) -> None:  # fmt: skip
        self._table = table
        self._clock = clock
        self._keys = keys
        self._pause = pause
        self._lanes = Lanes()
        self._metrics = metrics
        self.perform = perform

    def submit(self, workspace_id: str, actor: Actor, commands: Sequence[Command]) -> list[Outcome]:
        """Append the commands as one transaction (split only if it would exceed the engine's item limit).

        Each command has an outcome of its own: a refused one does not hold back the others. Safe to repeat.
        """
        try:
            with self._lanes.take(workspace_id, PATIENCE_SECONDS) as ours:
                batch = self._race(workspace_id, actor, commands) if ours else None
        except TooLarge:
            return self._halves(workspace_id, actor, commands)
        except Unavailable:
            batch = None
        note(workspaceId=workspace_id)
        also("envelopeIds", (c.id for c in commands))
        if batch is None:
            self._metrics.count(Count.BUSY, len(commands))
            return [Rejected(c.id, Refused("busy")) for c in commands]
        self._measure(batch)
        if later := [effect for effect in batch.effects if isinstance(effect, _LATER)]:
            self.perform(workspace_id, later)
        return batch.outcomes

    def _measure(self, batch: _Batch) -> None:
        refused = [o.error.code for o in batch.outcomes if isinstance(o, Rejected)]
        self._metrics.count(Count.APPENDS, bool(batch.events))
        self._metrics.count(Count.EVENTS, len(batch.events))
        self._metrics.count(Count.DUPLICATES, sum(isinstance(o, Accepted) and o.duplicate for o in batch.outcomes))
        self._metrics.count(Count.REFUSED, len(refused))
        if refused:
            also("refused", refused)
        if batch.events:
            note(sequence=batch.state.head)

    def _race(self, workspace_id: str, actor: Actor, commands: Sequence[Command]) -> _Batch | None:
        """Attempts until one is written, or None. What the rules asked for and was not read is no lost race: each
        round reads more."""
        wanted = {ref for c in commands for ref in refs(workspace_id, c, actor)}
        deadline = time.monotonic() + PATIENCE_SECONDS
        lost = 0
        while True:
            try:
                return self._attempt(workspace_id, actor, commands, wanted)
            except Unloaded as missing:
                wanted |= set(missing.refs)
            except (ConditionFailed, Contention):
                lost += 1
                self._metrics.count(Count.CONFLICTS)
                delay = random.uniform(0, min(0.3, 0.01 * 2**lost))
                if lost == TRIES or time.monotonic() + delay > deadline:
                    return None
                self._pause(delay)

    def _halves(self, workspace_id: str, actor: Actor, commands: Sequence[Command]) -> list[Outcome]:
        if len(commands) == 1:
            return [Rejected(commands[0].id, Refused("limit_reached", "This would change too much at once."))]
        middle = len(commands) // 2
        return [
            *self.submit(workspace_id, actor, commands[:middle]),
            *self.submit(workspace_id, actor, commands[middle:]),
        ]

    def _attempt(
        self, workspace_id: str, actor: Actor, commands: Sequence[Command], wanted: Iterable[Ref]
    ) -> _Batch:  # fmt: skip
        head_key = items.head(workspace_id)
        projections = {ref: items.projection(workspace_id, ref) for ref in wanted}
        receipts = {c.id: items.receipt(workspace_id, c.id) for c in commands}
        files = {id: items.file(workspace_id, id) for c in commands for id in file_ids(c)}
        found = self._read([head_key, *projections.values(), *receipts.values(), *files.values()])
        head = found.get(head_key)
        if head is None and not isinstance(commands[0], CreateWorkspace):
            unknown = Refused("not_found", "There is no such workspace.")
            return _Batch(State(workspace_id), outcomes=[Rejected(c.id, unknown) for c in commands])
        loaded: dict[Ref, Entity | None] = {
            ref: items.entity_of(found[key])[1] if key in found else None for ref, key in projections.items()
        }
        start = State(workspace_id, int(head.data["sequence"]) if head else 0, loaded, complete=False)
        kept = {id: Kept.of(found[key]) for id, key in files.items() if key in found}
        batch = _Batch(start, kept, receipts={id: found[key] for id, key in receipts.items() if key in found})
        for command in commands:
            self._decide(batch, command, actor)
        writes = (
            self._writes(workspace_id, batch, head, loaded, found)
            if batch.events
            else self._side_writes(workspace_id, batch)
        )
        if writes:
            self._table.transact(writes)
        return batch

    def _read(self, keys: Sequence[Key]) -> dict[Key, Item]:
        unique = list(dict.fromkeys(keys))
        if len(unique) > MAX_WRITES:
            raise TooLarge
        return self._table.get(unique)

    def _decide(self, batch: _Batch, command: Command, actor: Actor) -> None:
        content = self._hash(command)
        if (known := batch.receipts.get(command.id)) is not None:
            batch.outcomes.append(_repeat(command, actor, content, known))
            return
        try:
            told = with_facts(command, batch.files)
        except Refused as error:
            batch.outcomes.append(Rejected(command.id, error))
            return
        decision = decide(batch.state, told, actor, self._clock.now())
        batch.state = decision.state
        batch.events += decision.events
        batch.effects += decision.effects
        batch.outcomes.append(_outcome(command, decision))
        if decision.events:
            batch.receipts[command.id] = _receipt(batch.state, command, actor, content, decision)

    def _hash(self, command: Command) -> str:
        """Keyed, since the content may be a secret that could be guessed."""
        return self._keys.hash("receipt", canonical(dump(command)))

    def _writes(
        self, workspace_id: str, batch: _Batch, head: Item | None, loaded: dict[Ref, Entity | None],
        found: dict[Key, Item],
    ) -> list[Write]:  # fmt: skip
        position = {
            "sequence": batch.state.head,
            "epoch": head.data["epoch"] if head else new_id(),
            "floor": head.data["floor"] if head else 1,
        }
        writes: list[Write] = [Put(Item(items.head(workspace_id), position), _expect(head))]
        writes += [Put(items.event_item(e, _root_of(batch.state, e)), Expect.ABSENT) for e in batch.events]
        writes += [Put(item, Expect.ABSENT) for item in batch.receipts.values() if item.key not in found]
        for ref, entity in batch.state.entities().items():
            if entity is not loaded.get(ref):
                before = found.get(items.projection(workspace_id, ref))
                writes.append(Put(items.entity_item(workspace_id, ref, entity), _expect(before)))
        return writes + self._side_writes(workspace_id, batch)

    def _side_writes(self, workspace_id: str, batch: _Batch) -> list[Write]:
        """Timers, secrets and drafts; a command that makes no event may ask for them too."""
        side = {write_key(w): w for effect in batch.effects if (w := self._side_write(workspace_id, effect))}
        return list(side.values())

    def _side_write(self, workspace_id: str, effect: Effect) -> Write | None:
        match effect:
            case SetTimer():
                return Put(items.timer_item(workspace_id, effect), Expect.ANY)
            case KeepSecret():
                sealed = {"sealed": self._keys.seal(effect.text)}
                return Put(Item(items.secret(workspace_id, effect.interaction_id), sealed), Expect.ANY)
            case DropSecret():
                return Delete(items.secret(workspace_id, effect.interaction_id))
            case DropDraft():
                return Delete(items.draft(workspace_id, effect.message_id))
        return None


def write_key(write: Write) -> Key:
    """The key that a write touches."""
    return write.item.key if isinstance(write, Put) else write.key


def _root_of(state: State, event: Event) -> str | None:
    """The task at the top of the event's task's tree: a timeline shows the steps, too."""
    task = state.task(event.task_id) if event.task_id else None
    return (task.root_task_id or task.id) if task else None


def _expect(before: Item | None) -> Expect | Version:
    return Version(before.version) if before else Expect.ABSENT


def _outcome(command: Command, decision: Decision) -> Outcome:
    if decision.refusal is not None:
        return Rejected(command.id, decision.refusal)
    return Accepted(command.id, decision.state.head)


def _receipt(state: State, command: Command, actor: Actor, content: str, decision: Decision) -> Item:
    data: dict[str, Any] = {"hash": content, "actor": f"{actor.kind}:{actor.id}", "sequence": state.head}
    if (refusal := decision.refusal) is not None:
        data["refusal"] = {"code": refusal.code, "message": refusal.message, "details": refusal.details}
    return Item(items.receipt(state.workspace_id, command.id), data)


def _repeat(command: Command, actor: Actor, content: str, receipt: Item) -> Outcome:
    """The original answer for the same envelope; a refusal for another one with its id."""
    data = receipt.data
    if data["hash"] != content or data["actor"] != f"{actor.kind}:{actor.id}":
        return Rejected(command.id, Refused("id_conflict"))
    if (refusal := data.get("refusal")) is not None:
        return Rejected(command.id, Refused(refusal["code"], refusal["message"], refusal["details"]))
    return Accepted(command.id, int(data["sequence"]), duplicate=True)
