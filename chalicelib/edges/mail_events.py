"""What became of mail: bounces and complaints, as SES sends them to EventBridge."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from email.utils import parseaddr
from typing import Any

from chalicelib.services.returned import Reason
from chalicelib.wiring import services

_LOG = logging.getLogger("lineup.mail")


def on_mail_event(event: dict[str, Any]) -> None:
    """Remember the addresses that take no mail. A full mailbox or a slow server (a transient bounce) is no reason."""
    detail = event.get("detail") or {}
    for email, reason in _refusing(detail):
        services().returned_mail.note(email, reason)
        _LOG.warning("mail came back: %s", reason)


def _refusing(detail: dict[str, Any]) -> Iterator[tuple[str, Reason]]:
    match detail:
        case {"eventType": "Bounce", "bounce": {"bounceType": "Permanent", "bouncedRecipients": list(recipients)}}:
            reason: Reason = "bounce"
        case {"eventType": "Complaint", "complaint": {"complainedRecipients": list(recipients)}}:
            reason = "complaint"
        case _:
            return
    for recipient in recipients:
        match recipient:
            case {"emailAddress": str(written)} if "@" in (email := parseaddr(written)[1]):
                yield email, reason
