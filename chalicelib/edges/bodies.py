"""Bodies of the HTTP API."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, Field, StringConstraints, ValidationError

from chalicelib.lap.text import Label, Line, Title
from chalicelib.lap.wire import Wire
from chalicelib.services.failures import refuse

M = TypeVar("M", bound=BaseModel)
Short = Annotated[str, StringConstraints(max_length=400)]


class SendCode(Wire):
    email: Short
    locale: Literal["zh", "en"] = "en"


class VerifyCode(Wire):
    email: Short
    code: Annotated[str, StringConstraints(min_length=1, max_length=20)]
    locale: Literal["zh", "en"] = "en"


class TakeLink(Wire):
    token: Short
    locale: Literal["zh", "en"] = "en"


class ChangeProfile(Wire):
    display_name: Label | None = None
    locale: Literal["zh", "en"] | None = None


class NewWorkspace(Wire):
    name: Title


class NewMember(Wire):
    email: Short
    role: Literal["owner", "member", "viewer"] = "member"


class NewPairing(Wire):
    kind: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")] = "generic"
    name: Title | None = None


class Redeem(Wire):
    code: Annotated[str, StringConstraints(min_length=1, max_length=40)]
    name: Title | None = None
    kind: Line | None = None
    runtime: Line | None = None
    agent_version: Line | None = None


class SnapshotPage(Wire):
    """`after` is the `next` of the page before."""

    after: Annotated[str, StringConstraints(pattern=r"^p#[a-z]{1,20}#[A-Za-z0-9_-]{1,64}$")] | None = None


class Page(Wire):
    before: Annotated[int, Field(ge=1)] | None = None
    after: Annotated[int, Field(ge=0)] = 0
    limit: Annotated[int, Field(ge=1, le=200)] = 50


def read(model: type[M], data: Any) -> M:
    """A body or query as a model; `invalid_request` names the field that is wrong, never its value."""
    try:
        return model.model_validate(data if data is not None else {})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        path = ".".join(str(part) for part in first["loc"]) or "body"
        raise refuse("invalid_request", f"{path}: {first['msg']}"[:300]) from None
