"""Two ways to begin: `server`, `adapter` and `app` for a test that needs all to itself; `desk`, `page` and `proxy` on a
server that the tests of a module share."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from e2e.support import watching
from e2e.support.adapter import Adapter
from e2e.support.desk import Desk
from e2e.support.page import App, new_context
from e2e.support.person import Person
from e2e.support.proxy import Proxy
from e2e.support.server import Server
from infra.local.product import OWNER
from infra.package import BUILD

expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def new_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Path], Server]]:
    """Makes servers that are not started yet: of the embedded runtime, or of the packaged app on an emulator of AWS
    where LINEUP_E2E=cloud (`make cloud-local`)."""
    if os.environ.get("LINEUP_E2E") != "cloud":
        yield lambda folder: Server(folder / "data")
        return
    from e2e.support.cloud import CloudServer
    from infra.cloud_local import deployment, emulator

    folder = tmp_path_factory.mktemp("emulator")
    with emulator.running(folder / "emulator.log") as (endpoint, _):
        made = deployment.packaged_for(endpoint, BUILD / "local", folder)
        yield lambda folder: CloudServer(endpoint, made, folder)


@pytest.fixture
def server(tmp_path: Path, new_server: Callable[[Path], Server]) -> Iterator[Server]:
    server = new_server(tmp_path)
    try:
        server.start()
        yield server
    finally:
        server.close()


@pytest.fixture
def adapter(tmp_path: Path) -> Iterator[Adapter]:
    adapter = Adapter(tmp_path / "adapter")
    yield adapter
    adapter.close()


def browser_path() -> str:
    """The Chromium that `tools/chromium.sh` found or installed."""
    names = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if name and (path := shutil.which(name))), None)
    assert found, "no Chromium: run `make e2e`, or set CHROMIUM to its path"
    return found


def launch(playwright: Playwright) -> Browser:
    """A browser that asks nobody else for anything."""
    return playwright.chromium.launch(
        executable_path=browser_path(),
        args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
    )


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def nothing_unexpected(request: pytest.FixtureRequest) -> Iterator[None]:
    """No page breaks the content policy, asks a foreign host, fails or complains (`support/watching.py`)."""
    yield
    refused = request.node.get_closest_marker("refused")
    complains = request.node.get_closest_marker("complains")
    found = watching.take(refused.args if refused else (), complains.args if complains else ())
    if found:
        pytest.fail("\n".join(found), pytrace=False)


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = new_context(chromium)
    yield context
    context.close()


@pytest.fixture
def app(context: BrowserContext, server: Server) -> App:
    return App(context.new_page(), server)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, new_server: Callable[[Path], Server]) -> Iterator[Server]:
    """A server for the tests of a module; at most ten desks fit on it (pairing is limited per address)."""
    server = new_server(tmp_path_factory.mktemp("shared"))
    try:
        server.start()
        yield server
    finally:
        server.close()


@pytest.fixture(scope="module")
def owner(shared: Server) -> Iterator[Person]:
    person = Person(shared)
    person.new_workspace("First")
    yield person
    person.close()


@pytest.fixture(scope="module")
def browser(chromium: Browser, shared: Server, owner: Person) -> Iterator[BrowserContext]:
    """The owner's, signed in with the link."""
    context = new_context(chromium)
    page = context.new_page()
    App(page, shared).sign_in_by_link()
    page.close()
    yield context
    context.close()


@pytest.fixture
def desk(shared: Server, owner: Person, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(shared, owner, tmp_path / "adapter")
    yield desk
    desk.close()


@pytest.fixture
def page(browser: BrowserContext) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


@pytest.fixture
def open_desk(page: Page, shared: Server, desk: Desk) -> Callable[..., App]:
    """Opens a place of the desk in the owner's browser: `open_desk("inbox")`."""

    def open_at(*path: str) -> App:
        app = App(page, shared)
        app.open(desk.place(*path))
        return app

    return open_at


@pytest.fixture(scope="module")
def far_line(shared: Server) -> Iterator[Proxy]:
    """The network between `far_browser` and the server."""
    line = Proxy(shared.port, shared.far_port)
    yield line
    line.close()


@pytest.fixture(scope="module")
def far_browser(chromium: Browser, shared: Server, owner: Person, far_line: Proxy) -> Iterator[BrowserContext]:
    """The owner's second browser, behind `far_line`."""
    context = new_context(chromium)
    page = context.new_page()
    App(page, shared, far_line.url).sign_in(OWNER)
    page.close()
    yield context
    context.close()


@pytest.fixture
def far_app(far_browser: BrowserContext, shared: Server, far_line: Proxy) -> Iterator[App]:
    """A page in the far browser, with a whole line before and after."""
    far_line.heal()
    page = far_browser.new_page()
    yield App(page, shared, far_line.url)
    page.close()
    far_line.heal()


@pytest.fixture
def proxy(shared: Server) -> Iterator[Proxy]:
    proxy = Proxy(shared.port)
    yield proxy
    proxy.close()


@pytest.fixture
def far_desk(shared: Server, owner: Person, tmp_path: Path, proxy: Proxy) -> Iterator[Desk]:
    """A desk whose adapter is behind the proxy."""
    desk = Desk(shared, owner, tmp_path / "far-adapter", via=proxy.url)
    yield desk
    desk.close()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """A picture of every open page when a test fails, in .make/e2e."""
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]
    if not (report.when == "call" and report.failed):
        return
    folder = Path(".make/e2e")
    folder.mkdir(parents=True, exist_ok=True)
    given = getattr(item, "funcargs", {})
    browsers = [one for one in given.values() if isinstance(one, BrowserContext)]
    for number, page in enumerate(page for one in browsers for page in one.pages):
        page.screenshot(path=folder / f"{item.name}-{number}.png")
