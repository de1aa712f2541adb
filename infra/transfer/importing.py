"""An export into an empty table of any engine.

Heads come last: until then no workspace exists for anybody. Versions begin at 1 again; they only tell one write from
the next. A note in the table says that it is not complete, so that a server does not start on it and the same import
can go on after a crash.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from chalicelib.services import items
from chalicelib.services.log import with_new_epoch
from chalicelib.services.ports import ConditionFailed, Contention, Delete, Expect, Item, Put, TooLarge
from infra.transfer import lines
from infra.transfer.lines import Header
from infra.transfer.migrations import is_empty
from infra.transfer.refused import Refused
from infra.transfer.stores import Store

BATCH = 50
TRIES = 40


def read_checked(file: Path) -> Header:
    """The header of an export that is whole. Raises `Refused` for anything else."""
    digest = hashlib.sha256()
    with file.open("rb") as source:
        header = lines.read_header(source)
        source.seek(lines.HEADER_BYTES)
        count = 0
        for line in source:
            digest.update(line)
            count += 1
    if header.schema > items.SCHEMA:
        raise Refused(
            f"The export is of schema {header.schema}, this program knows {items.SCHEMA}. Update the program."
        )
    if count != header.counts.get("items", 0) or "sha256:" + digest.hexdigest() != header.digest:
        raise Refused(f"{file} is damaged: its contents are not those that its first line names.")
    return header


def import_file(
    store: Store,
    file: Path,
    *,
    new_epoch: bool,
    key: str = "",
    pause: Callable[[float], None] = time.sleep,
) -> Header:
    """Fill the empty `store`; running it again after a crash goes on where it was. With `new_epoch` every client takes
    its snapshot, and what could be used once is dropped. `key` is the root key's fingerprint, if it is at hand.

    Raises `Refused`: not empty, damaged, newer, another key, or a live export without `new_epoch`.
    """
    header = read_checked(file)
    if header.live and not new_epoch:
        raise Refused(
            "This export was made while its server was not stopped, so what came after it is missing here. Stop that "
            "server and export again, or make a copy with --new-epoch."
        )
    if key and header.key and key != header.key:
        raise Refused("This root key is not the one of the exported data: nobody could sign in with it.")
    _begin(store, header, new_epoch)
    heads: list[Item] = []
    batch: list[Item] = []
    for item in lines.read_items(file):
        if items.is_head(item.key):
            heads.append(with_new_epoch(item) if new_epoch else item)
        elif not (new_epoch and items.good_once(item.key)):
            batch.append(item)
        if len(batch) == BATCH:
            _write(store, batch, pause)
            batch = []
    _write(store, batch, pause)
    for start in range(0, len(heads), BATCH):
        _write(store, heads[start : start + BATCH], pause)
    mark = {"schema": header.schema} | ({"key": key or header.key} if key or header.key else {})
    store.transact([Put(Item(items.schema(), mark), Expect.ANY), Delete(items.unfinished_import())])
    return header


def _begin(store: Store, header: Header, new_epoch: bool) -> None:
    note = Item(items.unfinished_import(), {"digest": header.digest, "newEpoch": new_epoch})
    found = store.get([note.key]).get(note.key)
    if found is not None:
        if dict(found.data) != dict(note.data):
            raise Refused("Another import into this table is not complete. Empty it, or finish that one.")
        return
    if not is_empty(store):
        raise Refused("There is data already. An import needs an empty table.")
    store.transact([Put(note, Expect.ABSENT)])


def _write(store: Store, batch: Sequence[Item], pause: Callable[[float], None]) -> None:
    """All of them, as far as they are not there; in halves if they are too much for one transaction."""
    for attempt in _attempts(pause):
        missing = batch if attempt == 0 else _missing(store, batch)
        if not missing:
            return
        try:
            store.transact([Put(item, Expect.ABSENT) for item in missing])
            return
        except (ConditionFailed, Contention):
            continue
        except TooLarge:
            if len(missing) == 1:
                raise
            _write(store, missing[: len(missing) // 2], pause)
            _write(store, missing[len(missing) // 2 :], pause)
            return
    raise Refused("The table is too busy. Run the same import again later: it goes on where it was.")


def _missing(store: Store, batch: Sequence[Item]) -> list[Item]:
    found = store.get([item.key for item in batch])
    return [item for item in batch if item.key not in found]


def _attempts(pause: Callable[[float], None]) -> Iterator[int]:
    for attempt in range(TRIES):
        yield attempt
        if attempt:
            pause(random.uniform(0, min(2.0, 0.05 * 2**attempt)))
