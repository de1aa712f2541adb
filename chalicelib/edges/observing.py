"""Around every invocation, of whatever kind: its ids for the log, and its counts at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chalice.app import LambdaFunctionEvent, Request

from chalicelib.services.correlation import invocation
from chalicelib.services.metrics import Count
from chalicelib.wiring import built


def observe(event: Any, handle: Callable[[Any], Any]) -> Any:
    """A Chalice middleware. It knows nothing of what it watches, and builds nothing."""
    with invocation(**_ids(event)):
        try:
            return handle(event)
        finally:
            if (services := built()) is not None:
                services.metrics.flush()


def _ids(event: Any) -> dict[str, str]:
    if isinstance(event, Request):
        context, request = event.lambda_context, event.context
        return {"requestId": _request_id(context), "gatewayRequestId": str(request.get("requestId") or "")}
    found = {"requestId": _request_id(event.context)}
    if not isinstance(event, LambdaFunctionEvent):
        request = event.to_dict().get("requestContext") or {}
        found["connectionId"] = str(request.get("connectionId") or "")
    return found


def _request_id(context: Any) -> str:
    return str(getattr(context, "aws_request_id", "") or "")


def failed() -> None:
    """Something unexpected was met and told as `internal`."""
    if (services := built()) is not None:
        services.metrics.count(Count.FAILURES)
