"""A conversation of ten thousand messages: what is read, set and changed stays small however long it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from e2e.support.desk import Desk
from e2e.support.offline import go_offline, until_kept
from e2e.support.page import App
from e2e.support.person import Person
from e2e.support.proxy import Proxy
from e2e.support.seeding import seed
from e2e.support.server import Server
from e2e.support.waiting import until
from e2e.support.wire import Wire

MESSAGES = 10_000
LAST = MESSAGES - 1
PIECES = 120

_WATCH = """() => {
  window.changed = { side: 0, list: 0, lines: 0, writing: 0 };
  const count = (place, what) => new MutationObserver((records) => {
    for (const { target } of records) {
      const at = target.nodeType === 1 ? target : target.parentElement;
      if (at?.closest('time')) continue; // a minute went by
      window.changed[at?.closest('.msg--writing') ? 'writing' : at?.closest('.msg') ? 'lines' : what] += 1;
    }
  }).observe(document.querySelector(place), { subtree: true, childList: true, characterData: true, attributes: true });
  count('.side .nav', 'side');
  count('[aria-label="All conversations"]', 'list');
  count('.msg--writing', 'writing');
  for (const line of document.querySelectorAll('.stream .msg')) {
    if (line.matches('.msg--writing')) continue;
    const watcher = new MutationObserver((records) => { window.changed.lines += records.length; });
    watcher.observe(line, { subtree: true, childList: true, characterData: true });
  }
}"""


@pytest.fixture(scope="module")
def long_desk(shared: Server, owner: Person, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """Its conversation has ten thousand messages."""
    desk = Desk(shared, owner, tmp_path_factory.mktemp("long") / "adapter")
    seed(desk, MESSAGES)
    yield desk
    desk.close()


@pytest.fixture
def app(long_desk: Desk, browser: BrowserContext, shared: Server) -> Iterator[App]:
    page = browser.new_page()
    yield App(page, shared)
    page.close()


def line(app: App, number: int) -> Locator:
    return app.page.get_by_role("log").get_by_text(re.compile(rf"^line {number}$"))


def box(app: App) -> Locator:
    return app.page.locator(".stream-wrap .pane-body")


def reads_of(page: Page) -> list[str]:
    """The pages of the log that this page asks for from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/events?" in request.url else None)
    return asked


_SCROLLED = """async (box, by) => {
  box.scrollBy(0, by);
  for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame);
  return [...box.querySelectorAll('.stream [data-sequence] .txt')].map((text) => text.innerText);
}"""


def scrolled(app: App, by: int) -> list[int]:
    """The numbers of the lines that are set when one has scrolled so far, from the first to the last."""
    texts: list[str] = box(app).evaluate(_SCROLLED, by)
    return sorted(int(text.split()[1]) for text in texts if text.startswith("line "))


def test_it_opens_at_its_end_with_one_page_of_the_log(app: App, long_desk: Desk) -> None:
    asked = reads_of(app.page)
    app.open(long_desk.place("conversations", long_desk.conversation))
    expect(line(app, LAST)).to_be_in_viewport()
    assert len(asked) == 1
    assert 0 < app.page.locator("[data-sequence]").count() < 150


def test_it_opens_from_the_copy_of_this_browser(long_desk: Desk, far_app: App, far_line: Proxy) -> None:
    far_app.open(long_desk.place("conversations", long_desk.conversation))
    expect(line(far_app, LAST)).to_be_in_viewport()
    until_kept(far_app.page, f"line {LAST - 1}")
    go_offline(long_desk, far_line, [far_app], "conversations", long_desk.conversation)
    far_app.page.reload()
    far_app.is_offline()
    expect(line(far_app, LAST)).to_be_in_viewport()


def test_a_far_message_is_shown_with_what_is_around_it_and_one_goes_back_to_the_newest(
    app: App, long_desk: Desk
) -> None:
    sought = next(event for event in long_desk.log("message.created") if event["payload"]["content"] == "line 120")
    asked = reads_of(app.page)
    app.open(long_desk.place("conversations", long_desk.conversation, "at", str(sought["sequence"])))
    expect(line(app, 120)).to_be_in_viewport()
    expect(app.page.locator(".line--sought")).to_contain_text("line 120")
    assert len(asked) <= 2  # the end, if this browser has no copy, and what is around it
    with Wire(long_desk) as wire:
        wire.send("message.create", {"content": "said meanwhile"}, conversationId=long_desk.conversation)
    told = app.page.get_by_role("status")
    until(lambda: any("said meanwhile" in text for text in told.all_inner_texts()), "it is told")
    expect(app.page.get_by_role("log").get_by_text("said meanwhile")).to_have_count(0)
    app.button("Jump to latest").click()
    expect(app.page.get_by_role("log").get_by_text("said meanwhile")).to_be_in_viewport()


def test_from_a_far_message_one_reads_on_without_a_hole(app: App, long_desk: Desk) -> None:
    sought = next(event for event in long_desk.log("message.created") if event["payload"]["content"] == "line 500")
    app.open(long_desk.place("conversations", long_desk.conversation, "at", str(sought["sequence"])))
    expect(line(app, 500)).to_be_in_viewport()
    seen: set[int] = set()  # less than the window at a time: lines are set ahead only, not behind

    def reach(number: int, by: int) -> None:
        def reached() -> bool:
            lines = scrolled(app, by)
            assert lines == list(range(lines[0], lines[-1] + 1))
            seen.update(lines)
            return number in seen

        until(reached, f"line {number} came")

    reach(720, 500)
    reach(380, -500)
    assert set(range(380, 721)) <= seen


def test_what_i_say_far_from_the_end_is_shown_at_the_end(app: App, long_desk: Desk) -> None:
    sought = next(event for event in long_desk.log("message.created") if event["payload"]["content"] == "line 900")
    app.open(long_desk.place("conversations", long_desk.conversation, "at", str(sought["sequence"])))
    expect(line(app, 900)).to_be_in_viewport()
    app.write("from far above")
    expect(app.page.get_by_role("log").get_by_text("from far above")).to_be_in_viewport()


def test_with_all_of_it_read_only_what_is_being_written_changes(app: App, long_desk: Desk) -> None:
    app.open(long_desk.place("conversations", long_desk.conversation))
    expect(line(app, LAST)).to_be_visible()
    app.read_to_the_start()
    expect(line(app, 0)).to_be_visible()
    app.button("Jump to latest").click()
    expect(line(app, LAST)).to_be_visible()
    with Wire(long_desk) as wire:
        writing = app.page.locator(".msg--writing")

        def arrived(text: str) -> None:
            expect(writing).to_contain_text(text)
            if text == "word 0 ":
                expect(writing).to_be_in_viewport()
                app.page.evaluate(_WATCH)

        wire.stream_words("growing", PIECES, arrived, conversationId=long_desk.conversation)
        expect(writing).to_be_in_viewport()
        changed = app.page.evaluate("window.changed")
    assert changed["writing"] > 0
    assert (changed["side"], changed["list"], changed["lines"]) == (0, 0, 0)
