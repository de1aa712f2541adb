"""What happens to a data folder before a server serves it: it is of this program's shape, and of its own root key."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from infra.local import folder
from infra.local.refused import StartRefused
from infra.local.table import SqliteTable
from infra.transfer import rootkey
from infra.transfer.backup import stamp
from infra.transfer.migrations import MIGRATIONS, Migration, is_empty, migrate, read_mark
from infra.transfer.refused import Refused

log = logging.getLogger("lineup.upgrade")


def upgrade(table: SqliteTable, data: Path, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring the items to this program's schema, after a copy of the database beside it.

    Raises `StartRefused`: data of a newer program, an unfinished import, a root key that is missing or another one.
    """
    try:
        mark = read_mark(table, len(migrations) + 1)
        if not (data / folder.SECRET).exists() and not is_empty(table):
            raise StartRefused(
                f"{data / folder.SECRET} is missing. Put it back from a backup: without it nobody can sign in and no "
                "agent is known."
            )
        key = rootkey.fingerprint(folder.secret(data))
        if mark.key and mark.key != key:
            raise StartRefused(
                f"{data / folder.SECRET} is not the root key of this data. Put the right one back from a backup."
            )
        changed = migrate(table, migrations=migrations, key=key, before=lambda schema: _keep(table, data, schema))
    except Refused as error:
        raise StartRefused(str(error)) from error
    if changed:
        log.info("%d items brought to schema %d", changed, len(migrations) + 1)


def _keep(table: SqliteTable, data: Path, schema: int) -> None:
    copy = data / f"before-upgrade-{schema}-{stamp()}.sqlite3"
    with suppress(FileExistsError):  # made a moment ago
        table.online_backup(copy)
    log.info("the database as it was is kept as %s", copy.name)
