"""API Gateway's `@connections`, with an explicit endpoint (Chalice's own cannot be redirected)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from chalicelib.services.ports import GatewayBusy, GatewayGone

if TYPE_CHECKING:
    from mypy_boto3_apigatewaymanagementapi import ApiGatewayManagementApiClient

_BUSY = frozenset({"LimitExceededException", "ThrottlingException", "TooManyRequestsException"})


class ApiGateway:
    """`ports.Gateway` on AWS; `client` gives the client, on first use."""

    def __init__(self, client: Callable[[], ApiGatewayManagementApiClient]) -> None:
        self._client = client

    def post(self, connection_id: str, data: str) -> None:
        """LimitExceeded also means that the client's buffer is full (design.md §2)."""
        client = self._client()
        try:
            client.post_to_connection(ConnectionId=connection_id, Data=data.encode())
        except client.exceptions.GoneException as error:
            raise GatewayGone(connection_id) from error
        except ClientError as error:
            if error.response["Error"]["Code"] in _BUSY:
                raise GatewayBusy(connection_id) from error
            raise

    def close(self, connection_id: str, code: int, reason: str) -> None:
        """API Gateway chooses the close code; the `system.error` frame posted before carried ours."""
        client = self._client()
        try:
            client.delete_connection(ConnectionId=connection_id)
        except client.exceptions.GoneException:
            return
