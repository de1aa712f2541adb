"""The app as it is installed: what a browser asks of it, and a start without a network that passes nothing old off as
current."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from e2e.support.desk import CONVERSATION, Desk
from e2e.support.offline import go_offline
from e2e.support.page import App
from e2e.support.proxy import Proxy
from e2e.support.server import Server
from e2e.support.wire import Wire

_SIZE_OF_IMAGE = """async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  return `${image.naturalWidth}x${image.naturalHeight}`;
}"""
_KEPT_ADDRESSES = """async () => {
  const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
  const requests = (await Promise.all(caches_.map((cache) => cache.keys()))).flat();
  return requests.map((request) => new URL(request.url).pathname);
}"""
#: Tests have a profile that keeps nothing.
_ONLY_HERE = {"in-incognito"}


def test_a_browser_can_install_it(desk: Desk, far_app: App) -> None:
    far_app.open(desk.place("inbox"))
    far_app.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    devtools = far_app.page.context.new_cdp_session(far_app.page)
    manifest: Any = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    told: Any = devtools.send("Page.getInstallabilityErrors")
    assert {one["errorId"] for one in told["installabilityErrors"]} <= _ONLY_HERE
    found = far_app.page.evaluate("(address) => fetch(address).then((answer) => answer.json())", manifest["url"])
    assert (found["name"], found["display"], found["start_url"]) == ("LineUp Agents", "standalone", "./")
    for icon in found["icons"]:
        if icon["sizes"] != "any":
            assert far_app.page.evaluate(_SIZE_OF_IMAGE, icon["src"]) == icon["sizes"]
    assert {icon.get("purpose", "any") for icon in found["icons"]} == {"any", "maskable"}
    touch = far_app.page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    assert far_app.page.evaluate(_SIZE_OF_IMAGE, touch) == "180x180"


def test_it_starts_without_a_network_and_says_that_what_it_shows_is_old(
    desk: Desk, far_app: App, far_line: Proxy, shared: Server
) -> None:
    with Wire(desk) as agent:
        task = desk.give("Wait")
        agent.send("task.accepted", {}, taskId=task)
        agent.ask(task, {"id": "card-1", "type": "approval", "title": "Old question", "risk": "low"})
        go_offline(desk, far_line, [far_app], "inbox")
        agent.send("interaction.withdrawn", {"interactionId": "card-1"})
        agent.ask(task, {"id": "card-2", "type": "approval", "title": "New question", "risk": "low"})
        start = App(far_app.page.context.new_page(), shared, far_line.url)
        start.page.goto(f"{start.address}/{desk.place('inbox')}")
        start.is_offline()
        expect(start.card("Old question")).to_be_visible()
        expect(start.page.locator(".sync").first).not_to_contain_text("Live")
        expect(start.card("New question")).to_have_count(0)
        far_line.heal()
        start.reconnect()
        expect(start.card("New question")).to_be_visible()
        expect(start.card("Old question").get_by_role("button", name="Approve")).to_have_count(0)
        expect(start.page.locator(".banners")).not_to_contain_text("Offline")
        start.page.close()


def test_only_the_shell_is_kept_by_the_service_worker(desk: Desk, far_app: App, far_line: Proxy) -> None:
    go_offline(desk, far_line, [far_app], "conversations", desk.conversation)
    expect(far_app.page.get_by_role("link", name=CONVERSATION).first).to_be_visible()
    kept: list[str] = far_app.page.evaluate(_KEPT_ADDRESSES)
    shell = {"/", "/files.json"}
    assert shell <= set(kept)
    assert [path for path in kept if path not in shell and not path.startswith("/assets/")] == []
