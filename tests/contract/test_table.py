"""What every Table promises (`services/ports.py`): items, versions, conditions and all-or-nothing writes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from chalicelib.services.ports import (
    MAX_ITEM_BYTES,
    MAX_WRITES,
    Check,
    ConditionFailed,
    Delete,
    Expect,
    Expectation,
    Key,
    Table,
    TooLarge,
    Version,
    Write,
)
from tests.contract.conftest import Now
from tests.contract.samples import names, put, read

UNICODE = ["中文", "emoji 🎉", "line\u2028separator", "é", "e\u0301", "\uffff", "\U00010000", "a\tb"]


def refused(table: Table, *writes: Write) -> tuple[Key, ...]:
    """The keys on which these writes fail."""
    with pytest.raises(ConditionFailed) as caught:
        table.transact(writes)
    return caught.value.keys


def test_an_item_comes_back_as_it_was_written(table: Table) -> None:
    data: dict[str, Any] = {
        "n": 12345678901234567890,
        "f": 0.1,
        "none": None,
        "": "",
        "list": [1, {"a": []}],
        "t": True,
    }
    table.transact([put("a", data, indexes={"lsi1": "x", "lsi2": "y"}, expires_at=5_000_000_000)])
    item = read(table, "a")
    assert item is not None
    assert (item.key, item.data, item.version) == (Key("p", "a"), data, 1)
    assert (item.indexes, item.expires_at) == ({"lsi1": "x", "lsi2": "y"}, 5_000_000_000)


def test_missing_keys_are_absent_from_what_get_gives(table: Table) -> None:
    table.transact([put("a"), put("b", pk="q")])
    assert set(table.get([Key("p", "a"), Key("q", "b"), Key("p", "b"), Key("p", "a")])) == {
        Key("p", "a"),
        Key("q", "b"),
    }
    assert table.get([Key("p", "none")]) == {}
    assert table.get([]) == {}


def test_a_hundred_keys_are_read_at_once_and_no_more(table: Table) -> None:
    keys = [Key("p", f"{n:03}") for n in range(101)]
    table.transact([put(key.sk) for key in keys[:100]])
    assert len(table.get(keys[:100])) == 100
    with pytest.raises(ValueError, match="101 keys"):
        table.get(keys)


def test_versions_grow_by_one_with_each_overwrite_whatever_the_condition(table: Table) -> None:
    conditions: list[Expectation] = [Expect.ABSENT, Version(1), Expect.ANY, Version(3), Expect.ANY]
    for number, condition in enumerate(conditions, 1):
        table.transact([put("a", {"n": number}, condition)])
        item = read(table, "a")
        assert item is not None
        assert (item.version, item.data) == (number, {"n": number})


def test_a_version_given_to_put_is_ignored(table: Table) -> None:
    write = put("a")
    table.transact([replace(write, item=replace(write.item, version=41))])
    item = read(table, "a")
    assert item is not None
    assert item.version == 1


def test_versions_start_again_after_a_delete(table: Table) -> None:
    table.transact([put("a")])
    table.transact([put("a")])
    table.transact([Delete(Key("p", "a"))])
    table.transact([put("a", expect=Expect.ABSENT)])
    item = read(table, "a")
    assert item is not None
    assert item.version == 1


def test_absent_holds_only_where_nothing_is(table: Table) -> None:
    table.transact([put("a", {"first": True}, Expect.ABSENT)])
    assert refused(table, put("a", {"first": False}, Expect.ABSENT)) == (Key("p", "a"),)
    item = read(table, "a")
    assert item is not None
    assert item.data == {"first": True}


@pytest.mark.parametrize("number", [0, 1, 3])
def test_another_version_is_refused(table: Table, number: int) -> None:
    table.transact([put("a")])
    table.transact([put("a")])
    key = Key("p", "a")
    writes: list[Write] = [put("a", expect=Version(number)), Delete(key, Version(number)), Check(key, Version(number))]
    for write in writes:
        assert refused(table, write) == (key,)


def test_a_version_is_refused_where_nothing_is(table: Table) -> None:
    key = Key("p", "a")
    writes: list[Write] = [put("a", expect=Version(1)), Delete(key, Version(1)), Check(key, Version(1))]
    for write in writes:
        assert refused(table, write) == (key,)
    assert read(table, "a") is None


def test_deletes_remove_the_item(table: Table) -> None:
    table.transact([put("a"), put("b"), put("c", expect=Expect.ABSENT)])
    table.transact([Delete(Key("p", "a")), Delete(Key("p", "b"), Version(1)), Delete(Key("p", "none"))])
    assert names(table.query("p")) == ["c"]
    table.transact([Delete(Key("p", "none"), Expect.ABSENT)])
    assert refused(table, Delete(Key("p", "c"), Expect.ABSENT)) == (Key("p", "c"),)
    assert names(table.query("p")) == ["c"]


def test_one_failed_condition_undoes_all_and_every_failed_key_is_named(table: Table) -> None:
    table.transact([put("a"), put("b"), put("c")])
    writes: list[Write] = [
        put("new"),
        put("a", {"changed": True}, Version(1)),
        put("b", expect=Version(7)),
        Delete(Key("p", "c")),
        Check(Key("p", "none"), Version(1)),
        put("other", pk="q"),
    ]
    assert set(refused(table, *writes)) == {Key("p", "b"), Key("p", "none")}
    assert names(table.query("p")) == ["a", "b", "c"]
    item = read(table, "a")
    assert item is not None
    assert (item.data, item.version) == ({}, 1)
    assert table.query("q") == []


def test_a_check_guards_other_writes_and_changes_nothing(table: Table) -> None:
    key = Key("p", "guard")
    table.transact([put("guard")])
    table.transact([Check(key, Version(1)), Check(Key("p", "none"), Expect.ABSENT), put("a")])
    table.transact([Check(Key("p", "any"), Expect.ANY)])
    assert refused(table, Check(key, Expect.ABSENT), put("b")) == (key,)
    assert refused(table, Check(key, Version(2)), put("b")) == (key,)
    guard = read(table, "guard")
    assert guard is not None
    assert guard.version == 1
    assert names(table.query("p")) == ["a", "guard"]


def test_a_put_replaces_the_item_whole(table: Table) -> None:
    for condition in (Expect.ANY, Version(3)):
        table.transact([put("a", {"old": 1}, indexes={"lsi1": "x", "lsi2": "y"}, expires_at=5_000_000_000)])
        table.transact([put("a", {"new": 1}, condition)])
        item = read(table, "a")
        assert item is not None
        assert (item.data, item.indexes, item.expires_at) == ({"new": 1}, {}, None)


def test_a_hundred_writes_are_one_transaction_and_one_more_is_too_large(table: Table) -> None:
    table.transact([put(f"{n:03}") for n in range(MAX_WRITES)])
    assert len(table.query("p", limit=1000)) == MAX_WRITES
    with pytest.raises(TooLarge):
        table.transact([put(f"x{n:03}") for n in range(MAX_WRITES + 1)])
    assert len(table.query("p", limit=1000)) == MAX_WRITES


def test_a_transaction_without_writes_does_nothing(table: Table) -> None:
    table.transact([])
    assert table.query("p") == []


def test_big_items_are_stored_up_to_the_limit(table: Table) -> None:
    text = "好" * (MAX_ITEM_BYTES // 3 - 10)
    table.transact([put("a", {"t": text})])
    item = read(table, "a")
    assert item is not None
    assert item.data == {"t": text}
    with pytest.raises(TooLarge):
        table.transact([put("b"), put("c", {"t": text + "好" * 20})])
    assert names(table.query("p")) == ["a"]


def test_more_than_a_transaction_holds_is_too_large(table: Table) -> None:
    with pytest.raises(TooLarge):
        table.transact([put(f"{n}", {"t": "x" * 300_000}) for n in range(13)])
    with pytest.raises(TooLarge):
        table.transact([put("x" * 1025)])
    assert table.query("p") == []


def test_keys_and_data_take_any_unicode(table: Table) -> None:
    table.transact([put(text, {"text": text, text: 1}, pk=text) for text in UNICODE])
    for text in UNICODE:
        item = read(table, text, pk=text)
        assert item is not None
        assert item.data == {"text": text, text: 1}
        assert names(table.query(text)) == [text]


def test_data_keeps_half_a_surrogate_pair(table: Table) -> None:
    table.transact([put("a", {"text": "\ud83d cut"})])
    item = read(table, "a")
    assert item is not None
    assert item.data == {"text": "\ud83d cut"}


@pytest.mark.parametrize(
    "writes",
    [
        pytest.param([put("a"), put("a")], id="one key twice"),
        pytest.param([put("a"), Delete(Key("p", "a"))], id="put and delete"),
        pytest.param([put("")], id="empty sk"),
        pytest.param([put("a", pk="")], id="empty pk"),
        pytest.param([put("a", indexes={"other": "x"})], id="unknown index"),
        pytest.param([put("a", indexes={"lsi1": ""})], id="empty index key"),
        pytest.param([put("a", {"n": float("nan")})], id="not JSON"),
    ],
)
def test_what_no_engine_could_store_is_a_mistake_of_the_caller(table: Table, writes: list[Write]) -> None:
    with pytest.raises(ValueError):
        table.transact(writes)
    assert table.query("p") == []


def test_expired_items_are_not_read(table: Table, now: Now) -> None:
    table.transact(
        [put("a", expires_at=4_000_000_010, indexes={"lsi1": "1"}), put("b"), put("c", expires_at=4_000_000_020)]
    )
    now.seconds = 4_000_000_009.9
    assert names(table.query("p")) == ["a", "b", "c"]
    now.seconds = 4_000_000_010.0
    assert read(table, "a") is None
    assert set(table.get([Key("p", "a"), Key("p", "b")])) == {Key("p", "b")}
    assert names(table.query("p")) == ["b", "c"]
    assert table.query("p", index="lsi1") == []


def test_expired_items_do_not_count_towards_a_limit(table: Table, now: Now) -> None:
    table.transact([put(f"{n:02}", expires_at=4_000_000_010 if n < 90 else None) for n in range(99)])
    now.seconds += 60
    assert names(table.query("p", limit=2)) == ["90", "91"]
    assert names(table.query("p", limit=2, reverse=True)) == ["98", "97"]
    assert len(table.query("p", limit=9)) == 9


def test_an_expired_item_is_absent_for_every_condition(table: Table, now: Now) -> None:
    writes = [put(sk, {"old": True}, expires_at=4_000_000_010) for sk in ("put", "check", "delete", "any")]
    table.transact(writes)
    now.seconds += 10
    assert refused(table, put("put", expect=Version(1))) == (Key("p", "put"),)
    assert refused(table, Check(Key("p", "check"), Version(1))) == (Key("p", "check"),)
    assert refused(table, Delete(Key("p", "delete"), Version(1))) == (Key("p", "delete"),)
    table.transact(
        [
            put("put", {"new": True}, Expect.ABSENT),
            Check(Key("p", "check"), Expect.ABSENT),
            Delete(Key("p", "delete"), Expect.ABSENT),
            put("any", {"new": True}),
        ]
    )
    item = read(table, "put")
    assert item is not None
    assert (item.data, item.version, item.expires_at) == ({"new": True}, 1, None)
    assert names(table.query("p")) == ["any", "put"]
