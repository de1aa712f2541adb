"""`ports.Mailer` of this process: mails end in a file, the last 200 of them, and can be read at /outbox.

They hold sign-in codes. The file is for its owner only (0600), the page for this machine only.
"""

from __future__ import annotations

import hmac
import html
import json
import os
import threading
from collections import deque
from pathlib import Path
from typing import Any

from aiohttp import web

from chalicelib.services.ports import Clock, Mail
from infra.local import answers
from infra.local.callers import Caller

KEPT = 200


class OutboxMailer:
    """Keeps mails as JSON lines `{sentAt, to, subject, text, html}` in `file`, oldest first."""

    delivers = False

    def __init__(self, file: Path, clock: Clock) -> None:
        self._file = file
        self._clock = clock
        self._lock = threading.Lock()
        self._mails: deque[dict[str, Any]] = deque(_load(file), maxlen=KEPT)

    def send(self, mail: Mail) -> None:
        entry = {
            "sentAt": self._clock.now().isoformat(),
            "to": mail.to,
            "subject": mail.subject,
            "text": mail.text,
            "html": mail.html,
        }
        with self._lock:
            self._mails.append(entry)
            self._write()

    def mails(self) -> list[dict[str, Any]]:
        """The kept mails, oldest first."""
        with self._lock:
            return list(self._mails)

    def _write(self) -> None:
        """Whole and at once: a reader of the file never sees half a mail."""
        draft = self._file.with_suffix(".tmp")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            out.writelines(json.dumps(mail) + "\n" for mail in self._mails)
        draft.replace(self._file)


def _load(file: Path) -> list[dict[str, Any]]:
    if not file.exists():
        return []
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]


def page(mailer: OutboxMailer, key: str, request: web.Request, caller: Caller) -> web.Response:
    """/outbox and /outbox.json, newest first, for who has the key that the server prints: the mails hold sign-in codes,
    and other programs of this machine, agents among them, could ask as well."""
    given = request.query.get("key", "")
    right = hmac.compare_digest(given.encode("utf-8", "replace"), key.encode())
    if not right or not caller.on_this_machine or request.method not in ("GET", "HEAD"):
        return answers.error(404, "not_found", "There is nothing at this address.")
    newest = mailer.mails()[::-1]
    if caller.path == "/outbox.json":
        return web.json_response({"mails": newest})
    return web.Response(text=_PAGE.format(mails="".join(map(_article, newest)) or _NONE), content_type="text/html")


def _article(mail: dict[str, Any]) -> str:
    shown = {name: html.escape(str(mail[name])) for name in ("sentAt", "to", "subject", "text")}
    return "<article><h2>{subject}</h2><p>{to}, {sentAt}</p><pre>{text}</pre></article>".format(**shown)


_NONE = "<p>No mail yet.</p>"
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>LineUp outbox</title></head><body>
<h1>Outbox</h1><p>The mails that LineUp would have sent, newest first. Only this machine can see them.</p>
{mails}
</body></html>
"""
