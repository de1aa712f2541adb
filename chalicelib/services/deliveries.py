"""Secret answers on their way to the agent: the log knows only that there is one."""

from __future__ import annotations

from chalicelib.lap.answers import InputResponse
from chalicelib.lap.deliveries import Delivery, InteractionResolved

from . import items
from .ports import Table
from .secrets import Keys


class Secrets:
    """Sealed answers beside the log, until the agent acknowledges them."""

    def __init__(self, table: Table, keys: Keys) -> None:
        self._table = table
        self._keys = keys

    def reveal(self, delivery: Delivery) -> Delivery:
        """The delivery with the secret text in it, if it carries one and it is still kept."""
        if not isinstance(delivery, InteractionResolved):
            return delivery
        response = delivery.payload.response
        if not isinstance(response, InputResponse) or not response.secret:
            return delivery
        key = items.secret(delivery.workspace_id, delivery.payload.interaction_id)
        item = self._table.get([key]).get(key)
        if item is None:
            return delivery
        full = response.model_copy(update={"text": self._keys.unseal(item.data["sealed"])})
        payload = delivery.payload.model_copy(update={"response": full})
        return delivery.model_copy(update={"payload": payload})
