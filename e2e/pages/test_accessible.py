"""WCAG 2.2 AA by axe on every screen of the tour, in both themes and languages, on a desktop and on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from e2e.support.page import App, new_context
from e2e.support.person import Person
from e2e.support.server import Server
from e2e.tour.screens import LANGUAGES, SCREENS, SIZES, THEMES, visit
from e2e.tour.studio import Studio

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """async (tags) => {
  // Dialogs and notices stand outside the landmarks, in a portal at the end of the page.
  const rules = { region: { enabled: false } };
  const { violations } = await axe.run(document, { runOnly: { type: 'tag', values: tags }, rules });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`)}`);
}"""


@pytest.fixture(scope="module")
def tour_server(tmp_path_factory: pytest.TempPathFactory, new_server: Callable[[Path], Server]) -> Iterator[Server]:
    server = new_server(tmp_path_factory.mktemp("tour"))
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_screen_has_a_barrier(language: str, tour_server: Server, chromium: Browser, tmp_path: Path) -> None:
    barriers: dict[str, list[str]] = {}
    with (
        closing(Person(tour_server)) as person,
        closing(Studio(tour_server, person, tmp_path, language)) as studio,
        closing(new_context(chromium)) as context,
    ):
        app = App(context.new_page(), tour_server)
        app.sign_in(person.email)
        for theme, size in product(THEMES, ("1440", "390")):
            visitor = visit(app, studio, theme)
            width, height = SIZES[size]
            visitor.page.set_viewport_size({"width": width, "height": height})
            studio.beat()
            for name, reach in SCREENS.items():
                reach(visitor)
                if found := violations(app):
                    barriers[f"{name} {theme} {size}"] = found
                context.set_offline(False)
    assert not barriers, "\n".join(f"{place}: {found}" for place, found in barriers.items())
