"""The bytes of uploaded files, as the table names them: they are written once, before their item, and never changed. So
those that a copy of the table names are just those that belong to it, whatever is uploaded meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from chalicelib.services import items
from infra.transfer.archive import digest_of
from infra.transfer.stores import Store


@dataclass(frozen=True, slots=True)
class Uploaded:
    """One file: `name` as `archive.UPLOADED`, and the SHA-256 (hex) of its bytes."""

    name: str
    sha256: str


def uploaded(store: Store) -> Iterator[Uploaded]:
    """All that the table names."""
    for item in store.items():
        if (named := items.file_of(item.key)) is not None:
            yield Uploaded(items.file_bytes(*named), str(item.data["sha256"]))


def missing(store: Store, data: Path) -> list[str]:
    """What is wrong with the files in the folder `data`, one sentence each: all of their bytes are read."""
    return [problem for file in uploaded(store) if (problem := _problem(file, data / file.name))]


def _problem(file: Uploaded, path: Path) -> str | None:
    if not path.is_file():
        return f"{file.name} is missing"
    return None if digest_of(path) == f"sha256:{file.sha256}" else f"{file.name} is not what was uploaded"
