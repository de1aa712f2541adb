"""An import that is refused leaves everything as it was, and two into one table never mix."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from chalicelib.services import items
from chalicelib.services.ports import Delete, Expect, Item, Put
from infra.local import folder
from infra.local.commands import run
from infra.local.table import SqliteTable
from infra.transfer import lines, rootkey
from infra.transfer.exporting import export
from infra.transfer.import_note import WATCH_SECONDS
from infra.transfer.importing import import_file
from infra.transfer.lines import HEADER_BYTES
from infra.transfer.refused import Refused
from infra.transfer.stores import Store, snapshot
from tests.hosting.test_moving import Cloud, checked, cloud

__all__ = ["cloud"]


@pytest.fixture
def exported(data: Path, tmp_path: Path) -> Path:
    """With the root key of it in `key` beside."""
    given = ["--data", str(data), str(tmp_path / "file"), "--with-key", str(tmp_path / "key")]
    assert run(["export", *given]) == 0
    return tmp_path / "file"


def test_a_wrong_root_key_leaves_the_folder_as_it_was_and_the_right_one_goes_in_after_it(
    exported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rootkey.write(b"o" * 32, tmp_path / "wrong")
    new, there = tmp_path / "new", tmp_path / "there"
    there.mkdir()
    for target in (new, there):
        assert run(["import", "--data", str(target), "--with-key", str(tmp_path / "wrong"), str(exported)]) == 1
        assert "not the one of the exported data" in capsys.readouterr().err
    assert not new.exists() and list(there.iterdir()) == []
    assert run(["import", "--data", str(there), "--with-key", str(tmp_path / "key"), str(exported)]) == 0


def test_into_a_folder_with_data_no_key_comes(exported: Path, tmp_path: Path) -> None:
    with closing(SqliteTable(tmp_path / folder.DATABASE)) as table:
        table.transact([Put(Item(items.user("u"), {}), Expect.ABSENT)])
    assert run(["import", "--data", str(tmp_path), "--with-key", str(tmp_path / "key"), str(exported)]) == 1
    assert not (tmp_path / folder.SECRET).exists()


def made(exported: Path, more: bytes = b"", **header: Any) -> bytes:
    """The export with lines added, and a first line that fits but for what is given."""
    raw = exported.read_bytes()
    body = raw[HEADER_BYTES:] + more
    facts = json.loads(raw[:HEADER_BYTES])
    facts["digest"] = "sha256:" + hashlib.sha256(body).hexdigest()
    facts["counts"]["items"] = body.count(b"\n")
    return json.dumps({**facts, **header}).encode().ljust(HEADER_BYTES - 1) + b"\n" + body


def a_head(exported: Path) -> bytes:
    return next(line for line in exported.read_bytes().splitlines(keepends=True) if b'"sk":"HEAD"' in line)


def line(**fields: Any) -> bytes:
    return json.dumps({"pk": "x", "sk": "y", "version": 1, "data": {}, **fields}).encode() + b"\n"


BAD: dict[str, Callable[[Path], bytes]] = {
    "nothing": lambda file: b"",
    "a deep first line": lambda file: b"[" * 2000,
    "a long number": lambda file: b'{"format":"lineup-export","version":' + b"9" * 900 + b"}",
    "a text as version": lambda file: made(file, version="x"),
    "a text as schema": lambda file: made(file, schema="x"),
    "a list as counts": lambda file: made(file, counts=[{"x": 1}]),
    "a number as digest": lambda file: made(file, digest=1),
    "a line that is no JSON": lambda file: made(file, b"not json\n"),
    "a line that is null": lambda file: made(file, b"null\n"),
    "a deep line": lambda file: made(file, b"[" * 100_000 + b"\n"),
    "a text as data": lambda file: made(file, line(data="x")),
    "an empty key": lambda file: made(file, line(pk="")),
    "an unknown index": lambda file: made(file, line(indexes={"lsi9": "x"})),
    "a text as expiry": lambda file: made(file, line(expiresAt="soon")),
    "an item that is too large": lambda file: made(file, line(data={"a": "x" * 500_000})),
    "a mark of its own": lambda file: made(file, line(pk="meta", sk="schema", data={"schema": 1})),
    "a head twice": lambda file: made(file, a_head(file)),
    "an item twice": lambda file: made(file, line() + line()),
    "a head without a sequence": lambda file: made(file, line(pk="ws#z", sk="HEAD")),
}


def test_an_export_with_anything_else_in_it_is_refused_in_one_line_before_anything_is_made(
    exported: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, new = tmp_path / "bad", tmp_path / "new"
    capsys.readouterr()
    for name, damage in BAD.items():
        bad.write_bytes(damage(exported))
        assert run(["import", "--data", str(new), "--with-key", str(tmp_path / "key"), str(bad)]) == 1, name
        told = capsys.readouterr()
        assert told.err.startswith("import: ") and told.err.count("\n") == 1 and told.out == "", name
        assert not new.exists(), name
    bad.write_bytes(made(exported))
    assert run(["import", "--data", str(new), "--with-key", str(tmp_path / "key"), str(bad)]) == 0


def test_a_file_that_is_not_there_is_refused_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rootkey.write(b"k" * 32, tmp_path / "key")
    given = ["--data", str(tmp_path / "new"), "--with-key", str(tmp_path / "key"), str(tmp_path / "none")]
    assert run(["import", *given]) == 1
    assert "cannot be read" in capsys.readouterr().err


class Stopping:
    """A store whose writer waits before its second batch until it is told to go on."""

    def __init__(self, store: Store) -> None:
        self._store, self._writes = store, 0
        self.stopped, self.go_on = threading.Event(), threading.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def transact(self, writes: Any) -> None:
        self._writes += 1
        if self._writes == 3:
            self.stopped.set()
            assert self.go_on.wait(20)
        self._store.transact(writes)


class Import(threading.Thread):
    """The first of two; `result` is "done" or why it was refused."""

    def __init__(self, store: Store, file: Path) -> None:
        super().__init__()
        self.store, self._file, self.result = Stopping(store), file, ""

    def run(self) -> None:
        try:
            import_file(self.store, self._file, new_epoch=False)  # type: ignore[arg-type]
            self.result = "done"
        except Refused as refusal:
            self.result = str(refusal)


@pytest.fixture
def first(exported: Path, cloud: Cloud) -> Import:
    """It has begun, and waits."""
    importing = Import(cloud.store, exported)
    importing.start()
    assert importing.store.stopped.wait(20)
    return importing


def test_a_second_import_into_a_table_is_refused_while_the_first_goes_on(
    first: Import, exported: Path, cloud: Cloud, data: Path
) -> None:
    def meanwhile(seconds: float) -> None:
        assert seconds == WATCH_SECONDS
        first.store.go_on.set()
        first.join(20)

    with pytest.raises(Refused, match="under way"):
        import_file(cloud.store, exported, new_epoch=False, pause=meanwhile)
    assert first.result == "done"
    with snapshot(data / folder.DATABASE) as view:
        assert checked(cloud.store).digest == checked(view).digest


def test_an_import_that_was_taken_for_dead_writes_no_more(first: Import, exported: Path, cloud: Cloud) -> None:
    import_file(cloud.store, exported, new_epoch=False, pause=lambda _: None)
    gone = [item.key for item in lines.read_items(exported) if item.key.pk.endswith("#presence")]
    cloud.store.transact([Delete(key) for key in gone])  # as a server may
    written = {item.key: item.version for item in cloud.store.items()}
    assert gone
    first.store.go_on.set()
    first.join(20)
    assert "took over" in first.result
    assert {item.key: item.version for item in cloud.store.items()} == written
    checked(cloud.store)


def test_of_two_imports_that_begin_at_one_moment_one_is_refused(exported: Path, cloud: Cloud, data: Path) -> None:
    class Late(Stopping):
        """Somebody else begins right before this one does."""

        def transact(self, writes: Any) -> None:
            self._writes += 1
            if self._writes == 1:
                import_file(self._store, exported, new_epoch=False)
            self._store.transact(writes)

    with snapshot(data / folder.DATABASE) as view:
        digest = checked(view).digest
    late = Late(cloud.store)
    with pytest.raises(Refused, match="There is data already"):
        import_file(late, exported, new_epoch=True)  # type: ignore[arg-type]
    assert items.unfinished_import() not in cloud.store.get([items.unfinished_import()])
    assert checked(cloud.store).digest == digest


def test_another_export_is_not_mixed_into_an_import_that_broke_down(
    exported: Path, cloud: Cloud, data: Path, tmp_path: Path
) -> None:
    note = {"digest": "sha256:other", "newEpoch": False}
    cloud.store.transact([Put(Item(items.unfinished_import(), note), Expect.ABSENT)])
    pauses: list[float] = []
    with pytest.raises(Refused, match="not complete"):
        import_file(cloud.store, exported, new_epoch=False, pause=pauses.append)
    with snapshot(data / folder.DATABASE) as view:
        export(view, tmp_path / "other", live=False)
    assert len(list(cloud.store.items())) == 1
