"""Which files are taken, what they are called, how they are shown."""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chalicelib.services import filetypes
from chalicelib.services.failures import Refused

PNG, JPEG = b"\x89PNG\r\n\x1a\n1", b"\xff\xd8\xff\xe0"
WEBP, AVIF = b"RIFF\x10\0\0\0WEBPVP8 ", b"\0\0\0\x1cftypavif\0\0"
ZIP = b"PK\x03\x04\x14\0"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


@pytest.mark.parametrize(
    ("told", "data", "mime_type", "shown_as"),
    [
        ("image/png", PNG, "image/png", "image/png"),
        ("IMAGE/JPG", JPEG, "image/jpeg", "image/jpeg"),
        ("image/webp", WEBP, "image/webp", "image/webp"),
        ("image/avif", AVIF, "image/avif", "image/avif"),
        ("text/plain; charset=gbk", "日志".encode(), "text/plain", "text/plain; charset=utf-8"),
        ("text/plain", "日志".encode("gbk"), "text/plain", None),
        ("text/plain", "日志".encode("utf-16"), "text/plain", None),
        ("text/markdown", b"# x", "text/markdown", None),
        ("text/x-python", b"import os", "text/x-python", None),
        ("text/html", b"<script>alert(1)</script>", "text/html", None),
        ("image/svg+xml", b"<svg onload='alert(1)'/>", "image/svg+xml", None),
        ("application/json", b"{}", "application/json", None),
        ("application/pdf", b"%PDF-1.7", "application/pdf", None),
        (DOCX, ZIP, DOCX, None),
        ("application/vnd.ms-excel", b"a;b", "application/vnd.ms-excel", None),
        ("", PNG, "image/png", "image/png"),
        ("application/octet-stream", b"plain", "text/plain", "text/plain; charset=utf-8"),
        ("video/mp2t", b"const a = 1", "text/plain", "text/plain; charset=utf-8"),
        ("application/octet-stream", ZIP, "application/zip", None),
    ],
)
def test_a_file_is_what_is_inside_it(told: str, data: bytes, mime_type: str, shown_as: str | None) -> None:
    found = filetypes.found(filetypes.declared(told), data)
    assert (found.mime_type, found.shown_as) == (mime_type, shown_as)


@given(st.sampled_from(["text/plain", "image/png", "text/html", "application/pdf", "", DOCX]), st.binary(max_size=400))
def test_nothing_but_images_and_text_is_ever_shown_and_only_as_that(told: str, data: bytes) -> None:
    try:
        found = filetypes.found(filetypes.declared(told), data)
    except Refused as refusal:
        assert refusal.code == "file_type"
        return
    assert found.shown_as in (None, "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif",
                              "text/plain; charset=utf-8")  # fmt: skip
    headers = filetypes.served("x", found.shown_as)
    assert headers.disposition.startswith("inline" if found.shown_as else "attachment")
    assert found.shown_as or headers.content_type == "application/octet-stream"


@pytest.mark.parametrize(
    ("told", "kept"),
    [
        ("报告 (1).pdf", "报告 (1).pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\ann\\plan.txt", "plan.txt"),
        ("invoice\u202egnp.exe", "invoicegnp.exe"),
        ("a\u200bb\0c\r\nd.txt", "abc d.txt"),
        ('a<b>:"|?*.txt', "a_b______.txt"),
        ("...", "file"),
        ("", "file"),
        (" .hidden. ", "hidden"),
        ("e\u0301.txt", "é.txt"),
        ("a" * 300 + ".tar.gz", "a" * 197 + ".gz"),
    ],
)
def test_a_name_means_the_same_everywhere(told: str, kept: str) -> None:
    assert filetypes.safe_name(told) == kept


@given(st.text(max_size=400))
def test_no_name_does_harm(text: str) -> None:
    name = filetypes.safe_name(text)
    assert 0 < len(name) <= 200 and len(name.encode()) <= 240
    assert not re.search(r'[/\\<>:"|?*\x00-\x1f\x7f]', name)
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs") for c in name)
    assert name == name.strip(" .") == filetypes.safe_name(name)


@given(st.text(max_size=300))
def test_a_disposition_is_one_line_of_ascii_that_gives_the_name_back(text: str) -> None:
    name = filetypes.safe_name(text)
    told = filetypes.served(name, None).disposition
    found = re.fullmatch(r"attachment; filename=\"([^\"\\%]*)\"; filename\*=UTF-8''([A-Za-z0-9._~%-]+)", told)
    assert found is not None and told.isascii() and told.isprintable()
    assert unquote(found[2]) == name
