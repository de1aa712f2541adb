"""What every Table promises of `query`: order, bounds, limits, pages and indexes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chalicelib.services.ports import Delete, Key, Table
from tests.contract.samples import fill, names, put
from tests.contract.test_table import UNICODE

TASKS = ["a", "task", "task#1", "task#1#x", "task#2", "task$", "tasl", "z"]


def test_a_partition_is_listed_in_order_and_alone(table: Table) -> None:
    fill(table, "c", "a", "b")
    table.transact([put("d", pk="p2")])
    assert names(table.query("p")) == ["a", "b", "c"]
    assert names(table.query("p", reverse=True)) == ["c", "b", "a"]
    assert table.query("other") == []


def test_keys_sort_by_their_utf8_bytes(table: Table) -> None:
    fill(table, *UNICODE)
    assert names(table.query("p")) == sorted(UNICODE, key=lambda sk: sk.encode())


@pytest.mark.parametrize(
    ("bounds", "found"),
    [
        ({"after": "task"}, TASKS[2:]),
        ({"after": "task#0"}, TASKS[2:]),
        ({"after": ""}, TASKS),
        ({"before": "task#2"}, TASKS[:4]),
        ({"before": "a"}, []),
        ({"before": ""}, []),
        ({"after": "task", "before": "task$"}, TASKS[2:5]),
        ({"after": "task#2", "before": "task#1"}, []),
        ({"after": "task", "before": "task"}, []),
        ({"prefix": "task#"}, TASKS[2:5]),
        ({"prefix": "task"}, TASKS[1:6]),
        ({"prefix": ""}, TASKS),
        ({"prefix": "none"}, []),
        ({"prefix": "task#", "after": "task#1"}, TASKS[3:5]),
        ({"prefix": "task#", "after": "a"}, TASKS[2:5]),
        ({"prefix": "task#", "after": "z"}, []),
        ({"prefix": "task#", "before": "task#2"}, TASKS[2:4]),
        ({"prefix": "task#", "before": "z"}, TASKS[2:5]),
        ({"prefix": "task#", "before": "task"}, []),
        ({"prefix": "task", "after": "task", "before": "task$"}, TASKS[2:5]),
        ({"prefix": "task#1", "after": "task#1", "before": "task#2"}, ["task#1#x"]),
    ],
)
def test_bounds_are_exclusive_and_combine_with_a_prefix(table: Table, bounds: dict[str, Any], found: list[str]) -> None:
    fill(table, *TASKS)
    assert names(table.query("p", **bounds)) == found
    assert names(table.query("p", **bounds, reverse=True)) == found[::-1]
    for limit in (1, 2, 3):
        assert names(table.query("p", **bounds, limit=limit)) == found[:limit]
        assert names(table.query("p", **bounds, limit=limit, reverse=True)) == found[::-1][:limit]


PIECES = st.text(st.sampled_from("ab\x01#中\ud7ff\ue000\uffff\U0010ffff"), min_size=1, max_size=3)
BOUND = st.none() | PIECES


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(st.sets(PIECES, max_size=12), st.booleans(), BOUND, BOUND, BOUND, st.booleans(), st.integers(1, 5))
def test_any_range_is_what_python_would_select(
    table: Table,
    keys: set[str],
    indexed: bool,
    after: str | None,
    before: str | None,
    prefix: str | None,
    reverse: bool,
    limit: int,
) -> None:
    table.transact([Delete(item.key) for item in table.query("p", limit=1000)])
    sks = dict(zip(sorted(keys), sorted(keys, reverse=True), strict=True)) if indexed else {key: key for key in keys}
    table.transact([put(sk, {"key": key}, indexes={"lsi1": key} if indexed else {}) for key, sk in sks.items()])
    wanted = [
        key
        for key in sorted(keys, key=lambda key: key.encode(), reverse=reverse)
        if (after is None or key > after) and (before is None or key < before) and key.startswith(prefix or "")
    ]
    index = "lsi1" if indexed else None
    found = table.query("p", after=after, before=before, prefix=prefix, reverse=reverse, limit=limit, index=index)
    assert [item.data["key"] for item in found] == wanted[:limit]


def test_a_limit_goes_from_one_to_a_thousand(table: Table) -> None:
    fill(table, *(f"{n:04}" for n in range(1100)))
    assert names(table.query("p", limit=1000)) == [f"{n:04}" for n in range(1000)]
    assert names(table.query("p")) == [f"{n:04}" for n in range(100)]
    for limit in (0, -1, 1001):
        with pytest.raises(ValueError, match="limit"):
            table.query("p", limit=limit)


def test_more_than_a_megabyte_is_listed_whole(table: Table) -> None:
    for n in range(10):
        table.transact([put(f"{n:02}", {"t": "x" * 300_000}, indexes={"lsi1": f"{9 - n}"})])
    assert names(table.query("p")) == [f"{n:02}" for n in range(10)]
    assert names(table.query("p", reverse=True, limit=7)) == [f"{n:02}" for n in range(9, 2, -1)]
    assert names(table.query("p", index="lsi1", after="1")) == [f"{n:02}" for n in range(7, -1, -1)]


def test_an_index_lists_only_what_carries_it_in_its_own_order(table: Table) -> None:
    table.transact([put("a", indexes={"lsi1": "3"}), put("b", indexes={"lsi1": "1", "lsi2": "x"}), put("c")])
    table.transact([put("d", indexes={"lsi2": "w"}), put("e", pk="q", indexes={"lsi1": "2"})])
    assert names(table.query("p", index="lsi1")) == ["b", "a"]
    assert names(table.query("p", index="lsi2")) == ["d", "b"]
    assert names(table.query("p", index="lsi1", reverse=True)) == ["a", "b"]
    assert table.query("p", index="lsi1")[0].indexes == {"lsi1": "1", "lsi2": "x"}
    with pytest.raises(ValueError, match="unknown index"):
        table.query("p", index="lsi3")


def test_ties_in_an_index_are_broken_by_sk(table: Table) -> None:
    table.transact(
        [put(sk, indexes={"lsi1": value}) for sk, value in (("d", "x"), ("b", "x"), ("a", "xx"), ("c", "w"))]
    )
    assert names(table.query("p", index="lsi1")) == ["c", "b", "d", "a"]
    assert names(table.query("p", index="lsi1", reverse=True)) == ["a", "d", "b", "c"]
    assert names(table.query("p", index="lsi1", limit=2)) == ["c", "b"]
    assert names(table.query("p", index="lsi1", after="w", before="xx")) == ["b", "d"]
    assert names(table.query("p", index="lsi1", after="x")) == ["a"]
    assert names(table.query("p", index="lsi1", before="x")) == ["c"]
    assert names(table.query("p", index="lsi1", prefix="x")) == ["b", "d", "a"]
    assert names(table.query("p", index="lsi1", prefix="x", after="x")) == ["a"]


def test_an_index_follows_overwrites_and_deletes(table: Table) -> None:
    table.transact([put(sk, indexes={"lsi1": sk, "lsi2": sk}) for sk in ("a", "b", "c", "d")])
    table.transact(
        [put("a", indexes={"lsi1": "z", "lsi2": "a"}), put("b", indexes={"lsi2": "b"}), Delete(Key("p", "c"))]
    )
    assert names(table.query("p", index="lsi1")) == ["d", "a"]
    assert names(table.query("p", index="lsi2")) == ["a", "b", "d"]
