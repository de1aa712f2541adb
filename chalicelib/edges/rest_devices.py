"""A user's sign-ins, and developer tokens."""

from __future__ import annotations

from typing import Annotated

from chalice.app import Blueprint, Response
from pydantic import Field

from chalicelib.lap.text import Title
from chalicelib.lap.wire import Wire
from chalicelib.services.failures import refuse

from . import auth, bodies
from .guard import Request, route
from .render import answer

blueprint = Blueprint(__name__)
_TOKENS = "/workspaces/{workspace_id}/tokens"


class NewToken(Wire):
    name: Title
    expires_in_days: Annotated[int, Field(ge=1, le=365)] | None = None


class EndAll(Wire):
    except_current: bool = True


@route(blueprint, "/me/sessions", "GET")
def sign_ins(request: Request) -> Response:
    """Where I am signed in."""
    bearer = request.bearer()
    found = request.services.accounts.tokens.sign_ins(bearer.user_id)
    return answer({"sessions": [{**one, "current": one["id"] == bearer.session_id} for one in found]})


@route(blueprint, "/me/sessions/{session_id}/end", "POST")
def end_sign_in(request: Request, session_id: str) -> Response:
    """Sign one device out; our own pages only."""
    auth.check_origin(request.headers, request.services.settings)
    user_id = request.user()
    request.services.accounts.end_sign_ins(user_id, [session_id])
    return answer({})


@route(blueprint, "/me/sessions/end-all", "POST", body=EndAll)
def end_all_sign_ins(request: Request) -> Response:
    """Sign out everywhere, here too if asked for; our own pages only."""
    auth.check_origin(request.headers, request.services.settings)
    bearer = request.bearer()
    body = bodies.read(EndAll, request.body)
    kept = bearer.session_id if body.except_current else None
    tokens = request.services.accounts.tokens
    ended = [one["id"] for one in tokens.sign_ins(bearer.user_id) if one["id"] != kept]
    request.services.accounts.end_sign_ins(bearer.user_id, ended)
    return answer({"ended": len(ended)})


@route(blueprint, _TOKENS, "GET")
def tokens(request: Request, workspace_id: str) -> Response:
    """My developer tokens for this workspace, without the secret part."""
    user_id = _person(request, workspace_id)
    return answer({"tokens": request.services.api_tokens.list(workspace_id, user_id)})


@route(blueprint, _TOKENS, "POST", body=NewToken)
def create_token(request: Request, workspace_id: str) -> Response:
    """A developer token, shown this once."""
    user_id = _person(request, workspace_id)
    body = bodies.read(NewToken, request.body)
    return answer(request.services.api_tokens.create(workspace_id, user_id, body.name, body.expires_in_days), 201)


@route(blueprint, _TOKENS + "/{token_id}/revoke", "POST")
def revoke_token(request: Request, workspace_id: str, token_id: str) -> Response:
    """End a developer token."""
    user_id = _person(request, workspace_id)
    request.services.api_tokens.revoke(workspace_id, user_id, token_id)
    return answer({})


def _person(request: Request, workspace_id: str) -> str:
    """A signed-in member; who may only look makes no tokens."""
    person = request.person(workspace_id)
    if person.role == "viewer":
        raise refuse("not_allowed")
    return person.user_id
