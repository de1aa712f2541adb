import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from infra.package import BUILD, Packaged, package


def made_once(out: Path, make: Callable[[], Packaged]) -> Packaged:
    """What `make` makes in `out`, made by whichever worker of this run comes first, and left alone by the others."""
    out.mkdir(parents=True, exist_ok=True)
    run, note = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid())), out / "made.json"
    with FileLock(out / "lock"):
        if note.exists() and (told := json.loads(note.read_text()))["run"] == run:
            return Packaged(Path(told["template"]), Path(told["bundle"]))
        made = make()
        note.write_text(json.dumps({"run": run, "template": str(made.template), "bundle": str(made.bundle)}))
        return made


@pytest.fixture(scope="session")
def packaged() -> Packaged:
    """What `make deploy` deploys."""
    return made_once(BUILD / "test", lambda: package("dev", BUILD / "test"))


@pytest.fixture(scope="session")
def template(packaged: Packaged) -> dict[str, Any]:
    """The whole template."""
    found: dict[str, Any] = json.loads(packaged.template.read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="session")
def resources(template: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = template["Resources"]
    return found


def page(name: str) -> str:
    """A page of `docs/`."""
    return (Path(__file__).parents[2] / "docs" / name).read_text(encoding="utf-8")
