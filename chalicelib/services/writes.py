"""What every Table engine checks before it touches storage, and the one way in which `data` becomes text.

Both engines refuse the same input, so what runs on a laptop is not refused by DynamoDB later.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from chalicelib.services.ports import INDEXES, MAX_ITEM_BYTES, MAX_WRITES, Item, Key, Put, TooLarge, Write

#: DynamoDB's limits; an index's sort key is stored together with `sk` (see `aws/images.py`).
MAX_PK_BYTES = 2048
MAX_SK_BYTES = 1024
#: DynamoDB takes 4 MB in one transaction; the rest is room for attribute names and numbers.
MAX_TRANSACTION_BYTES = 3_800_000
MAX_KEYS = 100
MAX_LIMIT = 1000


def _plain(value: object) -> dict[str, Any]:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is not JSON")


_ENCODER = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain)


def encode(data: Mapping[str, Any]) -> tuple[str, int]:
    """`data` as JSON text, and its size in UTF-8 bytes. Raises `TypeError` or `ValueError` if it is not JSON."""
    text = _ENCODER.encode(data)
    if text.isascii():
        return text, len(text)
    try:
        return text, len(text.encode())
    except UnicodeEncodeError:  # half of a surrogate pair: legal in JSON as an escape, impossible in UTF-8
        text = json.dumps(data, allow_nan=False, separators=(",", ":"), default=_plain)
        return text, len(text)


def key_of(write: Write) -> Key:
    """The key that a write is about."""
    return write.item.key if isinstance(write, Put) else write.key


def prepare(writes: Sequence[Write]) -> list[tuple[Write, str]]:
    """The writes, each with its `data` as text ("" where there is none).

    Raises `TooLarge` over a limit, `ValueError` for two writes on one key, an empty key or an unknown index.
    """
    if len(writes) > MAX_WRITES:
        raise TooLarge(f"{len(writes)} writes; a transaction takes {MAX_WRITES}")
    prepared: list[tuple[Write, str]] = []
    keys = set()
    total = 0
    for write in writes:
        if isinstance(write, Put):
            key = write.item.key
            text, size = encode(write.item.data)
            size += _key_size(key.pk, key.sk)
            if write.item.indexes:
                size += _index_size(write.item)
            if size > MAX_ITEM_BYTES:
                raise TooLarge(f"an item of {size} bytes; at most {MAX_ITEM_BYTES}")
        else:
            key, text = write.key, ""
            size = _key_size(key.pk, key.sk)
        keys.add((key.pk, key.sk))
        total += size
        prepared.append((write, text))
    if len(keys) != len(writes):
        raise ValueError("two writes on one key")
    if total > MAX_TRANSACTION_BYTES:
        raise TooLarge(f"a transaction of {total} bytes; at most {MAX_TRANSACTION_BYTES}")
    return prepared


def distinct(keys: Sequence[Key]) -> list[Key]:
    """The keys to read, each once. Raises `ValueError` for more than 100, or an empty one."""
    unique = list(dict.fromkeys(keys))
    if len(unique) > MAX_KEYS:
        raise ValueError(f"{len(unique)} keys; a read takes {MAX_KEYS}")
    for key in unique:
        _key_size(key.pk, key.sk)
    return unique


def check_query(limit: int, index: str | None) -> None:
    """Raises `ValueError` for a limit that is not 1 to 1,000, or an unknown index."""
    if not 1 <= limit <= MAX_LIMIT:
        raise ValueError(f"a limit of {limit}; it goes from 1 to {MAX_LIMIT}")
    if index is not None and index not in INDEXES:
        raise ValueError(f"unknown index {index!r}")


def _key_size(pk: str, sk: str) -> int:
    if not pk or not sk:
        raise ValueError("an empty key")
    size, sk_size = _bytes(pk), _bytes(sk)
    if size > MAX_PK_BYTES or sk_size > MAX_SK_BYTES:
        raise TooLarge(f"a key of {size} and {sk_size} bytes; at most {MAX_PK_BYTES} and {MAX_SK_BYTES}")
    return size + sk_size


def _bytes(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode())


def _index_size(item: Item) -> int:
    sk = _bytes(item.key.sk)
    total = 0
    for name, value in item.indexes.items():
        if name not in INDEXES or not value or "\0" in value:
            raise ValueError(f"index {name!r} needs one of {INDEXES} and a value without NUL")
        size = _bytes(value) + 1 + sk
        if size > MAX_SK_BYTES:
            raise TooLarge(f"an index key of {size} bytes with its sk; at most {MAX_SK_BYTES}")
        total += size
    return total
