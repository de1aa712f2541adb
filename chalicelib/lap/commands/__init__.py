"""Commands: imperative, may be refused (§10.1, §10.2). `CLIENT` and `AGENT` say who may send which over a socket.

The subject ids (`conversationId`, `taskId`) are the envelope's. A client chooses the ids of what it creates; an id
left out is the envelope's own id.
"""

from __future__ import annotations

from .base import AgentFacts, Command
from .conversing import (
    AcceptLateReport,
    ArchiveConversation,
    ConfirmAgent,
    CreateConversation,
    CreateMessage,
    CreateTask,
    RenameAgent,
    RenameConversation,
    RequestCancel,
    RespondInteraction,
    RevokeAgent,
)
from .internal import (
    AddMember,
    ConnectAgent,
    CreateWorkspace,
    DisconnectAgent,
    ExpireCancel,
    ExpireGrace,
    ExpireInteraction,
    MarkDelivered,
    PairAgent,
)
from .working import (
    AcceptTask,
    AcknowledgeInteraction,
    AcknowledgeMessage,
    CreateArtifact,
    CreateChildTask,
    ReportTask,
    RequestInteraction,
    WithdrawInteraction,
)


def _by_type(*models: type[Command]) -> dict[str, type[Command]]:
    return {model.model_fields["type"].default: model for model in models}


_BOTH: tuple[type[Command], ...] = (CreateConversation, RenameConversation, CreateMessage, CreateTask)
CLIENT = _by_type(
    *_BOTH, ArchiveConversation, RespondInteraction, RequestCancel, AcceptLateReport, ConfirmAgent, RenameAgent,
    RevokeAgent,
)  # fmt: skip
AGENT = _by_type(
    *_BOTH, AcceptTask, ReportTask, CreateChildTask, RequestInteraction, WithdrawInteraction, AcknowledgeInteraction,
    AcknowledgeMessage, CreateArtifact,
)  # fmt: skip
INTERNAL = _by_type(
    CreateWorkspace, AddMember, PairAgent, ConnectAgent, DisconnectAgent, MarkDelivered, ExpireInteraction,
    ExpireGrace, ExpireCancel,
)  # fmt: skip

__all__ = [
    "AGENT",
    "CLIENT",
    "INTERNAL",
    "AcceptLateReport",
    "AcceptTask",
    "AcknowledgeInteraction",
    "AcknowledgeMessage",
    "AddMember",
    "AgentFacts",
    "ArchiveConversation",
    "Command",
    "ConfirmAgent",
    "ConnectAgent",
    "CreateArtifact",
    "CreateChildTask",
    "CreateConversation",
    "CreateMessage",
    "CreateTask",
    "CreateWorkspace",
    "DisconnectAgent",
    "ExpireCancel",
    "ExpireGrace",
    "ExpireInteraction",
    "MarkDelivered",
    "PairAgent",
    "RenameAgent",
    "RenameConversation",
    "ReportTask",
    "RequestCancel",
    "RequestInteraction",
    "RespondInteraction",
    "RevokeAgent",
    "WithdrawInteraction",
]
