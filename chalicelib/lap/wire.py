"""The base of every model on the wire: camelCase names, frozen, absent instead of null, tolerant reading."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


class Wire(BaseModel):
    """A frozen model whose JSON names are camelCase. Unknown fields are kept (`unknown_fields` names them).

    A model's validator is made on its first use: a Lambda that starts uses a handful of some hundred models.
    """

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, frozen=True, extra="allow",
        json_schema_serialization_defaults_required=True, defer_build=True,
    )  # fmt: skip


def dump(model: BaseModel) -> dict[str, Any]:
    """JSON data with the wire's names; absent fields are left out."""
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


def canonical(data: Any) -> str:
    """One text for equal JSON data: sorted keys, no blanks; what digests and hashes are made of."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def compact(data: Any) -> str:
    """JSON text as it is sent. ValueError for what JSON cannot say (an infinite number)."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def size(data: Any) -> int:
    """UTF-8 bytes of the JSON text. ValueError also for a text that is not valid Unicode."""
    return len(compact(data).encode())


def unknown_fields(model: BaseModel, path: str = "") -> Iterator[str]:
    """Dotted paths of the fields that this version does not know."""
    for name in model.model_extra or {}:
        yield path + name
    for name in type(model).model_fields:
        value = getattr(model, name)
        for nested in value if isinstance(value, list | tuple) else (value,):
            if isinstance(nested, BaseModel):
                yield from unknown_fields(nested, f"{path}{to_camel(name)}.")
