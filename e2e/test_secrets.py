"""A secret answer reaches the agent and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from e2e.support.desk import Desk
from e2e.support.page import App
from e2e.support.waiting import until

Open = Callable[..., App]
SECRET = "hunter2-Ξ-correct-horse"


def test_a_secret_is_never_seen_again(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:secret")
    task = desk.give("Deploy")
    card = desk.wait_for_cards()[0]
    app = open_desk("inbox", card["id"])
    field = app.page.get_by_label("Your answer")
    expect(field).to_have_attribute("type", "password")
    field.fill(SECRET)
    app.page.get_by_role("region", name="Decide").get_by_role("button", name="Submit").click()
    assert desk.wait_for_task(task, "succeeded")["summary"] == f"It has {len(SECRET)} characters"
    expect(app.page.get_by_role("main")).to_contain_text("(secret, not stored)")
    for place in (("inbox", card["id"]), ("inbox",), ("tasks", task), ("conversations", desk.conversation)):
        app.open(desk.place(*place))
        expect(app.page.get_by_text("The deploy token?").first).to_be_visible()
        assert SECRET not in app.page.content()
    assert SECRET not in str(desk.snapshot()) + str(desk.log()) + desk.server.log()
    assert [kept for kept in desk.server.stored() if SECRET.encode() in kept] == []
    until(lambda: files_with_the_secret(desk.adapter.home) == [], "the adapter forgets it with the task")
    assert kept_by_the_browser(app).count(SECRET) == 0


def files_with_the_secret(folder: Path) -> list[Path]:
    """Below the folder, by bytes."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path for path in files if SECRET.encode() in path.read_bytes()]


def kept_by_the_browser(app: App) -> str:
    """All that the page keeps: both storages and every IndexedDB."""
    kept: str = app.page.evaluate(
        """async () => {
          const ask = (request) => new Promise((done, fail) => {
            request.onsuccess = () => done(request.result);
            request.onerror = () => fail(request.error);
          });
          const found = [{ ...localStorage }, { ...sessionStorage }];
          for (const { name } of await indexedDB.databases()) {
            const database = await ask(indexedDB.open(name));
            for (const store of database.objectStoreNames) {
              found.push(await ask(database.transaction(store).objectStore(store).getAll()));
            }
            database.close();
          }
          return JSON.stringify(found);
        }"""
    )
    return kept
