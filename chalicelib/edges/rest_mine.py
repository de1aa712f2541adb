"""What is one person's alone in a workspace."""

from __future__ import annotations

from typing import Annotated

from chalice.app import Blueprint, Response
from pydantic import Field

from chalicelib.lap.mine import Change
from chalicelib.lap.wire import Wire
from chalicelib.services.failures import refuse

from . import bodies
from .guard import Request, route
from .render import answer

blueprint = Blueprint(__name__)
_MINE = "/workspaces/{workspace_id}/mine"


class Changes(Wire):
    entries: Annotated[list[Change], Field(min_length=1, max_length=25)]


@route(blueprint, _MINE, "GET")
def mine(request: Request, workspace_id: str) -> Response:
    """My pins, read positions, snoozes and drafts."""
    user_id = request.person(workspace_id).user_id
    return answer({"entries": request.services.mine.all(workspace_id, user_id)})


@route(blueprint, _MINE, "POST", body=Changes)
def change_mine(request: Request, workspace_id: str) -> Response:
    """Change some of them; the answer has them as they are kept. A value of null removes."""
    user_id = request.person(workspace_id).user_id
    if not request.services.pacing.allows(f"mine/{user_id}", request.services.clock.now()):
        raise refuse("rate_limited")
    body = bodies.read(Changes, request.body)
    return answer({"entries": request.services.mine.change(workspace_id, user_id, body.entries)})
