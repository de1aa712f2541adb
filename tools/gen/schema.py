"""One JSON Schema of every named model of the protocol."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from chalicelib.lap import commands, deliveries, ephemeral, events, state

FROM_SENDERS: tuple[type[BaseModel], ...] = (
    *{**commands.CLIENT, **commands.AGENT, **ephemeral.FROM_CLIENT, **ephemeral.FROM_AGENT}.values(),
)
FROM_SERVER: tuple[type[BaseModel], ...] = (
    *events.EVENTS.values(),
    *deliveries.DELIVERIES.values(),
    *(m for m in ephemeral.FROM_SERVER.values() if m not in FROM_SENDERS),
    *state.MODELS.values(),
)
Schema = dict[str, Any]


def build() -> Schema:
    """The schema document. What senders write is in validation form, what the server writes in serialization form."""
    pairs = [(m, "validation") for m in FROM_SENDERS] + [(m, "serialization") for m in FROM_SERVER]
    _, document = models_json_schema(pairs, ref_template="#/$defs/{model}")  # type: ignore[arg-type]
    defs: dict[str, Schema] = document["$defs"]
    for definition in defs.values():
        _tidy(definition)
    names = _names(defs)
    inlined = {name: _resolve(definition, defs, names) for name, definition in defs.items()}
    public = {names[name]: definition for name, definition in inlined.items() if not _private(name)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "LAP/0.1",
        "$defs": dict(sorted(public.items())),
    }


def _private(name: str) -> bool:
    return name.startswith("_") or "___" in name


def _names(defs: dict[str, Schema]) -> dict[str, str]:
    """Public names: `X-Output` is X, `X-Input` is XInput; a module prefix that pydantic added is dropped."""
    names = {}
    for name in defs:
        bare = name.rpartition("__")[2] or name
        names[name] = bare.replace("-Output", "").replace("-Input", "Input").rstrip("_")
    return names


def _tidy(node: Any) -> None:
    """Absent instead of null: a nullable property is an optional one. Titles and tolerance are noise here."""
    for child in _children(node):
        _tidy(child)
    if not isinstance(node, dict):
        return
    if isinstance(node.get("title"), str):
        del node["title"]
    if node.get("additionalProperties") is True and "properties" in node:
        del node["additionalProperties"]
    properties = node.get("properties")
    if isinstance(properties, dict):
        for name, value in properties.items():
            if _drop_null(value) and name in node.get("required", []):
                node["required"].remove(name)
            if "const" in value and name not in node.setdefault("required", []):
                node["required"].append(name)  # read tolerantly, write strictly
                value.pop("default", None)


def _drop_null(value: Schema) -> bool:
    options = value.get("anyOf")
    if not isinstance(options, list) or {"type": "null"} not in options:
        return False
    rest = [option for option in options if option != {"type": "null"}]
    value.pop("default", None)
    if len(rest) == 1:
        del value["anyOf"]
        value.update(rest[0])
    else:
        value["anyOf"] = rest
    return True


def _children(node: Any) -> Iterator[Any]:
    if isinstance(node, dict):
        yield from node.values()
    elif isinstance(node, list):
        yield from node


def _resolve(node: Any, defs: dict[str, Schema], names: dict[str, str]) -> Any:
    """References by public name; private payload models are inlined."""
    if isinstance(node, list):
        return [_resolve(child, defs, names) for child in node]
    if not isinstance(node, dict):
        return node
    ref = node.get("$ref")
    if isinstance(ref, str):
        target = ref.rpartition("/")[2]
        if _private(target):
            return _resolve({**defs[target], **{k: v for k, v in node.items() if k != "$ref"}}, defs, names)
        return {**node, "$ref": f"#/$defs/{names[target]}"}
    resolved = {key: _resolve(value, defs, names) for key, value in node.items()}
    if isinstance(mapping := resolved.get("discriminator"), dict):
        mapping.get("mapping", {}).update(
            {k: f"#/$defs/{names[v.rpartition('/')[2]]}" for k, v in mapping.get("mapping", {}).items()}
        )
    return resolved
