"""Fixtures of the suites that run the whole product."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.scene import Scene, build_scene
from tests.support.world import World


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path)
    yield world
    world.table.close()


@pytest.fixture
def scene(world: World) -> Scene:
    return build_scene(world)
