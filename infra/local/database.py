"""Opens the data file, or says in words why it cannot be opened."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from infra.local.refused import StartRefused
from infra.local.table import DatabaseInUse, DatabaseTooNew, SqliteTable
from infra.local.table_file import unavailable
from infra.local.upgrade import upgrade


def open_product_table(path: Path) -> SqliteTable:
    """The table of this file, of the shape and the root key that the product needs. Raises `StartRefused`."""
    table = open_table(path)
    try:
        upgrade(table, path.parent)
    except BaseException:
        table.close()
        raise
    return table


def open_table(path: Path) -> SqliteTable:
    """The table of this file. Raises `StartRefused`."""
    try:
        return SqliteTable(path)
    except (DatabaseInUse, DatabaseTooNew) as error:
        raise StartRefused(str(error)) from error
    except (sqlite3.Error, OSError) as error:
        if (refusal := unavailable(error)) is not None:
            raise StartRefused(f"The data file {path} cannot be opened. {refusal}") from error
        raise StartRefused(f"The data file {path} cannot be opened ({error}).") from error
