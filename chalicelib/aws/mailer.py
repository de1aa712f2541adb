"""Mail by SES."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from chalicelib.services.ports import Mail

if TYPE_CHECKING:
    from mypy_boto3_sesv2 import SESV2Client
    from mypy_boto3_sesv2.type_defs import BodyTypeDef


class SesMailer:
    """`ports.Mailer` on AWS; `client` makes the client on first use, `configuration` is a set that reports bounces."""

    delivers = True

    def __init__(self, client: Callable[[], SESV2Client], sender: str, configuration: str) -> None:
        self._client = client
        self._sender = sender
        self._configuration = configuration

    def send(self, mail: Mail) -> None:
        """Send one mail."""
        body: BodyTypeDef = {"Text": {"Data": mail.text, "Charset": "UTF-8"}}
        if mail.html is not None:
            body["Html"] = {"Data": mail.html, "Charset": "UTF-8"}
        self._client().send_email(
            FromEmailAddress=self._sender,
            ConfigurationSetName=self._configuration,
            Destination={"ToAddresses": [mail.to]},
            Content={"Simple": {"Subject": {"Data": mail.subject, "Charset": "UTF-8"}, "Body": body}},
        )
