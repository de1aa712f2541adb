"""The tables of docs/protocol.md, between `<!-- gen:NAME -->` and `<!-- /gen -->`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydantic import BaseModel

from chalicelib.lap import commands, deliveries, ephemeral, errors, events, lifecycle, limits
from chalicelib.lap.describe import SENTENCES

_BLOCK = re.compile(r"(<!-- gen:([a-z-]+) -->\n).*?(<!-- /gen -->)", re.DOTALL)


def fill(text: str) -> str:
    """`text` with its generated blocks renewed. KeyError for a block of an unknown name."""
    return _BLOCK.sub(lambda m: m[1] + _TABLES[m[2]]() + m[3], text)


def _frames(models: Mapping[str, type[BaseModel]]) -> str:
    rows = [f"| `{kind}` | {_payload(model)} | {_doc(model)} |" for kind, model in models.items()]
    return "\n".join(["| type | payload | meaning |", "|---|---|---|", *rows]) + "\n"


def _doc(model: type[BaseModel]) -> str:
    inherited = any(model.__doc__ == base.__doc__ for base in model.__mro__[1:])
    return "" if inherited or not model.__doc__ else " ".join(model.__doc__.split()).replace("|", "\\|")


def _payload(model: type[BaseModel]) -> str:
    payload = model.model_fields["payload"].annotation
    if not isinstance(payload, type) or not issubclass(payload, BaseModel):
        return ""
    names = []
    for name, field in payload.model_fields.items():
        alias = field.alias or name
        names.append(f"`{alias}`" if field.is_required() else f"`{alias}?`")
    return ", ".join(names)


def _machine(moves: Mapping[str, frozenset[str]]) -> str:
    rows = [
        f"| `{state}` | {', '.join(f'`{to}`' for to in sorted(to_states)) or 'end'} |"
        for state, to_states in moves.items()
    ]
    return "\n".join(["| from | to |", "|---|---|", *rows]) + "\n"


def _errors() -> str:
    rows = [
        f"| `{code}` | {c.status} | {'yes' if c.retryable else 'no'} | {c.en} |" for code, c in errors.CODES.items()
    ]
    return "\n".join(["| code | HTTP | retry | what to do |", "|---|---|---|---|", *rows]) + "\n"


def _closes() -> str:
    rows = [
        f"| {code} | {text} | {'no' if code in errors.FATAL_CLOSE else 'yes'} |"
        for code, text in errors.CLOSE_CODES.items()
    ]
    return "\n".join(["| code | meaning | reconnect |", "|---|---|---|", *rows]) + "\n"


def _limits() -> str:
    rows = [f"| `{name}` | {value} |" for name, value in vars(limits).items() if name.isupper()]
    return "\n".join(["| limit | value |", "|---|---|", *rows]) + "\n"


def _sentences() -> str:
    rows = [f"| `{key}` | {s.zh} | {s.en} |" for key, s in SENTENCES.items()]
    return "\n".join(["| event | 中文 | English |", "|---|---|---|", *rows]) + "\n"


_TABLES = {
    "client": lambda: _frames({**commands.CLIENT, **ephemeral.FROM_CLIENT}),
    "agent": lambda: _frames({**commands.AGENT, **ephemeral.FROM_AGENT}),
    "deliveries": lambda: _frames(deliveries.DELIVERIES),
    "server": lambda: _frames(ephemeral.FROM_SERVER),
    "events": lambda: _frames(events.EVENTS),
    "tasks": lambda: _machine(lifecycle.TASK_MOVES),  # type: ignore[arg-type]
    "interactions": lambda: _machine(lifecycle.INTERACTION_MOVES),  # type: ignore[arg-type]
    "errors": _errors,
    "closes": _closes,
    "limits": _limits,
    "sentences": _sentences,
}
