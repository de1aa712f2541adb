"""A program that appends to the file of its argument and prints each acknowledged sequence, until it is killed."""

from __future__ import annotations

import sys

from chalicelib.services.ports import Expect, Key, Version
from infra.local.table import SqliteTable
from tests.contract.samples import put


def main(path: str) -> None:
    table = SqliteTable(path)
    head = table.get([Key("p", "HEAD")]).get(Key("p", "HEAD"))
    sequence = head.data["sequence"] if head else 0
    version = head.version if head else 0
    while True:
        sequence += 1
        condition = Version(version) if version else Expect.ABSENT
        event = put(f"event#{sequence:08}", {"t": "x" * 500}, Expect.ABSENT)
        table.transact([put("HEAD", {"sequence": sequence}, condition), event])
        version += 1
        print(sequence, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
