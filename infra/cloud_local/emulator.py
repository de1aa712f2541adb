"""The emulator to use: one that runs already where `localstack-client` looks for it, or ministack, which is started.

`localstack-client` looks at AWS_ENDPOINT_URL, at LOCALSTACK_HOST, and at localhost:4566. LocalStack has WebSocket APIs
and CloudFront in paid plans only: without them it is of no use here, which is said.
"""

from __future__ import annotations

import json
import os
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from localstack_client.config import get_service_endpoint

from infra import ministack

#: The services of the template, by LocalStack's names for them.
NEEDED = frozenset(
    (
        "apigateway", "apigatewayv2", "cloudformation", "cloudfront", "cloudwatch", "dynamodb", "events", "iam",
        "lambda", "logs", "s3", "secretsmanager", "ses", "sns", "sqs", "ssm", "sts",
    )
)  # fmt: skip
_USABLE = ("available", "running")
_SECONDS = 2.0
#: LocalStack runs functions in containers, where `localhost` is another; this name is LocalStack for them as for us.
_LOCALSTACK = "localhost.localstack.cloud"


def found() -> tuple[str, str] | None:
    """The address and name of an emulator that runs already and has what is needed, or None."""
    address = str(get_service_endpoint("cloudformation"))
    health = _get(f"{address}/_localstack/health")
    if health is None or "services" not in health:
        return None
    if _get(f"{address}/_ministack/health") is not None:
        return address, "ministack"
    if missing := NEEDED - {name for name, state in health["services"].items() if state in _USABLE}:
        print(f"LocalStack at {address} has no {', '.join(sorted(missing))} in its plan: not used.", flush=True)
        return None
    return _for_containers(address), "LocalStack"


@contextmanager
def running(log: Path) -> Iterator[tuple[str, str]]:
    """Its address and name, while the block runs. `log` takes ministack's output; its Lambdas may be many at once."""
    if (there := found()) is not None:
        yield there
        return
    os.environ.setdefault("LAMBDA_ACCOUNT_CONCURRENCY", "200")
    with ministack.running(log) as address:
        yield address, "ministack"


def _get(address: str) -> dict[str, Any] | None:
    """The JSON object at an address, or None if there is none."""
    try:
        with urllib.request.urlopen(address, timeout=_SECONDS) as answer:
            told = json.load(answer)
    except (OSError, ValueError):
        return None
    return told if isinstance(told, dict) else None


def _for_containers(address: str) -> str:
    parts = urlsplit(address)
    if parts.hostname not in ("localhost", "127.0.0.1"):
        return address
    return urlunsplit(parts._replace(netloc=f"{_LOCALSTACK}:{parts.port or 4566}"))
