"""What only the SQLite engine promises: one process at a time, the change feed, backups, and durability."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from chalicelib.services.ports import INDEXES, Check, ConditionFailed, Delete, Expect, Item, Key, Version
from infra.local import table_file, table_sql
from infra.local.table import DatabaseInUse, DatabaseTooNew, SqliteTable
from tests.contract.conftest import Now
from tests.contract.samples import names, put, read

ROOT = Path(__file__).resolve().parents[2]
HEAD = Key("p", "HEAD")


def run(module: str, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_acknowledged_appends_survive_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "lineup.db"
    acknowledged: list[int] = []
    for _ in range(3):
        with run("tests.contract.appender", str(path)) as process:
            assert process.stdout is not None
            acknowledged += [int(process.stdout.readline()) for _ in range(40)]
            process.send_signal(signal.SIGKILL)
            acknowledged += [int(line) for line in process.stdout if line.endswith("\n")]
        assert process.returncode == -signal.SIGKILL
    with closing(SqliteTable(path)) as table:
        events = names(whole(table))
        head = table.get([HEAD])[HEAD]
        assert events == [f"event#{n:08}" for n in range(1, head.data["sequence"] + 1)]
        assert sorted(acknowledged) == sorted(set(acknowledged))
        assert set(acknowledged) <= set(range(1, len(events) + 1))
        assert [change.new.data["sequence"] for change in table.changes(10_000) if change.new][-1] == len(events)
        with closing(sqlite3.connect(path)) as check:
            assert check.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def whole(table: SqliteTable) -> list[Item]:
    """All events, page by page."""
    items: list[Item] = []
    while more := table.query("p", prefix="event#", after=items[-1].key.sk if items else None, limit=1000):
        items += more
    return items


def test_a_second_process_is_refused_with_what_to_do(tmp_path: Path, sqlite: SqliteTable) -> None:
    with run("tests.contract.appender", str(tmp_path / "lineup.db")) as process:
        _, errors = process.communicate()
    assert process.returncode != 0
    assert "DatabaseInUse" in errors
    assert "Stop that server first, or start this one on another data folder" in errors


def test_a_second_table_in_one_process_is_refused_until_the_first_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "lineup.db"
    first = SqliteTable(path)
    with pytest.raises(DatabaseInUse, match="in use by process"):
        SqliteTable(path)
    first.transact([put("a")])
    first.close()
    first.close()
    with closing(SqliteTable(path)) as second:
        assert names(second.query("p")) == ["a"]


def test_a_closed_table_leaves_one_whole_file_and_answers_no_more(tmp_path: Path, sqlite: SqliteTable) -> None:
    sqlite.transact([put("a")])
    sqlite.query("p")
    sqlite.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lineup.db", "lineup.db.lock"]
    for use in (lambda: sqlite.query("p"), lambda: sqlite.transact([put("b")]), lambda: sqlite.get([HEAD])):
        with pytest.raises(sqlite3.ProgrammingError):
            use()


def test_a_file_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "lineup.db"
    SqliteTable(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    for _ in range(2):
        with pytest.raises(DatabaseTooNew, match="Update the program"):
            SqliteTable(path)


def test_commits_are_synced_to_the_disk(tmp_path: Path) -> None:
    with closing(table_file.open_writer(tmp_path / "lineup.db")) as connection:
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_the_feed_has_old_and_new_of_each_changed_head_in_order(sqlite: SqliteTable) -> None:
    sqlite.transact([put("HEAD", {"n": 0}, Expect.ABSENT), put("event")])
    sqlite.transact([put("HEAD", {"n": 1}, Version(1))])
    sqlite.transact([put("HEAD", {"n": 2}), put("HEAD", {"m": 0}, pk="q")])
    sqlite.transact([Delete(HEAD), Check(Key("q", "HEAD"), Version(1)), Delete(Key("none", "HEAD"))])
    seen = [
        (change.old and (change.old.version, change.old.data), change.new and (change.new.version, change.new.data))
        for change in sqlite.changes()
    ]
    assert seen == [
        (None, (1, {"n": 0})),
        ((1, {"n": 0}), (2, {"n": 1})),
        ((2, {"n": 1}), (3, {"n": 2})),
        (None, (1, {"m": 0})),
        ((3, {"n": 2}), None),
    ]
    assert [change.seq for change in sqlite.changes(2)] == [1, 2]
    last = sqlite.changes()[-1]
    assert last.old is not None
    assert last.old.key == HEAD


def test_a_refused_transaction_is_not_in_the_feed(sqlite: SqliteTable) -> None:
    with pytest.raises(ConditionFailed):
        sqlite.transact([put("HEAD", {"n": 0}), put("a", expect=Version(1))])
    assert sqlite.changes() == []
    assert not sqlite.wait_for_change(0)


def test_acknowledged_changes_do_not_come_again_even_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "lineup.db"
    with closing(SqliteTable(path)) as table:
        for n in range(5):
            table.transact([put("HEAD", {"n": n})])
        table.acknowledge(table.changes(2)[-1].seq)
        assert [change.new.data["n"] for change in table.changes() if change.new] == [2, 3, 4]
    with closing(SqliteTable(path)) as table:
        assert table.wait_for_change(0)
        left = table.changes()
        assert [change.new.data["n"] for change in left if change.new] == [2, 3, 4]
        table.transact([put("HEAD", {"n": 5})])
        table.acknowledge(left[-1].seq)
        assert [change.new.data["n"] for change in table.changes() if change.new] == [5]
        table.acknowledge(table.changes()[-1].seq)
        assert not table.wait_for_change(0)


def test_a_change_wakes_who_waits_for_it(sqlite: SqliteTable) -> None:
    woken: list[bool] = []
    waiting = threading.Thread(target=lambda: woken.append(sqlite.wait_for_change(60)))
    waiting.start()
    sqlite.transact([put("a")])
    sqlite.transact([put("HEAD")])
    waiting.join()
    assert woken == [True]


def test_closing_wakes_who_waits_for_a_change(sqlite: SqliteTable) -> None:
    woken: list[bool] = []
    waiting = threading.Thread(target=lambda: woken.append(sqlite.wait_for_change(60)))
    waiting.start()
    sqlite.close()
    waiting.join()
    assert woken == [False]


def test_a_backup_is_a_whole_database_of_one_moment_while_writers_go_on(tmp_path: Path, sqlite: SqliteTable) -> None:
    stop = threading.Event()

    def write() -> None:
        n = 0
        while not stop.is_set():
            n += 1
            sqlite.transact([put("a", {"n": n}), put("b", {"n": n})])

    sqlite.transact([put(f"row{n}", {"t": "x" * 10_000}) for n in range(100)])
    writer = threading.Thread(target=write)
    writer.start()
    try:
        sqlite.online_backup(tmp_path / "copy.db")
    finally:
        stop.set()
        writer.join()
    with pytest.raises(FileExistsError):
        sqlite.online_backup(tmp_path / "copy.db")
    with closing(SqliteTable(tmp_path / "copy.db")) as copy:
        assert len(copy.query("p", prefix="row")) == 100
        a, b = read(copy, "a"), read(copy, "b")
        assert (a and a.data) == (b and b.data)


def test_expired_items_are_removed_with_a_later_write(sqlite: SqliteTable, now: Now, tmp_path: Path) -> None:
    sqlite.transact([put(f"{n}", expires_at=4_000_000_010) for n in range(50)])
    now.seconds += 120
    sqlite.transact([put("kept")])
    with closing(sqlite3.connect(tmp_path / "lineup.db")) as connection:
        assert connection.execute("SELECT sk FROM items").fetchall() == [("kept",)]


def test_reads_walk_no_more_than_they_give(tmp_path: Path, sqlite: SqliteTable) -> None:
    """Each statement finds its rows by an index, whatever the size of the file, and sorts nothing."""
    bounds = {"after": "a", "before": "c", "prefix": "b", "limit": 10}
    with closing(table_file.connect(tmp_path / "lineup.db", read_only=True)) as connection:
        statements: list[str] = []
        connection.set_trace_callback(statements.append)
        table_sql.fetch(connection, [HEAD, Key("p", "b")], 0)
        for reverse in (False, True):
            for index in (None, *INDEXES):
                table_sql.select(connection, "p", 0, **bounds, reverse=reverse, index=index)  # type: ignore[arg-type]
        table_sql.purge(connection, 0, 1)
        connection.set_trace_callback(None)
        explained = [connection.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall() for statement in statements]
    plans = [row[3] for rows in explained for row in rows]
    assert len(explained) == 8
    assert not [plan for plan in plans if plan.startswith(("SCAN items", "USE TEMP"))]
    assert {
        name for name in ("items_lsi1", "items_lsi2", "items_expiry", "PRIMARY KEY") for plan in plans if name in plan
    } == {"items_lsi1", "items_lsi2", "items_expiry", "PRIMARY KEY"}
