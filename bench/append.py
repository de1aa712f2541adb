"""Appends per second through `SqliteTable.transact`, and of bare sqlite3 writing the same rows, side by side.

One append is one transaction, as the relay makes it: HEAD with its version, and for each envelope an event, a receipt
and two projections, about 1 KB in all. "bare" turns the same data into the same JSON text and writes it under a lock,
one `executemany`, same schema and pragmas and change row; it looks at no condition, size or key. Both start from input
that is made before the clock runs. The engines take turns in short rounds, and the ratio is the median of the rounds'
ratios, since the machine is shared. Run: `python -m bench.append`.
"""

from __future__ import annotations

import sqlite3
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

from chalicelib.services.ports import Expect, Item, Key, Put, Version, Write
from chalicelib.services.writes import encode
from infra.local import table_file
from infra.local.table import SqliteTable

ROUNDS = 15
#: Envelopes per append; 24 is what one transaction of 100 writes holds.
BATCHES = (1, 10, 24)
ENVELOPES = 3000
TEXT = "An agent reports what it did, in words. " * 8

#: One append as the caller has it: HEAD first.
Append = list[Put]


def head(workspace: str, sequence: int, expect: Expect | Version) -> Put:
    return Put(Item(Key(workspace, "HEAD"), {"sequence": sequence, "epoch": "e" * 24}), expect)


def append_of(workspace: str, number: int, batch: int) -> Append:
    """Append `number` (from 0) of a workspace."""
    made = [head(workspace, (number + 1) * batch, Version(number + 1))]
    for sequence in range(number * batch + 1, number * batch + batch + 1):
        task = f"task#{sequence % 97:04}{sequence}"
        event = {"sequence": sequence, "type": "message.create", "text": TEXT}
        receipt = {"sequence": sequence, "hash": "f" * 64, "actor": "a"}
        order = {"lsi1": f"{sequence:012}"}
        items = [
            (Item(Key(workspace, f"event#{sequence:012}"), event), Expect.ABSENT),
            (Item(Key(f"receipt#{workspace}#{sequence}", "R"), receipt), Expect.ABSENT),
            (Item(Key(workspace, task), {"title": TEXT[:80], "progress": 40}, indexes=order), Expect.ANY),
            (Item(Key(workspace, f"agent#{task}"), {"status": "running", "text": TEXT[:200]}), Expect.ANY),
        ]
        made += [Put(item, expect) for item, expect in items]
    return made


def bare(connection: sqlite3.Connection, turn: threading.Lock, append: Append) -> None:
    rows = [(p.item.key.pk, p.item.key.sk, encode(p.item.data)[0], p.item.indexes.get("lsi1")) for p in append]
    pk, sk, text, _ = rows[0]
    expect = append[0].expect
    version = expect.number if isinstance(expect, Version) else 0
    with turn:
        connection.execute("BEGIN IMMEDIATE")
        update = "UPDATE items SET data = ?, version = version + 1 WHERE pk = ? AND sk = ? AND version = ?"
        if version:
            connection.execute(update, (text, pk, sk, version))
        connection.executemany("INSERT INTO items VALUES (?, ?, 1, ?, NULL, ?, NULL)", rows[1:] if version else rows)
        change = (pk, sk, version, text, version + 1, text)
        connection.execute("INSERT INTO changes VALUES (NULL, ?, ?, ?, ?, ?, ?)", change)
        connection.execute("COMMIT")


@contextmanager
def engine(name: str, path: Path) -> Iterator[Callable[[Append], None]]:
    if name == "table":
        with closing(SqliteTable(path)) as table:

            def through_table(append: Append) -> None:
                writes: list[Write] = [*append]
                table.transact(writes)

            yield through_table
        return
    turn = threading.Lock()
    with closing(table_file.open_writer(path)) as connection:
        yield lambda append: bare(connection, turn, append)


def measure(name: str, folder: Path, work: list[list[Append]]) -> float:
    """Appends per second; each list of appends has a thread and a workspace of its own."""

    def appender(appends: list[Append]) -> None:
        for append in appends:
            commit(append)

    path = folder / f"{name}-{time.monotonic_ns()}.db"
    with engine(name, path) as commit, ThreadPoolExecutor(len(work)) as pool:
        for number in range(len(work)):
            commit([head(f"w{number}", 0, Expect.ABSENT)])
        started = time.perf_counter()
        list(pool.map(appender, work))
        return sum(map(len, work)) / (time.perf_counter() - started)


def main() -> None:
    sys.stdout.write("threads  batch   bare/s  table/s  ratio (appended envelopes per second, medians)\n")
    with tempfile.TemporaryDirectory(dir=".") as folder:
        for threads in (1, 16):
            for batch in BATCHES:
                count = ENVELOPES // batch // threads
                work = [[append_of(f"w{t}", n, batch) for n in range(count)] for t in range(threads)]
                rounds = [[measure(name, Path(folder), work) for name in ("bare", "table")] for _ in range(ROUNDS)]
                ratio = statistics.median(ours / theirs for theirs, ours in rounds)
                theirs, ours = (statistics.median(rates) * batch for rates in zip(*rounds, strict=True))
                sys.stdout.write(f"{threads:7}  {batch:5}  {theirs:7.0f}  {ours:7.0f}  {ratio:5.2f}\n")


if __name__ == "__main__":
    main()
