"""Signing in, the profile, workspaces and members."""

from __future__ import annotations

from typing import Any

from chalice.app import Blueprint, Response

from chalicelib.lap.envelope import Actor
from chalicelib.services.tokens import ACCESS_SECONDS, Signed

from . import auth, bodies
from .guard import Request, route
from .render import answer

blueprint = Blueprint(__name__)


@route(blueprint, "/auth/code", "POST", body=bodies.SendCode)
def send_code(request: Request) -> Response:
    """Mail a sign-in code."""
    body = bodies.read(bodies.SendCode, request.body)
    mailed = request.services.accounts.send_code(body.email, body.locale, request.address)
    return answer({"sent": True, "mailed": mailed}, 202)


@route(blueprint, "/auth/verify", "POST", body=bodies.VerifyCode)
def verify_code(request: Request) -> Response:
    """Sign in or up with the code."""
    body = bodies.read(bodies.VerifyCode, request.body)
    return _signed(request, request.services.accounts.verify_code(body.email, body.code, body.locale, request.device))


@route(blueprint, "/auth/link", "POST", body=bodies.TakeLink)
def take_link(request: Request) -> Response:
    """Sign in with a one-time link."""
    body = bodies.read(bodies.TakeLink, request.body)
    return _signed(request, request.services.accounts.take_link(body.token, body.locale, request.device))


@route(blueprint, "/auth/refresh", "POST")
def refresh(request: Request) -> Response:
    """A new access token by the cookie, for our own pages only."""
    auth.check_origin(request.headers, request.services.settings)
    token = auth.refresh_cookie(request.headers)
    return _signed(request, request.services.accounts.tokens.refresh(token, request.device))


@route(blueprint, "/auth/signout", "POST")
def sign_out(request: Request) -> Response:
    """End this sign-in; our own pages only."""
    auth.check_origin(request.headers, request.services.settings)
    if token := auth.refresh_cookie(request.headers):
        request.services.accounts.tokens.end(token)
    return answer({}, cookies=[auth.drop_cookie(secure=request.secure)])


def _signed(request: Request, signed: Signed) -> Response:
    body = {
        "accessToken": signed.access,
        "expiresIn": ACCESS_SECONDS,
        "user": request.services.accounts.profile(signed.user_id),
    }
    return answer(body, cookies=[auth.set_cookie(signed.refresh, secure=request.secure)])


@route(blueprint, "/me", "GET")
def me(request: Request) -> Response:
    """The user and the workspaces."""
    user_id = request.user()
    accounts = request.services.accounts
    return answer({"user": accounts.profile(user_id), "workspaces": accounts.workspaces(user_id)})


@route(blueprint, "/me", "PATCH", body=bodies.ChangeProfile)
def change_me(request: Request) -> Response:
    """Change display name or language."""
    user_id = request.user()
    body = bodies.read(bodies.ChangeProfile, request.body)
    changes: dict[str, Any] = {"displayName": body.display_name, "locale": body.locale}
    changed = {k: v for k, v in changes.items() if v is not None}
    return answer({"user": request.services.accounts.change_profile(user_id, changed)})


@route(blueprint, "/workspaces", "POST", body=bodies.NewWorkspace)
def create_workspace(request: Request) -> Response:
    """A new workspace."""
    user_id = request.user()
    body = bodies.read(bodies.NewWorkspace, request.body)
    return answer({"workspace": request.services.accounts.create_workspace(user_id, body.name)}, 201)


@route(blueprint, "/workspaces/{workspace_id}/members", "POST", body=bodies.NewMember)
def add_member(request: Request, workspace_id: str) -> Response:
    """Let somebody in, by address."""
    user_id = request.user()
    services = request.services
    services.queries.role(workspace_id, user_id)
    body = bodies.read(bodies.NewMember, request.body)
    by = Actor(kind="user", id=user_id, name=services.accounts.profile(user_id)["displayName"])
    name = services.queries.workspace_name(workspace_id)
    return answer({"member": services.accounts.add_member(by, workspace_id, name, body.email, body.role)}, 201)
