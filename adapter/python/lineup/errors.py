"""Every exception of the package.

LineupError
├── ConfigError              something on this machine has to be set right; the text says what to do
│   ├── NotPaired            there is no credential yet
│   ├── PairedAlready        this folder has an agent; it is not replaced unasked
│   └── CredentialFileBroken the credential file cannot be read
├── PairingError             a pairing code was not accepted (`code` says why)
├── ServerError              the server could not be reached, or answered with something unexpected
├── Stopped                  the connection ended for good; no retry helps (`close_code`)
│   ├── CredentialInvalid    4401: revoked or unknown: pair again
│   ├── NotAllowed           4403
│   ├── ProtocolMismatch     4410: upgrade
│   └── BadHello             4400
├── JournalError             the journal on disk
│   ├── JournalInUse         another process works with it
│   └── JournalBroken        it cannot be read or written
├── InvalidValue             a value that the protocol has no place for (also a ValueError)
│   └── TooLarge             over a limit (`limit`, `actual`); nothing was sent
├── Refused                  the server refused a command (`code`, `details`)
├── AskError                 a question ended without an answer; never an approval
│   ├── AnswerExpired        nobody answered in time
│   ├── AskCancelled         the question is void: its task ended, or it was withdrawn
│   └── AnswerMismatch       the answer was given to another text than the one that was asked
├── TaskOver                 the task has ended: nothing more can be said about it
└── TaskFailed               raise it in a handler: the task fails with this text
"""

from __future__ import annotations

from typing import Any


class LineupError(Exception):
    """Base of all."""


class ConfigError(LineupError):
    """Something on this machine has to be set right."""


class NotPaired(ConfigError):
    """There is no credential yet."""


class PairedAlready(ConfigError):
    """This folder has an agent; it is not replaced unasked."""


class CredentialFileBroken(ConfigError):
    """The credential file cannot be read."""


class PairingError(LineupError):
    """A pairing code was not accepted. `code`: pairing_unknown, pairing_expired, pairing_used, rate_limited."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class ServerError(LineupError):
    """The server could not be reached or gave an unexpected answer. `status` is the HTTP status, if there was one."""

    def __init__(self, text: str, status: int | None = None) -> None:
        super().__init__(text)
        self.status = status


class Stopped(LineupError):
    """The connection ended for good."""

    close_code = 0

    def __init__(self, text: str, close_code: int | None = None) -> None:
        super().__init__(text)
        if close_code is not None:
            self.close_code = close_code


class BadHello(Stopped):
    """The server did not understand the greeting."""

    close_code = 4400


class CredentialInvalid(Stopped):
    """The credential is unknown or was revoked."""

    close_code = 4401


class NotAllowed(Stopped):
    """This agent may not connect here."""

    close_code = 4403


class ProtocolMismatch(Stopped):
    """The server speaks another version."""

    close_code = 4410


class JournalError(LineupError):
    """The journal on disk."""


class JournalInUse(JournalError):
    """Another process works with this journal."""


class JournalBroken(JournalError):
    """The journal cannot be read or written."""


class InvalidValue(LineupError, ValueError):
    """A value that the protocol has no place for."""


class TooLarge(InvalidValue):
    """Over a limit; nothing was sent."""

    def __init__(self, what: str, actual: int, limit: int, unit: str = "characters") -> None:
        super().__init__(f"{what} has {actual} {unit}; the limit is {limit}")
        self.what, self.actual, self.limit, self.unit = what, actual, limit, unit


class Refused(LineupError):
    """The server refused a command for good. `code` is stable (docs/protocol.md); `command` is the command's type."""

    def __init__(self, code: str, text: str, details: dict[str, Any] | None = None, command: str = "") -> None:
        super().__init__(f"{command} was refused ({code}): {text}" if command else f"{code}: {text}")
        self.code, self.text, self.details, self.command = code, text, details or {}, command


class AskError(LineupError):
    """A question ended without an answer. Never take this for an approval."""

    def __init__(self, text: str, interaction_id: str = "") -> None:
        super().__init__(text)
        self.interaction_id = interaction_id


class AnswerExpired(AskError):
    """Nobody answered in time."""


class AskCancelled(AskError):
    """The question is void."""


class AnswerMismatch(AskError):
    """The answer belongs to another text of the question."""


class TaskOver(LineupError):
    """The task has ended: nothing more can be said about it."""


class TaskFailed(LineupError):
    """Raise it in a handler: the task fails with this text, which people will read."""


_BY_CLOSE_CODE: dict[int, type[Stopped]] = {kind.close_code: kind for kind in Stopped.__subclasses__()}


def stopped(close_code: int, text: str) -> Stopped:
    """The exception of a fatal close code."""
    return _BY_CLOSE_CODE.get(close_code, Stopped)(text, close_code)
