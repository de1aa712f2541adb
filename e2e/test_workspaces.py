"""Going from one workspace to another."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from e2e.support.page import App
from e2e.support.person import Person
from e2e.support.server import Server


def test_another_workspace_can_be_opened_while_the_first_is_loading(page: Page, shared: Server, owner: Person) -> None:
    first, second = owner.new_workspace("First one"), owner.new_workspace("Second one")
    held: list[Route] = []
    page.route(f"**/workspaces/{first}/snapshot*", lambda route: held.append(route))
    app = App(page, shared)
    with page.expect_request(f"**/workspaces/{first}/snapshot*"):
        page.goto(f"{shared.url}/#/w/{first}/inbox")
    page.goto(f"{shared.url}/#/w/{second}/inbox")
    app.in_sync()
    for route in held:
        route.continue_()
    expect(app.button("Switch workspace, now: Second one")).to_be_visible()
    expect(page.get_by_role("heading", name="Bring your agent in")).to_be_visible()
