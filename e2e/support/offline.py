"""Pages that go on without a network."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

from e2e.support.desk import Desk
from e2e.support.page import App
from e2e.support.proxy import Proxy
from e2e.support.waiting import until

_KEPT_WORLDS = """
() => new Promise((done) => {
  const opening = indexedDB.open('lineup-worlds');
  opening.onsuccess = () => {
    const database = opening.result;
    const counting = database.transaction('worlds').objectStore('worlds').getAllKeys();
    counting.onsuccess = () => { database.close(); done(counting.result); };
  };
})
"""


def go_offline(desk: Desk, line: Proxy, apps: Sequence[App], *place: str) -> None:
    """The tabs of one browser are at this place, and then without a network."""
    for app in apps:
        app.open(desk.place(*place))
    _be_ready(apps[0].page, desk.workspace)
    line.cut()
    for app in apps:
        app.is_offline()


def _be_ready(page: Page, workspace: str) -> None:
    """Until the service worker keeps the shell, and the browser a copy of the workspace."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(lambda: page.evaluate("caches.match('./').then((found) => found !== undefined)"), "the shell is kept")
    until(lambda: any(workspace in key for key in page.evaluate(_KEPT_WORLDS)), "the workspace is kept")
