"""`python -m tools.icons`: the PNG icons of web/public from its icon.svg, drawn by the browser tests' Chromium."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

PUBLIC = Path(__file__).parents[1] / "web" / "public"
#: Name, edge in pixels, share that the mark takes: launchers cut maskable icons to a circle, iOS rounds by itself.
ICONS = (("icon-192", 192, 1.0), ("icon-512", 512, 1.0), ("icon-maskable-512", 512, 0.72), ("icon-apple-180", 180, 0.9))


def page(mark: str, edge: int, share: float) -> str:
    """A page with the mark on its own ground, or alone where it fills the picture."""
    ground = "transparent" if share == 1 else "#1b1f24"
    size = round(edge * share)
    style = f"margin:0;display:grid;place-items:center;width:{edge}px;height:{edge}px;background:{ground}"
    return f'<body style="{style}"><div style="width:{size}px;height:{size}px">{mark}</div></body>'


def main() -> None:
    """Draw all."""
    mark = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu"],
        )
        for name, edge, share in ICONS:
            tab = chromium.new_page(viewport={"width": edge, "height": edge})
            tab.set_content(page(mark, edge, share))
            tab.screenshot(path=PUBLIC / f"{name}.png", omit_background=True)
        chromium.close()


if __name__ == "__main__":
    main()
