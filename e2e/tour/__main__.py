"""`python -m e2e.tour FOLDER [WORD ...]`: pictures of all screens, or of those whose names contain one of the words."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from e2e.conftest import launch
from e2e.support.page import App, new_context
from e2e.support.person import Person
from e2e.support.server import Server
from e2e.tour.screens import LANGUAGES, SCREENS, SIZES, THEMES, visit
from e2e.tour.studio import Studio


def main(folder: Path, words: Sequence[str]) -> None:
    """Write `FOLDER/NAME/LANGUAGE-THEME-WIDTH.png` and one sheet for each name."""
    names = [name for name in SCREENS if not words or any(word in name for word in words)]
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data) / "data")
        chromium = launch(playwright)
        try:
            server.start()
            person = Person(server)
            for language in LANGUAGES:
                _shoot(chromium, server, Studio(server, person, Path(data) / language, language), names, folder)
            _sheets(chromium, names, folder)
        finally:
            chromium.close()
            server.close()


def _shoot(chromium: Browser, server: Server, studio: Studio, names: Sequence[str], folder: Path) -> None:
    context = new_context(chromium)
    app = App(context.new_page(), server)
    app.sign_in(studio.person.email)
    for theme in THEMES:
        visitor = visit(app, studio, theme)
        for name in names:
            studio.beat()
            (folder / name).mkdir(parents=True, exist_ok=True)
            for size, (width, height) in SIZES.items():
                visitor.page.set_viewport_size({"width": width, "height": height})
                SCREENS[name](visitor)
                visitor.page.screenshot(path=folder / name / f"{studio.language}-{theme}-{size}.png")
                visitor.come_back()
            print(f"{name} {studio.language} {theme}")
    context.close()
    studio.close()


_SHEET = """<style>
body { margin: 16px; font: 14px sans-serif; background: #888 }
img { height: 420px; margin: 4px }
</style><h1>%s</h1>%s"""


def _sheets(chromium: Browser, names: Sequence[str], folder: Path) -> None:
    page: Page = chromium.new_page(viewport={"width": 1400, "height": 900})
    for name in names:
        pictures = sorted((folder / name).glob("*-*-*.png"), key=lambda path: path.stem)
        images = "".join(f'<img src="{path.resolve().as_uri()}" title="{path.stem}">' for path in pictures)
        (folder / f"{name}.html").write_text(_SHEET % (name, images), encoding="utf-8")
        page.goto((folder / f"{name}.html").resolve().as_uri())
        page.wait_for_function("[...document.images].every((image) => image.complete)")
        page.screenshot(path=folder / f"{name}.png", full_page=True)


main(Path(sys.argv[1]), sys.argv[2:])
