"""A disk that takes no writes: refused, said once, nothing acknowledged lost, and it goes on when there is room."""

from __future__ import annotations

import errno
import logging
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from chalicelib.services.ports import Expect, Item, Key, Put, Unavailable
from infra.local.logs import Repeats
from infra.local.table import SqliteTable
from infra.local.table_file import unavailable
from infra.transfer.check import verify
from tests.support.scene import Scene, build_scene
from tests.support.world import World


class Disk:
    """How much room a table's disk has, by SQLite's own limit of pages."""

    def __init__(self, table: SqliteTable) -> None:
        self._connection = table._writer._connection

    def fill(self) -> None:
        (pages,) = self._connection.execute("PRAGMA page_count").fetchone()
        self._connection.execute(f"PRAGMA max_page_count = {pages}")

    def make_room(self) -> None:
        self._connection.execute("PRAGMA max_page_count = 1000000")


def row(n: int) -> Put:
    return Put(Item(Key("p", f"{n:05}"), {"t": "x" * 2000}), Expect.ABSENT)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SqliteTable]:
    with closing(SqliteTable(tmp_path / "lineup.db")) as opened:
        yield opened


def until_full(table: SqliteTable) -> int:
    """Write until it is refused; how many were acknowledged."""
    for n in range(10_000):
        try:
            table.transact([row(n)])
        except Unavailable as refusal:
            assert str(refusal).startswith("The disk is full.")
            return n
    raise AssertionError("it was never full")


def test_a_full_disk_refuses_writes_and_keeps_what_was_acknowledged(
    table: SqliteTable, caplog: pytest.LogCaptureFixture
) -> None:
    disk = Disk(table)
    disk.fill()
    done = until_full(table)
    for _ in range(20):
        with pytest.raises(Unavailable):
            table.transact([row(done), row(done + 1)])
    assert len(table.query("p", limit=1000)) == done
    disk.make_room()
    table.transact([row(done)])
    assert [item.key.sk for item in table.query("p", limit=1000)] == [f"{n:05}" for n in range(done + 1)]
    told = [record.getMessage() for record in caplog.records if record.name == "lineup.table"]
    assert [line.split(".")[0] for line in told] == [
        "nothing can be written: The disk is full", "writes succeed again"
    ]  # fmt: skip


def test_a_read_only_file_is_refused_in_the_same_way(table: SqliteTable, caplog: pytest.LogCaptureFixture) -> None:
    table.transact([row(0)])
    table._writer._connection.execute("PRAGMA query_only = ON")  # answers as a read-only file system does
    for _ in range(3):
        with pytest.raises(Unavailable, match="read-only"):
            table.transact([row(1)])
    table._writer._connection.execute("PRAGMA query_only = OFF")
    table.transact([row(1)])
    assert len(caplog.records) == 2


def test_a_table_on_a_full_disk_closes_and_opens_again(tmp_path: Path) -> None:
    table = SqliteTable(tmp_path / "lineup.db")
    Disk(table).fill()
    table.transact([Put(Item(Key("p", "HEAD"), {}), Expect.ANY)])
    table.acknowledge(table.changes()[-1].seq)
    done = until_full(table)
    table.close()
    with closing(SqliteTable(tmp_path / "lineup.db")) as again:
        assert len(again.query("p", before="HEAD", limit=1000)) == done


def test_a_start_without_room_says_so(tmp_path: Path) -> None:
    path = tmp_path / "lineup.db"
    with closing(SqliteTable(path)) as opened:
        opened.transact([row(0)])
    script = f"""
import resource, signal, sys
from pathlib import Path
from infra.local.database import open_table
from infra.local.refused import StartRefused
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8))
try:
    open_table(Path({str(path)!r}))
except StartRefused as refusal:
    print(refusal)
"""
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout
    assert "cannot be opened. The disk is full" in told
    assert str(unavailable(OSError(errno.ENOSPC, "no room"))).startswith("The disk is full.")


def test_another_failure_of_sqlite_stays_what_it_is(table: SqliteTable) -> None:
    with closing(sqlite3.connect(table._path)) as other:
        other.execute("DROP TABLE items")
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        table.transact([row(0)])


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    world = World(tmp_path)
    yield world
    world.table.close()


def test_a_message_that_met_a_full_disk_is_taken_when_it_comes_again(world: World) -> None:
    scene: Scene = build_scene(world)
    disk = Disk(world.table)
    disk.fill()
    acknowledged: list[str] = []
    refused = ""
    for number in range(1000):
        id = f"m{number}"
        text = scene.page.envelope("message.create", {"content": "x" * 3000}, id=id, conversationId="conv-1")
        scene.page.send_together(text)
        if scene.page.answer_to(id)["type"] == "system.error":
            refused = id
            break
        acknowledged.append(id)
        world.clock.forward(1)
    told = scene.page.answer_to(refused)["payload"]
    assert (told["code"], told["retryable"]) == ("busy", True)
    assert scene.head == len(scene.log())
    before = scene.head
    disk.make_room()
    world.clock.forward(60)
    scene.page.frames.clear()
    scene.page.send("message.create", {"content": "x" * 3000}, id=refused, conversationId="conv-1")
    assert scene.page.answer_to(refused)["type"] == "system.ack"
    assert scene.head == before + 1
    written = [event.payload.message_id for event in scene.logged("message.created")]
    assert [id for id in written if id in {*acknowledged, refused}] == [*acknowledged, refused]
    assert verify(world.table).problems == []


def test_the_same_line_is_written_once_a_minute_with_how_often_it_came() -> None:
    repeats = Repeats()

    def passes(text: str, at: float, level: int = logging.ERROR, **extra: object) -> str | None:
        record = logging.LogRecord("lineup.x", level, "x.py", 1, "failed: %s", (text,), None)
        record.created = at
        record.__dict__.update(extra)
        return record.getMessage() if repeats.filter(record) else None

    assert passes("a", 100) == "failed: a"
    assert passes("a", 101) is None
    assert passes("b", 101) == "failed: b"
    assert passes("a", 159) is None
    assert passes("a", 160) == "failed: a (and 2 times before)"
    assert passes("a", 161) is None
    assert passes("d", 100, **Repeats.CHANGE) == passes("d", 100, **Repeats.CHANGE) == "failed: d"
    assert passes("c", 100, logging.INFO) == passes("c", 100, logging.INFO) == "failed: c"
