"""Performs the effects that come after a commit."""

from __future__ import annotations

from collections.abc import Sequence

from chalicelib.lap.deliveries import InteractionResolved
from chalicelib.lap.effects import CloseConnections, Effect, Redeliver
from chalicelib.lap.envelope import Envelope
from chalicelib.lap.errors import CLOSE_CODES
from chalicelib.lap.ids import derived_id
from chalicelib.lap.state import Interaction, Ref
from chalicelib.lap.wire import dump

from .agentlog import AgentLog
from .connections import Connection, Connections
from .deliveries import Secrets
from .presence import Presence
from .queries import Queries

_OUTCOMES = {"expired": "expired", "cancelled": "cancelled", "withdrawn": "cancelled"}


class Effects:
    """One loop over effects as data."""

    def __init__(
        self, queries: Queries, connections: Connections, presence: Presence, secrets: Secrets, agent_log: AgentLog
    ) -> None:  # fmt: skip
        self._queries = queries
        self._connections = connections
        self._presence = presence
        self._secrets = secrets
        self._agent_log = agent_log

    def perform(self, workspace_id: str, effects: Sequence[Effect]) -> None:
        """In order. Each may be done twice without harm."""
        for effect in effects:
            match effect:
                case Redeliver():
                    self._redeliver(workspace_id, effect)
                case CloseConnections():
                    self._close(workspace_id, effect)

    def _live(self, workspace_id: str, agent_id: str) -> Connection | None:
        life = self._presence.life(workspace_id, agent_id)
        return self._connections.find(life.connection_id) if life and life.connection_id else None

    def _redeliver(self, workspace_id: str, effect: Redeliver) -> None:
        connection = self._live(workspace_id, effect.agent_id)
        interaction = self._queries.entity(workspace_id, Ref("interaction", effect.interaction_id))
        if connection is not None and isinstance(interaction, Interaction):
            delivery = self._secrets.reveal(recorded_outcome(workspace_id, interaction))
            self._connections.post(connection, [dump(delivery)])

    def _close(self, workspace_id: str, effect: CloseConnections) -> None:
        self._agent_log.note(workspace_id, effect.agent_id, "revoked")
        connection = self._live(workspace_id, effect.agent_id)
        if connection is not None:
            self._connections.close(connection, effect.code, CLOSE_CODES[effect.code], "credential_invalid")


def recorded_outcome(workspace_id: str, interaction: Interaction) -> InteractionResolved:
    """The resolution as it would have been delivered, from the projection. Its id follows from the interaction."""
    resolved_at = interaction.answered_at or interaction.ended_at or interaction.requested_at
    envelope = Envelope(
        id=derived_id(workspace_id, interaction.id, "outcome"),
        type="interaction.resolved",
        occurred_at=resolved_at,
        workspace_id=workspace_id,
        conversation_id=interaction.conversation_id,
        task_id=interaction.task_id,
    )
    payload = {
        "interactionId": interaction.id,
        "outcome": _OUTCOMES.get(interaction.status, "answered"),
        "digest": interaction.digest,
        "response": interaction.response,
        "answeredBy": interaction.answered_by,
        "resolvedAt": resolved_at,
        "reason": interaction.reason,
    }
    data = {**dump(envelope), "sequence": interaction.sequence, "receivedAt": resolved_at, "payload": payload}
    return InteractionResolved.model_validate(data)
