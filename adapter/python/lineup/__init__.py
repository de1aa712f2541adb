"""LineUp for Python: connect an agent, show people its work, ask them, and get their answers.

import lineup
agent = lineup.Agent()

@agent.task
async def handle(task: lineup.Task) -> str:
    answer = await task.ask(lineup.Approval("Delete the old backups?", risk="high"))
    return "Deleted" if answer.approved else "Kept"

agent.run()
"""

from .agent import Agent
from .answers import Answer, ApprovalAnswer, ChoiceAnswer, InputAnswer, ReviewAnswer
from .cards import Approval, Card, Choice, Input, Link, Option, Review
from .errors import (
    AnswerExpired,
    AnswerMismatch,
    AskCancelled,
    AskError,
    BadHello,
    ConfigError,
    CredentialFileBroken,
    CredentialInvalid,
    InvalidValue,
    JournalBroken,
    JournalError,
    JournalInUse,
    LineupError,
    NotAllowed,
    NotPaired,
    PairingError,
    ProtocolMismatch,
    Refused,
    ServerError,
    Stopped,
    TaskFailed,
    TaskOver,
    TooLarge,
)  # fmt: skip
from .files import Attachment
from .link import LinkState
from .message import Message
from .observe import Observer, TaskView
from .stream import Stream
from .sync import SyncAttachment, SyncMessage, SyncStep, SyncStream, SyncTask
from .task import Step, Task
from .version import VERSION as __version__

__all__ = [
    "Agent", "Answer", "AnswerExpired", "AnswerMismatch", "Approval", "ApprovalAnswer", "AskCancelled", "AskError",
    "Attachment", "BadHello", "Card", "Choice", "ChoiceAnswer", "ConfigError", "CredentialFileBroken",
    "CredentialInvalid", "Input", "InputAnswer", "InvalidValue", "JournalBroken", "JournalError", "JournalInUse",
    "LineupError", "Link", "LinkState", "Message", "NotAllowed", "NotPaired", "Observer", "Option", "PairingError",
    "ProtocolMismatch", "Refused", "Review", "ReviewAnswer", "ServerError", "Step", "Stopped", "Stream",
    "SyncAttachment", "SyncMessage", "SyncStep", "SyncStream", "SyncTask", "Task", "TaskFailed", "TaskOver", "TaskView",
    "TooLarge", "__version__",
]  # fmt: skip
