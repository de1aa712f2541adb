"""What the services need from outside, as narrow protocols.

`Table` is all of DynamoDB's conditions that the product needs (design.md §1). It has two engines: DynamoDB
(`chalicelib/aws/table.py`) and SQLite (`infra/local/table.py`); `tests/contract/test_table.py` runs on both.
Keys and item shapes are in `services/items.py`; an engine knows none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Any, Protocol

from .metrics import Count, Time


@dataclass(frozen=True, slots=True)
class Key:
    """Names one item. Both parts are non-empty strings; `sk` sorts by its UTF-8 bytes."""

    pk: str
    sk: str


@dataclass(frozen=True, slots=True)
class Item:
    """One stored item.

    `data` is JSON (no floats beyond what JSON keeps exactly, no bytes). `version` is 1 after the first write and grows
    by one with each overwrite; the engine sets it, a value given to `Put` is ignored. `indexes` maps an index name
    (`INDEXES`) to the sort key under which the item is listed there, within its own `pk`. `expires_at` is a Unix
    time in seconds after which a read must not return the item (the engine may delete it later).
    """

    key: Key
    data: Mapping[str, Any]
    version: int = 0
    indexes: Mapping[str, str] = field(default_factory=dict)
    expires_at: int | None = None


#: Local secondary indexes: same `pk`, another sort key, consistent reads (ADR 0003).
INDEXES = ("lsi1", "lsi2")


class Expect(Enum):
    """A condition on the stored version: nothing there, or no condition. An expired item counts as not there."""

    ABSENT = "absent"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Version:
    """A condition: the stored item has exactly this version."""

    number: int


Expectation = Expect | Version


@dataclass(frozen=True, slots=True)
class Put:
    """Write the item whole (data, indexes, expires_at)."""

    item: Item
    expect: Expectation


@dataclass(frozen=True, slots=True)
class Delete:
    """Remove the item; with `Expect.ANY` a missing item is fine."""

    key: Key
    expect: Expectation = Expect.ANY


@dataclass(frozen=True, slots=True)
class Check:
    """Write nothing, but fail the transaction if the condition does not hold."""

    key: Key
    expect: Expectation


Write = Put | Delete | Check


class TableError(Exception):
    """Base of what a Table raises."""


class ConditionFailed(TableError):
    """A write's condition did not hold; nothing was written. `keys` names the writes that failed."""

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__("condition failed on " + ", ".join(f"{k.pk}/{k.sk}" for k in keys))
        self.keys = tuple(keys)


class Contention(TableError):
    """Another transaction touched the same items at the same moment; nothing was written. Decide again and retry."""


class TooLarge(TableError):
    """More than `MAX_WRITES` writes, an item over `MAX_ITEM_BYTES`, a transaction over 3.8 MB, a key over the engine's
    limit (pk 2,048, sk 1,024 bytes), or a partition over 10 GB; nothing was written."""


class Unavailable(TableError):
    """The engine can take no writes now (its disk is full or cannot be written); nothing was written. The same write
    may succeed later, unchanged."""


MAX_WRITES = 100
MAX_ITEM_BYTES = 380 * 1024


class Table(Protocol):
    """Items by key, ranges of one partition, and all-or-nothing writes. All reads are strongly consistent."""

    def get(self, keys: Sequence[Key]) -> dict[Key, Item]:
        """The items that exist and have not expired, of up to 100 keys, read at one moment. Missing keys are absent.

        Raises `Contention` (a transaction was under way on them: read again) and ValueError for more than 100 keys."""
        ...

    def query(
        self,
        pk: str,
        *,
        after: str | None = None,
        before: str | None = None,
        prefix: str | None = None,
        limit: int = 100,
        reverse: bool = False,
        index: str | None = None,
    ) -> list[Item]:
        """Items of one partition in order of `sk` (or of the index's sort key), at most `limit` (1 to 1,000) of them.

        `after` and `before` are exclusive bounds; `prefix` restricts the sort key; they combine. `reverse` walks from
        the high end. Expired items are left out and do not count towards `limit`. With `index`, only items that carry
        that index are listed, and ties are broken by `sk`; `after` skips all ties, so who pages by an index keeps its
        values unique. May raise `Contention`.
        """
        ...

    def transact(self, writes: Sequence[Write]) -> None:
        """All of the writes or none, durable when it returns.

        Raises `ConditionFailed`, `Contention`, `TooLarge` or `Unavailable`; ValueError for two writes on one key or
        empty keys. A write that was committed but whose answer was lost may be repeated by the caller: the repeat then
        fails its own conditions, and the caller reads what is there.
        """
        ...


class GatewayGone(Exception):
    """The connection is closed (API Gateway's 410): forget it."""


class GatewayBusy(Exception):
    """The connection's buffer is full, or posting is throttled: the receiver lags, it may be tried again later."""


class Gateway(Protocol):
    """Posts to open WebSocket connections (API Gateway's `@connections`)."""

    def post(self, connection_id: str, data: str) -> None:
        """Send one text frame of at most 32 KiB. Raises `GatewayGone` or `GatewayBusy`."""
        ...

    def close(self, connection_id: str, code: int, reason: str) -> None:
        """Close the connection; a connection that is gone is fine. `code` is a WebSocket close code; where the front
        cannot send it (API Gateway), a `system.error` frame posted before carries the same number."""
        ...


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail: plain text is always there, `html` is an alternative body."""

    to: str
    subject: str
    text: str
    html: str | None = None


class Mailer(Protocol):
    """Sends mail (SES, or the embedded runtime's outbox)."""

    @property
    def delivers(self) -> bool:
        """Whether mail reaches its address; else it waits where this server runs."""
        ...

    def send(self, mail: Mail) -> None:
        """Hand it over. Whatever it raises means: not sent."""
        ...


@dataclass(frozen=True, slots=True)
class Served:
    """The headers with which a file is given out: `Content-Type` and `Content-Disposition`."""

    content_type: str
    disposition: str


class Files(Protocol):
    """Uploaded bytes by key (S3, or a folder of the embedded runtime). `services/items.py` makes the keys: ASCII
    letters and digits, `-` and `_`, with `/` between. Raises `Unavailable` where nothing can be written now."""

    def put(self, key: str, data: bytes) -> None:
        """Write all of it, or nothing; durable when it returns."""
        ...

    def get(self, key: str) -> bytes | None:
        """What was put last, or None."""
        ...

    def delete(self, keys: Sequence[str]) -> None:
        """Forget these; what is not there is fine."""
        ...

    def address(self, key: str, served: Served, until: datetime) -> str:
        """Where a browser gets it, relative to the address of the product (no slash in front). It is signed: it names
        this file, these headers and this end, and nothing else of it is good."""
        ...


class Clock(Protocol):
    """The server's time; aware, UTC."""

    def now(self) -> datetime: ...


class Metrics(Protocol):
    """Counts and durations of one invocation (`services/metrics.py` names them). Must not raise."""

    def count(self, name: Count, value: int = 1) -> None:
        """It happened `value` times; 0 says nothing."""
        ...

    def time(self, name: Time, milliseconds: float) -> None:
        """It took so long."""
        ...

    def flush(self) -> None:
        """The invocation is over: publish."""
        ...
