"""The commands over whole tables: where they read and write, and what they say. Contents are never printed."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from infra.local import folder, table_file
from infra.local.database import open_product_table, open_table
from infra.local.table import DatabaseInUse
from infra.transfer import rootkey
from infra.transfer.backup import back_up
from infra.transfer.check import Report, verify
from infra.transfer.epochs import start_new_epochs
from infra.transfer.exporting import counted, export
from infra.transfer.importing import admit, import_file
from infra.transfer.migrations import migrate
from infra.transfer.refused import Refused
from infra.transfer.restore import restore
from infra.transfer.stores import Store, dynamo, snapshot
from infra.transfer.uploaded import missing

Given = argparse.Namespace


def add_commands(commands: Any, data: Path) -> None:
    """Add them to an argparse subparsers object; `data` is the default folder."""

    def add(name: str, do: Callable[[Given], int], help: str, *, table: bool = False) -> argparse.ArgumentParser:
        parser: argparse.ArgumentParser = commands.add_parser(name, help=help, description=help)
        parser.set_defaults(do=do, table=None)
        parser.add_argument("--data", type=Path, default=data, help="data folder of a server on one machine (DATA)")
        if table:
            parser.add_argument("--table", metavar="NAME", help="a DynamoDB table instead of a folder")
            parser.add_argument("--endpoint-url", help="another address of DynamoDB (an emulator)")
        return parser

    parser = add("backup", _backup, "save a data folder while its server runs")
    parser.add_argument("target", type=Path, help="a new file, or a folder in which it gets a name of the time")
    parser.add_argument("--keep", type=_count, metavar="N", help="of a folder's backups keep the N newest")
    parser = add("restore", _restore, "put a backup into a data folder; its server must be stopped")
    parser.add_argument("backup", type=Path)
    parser.add_argument("--force", action="store_true", help="move the data that is there aside")
    parser.add_argument("--damaged", action="store_true", help="also if the data was damaged when it was saved")
    add("verify", _verify, "read every log and compare it with all that follows from it", table=True)
    parser = add("export", _export, "write everything to a file that the other engine takes in", table=True)
    parser.add_argument("file", type=Path)
    parser.add_argument("--stopped", action="store_true", help="with --table: nothing writes to it any more")
    parser.add_argument("--with-key", type=Path, metavar="FILE", help="write the root key to this new file as well")
    parser = add("import", _import, "fill an empty table from an export", table=True)
    parser.add_argument("file", type=Path)
    parser.add_argument("--new-epoch", action="store_true", help="this is a copy: clients take a fresh snapshot")
    parser.add_argument("--with-key", type=Path, metavar="FILE", help="the root key of where the export comes from")
    add("migrate", _migrate, "bring stored items to the shape that this program writes", table=True)
    add("new-epoch", _new_epoch, "after a restore by other means: send every client to its snapshot", table=True)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text)):
        raise argparse.ArgumentTypeError("a number from 1")
    return int(text)


def _backup(given: Given) -> int:
    file, report = back_up(given.data, given.target, given.keep)
    print(f"{file}\n{report.text()}\nIt holds the root key: keep it as safe as the data itself.")
    return _verdict(report)


def _restore(given: Given) -> int:
    report, aside = restore(given.backup, given.data, force=given.force, damaged=given.damaged)
    print(f"Restored into {given.data}\n{report.text()}")
    if aside is not None:
        print(f"What was there is in {aside} now. Remove it once you are sure.")
    print(
        "Each workspace has a new epoch: pages and adapters take a fresh snapshot. What came after the backup is\n"
        "gone, and so is each revocation since: look through the agents and revoke again. Some people sign in anew."
    )
    return _verdict(report)


def _verify(given: Given) -> int:
    with _reading(given) as store:
        return _checked(store, None if given.table else given.data)


def _checked(store: Store, data: Path | None = None) -> int:
    """Of a folder `data` its uploaded files, too."""
    report = verify(store)
    if data is not None:
        report.problems += missing(store, data)
    print(report.text())
    return _verdict(report)


def _verdict(report: Report) -> int:
    return 1 if report.problems else 0


def _export(given: Given) -> int:
    key = None if given.table else _key_beside(given.data)
    if given.with_key and key is None:
        raise Refused("The root key is not in there: see docs/hosting.md for how to take it along.")
    with _kept_stopped(given) as stopped, _reading(given) as store:
        header = export(store, given.file, live=not stopped, key=rootkey.fingerprint(key) if key else "")
    print(f"{given.file}: {counted(header)}.")
    if given.with_key and key:
        rootkey.write(key, given.with_key)
        print(f"The root key is in {given.with_key}: take it to the new place by a safe way, then remove it.")
    print(
        "For a move the old server must never run again: two logs of one epoch would part unseen."
        if stopped
        else "The server was not stopped: this is good for a copy (--new-epoch), not for a move."
    )
    return 0


def _import(given: Given) -> int:
    key = rootkey.read(given.with_key) if given.with_key else None
    here = None if given.table else _key_for(given, key)
    fingerprint = rootkey.fingerprint(key or here or b"") if key or here else ""
    admit(given.file, new_epoch=given.new_epoch, key=fingerprint)  # before anything is made
    with _writing(given) as store:
        header = import_file(
            store, given.file, new_epoch=given.new_epoch, key=fingerprint, begun=lambda: _put_key(given, here)
        )  # fmt: skip
        print(f"{counted(header)}. Checking what is there now:")
        code = _checked(store)
    if given.table:
        print("Give the new installation the old root key before its first request: see docs/hosting.md.")
    return code


def _key_for(given: Given, key: bytes | None) -> bytes:
    """The root key that the folder has or gets: without it nobody could sign in and no agent would be known."""
    there = _key_beside(given.data)
    if key is None and there is None:
        raise Refused("Name the root key of where the export comes from: --with-key FILE (see docs/hosting.md).")
    if key is not None and there not in (None, key):
        raise Refused(f"There is another root key in {given.data} already. An import needs an empty folder.")
    return key or there or b""


def _put_key(given: Given, key: bytes | None) -> None:
    """Into the folder, before any data is."""
    if key is not None and _key_beside(given.data) is None:
        folder.write_secret(given.data, key)


def _migrate(given: Given) -> int:
    if given.table:
        with dynamo(given.table, given.endpoint_url) as store:
            changed = migrate(store)
        print(f"{changed} items changed.")
    else:
        folder.prepare(given.data)
        open_product_table(given.data / folder.DATABASE).close()
    print("All is of this program's schema.")
    return 0


def _new_epoch(given: Given) -> int:
    with _writing(given) as store:
        print(f"{start_new_epochs(store)} workspaces have a new epoch.")
    return 0


def _key_beside(data: Path) -> bytes | None:
    return folder.secret(data) if (data / folder.SECRET).exists() else None


@contextmanager
def _reading(given: Given) -> Iterator[Store]:
    if given.table:
        with dynamo(given.table, given.endpoint_url) as store:
            yield store
    else:
        with snapshot(given.data / folder.DATABASE) as store:
            yield store


@contextmanager
def _writing(given: Given) -> Iterator[Store]:
    """The whole table for this command alone, as far as that can be had: a folder's server must be stopped."""
    if given.table:
        with dynamo(given.table, given.endpoint_url) as cloud:
            yield cloud
    else:
        folder.prepare(given.data)
        with closing(open_table(given.data / folder.DATABASE)) as store:
            yield store


@contextmanager
def _kept_stopped(given: Given) -> Iterator[bool]:
    """Whether no server can write during the block: of a folder it is seen and held, of DynamoDB it is believed."""
    if given.table:
        yield bool(given.stopped)
        return
    try:
        held = table_file.lock(given.data / folder.DATABASE)
    except (DatabaseInUse, OSError):  # not there, or not ours to write
        yield False
        return
    with held:
        yield True
