"""The emulator to use: a LocalStack that runs already, or ministack, which is started."""

from __future__ import annotations

import os
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from localstack_client.config import get_service_endpoint

from infra import ministack


def localstack() -> str | None:
    """The address of a LocalStack that answers where `localstack-client` looks for it, or None."""
    address = str(get_service_endpoint("cloudformation"))
    try:
        with urllib.request.urlopen(f"{address}/_localstack/health", timeout=2):
            return address
    except (urllib.error.URLError, ConnectionError, TimeoutError):
        return None


@contextmanager
def running(log: Path) -> Iterator[tuple[str, str]]:
    """Its address and name, while the block runs. `log` takes ministack's output; its Lambdas may be many at once."""
    found = localstack()
    if found is not None:
        yield found, "LocalStack"
        return
    os.environ.setdefault("LAMBDA_ACCOUNT_CONCURRENCY", "200")
    with ministack.running(log) as address:
        yield address, "ministack"
