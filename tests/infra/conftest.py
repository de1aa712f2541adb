import json
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from infra.package import BUILD, Packaged, package


@pytest.fixture(scope="session")
def packaged() -> Packaged:
    """What `make deploy` deploys, made once by whichever worker comes first."""
    out = BUILD / "test"
    out.mkdir(parents=True, exist_ok=True)
    with FileLock(out / "lock"):
        return package("dev", out)


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
