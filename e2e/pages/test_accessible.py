"""WCAG 2.2 AA by axe on every screen of the tour, in both themes and languages. Each language and each theme is tried
on a desktop and on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from e2e.support.page import App, new_context
from e2e.support.person import Person
from e2e.support.server import Server
from e2e.tour.screens import SCREENS, SIZES, visit
from e2e.tour.studio import Studio

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """async (tags) => {
  // Dialogs and notices stand outside the landmarks, in a portal at the end of the page.
  const rules = { region: { enabled: false } };
  // The ends of an open menu, which pass the focus on at once: nobody rests there.
  const page = { exclude: ['[data-base-ui-focus-guard]'] };
  const { violations } = await axe.run(page, { runOnly: { type: 'tag', values: tags }, rules });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`)}`);
}"""


@pytest.fixture
def tour_server(tmp_path: Path, new_server: Callable[[Path], Server]) -> Iterator[Server]:
    """Of each test's own: so many sign-ins in a row are too fast for one."""
    server = new_server(tmp_path)
    try:
        server.start()
        yield server
    finally:
        server.close()


def violations(app: App) -> list[str]:
    """What axe finds on the page as it is."""
    if app.page.evaluate("typeof axe === 'undefined'"):
        app.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[Any] = app.page.evaluate(RUN, RULES)
    return [str(one) for one in found]


@pytest.mark.refused(401)  # the tour signs out and in
@pytest.mark.parametrize(
    ("language", "theme", "size"),
    [("en", "light", "1440"), ("en", "dark", "390"), ("zh", "light", "390"), ("zh", "dark", "1440")],
)
def test_no_screen_has_a_barrier(
    language: str, theme: str, size: str, tour_server: Server, chromium: Browser, tmp_path: Path
) -> None:
    barriers: dict[str, list[str]] = {}
    width, height = SIZES[size]
    with (
        closing(Person(tour_server)) as person,
        closing(Studio(tour_server, person, tmp_path, language)) as studio,
        closing(new_context(chromium, viewport={"width": width, "height": height})) as context,
    ):
        app = App(context.new_page(), tour_server)
        app.sign_in(person.email)
        visitor = visit(app, studio, theme)
        for name, reach in SCREENS.items():
            studio.beat()
            reach(visitor)
            if found := violations(app):
                barriers[name] = found
            visitor.come_back()
    assert not barriers, "\n".join(f"{place}: {found}" for place, found in barriers.items())
