"""Reading frames: tolerant of what is unknown, strict about what is known. Bad input never raises out of here."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from . import limits
from .envelope import Envelope
from .errors import CODES
from .ids import ID_PATTERN
from .wire import size, unknown_fields

_ID_MAX = 64
_EXACT = 2**53 - 1


@dataclass(frozen=True, slots=True)
class FrameError:
    """An envelope (or a whole frame, `id` None) that could not be read; `code` is one of `errors.CODES`."""

    id: str | None
    code: str
    message: str = ""

    @property
    def text(self) -> str:
        """The message, or the code's own."""
        return self.message or CODES[self.code].en


@dataclass(frozen=True, slots=True)
class Unknown:
    """An envelope of a type that this version does not know: ignored, with a warning."""

    id: str | None
    type: str


@dataclass(frozen=True, slots=True)
class Read:
    """An envelope, and the dotted paths of fields that were not known."""

    envelope: Envelope
    unknown: tuple[str, ...] = ()


Reading = Read | Unknown | FrameError


def read_frame(text: str, models: Mapping[str, type[Envelope]]) -> Sequence[Reading]:
    """The envelopes of one frame: a JSON object or an array of at most 10. `models` says which types are expected."""
    if len(text) > limits.FRAME_BYTES or len(text.encode("utf-8", "surrogatepass")) > limits.FRAME_BYTES:
        return [FrameError(None, "frame_too_large")]
    try:
        data = json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        return [FrameError(None, "too_deep")]
    except ValueError:
        return [FrameError(None, "bad_json")]
    return read_data(data, models)


def read_data(data: Any, models: Mapping[str, type[Envelope]]) -> Sequence[Reading]:
    """As `read_frame`, of parsed JSON."""
    if _deeper(data, limits.DEPTH):
        return [FrameError(None, "too_deep")]
    envelopes = data if isinstance(data, list) else [data]
    if not envelopes:
        return [FrameError(None, "bad_envelope", "An empty array holds no envelope.")]
    if len(envelopes) > limits.FRAME_ENVELOPES:
        return [FrameError(None, "too_many_envelopes")]
    return [_read(envelope, models) for envelope in envelopes]


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _deeper(data: Any, depth: int) -> bool:
    level = [data]
    for _ in range(depth):
        level = [
            child
            for node in level
            if isinstance(node, dict | list)
            for child in (node.values() if isinstance(node, dict) else node)
            if isinstance(child, dict | list)
        ]
        if not level:
            return False
    return True


def _inexact(data: Any) -> bool:
    """Whether a whole number is one that a browser would show as another."""
    rest = [data]
    while rest:
        node = rest.pop()
        if isinstance(node, dict):
            rest.extend(node.values())
        elif isinstance(node, list):
            rest.extend(node)
        elif isinstance(node, int) and abs(node) > _EXACT:
            return True
    return False


def _read(data: Any, models: Mapping[str, type[Envelope]]) -> Reading:
    if not isinstance(data, dict):
        return FrameError(None, "bad_envelope", "An envelope is a JSON object.")
    id = data.get("id")
    id = id if isinstance(id, str) and len(id) <= _ID_MAX else None
    if data.get("version", limits.VERSION) != limits.VERSION:
        return FrameError(id, "protocol_version")
    kind = data.get("type")
    if not isinstance(kind, str):
        return FrameError(id, "bad_envelope", "type: a text is needed.")
    if _inexact(data):
        return FrameError(id, "bad_envelope", "A whole number beyond 2^53 is not kept exactly by all: send it as text.")
    model = models.get(kind)
    if model is None:
        return Unknown(id, kind[:80])
    try:
        if size(data) > limits.EVENT_BYTES:
            return FrameError(id, "event_too_large")
    except ValueError:
        return FrameError(id, "bad_envelope", "A number is too large or a text is not valid Unicode.")
    try:
        envelope = model.model_validate(data)
    except ValidationError as error:
        return FrameError(id, "bad_envelope", _first(error))
    return Read(envelope, tuple(unknown_fields(envelope)))


def _first(error: ValidationError) -> str:
    """Where and what, without the offending value: it may be a secret."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    path = ".".join(str(part) for part in first["loc"]) or "envelope"
    told = "unknown kind" if first["type"] == "union_tag_invalid" else first["msg"]
    return f"{path}: {told}"[:300]


__all__ = ["ID_PATTERN", "FrameError", "Read", "Reading", "Unknown", "read_data", "read_frame"]
