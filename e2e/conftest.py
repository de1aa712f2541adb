from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.support.adapter import Adapter
from e2e.support.server import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data")
    server.start()
    yield server
    server.close()


@pytest.fixture
def adapter(tmp_path: Path) -> Iterator[Adapter]:
    adapter = Adapter(tmp_path / "adapter")
    yield adapter
    adapter.close()
