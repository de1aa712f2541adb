from collections.abc import Iterator

import pytest

from chalicelib import wiring
from tests.support.api import Api
from tests.support.fixtures import scene, world
from tests.support.world import World

__all__ = ["scene", "world"]


@pytest.fixture
def api(world: World) -> Iterator[Api]:
    yield Api(world)
    wiring.install(None)
