import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from infra import ministack
from infra.cloud_local import deployment
from infra.deploy.account import Account
from infra.package import BUILD, Packaged, package
from tests.infra.deployed import NAME, URL


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


@pytest.fixture(scope="module")
def account(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Account]:
    with ministack.running(tmp_path_factory.mktemp("emulator") / "log") as endpoint:
        yield deployment.account(endpoint)


@pytest.fixture(scope="module")
def made(account: Account, tmp_path_factory: pytest.TempPathFactory) -> Packaged:
    out = BUILD / "test-local"
    packaged = made_once(out, lambda: package(deployment.STAGE, out, deployment.ARCHITECTURE))
    return deployment.patched_for(str(account.endpoint_url), packaged, tmp_path_factory.mktemp("template"))


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text('<head><base href="./"></head>')
    (folder / "assets" / "index-1.js").write_text("1")
    (folder / "icon.svg").write_text("<svg/>")
    return folder


@pytest.fixture
def up(account: Account, made: Packaged, dist: Path) -> Iterator[dict[str, str]]:
    yield deployment.deploy(account, NAME, made, dist, URL, lambda line: None)


def page(name: str) -> str:
    """A page of `docs/`."""
    return (Path(__file__).parents[2] / "docs" / name).read_text(encoding="utf-8")
