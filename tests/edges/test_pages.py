"""Pages of history, and questions that are put badly."""

from typing import Any

import pytest

from tests.support.api import Api, Reply
from tests.support.scene import Scene


@pytest.fixture
def get(api: Api, scene: Scene) -> Any:
    token = api.token("ann@example.com")

    def get(path: str, **query: Any) -> Reply:
        return api.get(f"/workspaces/{scene.workspace}{path}", token, **query)

    return get


def talk(scene: Scene, count: int) -> None:
    for n in range(count):
        scene.page.send("message.create", {"content": f"line {n}"}, conversationId="conv-1")
        scene.world.clock.forward(1)


def lines(reply: Reply) -> list[str]:
    return [e["payload"]["content"] for e in reply.body["events"] if e["type"] == "message.created"]


def test_a_conversation_is_read_backwards_page_by_page(scene: Scene, get: Any) -> None:
    talk(scene, 25)
    seen: list[str] = []
    before: dict[str, int] = {}
    while True:
        page = get("/conversations/conv-1/events", limit=10, **before)
        seen += lines(page)
        if not page.body["more"]:
            break
        before = {"before": page.body["events"][-1]["sequence"]}
    assert seen == [f"line {n}" for n in reversed(range(25))]


def test_a_tasks_timeline_holds_its_own_events_only(scene: Scene, get: Any) -> None:
    scene.task()
    scene.task("task-10")
    scene.task("task")
    kinds = [e["type"] for e in get("/tasks/task-1/events").body["events"]]
    assert kinds == ["task.accepted", "task.delivered", "message.created", "task.created"]
    assert {e["taskId"] for e in get("/tasks/task/events").body["events"]} == {"task"}


def test_the_log_is_read_forwards(scene: Scene, get: Any) -> None:
    talk(scene, 12)
    seen: list[int] = []
    while True:
        page = get("/events", after=len(seen), limit=7).body
        seen += [event["sequence"] for event in page["events"]]
        if len(seen) >= page["head"]:
            break
    assert seen == list(range(1, scene.head + 1))
    assert get("/events", after=10**9).body["events"] == []
    assert get("/events", after=10**40).body["events"] == []


@pytest.mark.parametrize(
    "query",
    [{"limit": 0}, {"limit": 201}, {"limit": -1}, {"limit": "x"}, {"limit": ""}, {"limit": "1.5"}, {"limit": "1e3"},
     {"before": 0}, {"before": "x"}, {"after": -1}, {"after": "NaN"}, {"limit": "9" * 5000}, {"limit": "\0"}],
)  # fmt: skip
@pytest.mark.parametrize("path", ["/events", "/conversations/conv-1/events", "/tasks/task-1/events"])
def test_bad_questions_are_400_and_name_the_field(get: Any, path: str, query: dict[str, Any]) -> None:
    reply = get(path, **query)
    assert (reply.status, reply.code) == (400, "invalid_request")
    assert reply.body["error"]["message"].startswith(next(iter(query)))


def test_odd_positions_are_answered(scene: Scene, get: Any) -> None:
    talk(scene, 3)
    assert lines(get("/conversations/conv-1/events", before=10**40)) == ["line 2", "line 1", "line 0"]
    assert get("/conversations/conv-1/events", before=1).body == {"events": [], "more": False}
    assert get("/snapshot", after="p#zzz#z").body["tasks"] == []
    for after in ("", "p#", "HEAD", "\0", "p#task#" + "x" * 3000, "\U0001f600"):
        assert get("/snapshot", after=after).code == "invalid_request", after


def test_the_snapshot_comes_in_pages_that_add_up(scene: Scene, get: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(7):
        scene.task(f"task-{n}")
    whole = get("/snapshot").body
    assert "next" not in whole
    monkeypatch.setattr("chalicelib.services.queries.SNAPSHOT_PAGE", 3)
    pages, query = [], {}
    while True:
        page = get("/snapshot", **query).body
        pages.append(page)
        if "next" not in page:
            break
        query = {"after": page["next"]}
    assert len(pages) > 3
    for name in ("agents", "conversations", "tasks", "interactions"):
        assert sorted(x["id"] for page in pages for x in page[name]) == sorted(x["id"] for x in whole[name])
    assert [page["workspace"]["id"] for page in pages if "workspace" in page] == [scene.workspace]
    assert ["drafts" in page for page in pages] == [True] + [False] * (len(pages) - 1)


def test_health_needs_nobody(api: Api) -> None:
    reply = api.get("/health")
    assert (reply.status, reply.body["status"]) == (200, "ok")
