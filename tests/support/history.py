"""One history in which every kind of event happens, step by step, through the product's own doors."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from chalicelib.lap import limits
from chalicelib.lap.times import plus
from tests.support.scene import Scene
from tests.support.world import Socket

GRACE = limits.GRACE_SECONDS


def everything(scene: Scene) -> Iterator[str]:
    """Does one thing after the other and names it; the change feed is run after each."""
    for chapter in (_talk, _work, _cards, _cancels, _absence, _people, _farewell):
        for name, step in chapter(scene):
            step()
            scene.world.pump()
            yield name


Steps = Iterator[tuple[str, Callable[[], object]]]


def _talk(s: Scene) -> Steps:
    yield "rename conversation", lambda: s.page.send("conversation.rename", {"title": "新"}, conversationId="conv-1")
    yield "archive", lambda: s.page.send("conversation.archive", {"archived": True}, conversationId="conv-1")
    yield "a person speaks", lambda: s.page.send("message.create", {"content": "hello"}, conversationId="conv-1")
    yield "taken up", lambda: s.adapter.send("message.acknowledged", {"messageId": "m-1"}, conversationId="conv-1")
    yield "the agent speaks", lambda: s.adapter.send("message.create", {"content": "hi 😀"}, conversationId="conv-1")


def _work(s: Scene) -> Steps:
    step = {"parentTaskId": "task-1", "title": "step", "status": "running"}
    artifact = {"name": "report", "url": "https://a.example/r", "summary": "all of it"}
    yield "task", lambda: s.assign()
    yield "accept", lambda: s.adapter.send("task.accepted", {}, taskId="task-1")
    yield "progress", lambda: s.report(progress=10.5, summary="reading")
    yield "step", lambda: s.adapter.send("task.child_created", step, taskId="step-1")
    yield "step done", lambda: s.report("succeeded", "step-1")
    yield "artifact", lambda: s.adapter.send("artifact.created", artifact, taskId="task-1")


def _cards(s: Scene) -> Steps:
    options = [{"id": id, "label": id} for id in ("a", "b")]
    choice = {"id": "card-2", "type": "choice", "title": "Which?", "options": options}
    picked = {"type": "choice", "optionIds": ["b"]}
    yield "ask", lambda: s.ask()
    yield "ask twice", lambda: s.raise_card(choice)
    yield "change", lambda: s.ask(title="Migrate production?")
    yield "a viewer tries", lambda: s.answer(_viewer(s))
    yield "answer", lambda: s.answer(s.page)
    yield "choose", lambda: s.respond(s.page, "card-2", picked)
    yield "acknowledge", lambda: s.adapter.send("interaction.acknowledged", {"interactionId": "card-1"})
    yield "ask in vain", lambda: s.ask("card-3", expiresAt=plus(s.world.now, 20))
    yield "expire", lambda: s.wait(25)
    yield "ask again", lambda: s.ask("card-4")
    yield "withdraw", lambda: s.adapter.send("interaction.withdrawn", {"interactionId": "card-4", "reason": "moot"})
    yield "ask at the end", lambda: s.ask("card-5", task="task-1")
    yield "fail", lambda: s.report("failed", error="gave up")


def _viewer(s: Scene) -> Socket:
    eve = s.world.member(s.user, s.workspace, "viewer", "eve@example.com")
    return s.world.browser(eve, s.workspace)


def _cancels(s: Scene) -> Steps:
    yield "another task", lambda: s.task("task-2")
    yield "ask to cancel", lambda: s.cancel("task-2", reason="enough")
    yield "cancelled", lambda: s.report("cancelled", "task-2")
    yield "a third task", lambda: s.task("task-3")


def _absence(s: Scene) -> Steps:
    yield "the line breaks", lambda: s.leave()
    yield "a task in the meantime", lambda: s.assign("task-4")
    yield "grace is over", lambda: s.world.later(GRACE)
    yield "back", lambda: s.come_back()
    yield "a late report", lambda: s.report("succeeded", "task-3", summary="done")
    yield "accepted", lambda: s.page.send("task.accept_late", {}, taskId="task-3")
    yield "silence", lambda: s.world.later(60)


def _people(s: Scene) -> Steps:
    yield "a member", lambda: s.world.member(s.user, s.workspace)
    yield "promoted", lambda: s.world.member(s.user, s.workspace, "owner")
    yield "paired", lambda: s.world.agent(s.user, s.workspace, confirmed=False)
    yield "renamed", lambda: s.page.send("agent.rename", {"agentId": s.agent_id, "name": "助手"})


def _farewell(s: Scene) -> Steps:
    yield "last card", lambda: s.come_back() and s.ask("card-6", task=None)
    yield "revoked", lambda: s.page.send("agent.revoke", {"agentId": s.agent_id})
    yield "settled", lambda: s.world.later(0)
