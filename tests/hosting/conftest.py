"""A workspace with a history, and its data as a folder of a server."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from infra.local import folder
from infra.local.table import SqliteTable
from infra.transfer.stores import SqliteSnapshot
from tests.contract.conftest import dynamo_name, dynamodb, dynamodb_endpoint
from tests.support.history import everything
from tests.support.scene import Scene, build_scene
from tests.support.world import World

__all__ = ["dynamo_name", "dynamodb", "dynamodb_endpoint"]

ROOT_KEY = b"k" * 32
"""That of `World`."""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """In 2096, so that neither the tools' clock nor an emulator's reaper takes anything away."""
    world = World(tmp_path)
    world.clock.time = datetime(2096, 7, 24, 12, 0, tzinfo=UTC)
    yield world
    if isinstance(world.table, SqliteTable):  # a test may have moved it to DynamoDB
        world.table.close()


@pytest.fixture
def scene(world: World) -> Scene:
    """In whose workspace everything has happened that can, and work is open."""
    scene = build_scene(world)
    assert list(everything(scene))
    return scene


def put_into(world: World, data: Path) -> Path:
    """The world's data, as it is now, as a server's folder."""
    data.mkdir(mode=0o700)
    world.table.online_backup(data / folder.DATABASE)
    folder.write_secret(data, ROOT_KEY)
    (data / folder.OUTBOX).write_text("")
    return data


@pytest.fixture
def data(scene: Scene, tmp_path: Path) -> Path:
    return put_into(scene.world, tmp_path / "data")


@pytest.fixture
def view(data: Path) -> Iterator[SqliteSnapshot]:
    opened = SqliteSnapshot(data / folder.DATABASE)
    yield opened
    opened.close()
