"""A one-time sign-in link, made by whoever may read the table and the root key: the first sign-in, while SES does not
send yet, and the way back in when mail is broken."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from chalicelib.aws.clock import SystemClock
from chalicelib.aws.settings import key_of_text
from chalicelib.aws.table import DynamoTable
from chalicelib.services.ports import Mail, Served
from chalicelib.settings import Settings
from chalicelib.wiring import build
from infra.deploy import stack
from infra.deploy.account import Account


def sign_in_link(account: Account, stack_name: str, email: str, public_url: str | None = None) -> str:
    """An address that signs `email` in once, within 24 hours. `public_url` instead of the stack's own."""
    made = stack.outputs(account, stack_name)
    table = DynamoTable(account.client("dynamodb"), made["TableName"])
    secret = account.client("secretsmanager").get_secret_value(SecretId=made["RootKeyArn"])["SecretString"]
    services = build(Settings(key_of_text(secret)), table, _Nowhere(), _Nowhere(), _NoFiles(), SystemClock())
    token = services.accounts.create_sign_in_link(email)
    return f"{public_url or made['PublicUrl']}/#/link/{token}"


class _Nowhere:
    """The gateway and mailer of a command that posts and sends nothing."""

    delivers = False

    def post(self, connection_id: str, data: str) -> None:
        raise NotImplementedError

    def close(self, connection_id: str, code: int, reason: str) -> None:
        raise NotImplementedError

    def send(self, mail: Mail) -> None:
        raise NotImplementedError


class _NoFiles:
    """Nor does it touch a file."""

    def put(self, key: str, data: bytes) -> None:
        raise NotImplementedError

    def get(self, key: str) -> bytes | None:
        raise NotImplementedError

    def delete(self, keys: Sequence[str]) -> None:
        raise NotImplementedError

    def address(self, key: str, served: Served, until: datetime) -> str:
        raise NotImplementedError
