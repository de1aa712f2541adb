"""A workspace of a test's own on a shared server: one confirmed agent, one conversation, and what became of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import uuid4

from lineup import config
from lineup.cli.pair import redeem

from e2e.support.adapter import Adapter
from e2e.support.person import Person
from e2e.support.server import Server
from e2e.support.waiting import until

AGENTS = Path(__file__).parents[1] / "agents"
AGENT, CONVERSATION = "Ops agent", "Orders service"


class Desk:
    """`via` is the address that the adapter uses, if it is another one than the browser's; `names`: the agent's and the
    conversation's. `workspace`: an existing one, for a second agent."""

    def __init__(
        self, server: Server, person: Person, home: Path, via: str | None = None, *,
        workspace: str | None = None, names: tuple[str, str] = (AGENT, CONVERSATION),
    ) -> None:  # fmt: skip
        self.server = server
        self.person = person
        self.workspace = workspace or person.new_workspace("Studio")
        self.adapter = Adapter(home)
        redeem(home, person.pairing_code(self.workspace), via or server.url, None, None)
        self.agent = config.load(home).agent_id
        self.tell("agent.confirm", {"agentId": self.agent, "name": names[0]})
        self.conversation = str(uuid4())
        subject = {"title": names[1], "agentIds": [self.agent]}
        self.tell("conversation.create", subject, conversationId=self.conversation)

    def close(self) -> None:
        """End the adapter. What it printed is shown beside a failed test."""
        self.adapter.close()
        print(self.adapter.output()[-4_000:])

    # --- doing ---

    def tell(self, kind: str, payload: dict[str, Any], **subject: Any) -> None:
        """A command that has to be accepted."""
        self.person.send(self.workspace, kind, payload, **subject).raise_for_status()

    def run(self, target: str) -> None:
        """Start one of e2e/agents, `module:name`."""
        self.adapter.start("run", target, cwd=AGENTS)

    def give(self, title: str) -> str:
        """A task for the agent; its id."""
        id = str(uuid4())
        payload = {"title": title, "targetAgentId": self.agent}
        self.tell("task.create", payload, conversationId=self.conversation, taskId=id)
        return id

    def answer(self, card: dict[str, Any], option: str = "approve") -> None:
        """Answer an approval, as from another device."""
        response = {"type": "approval", "optionId": option}
        payload = {"interactionId": card["id"], "digest": card["digest"], "response": response}
        self.tell("interaction.respond", payload, conversationId=self.conversation, taskId=card["taskId"])

    # --- seeing ---

    def place(self, *path: str) -> str:
        """The address of a page, below the app's."""
        return "/".join(["#/w", self.workspace, *path])

    def snapshot(self) -> dict[str, Any]:
        """The first page of the snapshot."""
        page: dict[str, Any] = self.person.get(f"/workspaces/{self.workspace}/snapshot")
        return page

    def task(self, id: str) -> dict[str, Any]:
        """A task as it stands."""
        return next(task for task in self.snapshot()["tasks"] if task["id"] == id)

    def cards(self, status: str | None = None) -> list[dict[str, Any]]:
        """All cards, or those of a status."""
        return [card for card in self.snapshot()["interactions"] if status in (None, card["status"])]

    def wait_for_cards(self, count: int = 1, status: str = "pending") -> list[dict[str, Any]]:
        """Until that many cards have the status."""
        return until(lambda: len(found := self.cards(status)) == count and found, f"{count} {status} cards")

    def wait_for_task(self, id: str, status: str) -> dict[str, Any]:
        """Until the task has the status."""
        return until(lambda: (task := self.task(id))["status"] == status and task, f"the task is {status}")

    def log(self, kind: str | None = None) -> list[dict[str, Any]]:
        """The whole log, or the events of one type."""
        events: list[dict[str, Any]] = []
        while more := self._events_after(events[-1]["sequence"] if events else 0):
            events += more
        return [event for event in events if kind in (None, event["type"])]

    def _events_after(self, sequence: int) -> list[dict[str, Any]]:
        page = self.person.get(f"/workspaces/{self.workspace}/events?after={sequence}&limit=200")
        found: list[dict[str, Any]] = page["events"]
        return found

    def status(self) -> str:
        """The agent's."""
        return str(next(agent for agent in self.snapshot()["agents"] if agent["id"] == self.agent)["status"])

    def wait_for_agent(self, status: str) -> None:
        """Until the agent is `online`, `offline` or `revoked`."""
        until(lambda: self.status() == status, f"the agent is {status}")

    def notes(self) -> list[str]:
        """What the handler noted on its machine, a line each time it came by."""
        path = self.adapter.home / "notes"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []
