"""A whole table as a file that any engine takes in.

Left out is what means nothing elsewhere: rows of open sockets (they are closed when the old server stops) and counters
of tries. Signs of life stay: by them the new server learns which agents did not come back.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from chalicelib.services import items
from chalicelib.services.ports import Key
from infra.local.folder import sync_folder
from infra.transfer import lines
from infra.transfer.lines import Header
from infra.transfer.migrations import read_mark
from infra.transfer.refused import Refused
from infra.transfer.stores import Store

_OURS = (items.schema(), items.unfinished_import())


def export(store: Store, file: Path, *, live: bool, key: str = "") -> Header:
    """Write `file` (new, for its owner only), one item at a time. `live` says that the server was not stopped; `key` is
    the root key's fingerprint. Raises `Refused`, and leaves no file then."""
    mark = read_mark(store)
    if file.exists():
        raise Refused(f"{file} exists; name a new file.")
    partial = file.with_name(file.name + ".partial")
    try:
        partial.unlink(missing_ok=True)
        with os.fdopen(os.open(partial, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            header = _write(store, out, mark.schema, live, key or mark.key)
            out.flush()
            os.fsync(out.fileno())
        partial.replace(file)
        sync_folder(file.parent)
    except OSError as error:
        raise Refused(f"{file} could not be written: {error.strerror}. Check the room and the rights there.") from error
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
    return header


def _write(store: Store, out: BinaryIO, schema: int, live: bool, key: str) -> Header:
    made = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    heads: dict[Key, int] = {}
    counts = Counter[str]()
    digest = hashlib.sha256()
    out.write(b"\n".rjust(lines.HEADER_BYTES))
    for item in store.items():
        if item.key in _OURS:
            continue
        if items.of_sockets(item.key):
            counts["leftOut"] += 1
            continue
        line = lines.to_line(item)
        out.write(line)
        digest.update(line)
        counts["items"] += 1
        if items.is_head(item.key):
            heads[item.key] = item.version
            counts["workspaces"] += 1
            counts["events"] += int(item.data["sequence"])
    _check_still(store, heads)
    header = Header(schema, made, live, key, dict(counts), "sha256:" + digest.hexdigest())
    out.seek(0)
    out.write(header.line())
    return header


def _check_still(store: Store, heads: dict[Key, int]) -> None:
    """A Scan is of no moment: if a log moved meanwhile, what was read does not fit together."""
    for keys in _chunks(heads, 100):
        found = store.get(keys)
        if any(found[key].version != heads[key] if key in found else True for key in keys):
            raise Refused("The data changed while it was read. Stop what writes to it, then export again.")


def _chunks(keys: Iterable[Key], size: int) -> Iterable[list[Key]]:
    left = iter(keys)
    while chunk := list(islice(left, size)):
        yield chunk


def counted(header: Header) -> str:
    """For a terminal."""
    count = Counter(header.counts)
    return (
        f"{count['items']} items of {count['workspaces']} workspaces with {count['events']} events "
        f"({count['leftOut']} rows of open sockets and counters were left out)"
    )
