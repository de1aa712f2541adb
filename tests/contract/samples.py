"""Short ways to say what the contract tests write and read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chalicelib.services.ports import Expect, Expectation, Item, Key, Put, Table


def put(
    sk: str,
    data: Mapping[str, Any] | None = None,
    expect: Expectation = Expect.ANY,
    *,
    pk: str = "p",
    indexes: Mapping[str, str] | None = None,
    expires_at: int | None = None,
) -> Put:
    """A write of the item `sk` in the partition "p"."""
    return Put(Item(Key(pk, sk), data or {}, indexes=indexes or {}, expires_at=expires_at), expect)


def read(table: Table, sk: str, pk: str = "p") -> Item | None:
    """The item `sk`, or None."""
    return table.get([Key(pk, sk)]).get(Key(pk, sk))


def fill(table: Table, *sks: str) -> None:
    """Items with these sort keys, in transactions of up to 100."""
    for start in range(0, len(sks), 100):
        table.transact([put(sk) for sk in sks[start : start + 100]])


def names(items: list[Item]) -> list[str]:
    """The sort keys, in the order given."""
    return [item.key.sk for item in items]
