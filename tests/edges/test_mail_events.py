"""Bounces and complaints, as SES tells them through EventBridge (its documented event shapes)."""

from __future__ import annotations

from typing import Any

import pytest

import app
from tests.support.api import Api
from tests.support.world import World


def bounce(*recipients: Any, kind: str = "Permanent") -> dict[str, Any]:
    told = {"bounceType": kind, "bounceSubType": "General", "bouncedRecipients": list(recipients)}
    return {"source": "aws.ses", "detail-type": "Email Bounced", "detail": {"eventType": "Bounce", "bounce": told}}


def complaint(*recipients: Any) -> dict[str, Any]:
    told = {"complainedRecipients": list(recipients)}
    return {"detail": {"eventType": "Complaint", "complaint": told}}


def recipient(written: Any) -> dict[str, Any]:
    return {"emailAddress": written, "action": "failed", "status": "5.1.1"}


def takes_mail(world: World, email: str) -> bool:
    return world.services.returned_mail.reason(email) is None


@pytest.mark.parametrize("event", [bounce(recipient("ann@example.com")), complaint(recipient("Ann@example.com"))])
def test_an_address_that_mail_comes_back_from_gets_none(api: Api, world: World, event: dict[str, Any]) -> None:
    app.on_mail_event(event, None)
    assert not takes_mail(world, "ann@example.com")
    assert (reply := api.post("/auth/code", {"email": "ann@example.com"})).code == "mail_returned", reply


def test_a_full_mailbox_is_no_reason(api: Api, world: World) -> None:
    app.on_mail_event(bounce(recipient("ann@example.com"), kind="Transient"), None)
    assert takes_mail(world, "ann@example.com")


def test_a_recipient_that_makes_no_sense_does_not_hide_those_behind_it(api: Api, world: World) -> None:
    odd = [None, "text", {}, recipient(None), recipient(5), recipient("no address"), recipient("")]
    app.on_mail_event(bounce(*odd, recipient("Ann Lee <ann@example.com>"), recipient("bob@example.com")), None)
    assert not takes_mail(world, "ann@example.com")
    assert not takes_mail(world, "bob@example.com")
