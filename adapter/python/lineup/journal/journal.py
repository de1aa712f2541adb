"""The journal as a whole: what the connection and the runner write, each write one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import Refused
from ..protocol import Acked, Cursor, Rejected
from . import intake
from . import notices as n
from .asks import Asks
from .database import Database
from .messages import Messages
from .outbox import Outbox, Sent
from .rebuild import rebuild
from .tasks import State, Tasks

_SEEN_KEPT = 20_000


class Journal:
    """One agent identity's memory. `now` gives the server's time as text, for envelopes made here."""

    def __init__(self, path: Path, workspace_id: str, now: Callable[[], str]) -> None:
        self._db = Database(path)
        self.workspace_id = workspace_id
        self.now = now
        self.outbox = Outbox(self._db)
        self.tasks = Tasks(self._db)
        self.asks = Asks(self._db)
        self.messages = Messages(self._db)
        with self._db.transaction():
            self._prune()

    def _prune(self) -> None:
        self.tasks.prune()
        self.messages.prune()
        self._db.run(f"DELETE FROM seen WHERE sequence < (SELECT max(sequence) - {_SEEN_KEPT} FROM seen)")

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Everything written inside is kept together, or not at all."""
        with self._db.transaction():
            yield

    def close(self) -> None:
        """Give the file back."""
        self._db.close()

    # --- position ---

    def meta(self, name: str) -> str | None:
        """A noted value."""
        row = self._db.row("SELECT value FROM meta WHERE name = ?", name)
        return str(row["value"]) if row else None

    def set_meta(self, name: str, value: str) -> None:
        """Note a value."""
        self._db.run("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)", name, value)

    @property
    def cursor(self) -> Cursor | None:
        """Up to where everything was taken in."""
        epoch, sequence = self.meta("epoch"), self.meta("sequence")
        return Cursor(epoch, int(sequence)) if epoch is not None and sequence is not None else None

    def begin(self, cursor: Cursor) -> None:
        """Where a fresh pairing starts: what comes after it is not missed."""
        with self.transaction():
            self._set_cursor(cursor)

    def _set_cursor(self, cursor: Cursor) -> None:
        self.set_meta("epoch", cursor.epoch)
        self.set_meta("sequence", str(cursor.sequence))

    def first_time(self, event_id: str, sequence: int) -> bool:
        """Whether an event is new; it is not from now on."""
        return self._db.run("INSERT OR IGNORE INTO seen (id, sequence) VALUES (?, ?)", event_id, sequence) == 1

    # --- from the server ---

    def take_in(self, deliveries: Sequence[Mapping[str, Any]], cursor: Cursor) -> list[n.Notice]:
        """Deliveries of the feed and the cursor after them."""
        found: list[n.Notice] = []
        with self.transaction():
            for delivery in deliveries:
                found += intake.take_in(self, delivery)
            self._set_cursor(cursor)
        return found

    def redelivered(self, delivery: Mapping[str, Any]) -> list[n.Notice]:
        """An outcome that was sent again on our question."""
        with self.transaction():
            return intake.resolved(self, delivery)

    def rebuild(
        self, tasks: Sequence[Mapping[str, Any]], interactions: Sequence[Mapping[str, Any]], cursor: Cursor
    ) -> list[n.Notice]:
        """A snapshot, read at `cursor`."""
        with self.transaction():
            found = rebuild(self, tasks, interactions)
            self._set_cursor(cursor)
        return found

    def acked(self, answer: Acked) -> list[n.Notice]:
        """A command is in the log."""
        with self.transaction():
            sent = self.outbox.take(answer.id)
            if sent is None or sent.type != "task.accepted" or sent.task_id is None:
                return []
            task = self.tasks.get(sent.task_id)
            if task is None or task.state != "accepting":
                return []
            self.tasks.move(sent.task_id, "running")
            return [n.TaskReady(sent.task_id)]

    def rejected(self, answer: Rejected) -> list[n.Notice]:
        """A command was refused for good."""
        with self.transaction():
            sent = self.outbox.take(answer.id)
            if sent is None:
                return []
            error = Refused(answer.code, answer.text, answer.details, sent.type)
            return [*self._after_refusal(sent, error), n.CommandRefused(sent.id, sent.task_id, error)]

    def _after_refusal(self, sent: Sent, error: Refused) -> list[n.Notice]:
        if sent.type == "task.accepted" and sent.task_id:
            return intake.end(self, sent.task_id, error.code)
        if sent.type == "interaction.requested" and sent.interaction_id:
            outcome = {"outcome": "refused", "code": error.code, "text": error.text, "details": error.details}
            if self.asks.record(sent.interaction_id, outcome):
                return [n.Answered(sent.interaction_id)]
        return []

    # --- from the runner ---

    def report(self, scope: str, key: str, command: Mapping[str, Any], note: str = "") -> bool:
        """Send a command once per step; False if this step was sent before (a resumed handler says it again)."""
        with self.transaction():
            if self.tasks.step(scope, key) is not None:
                return False
            self.outbox.add(command, task_id=scope if command.get("taskId") else None)
            self.tasks.note_step(scope, key, note)
        return True

    def finish(self, task_id: str, command: Mapping[str, Any]) -> bool:
        """Report the outcome and never run the task again; False if it had ended already."""
        with self.transaction():
            task = self.tasks.get(task_id)
            if task is None or task.state in ("done", "over"):
                return False
            self.outbox.add(command)
            self.tasks.keep_ending(task_id, command)
            self.close_task(task_id, "done")
        return True

    def close_task(self, task_id: str, state: State) -> None:
        """The task has ended: forget what only its handler needed."""
        self.tasks.move(task_id, state)
        self.tasks.forget_steps(task_id)
        self.asks.close_task(task_id)

    def ask(self, task_id: str, key: str, card: Mapping[str, Any], digest: str, command: Mapping[str, Any]) -> None:
        """Remember a question and send it, together."""
        with self.transaction():
            self.asks.add(str(card["id"]), task_id, key, card, digest)
            self.outbox.add(command, str(card["id"]))

    def withdraw(self, interaction_id: str, command: Mapping[str, Any]) -> None:
        """Take a question back."""
        with self.transaction():
            self.asks.withdraw(interaction_id)
            self.outbox.add(command, interaction_id)
