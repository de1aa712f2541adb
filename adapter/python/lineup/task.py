"""A task as its handler sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from . import limits
from .answers import Answer, read_answer
from .cards import A, Card, Link
from .errors import AnswerExpired, AnswerMismatch, AskCancelled, InvalidValue, Refused, TaskOver
from .files import Attachment
from .message import Message
from .talk import Talk, status_payload
from .wire import derived_id, digest, iso

if TYPE_CHECKING:
    from .journal.tasks import TaskRow
    from .runtime import Runtime

StepStatus = Literal["queued", "running"]


class Step(Talk):
    """A child task: a step that people see in the task's plan."""

    def __init__(self, task: Task, id: str, title: str) -> None:
        super().__init__(task._runtime, task._scope, task.conversation_id, id, task._correlation_id)
        self._task = task
        self.id = id
        self.title = title
        self._said = task._said

    async def start(self, line: str | None = None) -> None:
        """It is being worked on."""
        await self._status(status_payload("running", None, line))

    async def progress(self, percent: float, line: str | None = None) -> None:
        """How far it is, 0 to 100."""
        await self._status(status_payload(None, percent, line))

    async def succeed(self, line: str | None = None) -> None:
        """It is done."""
        await self._status(status_payload("succeeded", None, line))

    async def fail(self, error: str) -> None:
        """It did not work out; the task itself may go on."""
        await self._status(status_payload("failed", error=error))

    async def cancel(self, line: str | None = None) -> None:
        """It is not needed any more."""
        await self._status(status_payload("cancelled", None, line))

    async def child(self, title: str, status: StepStatus = "running") -> Step:
        """A step of this step (at most 5 levels)."""
        return await self._task._child(self.id, title, status)

    async def _status(self, payload: Mapping[str, Any]) -> None:
        self._task._check_open()
        await self._report("task.status_changed", payload, task_id=self.id)


class Task(Talk):
    """A task that a person gave to this agent.

    `resumed`: a handler ran before and its process died or was stopped: the handler runs from its start again, what it
    said before is not sent again, and questions that were asked before give their recorded answers.
    Everything said is kept on disk first, so that nothing is lost while the network is away.
    """

    def __init__(self, runtime: Runtime, row: TaskRow) -> None:
        assigned = row.assigned
        super().__init__(runtime, row.id, row.conversation_id, row.id, assigned.get("correlationId"))
        self.id = row.id
        self.title = str(assigned.get("title", ""))
        self.text = str(assigned.get("description") or self.title)
        self.conversation_title = str(assigned.get("conversationTitle") or "")
        self.created_by = str((assigned.get("createdBy") or {}).get("name", ""))
        self.attachments = [Attachment.of(self, told) for told in assigned.get("attachments") or []]
        self.resumed = row.started
        self.cancelled = asyncio.Event()
        self.cancel_reason = row.cancel or ""
        self.finished: Literal["succeeded", "failed", "cancelled"] | None = None
        self.ended: str | None = None
        self.begun = False
        self.refusals: list[Refused] = []
        self._read = 0
        self._line = ""

    # --- telling ---

    async def progress(self, percent: float, line: str | None = None) -> None:
        """How far it is, 0 to 100, and one short line (at most 300 characters)."""
        self._check_open()
        payload = status_payload(None, percent, line)
        self._line = line or self._line
        new = await self._report("task.status_changed", payload)
        self._runtime.show(self, replayed=not new, progress=percent, line=line)

    async def message(self, content: str, *, attachments: Sequence[Link | str | Path] = ()) -> None:
        """Say something about the task in its conversation (markdown, at most 16,000 characters), with links and files;
        a path is uploaded."""
        self._check_open()
        await super().message(content, attachments=attachments)

    async def child(self, title: str, status: StepStatus = "running") -> Step:
        """Add a step that people see (at most 50)."""
        return await self._child(self.id, title, status)

    async def _child(self, parent_id: str, title: str, status: StepStatus) -> Step:
        self._check_open()
        limits.filled("a step's title", title, limits.TITLE)
        if status not in ("queued", "running"):
            raise InvalidValue("a step starts queued or running")
        id = derived_id(parent_id, "child", title, self._times(f"child/{parent_id}/{title}"))
        payload = {"parentTaskId": parent_id, "title": title, "status": status}
        await self._report("task.child_created", payload, task_id=id, key=f"child/{id}")
        return Step(self, id, title)

    async def artifact(
        self, name: str | None = None, *, url: str | None = None, path: str | Path | None = None,
        summary: str | None = None, mime_type: str | None = None, size: int | None = None,
    ) -> None:  # fmt: skip
        """A result that people can open: an address (http or https), or a file of this machine, which is uploaded and
        has its own name if none is given."""
        self._check_open()
        limits.text("an artifact's summary", summary or "", limits.LINE)
        if (url is None) == (path is None):
            raise InvalidValue("an artifact has either a url or a path")
        if path is not None:
            file = await self.upload(path, mime_type=mime_type)
            link = Link(name or file.name, "", file.mime_type, file.size, file.file_id)
        else:
            link = Link(name or "", url or "", mime_type, size)
        payload = {**link.wire(), "summary": summary}
        await self._report("artifact.created", payload)

    async def once(self, key: str) -> bool:
        """True the first time in this task's life, over restarts too. Ask before a side effect that must not happen
        twice: if the process dies in the middle of it, the resumed handler gets False and may look what became of it.
        """
        self._check_open()
        return self._runtime.once(self.id, f"once/{key}")

    # --- ending ---
    # These give None, typed so that a handler may end with `return await task.fail("...")`.

    async def succeed(self, summary: str | None = None) -> str | None:
        """It is done. Nothing more can be said about it."""
        return await self._finish("succeeded", status_payload("succeeded", None, summary))

    async def fail(self, error: str) -> str | None:
        """It did not work out, and why (at most 2,000 characters; people read it)."""
        return await self._finish("failed", status_payload("failed", error=error))

    async def cancel(self, summary: str | None = None) -> str | None:
        """It stopped because a person wanted so: a cancel (the runner says that by itself), or an answer that refused.
        `summary` (at most 300 characters) tells what was done by then."""
        return await self._finish("cancelled", status_payload("cancelled", None, summary))

    async def _finish(
        self, status: Literal["succeeded", "failed", "cancelled"], payload: Mapping[str, Any]
    ) -> str | None:  # fmt: skip
        self._check_open()
        kept = self._runtime.finish(self, self._command("task.status_changed", payload))
        if not kept:
            raise TaskOver("the server has ended this task")
        self.finished = status
        self._runtime.show(self, status=status, line=payload.get("summary") or payload.get("error"))
        await asyncio.sleep(0)
        return None

    def _check_open(self) -> None:
        if self.ended is not None:
            raise TaskOver(f"the server has ended this task: {self.ended}")
        if self.finished is not None:
            raise TaskOver(f"this task has been reported as {self.finished}")

    async def flush(self) -> None:
        """Wait until the server has everything that was said about this task. Raises the first Refused, if any."""
        await self._runtime.flushed(self.id)
        if self.refusals:
            raise self.refusals.pop(0)

    # --- asking ---

    async def ask(self, card: Card[A], *, key: str | None = None) -> A:
        """Put a question to a person and wait for the answer, over restarts of this process.

        The question's identity is `key` (or its title and how often it was asked) together with its text: the same
        question is never asked twice, another text is another question. Raises AnswerExpired, AskCancelled,
        AnswerMismatch or Refused; only an answer with `approved` is an approval.
        """
        self._check_open()
        name = f"key/{key}" if key is not None else self._position(card)
        wire = card.wire()
        interaction_id = self._open_question(name, wire, card.expires_in)
        replayed = self._runtime.journal.asks.outcome(interaction_id) is not None
        self._runtime.show(self, replayed=replayed, status="waiting", line=card.title)
        try:
            outcome = await self._runtime.outcome(interaction_id)
        except asyncio.CancelledError:
            if self._goes_on():
                self._withdraw(interaction_id, "no longer needed")
                self._runtime.show(self, replayed=replayed, status="running", line=self._line)
            raise
        self._runtime.show(self, replayed=replayed, status="running", line=self._line)
        answer: A = self._answer(interaction_id, outcome)  # type: ignore[assignment]
        return answer

    def _position(self, card: Card[Any]) -> str:
        name = f"{card.kind}/{digest(card.title)}"
        return f"{name}/{self._times('ask/' + name)}"

    def _open_question(self, name: str, wire: dict[str, Any], expires_in: float | None) -> str:
        """The id of the question, which is sent if it is new. A question of the same name and another text is moot."""
        asks, attempt = self._runtime.journal.asks, 0
        while True:
            id = derived_id(self.id, "ask", name, digest(wire), attempt)
            known = asks.get(id)
            if known is None or known.state == "open":
                break
            attempt += 1
        for other in asks.of_task(self.id):
            open_still = other.state == "open" and asks.outcome(other.interaction_id) is None
            if other.key == name and other.interaction_id != id and open_still:
                self._withdraw(other.interaction_id, "asked anew with another text")
        if known is None:
            expires = {"expiresAt": iso(self._runtime.seconds() + expires_in)} if expires_in is not None else {}
            sent = {**wire, "id": id, **expires}
            command = self._command("interaction.requested", {"interaction": sent})
            self._runtime.ask(self.id, name, sent, digest(sent), command)
        else:
            self._runtime.ask_again(known)
        return id

    def _goes_on(self) -> bool:
        """Whether the task outlives this wait: then its question must not stay open without anyone listening."""
        return not (self._runtime.leaving or self.ended or self.finished or self.cancelled.is_set())

    def _withdraw(self, interaction_id: str, reason: str) -> None:
        payload = {"interactionId": interaction_id, "reason": reason}
        self._runtime.withdraw(interaction_id, self._command("interaction.withdrawn", payload))

    def _answer(self, interaction_id: str, outcome: Mapping[str, Any]) -> Answer:
        match outcome.get("outcome"):
            case "answered":
                return self._answered(interaction_id, outcome)
            case "expired":
                raise AnswerExpired("nobody answered in time", interaction_id)
            case "refused":
                code, text = str(outcome.get("code")), str(outcome.get("text"))
                raise Refused(code, text, outcome.get("details"), "interaction.requested")
        raise AskCancelled(f"the question is void ({outcome.get('reason') or outcome.get('outcome')})", interaction_id)

    def _answered(self, interaction_id: str, outcome: Mapping[str, Any]) -> Answer:
        ask = self._runtime.journal.asks.get(interaction_id)
        if ask is None or outcome.get("digest") != ask.digest:
            raise AnswerMismatch("the answer was given to another text of this question", interaction_id)
        try:
            return read_answer(ask.card, outcome)
        except (KeyError, ValueError, TypeError) as error:
            raise AnswerMismatch("the answer does not fit the question", interaction_id) from error

    @property
    def answers(self) -> dict[str, Answer]:
        """Answers that are here already, by the `key` given to `ask`, else by title; a resumed task may have some."""
        found: dict[str, Answer] = {}
        for ask in self._runtime.journal.asks.of_task(self.id):
            outcome = self._runtime.journal.asks.outcome(ask.interaction_id)
            if outcome is not None and outcome.get("outcome") == "answered":
                name = ask.key.removeprefix("key/") if ask.key.startswith("key/") else str(ask.card.get("title"))
                found[name] = self._answered(ask.interaction_id, outcome)
        return found

    # --- hearing ---

    async def next_message(self) -> Message:
        """Wait for the next thing that a person says about this task. A resumed handler hears all from the start."""
        while True:
            said = self._runtime.journal.messages.of_task(self.id)
            if self._read < len(said):
                self._read += 1
                return Message(self._runtime, said[self._read - 1])
            await self._runtime.spoken(self.id)
