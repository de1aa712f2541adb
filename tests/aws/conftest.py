from collections.abc import Iterator

import pytest

from bench import cloud
from tests.support.fixtures import scene, world

__all__ = ["aws", "scene", "world"]


@pytest.fixture(scope="session")
def aws(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an emulator of this session."""
    with cloud.emulator(tmp_path_factory.mktemp("aws")) as endpoint:
        yield endpoint
