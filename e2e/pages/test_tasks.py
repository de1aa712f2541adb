"""The list of tasks: a filter that has an address, finding, the timeline with its raw events; the receipt on paper."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from e2e.support.desk import Desk
from e2e.support.page import App

Open = Callable[..., App]


def test_a_filter_has_an_address_and_stays_when_a_task_is_opened(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:patient")
    failed = desk.give("Quickly?")
    desk.wait_for_task(failed, "failed")
    waiting = desk.give("Slowly?")
    app = open_desk("tasks")
    rows = app.page.get_by_role("main").get_by_role("row")
    expect(rows.filter(has_text="ly?")).to_have_count(2)
    app.button(re.compile("^Failed")).click()
    expect(app.page).to_have_url(re.compile("/tasks/failed$"))
    expect(rows.filter(has_text="ly?")).to_have_count(1)
    app.page.reload()
    expect(app.button(re.compile("^Failed"))).to_have_attribute("aria-pressed", "true")
    app.page.get_by_role("link", name="Quickly?").click()
    expect(app.page).to_have_url(re.compile(f"/tasks/failed~{failed}$"))
    app.page.keyboard.press("Escape")
    expect(app.page).to_have_url(re.compile("/tasks/failed$"))
    app.button(re.compile("^All")).click()
    app.page.get_by_role("searchbox", name="Find in tasks").fill("slow")
    expect(rows.filter(has_text="Slowly?")).to_have_count(1)
    expect(rows.filter(has_text="Quickly?")).to_have_count(0)
    desk.wait_for_task(waiting, "failed")


def test_a_task_is_given_where_the_tasks_are(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:once")
    app = open_desk("tasks")
    app.button("New task").first.click()
    dialog = app.page.get_by_role("dialog", name="New task")
    field = dialog.get_by_label("What should it do?")
    start = dialog.get_by_role("button", name="Start task")
    expect(field).to_be_focused()
    expect(start).to_be_disabled()
    expect(start).to_have_accessible_description("Say what it should do first")
    app.page.keyboard.type("May I?")
    dialog.get_by_label("Conversation").select_option(label="Orders service")
    start.click()
    expect(app.page).to_have_url(re.compile(f"/conversations/{desk.conversation}$"))
    (card,) = desk.wait_for_cards()
    task = desk.task(card["taskId"])
    assert (task["title"], task["conversationId"]) == ("May I?", desk.conversation)


def test_a_timeline_is_filtered_and_shows_an_event_as_it_is_in_the_log(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:once")
    task = desk.give("May I?")
    desk.answer(desk.wait_for_cards()[0])
    desk.wait_for_task(task, "succeeded")
    app = open_desk("tasks", task)
    details = app.page.get_by_role("complementary", name="Task details")
    timeline = details.locator("ol.tl")
    expect(timeline).to_contain_text("Ops agent started")
    details.get_by_role("button", name="Decisions").click()
    expect(timeline).not_to_contain_text("Ops agent started")
    timeline.get_by_role("listitem").first.get_by_role("button", name="raw event").click()
    expect(timeline.get_by_label("json")).to_contain_text('"type": "interaction.')
    expect(timeline.get_by_label("json")).to_contain_text(f'"taskId": "{task}"')


def test_a_receipt_says_exactly_what_was_decided_and_prints_without_the_app(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:once")
    desk.give("May I?")
    card = desk.wait_for_cards()[0]
    app = open_desk("inbox", card["id"])
    decide = app.page.get_by_role("region", name="Decide")
    decide.get_by_role("button", name="Add a note").click()
    decide.get_by_label("Note").fill("Only today")
    decide.get_by_role("button", name="Approve").click()
    main = app.page.get_by_role("main")
    expect(main).to_contain_text("Agent has it")
    main.get_by_text("Receipt", exact=True).click()
    facts = main.locator(".receipt-facts")
    for words in ("Approve — Only today", "Fingerprint", card["digest"], card["id"], "Ops agent", "Studio"):
        expect(facts).to_contain_text(words)
    main.get_by_text("Receipt", exact=True).click()
    app.page.evaluate("window.print = () => window.dispatchEvent(new Event('beforeprint'))")
    app.page.keyboard.press("p")
    app.page.emulate_media(media="print")
    expect(facts).to_contain_text(card["digest"])
    expect(main.get_by_role("heading", name="May I?")).to_be_visible()
    for gone in (app.page.locator(".side"), app.page.locator(".list-pane"), app.page.locator(".topbar")):
        expect(gone).to_be_hidden()
