"""Pages that go on without a network."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from e2e.support.desk import Desk
from e2e.support.page import App
from e2e.support.proxy import Proxy
from e2e.support.waiting import until

_KEPT = """
() => new Promise((done) => {
  const opening = indexedDB.open('lineup-worlds');
  opening.onsuccess = () => {
    const database = opening.result;
    const names = [...database.objectStoreNames];
    if (names.length === 0) { database.close(); done('[]'); return; }
    const reading = database.transaction(names);
    const found = [];
    for (const name of names) {
      const keys = reading.objectStore(name).getAllKeys();
      const values = reading.objectStore(name).getAll();
      values.onsuccess = () => { found.push([keys.result, values.result]); };
    }
    reading.oncomplete = () => { database.close(); done(JSON.stringify(found)); };
  };
})
"""


def go_offline(desk: Desk, line: Proxy, apps: Sequence[App], *place: str) -> None:
    """The tabs of one browser are at this place, and then without a network."""
    for app in apps:
        app.open(desk.place(*place))
    be_ready(apps[0].page, desk.workspace)
    line.cut()
    for app in apps:
        app.is_offline()


def be_ready(page: Page, workspace: str) -> None:
    """Until the service worker keeps the shell, and the browser a copy of the workspace."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(lambda: page.evaluate("caches.match('./').then((found) => found !== undefined)"), "the shell is kept")
    until_kept(page, workspace)


def until_kept(page: Page, text: str) -> None:
    """Until the browser's copy of what it knows has this text somewhere."""
    until(lambda: text in page.evaluate(_KEPT), f"{text} is kept")
