"""Search in a workspace."""

from __future__ import annotations

from typing import Annotated

from chalice.app import Blueprint, Response
from pydantic import Field, StringConstraints

from chalicelib.lap.wire import Wire
from chalicelib.services.failures import refuse
from chalicelib.services.search import Kind

from . import bodies
from .guard import Request, route
from .render import answer

blueprint = Blueprint(__name__)


class Looking(Wire):
    """`before`: the `next` of the page before."""

    q: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    kind: Kind = "all"
    before: Annotated[int, Field(ge=1)] | None = None


@route(blueprint, "/workspaces/{workspace_id}/search", "GET", query=Looking)
def search(request: Request, workspace_id: str) -> Response:
    """Conversations, tasks and messages that hold all words."""
    user_id = request.member(workspace_id).user_id
    if not request.services.pacing.allows(f"search/{user_id}", request.services.clock.now()):
        raise refuse("rate_limited")
    wanted = bodies.read(Looking, request.query)
    return answer(request.services.search.find(workspace_id, wanted.q, wanted.kind, wanted.before))
