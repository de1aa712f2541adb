"""What every Table promises when many write at once, and when an answer is lost."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from chalicelib.services.ports import ConditionFailed, Contention, Expect, Key, Put, Table, Version, Write
from tests.contract.samples import names, put, read

HEAD = Key("p", "HEAD")


def append(table: Table, author: str) -> int:
    """One event after the last one, as often as it takes; its sequence."""
    while True:
        try:
            head = table.get([HEAD, Key("p", f"receipt#{author}")])[HEAD]
            sequence = head.data["sequence"] + 1
            table.transact(event(sequence, head.version, author))
            return int(sequence)
        except (ConditionFailed, Contention):
            continue


def event(sequence: int, version: int, author: str) -> list[Write]:
    return [
        put("HEAD", {"sequence": sequence}, Version(version)),
        put(f"event#{sequence:06}", {"author": author}, Expect.ABSENT),
        put(f"receipt#{author}", {"sequence": sequence}, Expect.ABSENT),
    ]


def test_sixteen_appenders_leave_no_hole_and_no_double(table: Table) -> None:
    table.transact([put("HEAD", {"sequence": 0}, Expect.ABSENT)])
    each = 6

    def work(thread: int) -> list[int]:
        return [append(table, f"{thread}-{n}") for n in range(each)]

    with ThreadPoolExecutor(16) as threads:
        given = [sequence for result in threads.map(work, range(16)) for sequence in result]
    assert sorted(given) == list(range(1, 16 * each + 1))
    events = table.query("p", prefix="event#", limit=1000)
    assert names(events) == [f"event#{n:06}" for n in range(1, 16 * each + 1)]
    assert len({item.data["author"] for item in events}) == 16 * each
    head = read(table, "HEAD")
    assert head is not None
    assert (head.data, head.version) == ({"sequence": 16 * each}, 16 * each + 1)


def test_writers_of_different_items_do_not_disturb_each_other(table: Table) -> None:
    def work(thread: int) -> None:
        for _ in range(10):
            table.transact([put("a", pk=f"w{thread}"), put("b", pk=f"w{thread}")])

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(work, range(8)))
    for thread in range(8):
        assert [item.version for item in table.query(f"w{thread}")] == [10, 10]


def test_one_caller_s_failure_leaves_the_others_writes(table: Table) -> None:
    """Also when an engine commits several callers' transactions at once."""
    table.transact([put("taken")])
    outcomes: list[str] = []

    def work(thread: int) -> None:
        writes: list[Write] = [put(f"mine#{thread:02}")]
        if thread % 2:
            writes.append(put("taken", expect=Expect.ABSENT))
        try:
            table.transact(writes)
        except ConditionFailed as error:
            assert error.keys == (Key("p", "taken"),)
            outcomes.append("refused")

    with ThreadPoolExecutor(16) as threads:
        list(threads.map(work, range(32)))
    assert names(table.query("p", prefix="mine#")) == [f"mine#{n:02}" for n in range(0, 32, 2)]
    assert outcomes == ["refused"] * 16


class LosesAnswers:
    """A table whose next answer gets lost after the commit."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def transact(self, writes: Sequence[Write]) -> None:
        self._table.transact(writes)
        raise ConnectionError("the answer is lost")


def test_a_repeat_after_a_lost_answer_fails_and_changes_nothing(table: Table) -> None:
    table.transact([put("HEAD", {"sequence": 0}, Expect.ABSENT)])
    writes = event(1, 1, "me")
    with pytest.raises(ConnectionError):
        LosesAnswers(table).transact(writes)
    with pytest.raises(ConditionFailed) as caught:
        table.transact(writes)
    assert set(caught.value.keys) == {write.item.key for write in writes if isinstance(write, Put)}
    assert names(table.query("p", prefix="event#")) == ["event#000001"]
    receipt = read(table, "receipt#me")
    assert receipt is not None
    assert (receipt.data, receipt.version) == ({"sequence": 1}, 1)


def test_everyone_reads_what_was_written_before(table: Table) -> None:
    for number in range(1, 30):
        table.transact([put("a", {"n": number}, indexes={"lsi1": f"{number:03}"})])
        item = read(table, "a")
        assert item is not None
        assert item.data == {"n": number}
        assert [found.data for found in table.query("p", index="lsi1")] == [{"n": number}]


def test_several_keys_are_read_at_one_moment(table: Table) -> None:
    keys = [Key("p", "a"), Key("q", "b")]
    table.transact([put("a", {"n": 0}), put("b", {"n": 0}, pk="q")])
    stop = threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            table.transact([put("a", {"n": number}), put("b", {"n": number}, pk="q")])

    def reads() -> set[int]:
        differences = set()
        for _ in range(150):
            try:
                found = table.get(keys)
            except Contention:
                continue
            differences.add(found[keys[0]].data["n"] - found[keys[1]].data["n"])
        return differences

    with ThreadPoolExecutor(4) as threads:
        writer = threads.submit(write)
        readers = [threads.submit(reads) for _ in range(3)]
        try:
            assert [reader.result() for reader in readers] == [{0}] * 3
        finally:
            stop.set()
        writer.result()
