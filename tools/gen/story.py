"""A scripted workspace whose log holds every type of event: what golden frames and vectors are made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from chalicelib.lap import commands as cm
from chalicelib.lap.cards import digest
from chalicelib.lap.decide import Decision, decide
from chalicelib.lap.envelope import SYSTEM, Actor
from chalicelib.lap.state import State
from chalicelib.lap.times import iso

START = datetime(2026, 7, 24, 12, 0, tzinfo=UTC)
ALL = {**cm.CLIENT, **cm.AGENT, **cm.INTERNAL}
ANN = Actor(kind="user", id="user-ann", name="陈安")
BOB = Actor(kind="user", id="user-bob", name="Bob")
CODER = Actor(kind="agent", id="agent-coder", name="代码助手")


@dataclass(frozen=True, slots=True)
class Step:
    """One command, what was before, and what followed."""

    name: str
    before: State
    command: cm.Command
    actor: Actor
    now: str
    decision: Decision


def _approval(id: str, title: str, **more: Any) -> dict[str, Any]:
    return {
        "id": id, "type": "approval", "title": title, "risk": "high",
        "description": "已在 staging 验证；发布窗口 15:00 关闭。", "impact": "会删除一列，无法自动回滚。",
        "options": [
            {"id": "approve", "label": "允许执行", "style": "primary"},
            {"id": "reject", "label": "拒绝", "style": "danger"},
        ],
        "details": {"migrationCount": 3, "environment": "production"}, **more,
    }  # fmt: skip


CHOICE = {
    "id": "card-region", "type": "choice", "title": "部署区域选择", "minSelected": 1, "maxSelected": 2,
    "options": [{"id": "tokyo", "label": "东京", "recommended": True}, {"id": "frankfurt", "label": "法兰克福"}],
}  # fmt: skip
INPUT = {
    "id": "card-url", "type": "input", "title": "请提供测试环境 URL", "risk": "low",
    "input": {"format": "url", "placeholder": "https://"},
}  # fmt: skip
SECRET = {"id": "card-token", "type": "input", "title": "访问令牌", "input": {"secret": True}}
REVIEW = {
    "id": "card-plan", "type": "review", "title": "检查生成的变更计划",
    "content": {"format": "diff", "text": "- a\n+ b"},
}  # fmt: skip


class Teller:
    """Decides commands one after the other, a second apart."""

    def __init__(self) -> None:
        self.state = State("ws-studio")
        self.time = START
        self.count = 0

    def tell(self, name: str, actor: Actor, kind: str, payload: dict[str, Any], wait: int = 1, **subject: Any) -> Step:
        """One step, `wait` seconds after the last."""
        self.count += 1
        self.time += timedelta(seconds=wait)
        data = {
            "id": f"cmd-{self.count:03d}",
            "type": kind,
            "occurredAt": iso(self.time),
            "payload": payload,
            **subject,
        }
        command = ALL[kind].model_validate(data)
        before = self.state
        decision = decide(before, command, actor, self.time)
        self.state = decision.state
        return Step(name, before, command, actor, iso(self.time), decision)

    def answer(self, name: str, actor: Actor, card_id: str, response: dict[str, Any], shown: str | None = None) -> Step:
        """Answer a card as it is now, or as `shown`."""
        interaction = self.state.interaction(card_id)
        assert interaction is not None
        payload = {
            "interactionId": card_id, "digest": shown or digest(interaction.card), "response": response
        }  # fmt: skip
        return self.tell(name, actor, "interaction.respond", payload)


def story() -> Iterator[Step]:
    """The whole script; together its steps produce every event type at least once."""
    t = Teller()
    yield from _beginnings(t)
    yield from _main_task(t)
    yield from _cards(t)
    yield from _endings(t)


def _beginnings(t: Teller) -> Iterator[Step]:
    talk: dict[str, Any] = {"conversationId": "conv-site"}
    yield t.tell(
        "workspace", SYSTEM, "workspace.create", {"name": "北岸工作室", "ownerId": ANN.id, "ownerName": ANN.name}
    )
    yield t.tell("viewer", ANN, "member.add", {"userId": BOB.id, "name": "Bob", "role": "viewer"})
    yield t.tell("paired", SYSTEM, "agent.pair", {"agentId": CODER.id, "name": "Codex", "kind": "generic"})
    yield t.tell("unconfirmed agent", CODER, "conversation.create", {"title": "hi"}, conversationId="conv-x")
    facts = {"agentId": CODER.id, "agentVersion": "0.1.0", "runtime": "python", "capabilities": ["migrations"]}
    yield t.tell("online", SYSTEM, "agent.connect", facts)
    yield t.tell("confirmed", ANN, "agent.confirm", {"agentId": CODER.id, "name": "代码助手"})
    yield t.tell("online again", SYSTEM, "agent.connect", facts)
    yield t.tell("renamed", ANN, "agent.rename", {"agentId": CODER.id, "name": "代码助手 2"})
    yield t.tell("conversation", ANN, "conversation.create", {"title": "网站重构", "agentIds": [CODER.id]}, **talk)
    yield t.tell("conversation renamed", ANN, "conversation.rename", {"title": "网站重构 2026"}, **talk)
    yield t.tell("message", ANN, "message.create", {"content": "先别改代码 🙂" * 20, "targetAgentId": CODER.id}, **talk)
    yield t.tell("message of the agent", CODER, "message.create", {"content": "好的", "futureField": 1}, **talk)
    said = {"messageId": "cmd-011"}
    yield t.tell("message taken up", CODER, "message.acknowledged", said, **talk)
    yield t.tell("archived", ANN, "conversation.archive", {"archived": True}, **talk)
    yield t.tell("archived twice", ANN, "conversation.archive", {"archived": True}, **talk)
    yield t.tell("out of the archive", ANN, "conversation.archive", {"archived": False}, **talk)
    yield t.tell("archived again", ANN, "conversation.archive", {"archived": True}, **talk)
    yield t.tell("a message takes it out", CODER, "message.create", {"content": "还有一件事"}, **talk)
    yield t.tell("viewer may not speak", BOB, "message.create", {"content": "x"}, **talk)


def _main_task(t: Teller) -> Iterator[Step]:
    here: dict[str, Any] = {"conversationId": "conv-site", "taskId": "task-main"}
    yield t.tell("task", ANN, "task.create", {"title": "整理依赖", "targetAgentId": CODER.id}, **here)
    yield t.tell("task reached the agent", SYSTEM, "system.mark_delivered", {}, **here)
    yield t.tell("accepted", CODER, "task.accepted", {}, **here)
    yield t.tell("accepted twice", CODER, "task.accepted", {}, **here)
    yield t.tell("progress", CODER, "task.status_changed", {"progress": 30, "summary": "扫描仓库"}, **here)
    step = {"parentTaskId": "task-main", "title": "扫描仓库", "status": "running"}
    yield t.tell("child", CODER, "task.child_created", step, conversationId="conv-site", taskId="task-child-1")
    yield t.tell("child done", CODER, "task.status_changed", {"status": "succeeded"}, taskId="task-child-1")
    step = {"parentTaskId": "task-main", "title": "输出迁移方案"}
    yield t.tell("second child", CODER, "task.child_created", step, taskId="task-child-2")
    plan = {"name": "plan.md", "url": "https://example.com/plan.md", "mimeType": "text/markdown", "size": 18432}
    yield t.tell("artifact", CODER, "artifact.created", plan, **here)
    yield t.tell("waiting without a card", CODER, "task.status_changed", {"status": "waiting_for_human"}, **here)


def _cards(t: Teller) -> Iterator[Step]:
    here: dict[str, Any] = {"conversationId": "conv-site", "taskId": "task-main"}
    approve = {"type": "approval", "optionId": "approve", "note": "可以"}

    def ask(name: str, card: dict[str, Any]) -> Step:
        return t.tell(name, CODER, "interaction.requested", {"interaction": card}, **here)

    yield ask("approval", _approval("card-migrate", "执行 2 个迁移？"))
    shown = t.state.interaction("card-migrate")
    yield ask("approval changed", _approval("card-migrate", "执行 3 个迁移？"))
    yield ask("approval asked again", _approval("card-migrate", "执行 3 个迁移？"))
    assert shown is not None
    yield t.answer("answer to the old card", ANN, "card-migrate", approve, shown.digest)
    yield t.answer("viewer may not answer", BOB, "card-migrate", approve)
    yield t.answer("wrong kind of answer", ANN, "card-migrate", {"type": "input", "text": "yes"})
    yield t.answer("approved", ANN, "card-migrate", approve)
    yield t.answer("approved again", ANN, "card-migrate", approve)
    yield t.answer("second answer", ANN, "card-migrate", {"type": "approval", "optionId": "reject"})
    done = {"interactionId": "card-migrate"}
    yield t.tell("answer reached the agent", SYSTEM, "system.mark_delivered", done, **here)
    yield t.tell("answer acknowledged", CODER, "interaction.acknowledged", done)
    yield ask("choice", CHOICE)
    yield t.answer("too many", ANN, "card-region", {"type": "choice", "optionIds": ["tokyo", "tokyo"]})
    yield t.answer("chosen", ANN, "card-region", {"type": "choice", "optionIds": ["frankfurt", "tokyo"]})
    yield ask("input", INPUT)
    yield t.answer("not a url", ANN, "card-url", {"type": "input", "text": "javascript:alert(1)"})
    yield t.answer("filled in", ANN, "card-url", {"type": "input", "text": "https://staging.example.com"})
    yield ask("secret input", SECRET)
    yield t.answer("secret given", ANN, "card-token", {"type": "input", "text": "hunter2"})
    yield ask("review", REVIEW)
    yield t.answer("changes without a comment", ANN, "card-plan", {"type": "review", "decision": "request_changes"})
    changes = {"type": "review", "decision": "request_changes", "comment": "先拆 Form"}
    yield t.answer("changes requested", ANN, "card-plan", changes)
    yield ask("timed card", _approval("card-timed", "还来得及吗？", expiresAt="2026-07-24T12:02:00Z"))
    yield t.tell("too early to expire", SYSTEM, "interaction.expire", {"interactionId": "card-timed"})
    yield t.tell("expired", SYSTEM, "interaction.expire", {"interactionId": "card-timed"}, wait=120)
    yield t.answer("answer after expiry", ANN, "card-timed", approve)
    yield ask("moot card", _approval("card-moot", "还需要吗？"))
    moot = {"interactionId": "card-moot", "reason": "已自行解决"}
    yield t.tell("withdrawn", CODER, "interaction.withdrawn", moot)
    yield ask("last card", _approval("card-last", "收尾？"))


def _endings(t: Teller) -> Iterator[Step]:
    here: dict[str, Any] = {"conversationId": "conv-site", "taskId": "task-main"}
    done = {"status": "succeeded", "summary": "依赖已整理"}
    yield t.tell("succeeded with an open card and child", CODER, "task.status_changed", done, **here)
    yield t.answer("answer after the end", ANN, "card-last", {"type": "approval", "optionId": "approve"})
    yield t.tell("report after the end", CODER, "task.status_changed", {"status": "failed"}, **here)

    def create(id: str) -> Step:
        payload = {"title": id, "description": "细节", "targetAgentId": CODER.id}
        return t.tell(f"create {id}", ANN, "task.create", payload, conversationId="conv-site", taskId=id)

    yield create("task-early")
    yield t.tell("cancelled before delivery", ANN, "task.cancel_requested", {"reason": "不用了"}, taskId="task-early")
    yield create("task-stuck")
    yield t.tell("stuck accepted", CODER, "task.accepted", {}, taskId="task-stuck")
    yield t.tell("cancel requested", ANN, "task.cancel_requested", {}, taskId="task-stuck")
    yield t.tell("force too early", ANN, "task.cancel_requested", {"force": True}, taskId="task-stuck", wait=30)
    yield t.tell("forced", ANN, "task.cancel_requested", {"force": True}, taskId="task-stuck", wait=40)
    yield create("task-slow")
    yield t.tell("slow accepted", CODER, "task.accepted", {}, taskId="task-slow")
    yield t.tell("slow cancel requested", ANN, "task.cancel_requested", {}, taskId="task-slow")
    yield t.tell("cancel timed out", SYSTEM, "task.expire_cancel", {}, taskId="task-slow", wait=130)
    yield create("task-lost")
    yield t.tell("lost accepted", CODER, "task.accepted", {}, taskId="task-lost")
    gone = {"agentId": CODER.id, "reason": "silent", "lastSeenAt": iso(t.time)}
    yield t.tell("offline", SYSTEM, "agent.disconnect", gone, wait=50)
    yield t.tell("grace not over", SYSTEM, "task.expire_grace", {}, taskId="task-lost", wait=600)
    yield t.tell("grace over", SYSTEM, "task.expire_grace", {}, taskId="task-lost", wait=400)
    facts = {"agentId": CODER.id, "agentVersion": "0.1.0", "runtime": "python", "capabilities": []}
    yield t.tell("back online", SYSTEM, "agent.connect", facts)
    late = {"status": "succeeded", "summary": "断网时做完了"}
    yield t.tell("late report", CODER, "task.status_changed", late, taskId="task-lost")
    yield t.tell("late report accepted", ANN, "task.accept_late", {}, taskId="task-lost")
    yield create("task-open")
    yield t.tell("open accepted", CODER, "task.accepted", {}, taskId="task-open")
    yield t.tell("failed", CODER, "task.status_changed", {"status": "failed", "error": "没有权限"}, taskId="task-open")
    again = {"title": "task-open", "targetAgentId": CODER.id, "retryOf": "task-open"}
    talk: dict[str, Any] = {"conversationId": "conv-site"}
    yield t.tell("tried again", ANN, "task.create", again, **talk, taskId="task-again")
    yield t.tell("tried again too early", ANN, "task.create", again | {"retryOf": "task-again"}, **talk)
    yield create("task-orphan")
    loose = {"interaction": INPUT | {"id": "card-loose"}}
    yield t.tell("card without a task", CODER, "interaction.requested", loose, conversationId="conv-site")
    yield t.tell("closed", SYSTEM, "agent.disconnect", gone | {"reason": "closed"})
    yield t.tell("revoked", ANN, "agent.revoke", {"agentId": CODER.id})
    yield t.tell("orphan fails", SYSTEM, "task.expire_grace", {}, taskId="task-orphan")
    yield t.tell("loose card is cancelled", SYSTEM, "interaction.expire", {"interactionId": "card-loose"})
    yield t.tell("revoked agent may not speak", CODER, "message.create", {"content": "x"}, conversationId="conv-site")
