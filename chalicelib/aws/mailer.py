"""Mail by SES."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chalicelib.services.ports import Mail

if TYPE_CHECKING:
    from mypy_boto3_sesv2 import SESV2Client
    from mypy_boto3_sesv2.type_defs import BodyTypeDef


class SesMailer:
    """`ports.Mailer` on AWS."""

    def __init__(self, client: SESV2Client, sender: str) -> None:
        self._client = client
        self._sender = sender

    def send(self, mail: Mail) -> None:
        """Send one mail."""
        body: BodyTypeDef = {"Text": {"Data": mail.text, "Charset": "UTF-8"}}
        if mail.html is not None:
            body["Html"] = {"Data": mail.html, "Charset": "UTF-8"}
        self._client.send_email(
            FromEmailAddress=self._sender,
            Destination={"ToAddresses": [mail.to]},
            Content={"Simple": {"Subject": {"Data": mail.subject, "Charset": "UTF-8"}, "Body": body}},
        )
