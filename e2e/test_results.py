"""What an agent made, as a person sees it: pictures, text and diffs to look at, saved by signed addresses."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Request, Route, expect

from e2e.support.desk import Desk
from e2e.support.page import App
from e2e.test_conversation_files import picture

Open = Callable[..., App]
DIFF = "--- a/main.py\n+++ b/main.py\n@@ -1,2 +1,2 @@\n-print('old')\n+print('new')\n " + "wide = 1; " * 60 + "\n"
ASKED = re.compile(r"/files/[\w-]+$")
GIVEN = re.compile(r"/files/.*\?|change\.diff")


@pytest.fixture
def desk(desk: Desk) -> Desk:
    """The agent has files to give."""
    (desk.adapter.home / "grey.png").write_bytes(picture())
    (desk.adapter.home / "change.diff").write_text(DIFF, encoding="utf-8")
    (desk.adapter.home / "plan.md").write_text("# Plan\n\nFirst **this**.\n", encoding="utf-8")
    return desk


def is_coloured_and_signed(diff: Locator) -> None:
    """Added and removed lines are told by sign and by kind, and a wide line scrolls in the diff's own box."""
    expect(diff.locator("ins")).to_have_text(re.compile(r"^\+print\('new'\)"))
    expect(diff.locator("del")).to_have_text(re.compile(r"^-print\('old'\)"))
    assert diff.evaluate("(box) => box.scrollWidth > box.clientWidth")
    assert diff.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def no_longer_there(route: Route) -> None:
    """The file is gone."""
    route.fulfill(status=404, json={"error": {"code": "not_found"}})


def results(app: App) -> Locator:
    details = app.page.get_by_role("complementary", name="Task details")
    return details.get_by_role("list", name="Artifacts")


def test_results_are_looked_at_where_the_task_is_and_saved(desk: Desk, open_desk: Open) -> None:
    desk.run("making:results")
    task = desk.give("Make them")
    desk.wait_for_task(task, "succeeded")
    app = open_desk("tasks", task)
    expect(app.page.get_by_role("complementary").locator(".thumb img")).to_have_js_property("naturalWidth", 40)
    expect(results(app).get_by_role("listitem")).to_have_count(4)
    expect(results(app)).to_contain_text("What it looks like")
    results(app).get_by_role("button", name="View change.diff").click()
    dialog = app.page.get_by_role("dialog")
    is_coloured_and_signed(dialog.get_by_label("diff", exact=True))
    with app.page.expect_download() as download:
        dialog.get_by_role("button", name="Download").click()
    assert download.value.path().read_text(encoding="utf-8") == DIFF
    dialog.get_by_role("button", name="Close").click()
    results(app).get_by_role("button", name="View plan.md").click()
    expect(dialog.get_by_role("heading", name="Plan", exact=True)).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(results(app).get_by_role("link", name="Elsewhere")).to_have_attribute("href", "https://example.com/report")


@pytest.mark.refused(404)
def test_a_file_that_is_to_be_reviewed_stands_in_the_card_before_it_can_be_approved(
    desk: Desk, open_desk: Open
) -> None:
    desk.run("making:reviewed")
    desk.give("Ask me")
    card = desk.wait_for_cards()[0]
    app = open_desk("inbox")
    held: list[Route] = []
    answer = held.append
    app.page.route(ASKED, lambda route: answer(route))
    app.page.get_by_role("link", name="Open content").click()
    approve = app.button("Looks good")
    expect(approve).to_be_visible()
    expect(app.button("Download change.diff")).to_be_visible()
    expect(approve).to_be_disabled()
    answer = no_longer_there
    for route in held:
        no_longer_there(route)
    expect(app.page.get_by_role("article").get_by_role("alert")).to_be_visible()
    expect(approve).to_be_disabled()  # nobody has seen what it would approve
    expect(app.button("Request changes")).to_be_enabled()
    app.page.unroute(ASKED)
    app.button("Try again").click()
    is_coloured_and_signed(app.page.get_by_role("article").get_by_label("diff", exact=True))
    expect(approve).to_be_enabled()
    approve.click()
    expect(app.page.get_by_role("article")).to_contain_text("Recorded")
    assert desk.wait_for_cards(status="acknowledged")[0]["id"] == card["id"]


@pytest.mark.refused(403)
def test_an_address_that_is_refused_is_asked_for_anew_once(desk: Desk, open_desk: Open) -> None:
    desk.run("making:reviewed")
    desk.give("Ask me")
    card = desk.wait_for_cards()[0]
    app = open_desk("inbox", card["id"])
    content = app.page.get_by_role("article").get_by_label("diff", exact=True)
    expect(content).to_be_visible()
    asked: list[Request] = []
    app.page.on("request", lambda request: asked.append(request) if ASKED.search(request.url) else None)
    refused: list[Route] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.fallback()
        else:
            refused.append(route)
            route.fulfill(status=403, json={"error": {"code": "not_allowed"}})

    app.page.route(GIVEN, refuse_once)
    app.button("View change.diff").click()
    expect(app.page.get_by_role("dialog").get_by_label("diff", exact=True)).to_contain_text("print('new')")
    assert (len(refused), len(asked)) == (1, 1)
