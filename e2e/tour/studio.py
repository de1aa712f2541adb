"""A workspace in the middle of a day: four agents, tasks in every state, cards of every kind, made by real commands."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import yaml

from e2e.support.desk import Desk
from e2e.support.person import Person
from e2e.support.server import Server
from e2e.support.wire import Wire

DIFF = """--- a/src/ui/form/index.ts
+++ b/src/ui/form/index.ts
@@ -1,3 +1,3 @@
-import { useForm } from "../button/context";
+import { useForm } from "./context";
 export const Field = (p: FieldProps) => p.children(useForm().register(p.name));"""


class Studio:
    """`language` is `en` or `zh`. `cards`, `tasks` and `conversations` give ids by name, `empty` that of a
    workspace where nothing happened yet. The agents stay connected until `close`, one has left."""

    def __init__(self, server: Server, person: Person, folder: Path, language: str) -> None:
        self.server = server
        self.person = person
        self.language = language
        self.text = yaml.safe_load((Path(__file__).parent / f"texts.{language}.yaml").read_text(encoding="utf-8"))
        self.cards: dict[str, str] = {}
        self.tasks: dict[str, str] = {}
        self.conversations: list[str] = []
        self.workspace = person.new_workspace(self.text["workspace"])
        self._desks = [
            Desk(server, person, folder / f"agent-{n}", workspace=self.workspace, names=(agent, conversation))
            for n, (agent, conversation) in enumerate(zip(self.text["agents"], self.text["conversations"], strict=True))
        ]
        self.conversations = [desk.conversation for desk in self._desks]
        self.agents = [desk.agent for desk in self._desks]
        self.empty = person.new_workspace(self.text["empty"])
        self._wires = [Wire(desk).__enter__() for desk in self._desks]
        self._work()
        self._decide()
        self._wires.pop().__exit__(None, None, None)
        self._desks[-1].wait_for_agent("offline")

    def beat(self) -> None:
        """The agents say that they are there; to be called at least once a minute."""
        for wire in self._wires:
            wire.send("agent.heartbeat", {}, until="system.heartbeat")

    def close(self) -> None:
        """Everybody leaves."""
        for wire in self._wires:
            wire.__exit__(None, None, None)

    def place(self, *path: str) -> str:
        """The address of a page, below the app's."""
        return self._desks[0].place(*path)

    # --- what happened ---

    def _task(self, agent: int, name: str, title: str, **report: Any) -> str:
        desk, wire = self._desks[agent], self._wires[agent]
        id = self.tasks[name] = str(uuid4())
        asked = {"description": self.text["ask"]} if name == "plan" else {}
        payload = {"title": title, "targetAgentId": desk.agent, **asked}
        desk.tell("task.create", payload, conversationId=desk.conversation, taskId=id)
        wire.send("task.accepted", {}, taskId=id)
        if report:
            wire.send("task.status_changed", report, taskId=id)
        return id

    def _work(self) -> None:
        titles, lines = self.text["tasks"], self.text["lines"]
        code, ops = self._wires[0], self._wires[1]
        scan = self._task(0, "scan", titles[5], status="succeeded", summary=self.text["steps"][0])
        link = {"name": self.text["artifacts"][1], "url": "https://example.com/cycles"}
        code.send("artifact.created", link, taskId=scan)
        plan = self._task(0, "plan", titles[0], progress=38, summary=lines[0])
        for step, status in zip(self.text["steps"], ("succeeded", "running", "queued"), strict=True):
            child = {"parentTaskId": plan, "title": step, "status": status}
            code.send("task.child_created", child, taskId=str(uuid4()))
        for content in (self.text["report"], self.text["code"]):
            code.send("message.create", {"content": content}, conversationId=self.conversations[0], taskId=plan)
        table = {"name": self.text["artifacts"][0], "url": "https://example.com/list.csv", "size": 18_400}
        code.send("artifact.created", table, taskId=plan)
        self._task(1, "release", titles[1], progress=72, summary=lines[1])
        self._task(2, "weekly", titles[2], progress=35, summary=lines[2])
        self._task(3, "changelogs", titles[3], progress=64, summary=lines[3])
        self._task(2, "export", titles[4], status="failed", error=self.text["error"])
        self._task(1, "prune", titles[6], status="cancelled")
        node = self._task(1, "node", titles[7], progress=82)
        self._desks[1].tell("task.cancel_requested", {}, taskId=node)
        late = {"content": self.text["late"], "targetAgentId": self._desks[3].agent}
        self._desks[3].tell("message.create", late, conversationId=self.conversations[3])
        ops.send("task.status_changed", {"progress": 74}, taskId=self.tasks["release"])

    def _decide(self) -> None:
        text, input_ = self.text, {"format": "url", "placeholder": "https://"}
        yes_no = [{"id": "approve", "label": "Approve"}, {"id": "reject", "label": "Reject"}]
        if self.language == "zh":
            yes_no = [{"id": "approve", "label": "允许"}, {"id": "reject", "label": "拒绝"}]
        files = ["0041_invoice_batches.sql", "0042_settlement_runs.sql", "0043_drop_legacy_no.sql"]
        details = {"environment": "production", "migrationCount": 3, "files": files}
        review = {"format": "diff", "text": DIFF}
        self._ask(1, "migrate", "release", 9, type="approval", risk="high", details=details, **text["migrate"])
        self._ask(1, "region", "release", 42, type="choice", risk="medium", **text["region"])
        self._ask(1, "checks", "release", 600, type="choice", risk="low", maxSelected=3, **text["checks"])
        self._ask(0, "url", "plan", 190, type="input", risk="low", input=input_, **text["url"])
        self._ask(0, "password", "plan", None, type="input", risk="medium", input={"secret": True}, **text["password"])
        self._ask(0, "plan", "plan", 1140, type="review", risk="low", content=review, **text["plan"])
        self._ask(0, "packages", "plan", 26, type="approval", risk="low", options=yes_no, **text["packages"])
        common = {"type": "approval", "risk": "medium", "options": yes_no, "impact": text["packages"]["impact"]}
        for name in ("search", "cache", "traffic"):
            self._ask(2, name, "weekly", 30, title=text[name], **common)
        self._answer("search", "approve")
        self._wires[2].send("interaction.acknowledged", {"interactionId": self.cards["search"]})
        self._answer("cache", "reject", text["note"])
        self._wires[2].send("interaction.withdrawn", {"interactionId": self.cards["traffic"]})

    def _ask(self, agent: int, name: str, task: str, minutes: int | None, **card: Any) -> None:
        id = self.cards[name] = f"{self.language}-{name}-{uuid4().hex[:8]}"
        until = datetime.now(UTC) + timedelta(minutes=minutes or 0)
        expires = {"expiresAt": until.isoformat()} if minutes else {}
        self._wires[agent].ask(self.tasks[task], {"id": id, **card, **expires})

    def _answer(self, name: str, option: str, note: str | None = None) -> None:
        card = next(c for c in self._desks[2].cards() if c["id"] == self.cards[name])
        response = {"type": "approval", "optionId": option, **({"note": note} if note else {})}
        payload = {"interactionId": card["id"], "digest": card["digest"], "response": response}
        self._desks[2].tell("interaction.respond", payload, conversationId=self.conversations[2])
