"""An export into an empty table of any engine.

Heads come last: until then no workspace exists for anybody. Versions begin at 1 again; they only tell one write from
the next. A note in the table says that it is not complete (`import_note.py`), so that a server does not start on it,
the same import can go on after a crash, and two never mix.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from chalicelib.services import items
from chalicelib.services.log import with_new_epoch
from chalicelib.services.ports import ConditionFailed, Contention, Expect, Item, Put, TooLarge
from chalicelib.services.writes import prepare
from infra.transfer import lines
from infra.transfer.import_note import BUSY, Claim, attempts, claim
from infra.transfer.lines import Header
from infra.transfer.refused import Refused
from infra.transfer.stores import Store

BATCH = 50
_OURS = (items.schema(), items.unfinished_import())


def read_checked(file: Path) -> Header:
    """The header of an export that is whole, and of which each line can be taken in. Raises `Refused` for anything
    else."""
    digest = hashlib.sha256()
    try:
        with file.open("rb") as source:
            header = lines.read_header(source)
            source.seek(lines.HEADER_BYTES)
            count = 0
            for line in source:
                digest.update(line)
                count += 1
    except OSError as error:
        raise Refused(f"{file} cannot be read: {error.strerror}.") from error
    if header.schema > items.SCHEMA:
        raise Refused(
            f"The export is of schema {header.schema}, this program knows {items.SCHEMA}. Update the program."
        )
    if count != header.counts.get("items", 0) or "sha256:" + digest.hexdigest() != header.digest:
        raise Refused(f"{file} is damaged: its contents are not those that its first line names. Export again.")
    _check_lines(file)
    return header


def _check_lines(file: Path) -> None:
    """Each is an item that the engines take, and no item is there twice (seen by its hash: keys would need room)."""
    seen: set[int] = set()
    number = 1
    try:
        for item in lines.read_items(file):
            number += 1
            prepare([Put(item, Expect.ABSENT)])
            if item.key in _OURS or (items.is_head(item.key) and not _is_head(item)):
                raise ValueError("no export has this")
            seen.add(hash(item.key))
            if len(seen) != number - 1:
                raise Refused(f"{file} has an item twice, in line {number}. Export again.")
    except (ValueError, TypeError, TooLarge) as error:
        raise Refused(f"{file} has something else than an item near line {number}. Export again.") from error


def _is_head(item: Item) -> bool:
    sequence, epoch = item.data.get("sequence"), item.data.get("epoch")
    return isinstance(sequence, int) and sequence >= 0 and isinstance(epoch, str)


def admit(file: Path, *, new_epoch: bool, key: str = "") -> Header:
    """The header of an export that may be imported in this way (see `import_file`). Raises `Refused`."""
    header = read_checked(file)
    if header.live and not new_epoch:
        raise Refused(
            "This export was made while its server was not stopped, so what came after it is missing here. Stop that "
            "server and export again, or make a copy with --new-epoch."
        )
    if key and header.key and key != header.key:
        raise Refused("This root key is not the one of the exported data: nobody could sign in with it.")
    return header


def import_file(
    store: Store,
    file: Path,
    *,
    new_epoch: bool,
    key: str = "",
    begun: Callable[[], None] = lambda: None,
    pause: Callable[[float], None] = time.sleep,
) -> Header:
    """Fill the empty `store`; running it again after a crash goes on where it was. With `new_epoch` every client takes
    its snapshot, and what could be used once is dropped. `key` is the root key's fingerprint, if it is at hand. `begun`
    is called when nothing can refuse it any more, before the first item.

    Raises `Refused`: not empty, damaged, newer, another key, a live export without `new_epoch`, or another import is
    under way.
    """
    header = admit(file, new_epoch=new_epoch, key=key)
    held = claim(store, {"digest": header.digest, "newEpoch": new_epoch}, pause)
    begun()
    heads: list[Item] = []
    batch: list[Item] = []
    for item in lines.read_items(file):
        if items.is_head(item.key):
            heads.append(with_new_epoch(item) if new_epoch else item)
        elif not (new_epoch and items.good_once(item.key)):
            batch.append(item)
        if len(batch) == BATCH:
            _write(held, batch, pause)
            batch = []
    _write(held, batch, pause)
    for start in range(0, len(heads), BATCH):
        _write(held, heads[start : start + BATCH], pause)
    mark = {"schema": header.schema} | ({"key": key or header.key} if key or header.key else {})
    for _ in attempts(pause):
        try:
            held.finish(Put(Item(items.schema(), mark), Expect.ANY))
            return header
        except Contention:
            continue
    raise Refused(BUSY)


def _write(held: Claim, batch: Sequence[Item], pause: Callable[[float], None]) -> None:
    """All of them, as far as they are not there; in halves if they are too much for one transaction."""
    for attempt in attempts(pause):
        try:
            missing = batch if attempt == 0 else _missing(held.store, batch)
            if not missing:
                return
            held.write([Put(item, Expect.ABSENT) for item in missing])
            return
        except (ConditionFailed, Contention):
            continue
        except TooLarge:
            if len(batch) == 1:
                raise
            _write(held, batch[: len(batch) // 2], pause)
            _write(held, batch[len(batch) // 2 :], pause)
            return
    raise Refused(BUSY)


def _missing(store: Store, batch: Sequence[Item]) -> list[Item]:
    found = store.get([item.key for item in batch])
    return [item for item in batch if item.key not in found]
