"""The note in a table that an import into it is not complete, and whose it is.

Each transaction of an import writes the note anew at the version that the import itself wrote last. So whoever takes
the note over ends the other's writing at that moment, and two imports never mix; and a note that moves while somebody
looks is of an import that is under way, whatever anybody's clock says.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from chalicelib.services import items
from chalicelib.services.ports import ConditionFailed, Contention, Delete, Expect, Item, Put, Version, Write
from infra.transfer.migrations import is_empty
from infra.transfer.refused import Refused
from infra.transfer.stores import Store

#: Longer than an import that is under way takes from one transaction to the next, throttled as it may be.
WATCH_SECONDS = 10.0
TRIES = 40
_FULL = "There is data already. An import needs an empty table."
BUSY = "The table is too busy. Run the same import again later: it goes on where it was."
_NOTE = items.unfinished_import()


class Claim:
    """The right to fill `store`, as long as nobody else takes it. Writes raise what `Store.transact` raises, and
    `Refused` once the right is lost; nothing was written then."""

    def __init__(self, store: Store, data: Mapping[str, Any], version: int) -> None:
        self.store = store
        self._data = data
        self._version = version

    def write(self, writes: Sequence[Write]) -> None:
        """Write and keep the right. One write less than a transaction takes."""
        self._transact([*writes, Put(Item(_NOTE, self._data), Version(self._version))])
        self._version += 1

    def finish(self, last: Write) -> None:
        """The last write: the import is complete."""
        self._transact([last, Delete(_NOTE, Version(self._version))])

    def _transact(self, writes: Sequence[Write]) -> None:
        try:
            self.store.transact(writes)
        except ConditionFailed as error:
            if _NOTE in error.keys:
                raise Refused("Another run of this import took over, and goes on where this one was.") from error
            raise


def claim(store: Store, data: Mapping[str, Any], pause: Callable[[float], None]) -> Claim:
    """Begin the import that `data` names, or go on with it. Raises `Refused`: there is data, or another import."""
    found = store.get([_NOTE]).get(_NOTE)
    if found is None and not is_empty(store):
        raise Refused(_FULL)
    if found is not None and not store.exclusive:
        pause(WATCH_SECONDS)
        if store.get([_NOTE]).get(_NOTE) != found:
            raise Refused("Another import into this table is under way. Wait until it is done.")
    if found is not None and dict(found.data) != dict(data):
        raise Refused("Another import into this table is not complete. Empty it, or finish that one.")
    claimed = _take(store, data, found, pause)
    if found is None and not is_empty(store):  # another began and ended between those two looks
        store.transact([Delete(_NOTE)])
        raise Refused(_FULL)
    return claimed


def _take(store: Store, data: Mapping[str, Any], found: Item | None, pause: Callable[[float], None]) -> Claim:
    version = found.version if found else 0
    for _ in attempts(pause):
        try:
            store.transact([Put(Item(_NOTE, data), Version(version) if found else Expect.ABSENT)])
            return Claim(store, data, version + 1)
        except Contention:
            continue
        except ConditionFailed as error:
            raise Refused("Another import into this table began at this moment. Wait until it is done.") from error
    raise Refused(BUSY)


def attempts(pause: Callable[[float], None]) -> Iterator[int]:
    """Numbers of tries, with longer and longer pauses from the second on."""
    for attempt in range(TRIES):
        yield attempt
        if attempt:
            pause(random.uniform(0, min(2.0, 0.05 * 2**attempt)))
