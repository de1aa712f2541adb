"""Builds the services of a deployed function, on first use."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import Any

import boto3
from botocore.config import Config

from chalicelib.aws import observability
from chalicelib.aws.clock import SystemClock
from chalicelib.aws.files import S3Files
from chalicelib.aws.gateway import ApiGateway
from chalicelib.aws.mailer import SesMailer
from chalicelib.aws.settings import DeployedSettings
from chalicelib.aws.table import DynamoTable
from chalicelib.wiring import Services, build


def build_for_aws() -> Services:
    """Engines from the environment. Clients are made when they are first used: each costs tens of milliseconds."""
    observability.configure(os.environ)
    clients = Clients()
    settings = DeployedSettings(os.environ, lambda: clients.get("secretsmanager"), lambda: clients.get("ssm"))
    table = DynamoTable(clients.get("dynamodb"), settings.table_name)
    gateway = ApiGateway(lambda: clients.get("apigatewaymanagementapi", settings.socket_endpoint))
    mailer = SesMailer(lambda: clients.get("sesv2"), settings.mail_from, settings.mail_configuration)
    s3 = S3Files(lambda: clients.get("s3"), settings.files_bucket, lambda: settings.files_key, settings.files_key_id)
    return build(settings, table, gateway, mailer, s3, SystemClock(), observability.EmfMetrics(os.environ))


#: botocore waits 60 s by itself: a call that hangs would take its function with it, instead of being tried again. All
#: that is called here answers within a second or not at all.
_CONFIG = Config(connect_timeout=3, read_timeout=7)


class Clients:
    """The AWS clients of one session, each made once."""

    def __init__(self) -> None:
        self._session = boto3.session.Session()
        self.get = lru_cache(self._make)

    def _make(self, service: str, endpoint: str | None = None) -> Any:
        return self._session.client(service, endpoint_url=endpoint, config=_CONFIG)  # type: ignore[call-overload]
