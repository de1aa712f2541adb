"""Search, over HTTP: what is found, in which order, how far back, and for whom."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.api import Api
from tests.support.scene import Scene, build_scene


class Looker:
    """A person who looks for words."""

    def __init__(self, api: Api, scene: Scene, email: str = "ann@example.com") -> None:
        self.api, self.scene, self.token = api, scene, api.token(email)

    def ask(self, q: str, **more: Any) -> Any:
        given = "&".join(f"{name}={value}" for name, value in {"q": q, **more}.items())
        return self.api.get(f"/workspaces/{self.scene.workspace}/search?{given}", self.token)

    def hits(self, q: str, **more: Any) -> list[tuple[str, str]]:
        return [(hit["kind"], hit["excerpt"]) for hit in self.ask(q, **more).body["hits"]]


@pytest.fixture
def ann(api: Api, scene: Scene) -> Looker:
    return Looker(api, scene)


def say(scene: Scene, text: str) -> None:
    scene.page.send("message.create", {"content": text}, conversationId="conv-1")


def test_conversations_tasks_and_messages_are_found(ann: Looker, scene: Scene) -> None:
    scene.page.send("conversation.rename", {"title": "Billing launch"}, conversationId="conv-1")
    scene.task("task-1", "Launch the billing service")
    say(scene, "When is the launch?")
    kinds = [kind for kind, _ in ann.hits("LAUNCH")]
    assert kinds == ["conversation", "task", "message", "message"]
    assert ann.hits("launch", kind="tasks") == [("task", "Launch the billing service")]
    [hit] = ann.ask("launch when").body["hits"]
    assert (hit["title"], hit["author"]["kind"], hit["conversationId"]) == ("Billing launch", "user", "conv-1")
    assert [hit["excerpt"][a:b] for a, b in hit["ranges"]] == ["When", "launch"]
    assert hit["sequence"] == scene.head


def test_what_a_task_said_last_is_found_too(ann: Looker, scene: Scene) -> None:
    scene.task()
    scene.report("failed", error="No space left on the device")
    assert ann.hits("space device", kind="tasks") == [("task", "No space left on the device")]


def test_messages_come_newest_first_page_by_page_without_a_gap(
    ann: Looker, scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chalicelib.services.search._PAGE", 5)
    monkeypatch.setattr("chalicelib.services.search._EVENTS", 10)
    monkeypatch.setattr("chalicelib.services.search.MOST_HITS", 3)
    for n in range(30):
        say(scene, f"needle {n}" if n % 2 else f"hay {n}")
    found: list[str] = []
    page = ann.ask("needle").body
    while True:
        assert len(page["hits"]) <= 3
        found += [hit["excerpt"] for hit in page["hits"]]
        if "next" not in page:
            break
        assert page["next"] == page["searchedTo"]
        page = ann.ask("needle", before=page["next"]).body
    assert found == [f"needle {n}" for n in range(29, 0, -2)]


def test_only_one_s_own_workspace_is_looked_through(ann: Looker, api: Api, scene: Scene) -> None:
    other = build_scene(scene.world, "mallory@example.com")
    say(other, "the secret plan")
    assert ann.hits("secret") == []
    assert Looker(api, scene, "mallory@example.com").ask("secret").status == 404


def test_a_viewer_may_look(ann: Looker, api: Api, scene: Scene) -> None:
    api.post(f"/workspaces/{scene.workspace}/members", {"email": "vera@example.com", "role": "viewer"}, ann.token)
    say(scene, "hello there")
    assert Looker(api, scene, "vera@example.com").hits("hello") == [("message", "hello there")]


@pytest.mark.parametrize(("q", "more"), [("", {}), ("x" * 201, {}), ("x", {"kind": "secrets"}), ("x", {"before": 0})])
def test_what_makes_no_sense_is_refused(ann: Looker, q: str, more: dict[str, Any]) -> None:
    assert ann.ask(q, **more).code == "invalid_request"


def test_blanks_find_nothing(ann: Looker) -> None:
    assert ann.ask("%20%09").body == {"hits": [], "searchedTo": 0}
