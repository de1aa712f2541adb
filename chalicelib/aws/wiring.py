"""Builds the services of a deployed function, on first use."""

from __future__ import annotations

import os

import boto3

from chalicelib.aws.clock import SystemClock
from chalicelib.aws.gateway import ApiGateway
from chalicelib.aws.mailer import SesMailer
from chalicelib.aws.table import DynamoTable
from chalicelib.settings import from_environment
from chalicelib.wiring import Services, build


def build_for_aws() -> Services:
    """Engines from the environment; the root key from SSM, named by LINEUP_KEY_PARAMETER."""
    session = boto3.session.Session()
    parameter = session.client("ssm").get_parameter(Name=os.environ["LINEUP_KEY_PARAMETER"], WithDecryption=True)
    settings = from_environment(root_key=parameter["Parameter"]["Value"].encode())
    table = DynamoTable(session.client("dynamodb"), settings.table_name)
    gateway = ApiGateway(session.client("apigatewaymanagementapi", endpoint_url=settings.socket_endpoint))
    mailer = SesMailer(session.client("sesv2"), settings.mail_from)
    return build(settings, table, gateway, mailer, SystemClock())
