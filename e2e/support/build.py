"""A build of the web app that can be replaced by another one while the server runs."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from e2e.support.listening import ROOT

_TWINS = ("*.br", "*.gz")
_TEXTS = (".js", ".css", ".html", ".json")


class Build:
    """What a server serves from `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        built = Path(os.environ.get("LINEUP_E2E_DIST", ROOT / "web" / "dist"))
        shutil.copytree(built, folder, ignore=shutil.ignore_patterns(*_TWINS))

    @property
    def entry(self) -> str:
        """The file with which its page begins."""
        return next(path.name for path in (self.folder / "assets").glob("index-*.js"))

    def renew(self) -> None:
        """As after a deployment: every file has another name, and none of the old ones is there any more."""
        assets = self.folder / "assets"
        names = {path.name: f"{path.stem}0{path.suffix}" for path in assets.iterdir()}
        for path in self.folder.rglob("*"):
            if path.suffix in _TEXTS:
                text = path.read_text(encoding="utf-8")
                for old, new in names.items():
                    text = text.replace(old, new)
                path.write_text(text, encoding="utf-8")
        for old, new in names.items():
            (assets / old).rename(assets / new)
