"""Signed addresses of the embedded runtime: one file, one time, one way to show it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from chalicelib.services.filetypes import served
from infra.local import answers
from infra.local.clock import SystemClock
from infra.local.files import FOLDER, DiskFiles
from infra.local.folder import secret
from tests.local.conftest import Serve
from tests.local.running import Running

KEY = "files/w1/f1"
DATA = bytes(range(256))
PICTURE = served('猫 "1".png', "image/png")


@pytest.fixture
def server(serve: Serve) -> Running:
    return serve()


@pytest.fixture
def files(server: Running, tmp_path: Path) -> DiskFiles:
    """The engine of the running server's folder, with a file in it."""
    found = DiskFiles(tmp_path / "data" / FOLDER, secret(tmp_path / "data"), SystemClock())
    found.put(KEY, DATA)
    return found


def good(files: DiskFiles, minutes: int = 5) -> str:
    return "/" + files.address(KEY, PICTURE, datetime.now(UTC) + timedelta(minutes=minutes))


def get(server: Running, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    with server.http() as http:
        return http.request(method, path, headers=headers)


def test_a_file_comes_as_what_it_is_and_can_do_nothing(server: Running, files: DiskFiles) -> None:
    answer = get(server, good(files))
    assert (answer.status_code, answer.content) == (200, DATA)
    told: dict[str, Any] = {
        "content-type": "image/png",
        "content-disposition": "inline; filename=\"_ _1_.png\"; filename*=UTF-8''%E7%8C%AB%20%221%22.png",
        "content-security-policy": answers.FILE_POLICY,
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "private, max-age=300",
        "referrer-policy": "no-referrer",
    }
    assert {name: answer.headers[name] for name in told} == told


def test_parts_of_it_can_be_had(server: Running, files: DiskFiles) -> None:
    answer = get(server, good(files), Range="bytes=10-19")
    assert (answer.status_code, answer.content) == (206, DATA[10:20])
    assert answer.headers["content-range"] == "bytes 10-19/256"
    assert get(server, good(files), Range="bytes=999-").status_code == 416
    head = get(server, good(files), "HEAD")
    assert (head.status_code, head.headers["content-length"], head.content) == (200, "256", b"")


@pytest.mark.parametrize(
    ("part", "other"),
    [("f1", "f2"), ("w1", "w2"), ("until=", "until=9"), ("image%2Fpng", "text%2Fhtml"), ("inline", "attachment"),
     ("sign=", "sign=0"), ("sign=", "no="), ("files/w1", "files/.parts/w1"), ("f1", "f1/"), ("until=", "x=")],
)  # fmt: skip
def test_an_address_is_good_for_nothing_else(server: Running, files: DiskFiles, part: str, other: str) -> None:
    files.put("files/w1/f2", b"other")
    files.put("files/w2/f1", b"other")
    with server.http() as http:
        path = good(files)
        assert part in path
        request = http.build_request("GET", "/")
        request.url = request.url.copy_with(raw_path=path.replace(part, other, 1).encode())
        answer = http.send(request)
    assert answer.status_code == 403


def test_an_address_ends(server: Running, files: DiskFiles) -> None:
    assert get(server, good(files, minutes=-1)).status_code == 403


def test_without_a_signature_there_is_nothing_whether_it_is_there_or_not(server: Running, files: DiskFiles) -> None:
    answers_ = [get(server, path) for path in ("/files/w1/f1", "/files/w1/f9", "/files/.parts/w1/f1/0", "/files/")]
    assert {answer.status_code for answer in answers_} == {403}
    assert len({answer.text for answer in answers_}) == 1


def test_it_can_only_be_read(server: Running, files: DiskFiles) -> None:
    assert get(server, good(files), "POST").status_code == 405


def test_below_a_path_the_address_is_the_same(serve: Serve, tmp_path: Path) -> None:
    server = serve(base_path="/lineup")
    files = DiskFiles(tmp_path / "data" / FOLDER, secret(tmp_path / "data"), SystemClock())
    files.put(KEY, DATA)
    with httpx.Client(trust_env=False) as http:
        assert http.get(f"{server.url}{good(files)}").content == DATA
