from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from infra.local.options import Options
from tests.local.running import Running, running
from tests.local.sample import Sample

Serve = Callable[..., Running]


@pytest.fixture
def sample() -> Sample:
    return Sample()


@pytest.fixture
def serve(sample: Sample, tmp_path: Path) -> Iterator[Serve]:
    """Starts a server: `serve(base_path="/x")` changes options, `settings={...}` what `Server` takes."""
    with ExitStack() as stack:

        def start(product: Sample = sample, settings: dict[str, Any] | None = None, **changes: Any) -> Running:
            given = {"data": tmp_path / "data", "port": 0, "dist": tmp_path / "dist", **changes}
            return stack.enter_context(running(product, Options(**given), **{"tick_seconds": 0.05, **(settings or {})}))

        yield start
