"""A page that is ready to work without a network."""

from __future__ import annotations

from playwright.sync_api import Page

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


def ready_for_offline(page: Page, workspace: str) -> None:
    """Until the service worker keeps the shell, and the browser a copy of the workspace."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(lambda: page.evaluate("caches.match('./').then((found) => found !== undefined)"), "the shell is kept")
    until(lambda: any(workspace in key for key in page.evaluate(_KEPT_WORLDS)), "the workspace is kept")
