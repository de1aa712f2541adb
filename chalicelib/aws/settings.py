"""The settings of a deployed function: names in its environment, and what those names lead to.

Secrets and the address are asked for on first use: a function needs permission only for what it uses, and asks once.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_boto3_secretsmanager import SecretsManagerClient
    from mypy_boto3_ssm import SSMClient

_BASE64 = "base64:"


class DeployedSettings:
    """`settings.Installation` of the environment that `infra/template/functions.yaml` gives; a missing name is a
    KeyError."""

    def __init__(
        self,
        environment: Mapping[str, str],
        secrets: Callable[[], SecretsManagerClient],
        parameters: Callable[[], SSMClient],
    ) -> None:
        self._environment = environment
        self._secrets = secrets
        self._parameters = parameters
        self.table_name = environment["LINEUP_TABLE"]
        self.socket_endpoint = environment["LINEUP_SOCKET_ENDPOINT"]
        self.files_bucket = environment["LINEUP_FILES_BUCKET"]
        self.files_key_id = environment["LINEUP_FILES_KEY_ID"]
        self.mail_from = environment["LINEUP_MAIL_FROM"]
        self.mail_configuration = environment["LINEUP_MAIL_CONFIGURATION"]

    @cached_property
    def root_key(self) -> bytes:
        """The secret that LINEUP_ROOT_KEY names."""
        return key_of_text(self._secret("LINEUP_ROOT_KEY"))

    @cached_property
    def edge_key(self) -> str:
        """The secret that LINEUP_EDGE_KEY names."""
        return self._secret("LINEUP_EDGE_KEY")

    @cached_property
    def files_key(self) -> str:
        """The secret that LINEUP_FILES_KEY names: the private key (PEM) that signs the addresses of files."""
        return self._secret("LINEUP_FILES_KEY")

    @cached_property
    def public_url(self) -> str:
        """The parameter that LINEUP_PUBLIC_URL names."""
        found = self._parameters().get_parameter(Name=self._environment["LINEUP_PUBLIC_URL"])
        return found["Parameter"]["Value"].rstrip("/")

    def _secret(self, variable: str) -> str:
        return self._secrets().get_secret_value(SecretId=self._environment[variable])["SecretString"]


def key_of_text(text: str) -> bytes:
    """A key that was text from the beginning, or the bytes of one that came from one machine as `base64:...`
    (`infra/transfer/rootkey.py`)."""
    text = text.strip()
    if text.startswith(_BASE64):
        return base64.b64decode(text.removeprefix(_BASE64), validate=True)
    return text.encode()
