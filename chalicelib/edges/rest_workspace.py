"""What a signed-in person reads and does in one workspace."""

from __future__ import annotations

from typing import Any

from chalice.app import Blueprint, Response

from chalicelib.lap import commands, limits
from chalicelib.lap.envelope import Actor
from chalicelib.lap.errors import CODES
from chalicelib.lap.parse import FrameError, Read, Unknown, read_data
from chalicelib.lap.wire import dump
from chalicelib.services.failures import refuse
from chalicelib.services.relay import Accepted, Outcome

from . import bodies
from .guard import Request, route
from .render import answer

blueprint = Blueprint(__name__)
_HERE = "/workspaces/{workspace_id}"


@route(blueprint, _HERE + "/snapshot", "GET", query=bodies.SnapshotPage)
def snapshot(request: Request, workspace_id: str) -> Response:
    """A page of all projections."""
    request.member(workspace_id)
    page = bodies.read(bodies.SnapshotPage, request.query)
    return answer(request.services.queries.snapshot(workspace_id, page.after))


@route(blueprint, _HERE + "/events", "GET", query=bodies.Page)
def events(request: Request, workspace_id: str) -> Response:
    """The log after a sequence."""
    request.member(workspace_id)
    page = bodies.read(bodies.Page, request.query)
    return answer(request.services.queries.events(workspace_id, page.after, page.limit))


@route(blueprint, _HERE + "/conversations/{id}/events", "GET", query=bodies.Page)
def conversation_events(request: Request, workspace_id: str, id: str) -> Response:
    """A conversation's events, newest first."""
    request.member(workspace_id)
    page = bodies.read(bodies.Page, request.query)
    return answer(request.services.queries.conversation_events(workspace_id, id, page.before, page.limit))


@route(blueprint, _HERE + "/tasks/{id}/events", "GET", query=bodies.Page)
def task_events(request: Request, workspace_id: str, id: str) -> Response:
    """A task's timeline, newest first."""
    request.member(workspace_id)
    page = bodies.read(bodies.Page, request.query)
    return answer(request.services.queries.task_events(workspace_id, id, page.before, page.limit))


@route(blueprint, _HERE + "/tickets", "POST")
def create_ticket(request: Request, workspace_id: str) -> Response:
    """A one-time ticket for the socket."""
    user_id = request.person(workspace_id).user_id
    return answer({"ticket": request.services.accounts.create_ticket(user_id, workspace_id)}, 201)


@route(blueprint, _HERE + "/envelopes", "POST")
def submit(request: Request, workspace_id: str) -> Response:
    """Commands over HTTP: an envelope, or an array of them. The status is that of the first refusal, else 200."""
    caller = request.member(workspace_id)
    user_id = caller.user_id
    if not request.services.pacing.allows(f"user/{user_id}", request.services.clock.now()):
        raise refuse("rate_limited")
    readings = read_data(request.body, commands.CLIENT)
    name = request.services.accounts.profile(user_id)["displayName"]
    if caller.token is not None:
        name = f"{name} ({caller.token})"[: limits.LINE]
    actor = Actor(kind="user", id=user_id, name=name, token=caller.token)
    batch = [r.envelope for r in readings if isinstance(r, Read) and isinstance(r.envelope, commands.Command)]
    outcomes = request.services.relay.submit(workspace_id, actor, batch)
    decided = iter(outcomes)
    results = [_result(next(decided) if isinstance(r, Read) else r) for r in readings]
    refused = [CODES[r["error"]["code"]].status for r in results if "error" in r]
    return answer({"results": results}, refused[0] if refused else 200)


def _result(outcome: Outcome | FrameError | Unknown | Read) -> dict[str, Any]:
    match outcome:
        case Accepted():
            return {"id": outcome.id, "sequence": outcome.sequence, "duplicate": outcome.duplicate}
        case FrameError():
            return _error(outcome.id, outcome.code, outcome.text)
        case Unknown():
            return _error(outcome.id, "unknown_type", "")
        case Read():
            raise AssertionError("a command that was read has an outcome")
    return _error(outcome.id, outcome.error.code, outcome.error.text, outcome.error.details)


def _error(id: str | None, code: str, message: str, details: dict[str, Any] | None = None) -> dict[str, Any]:
    known = CODES[code]
    error: dict[str, Any] = {"code": code, "message": message or known.en, "retryable": known.retryable}
    return {"id": id, "error": error | ({"details": details} if details else {})}


@route(blueprint, _HERE + "/pairings", "POST", body=bodies.NewPairing)
def create_pairing(request: Request, workspace_id: str) -> Response:
    """A pairing code, and the commands that use it."""
    person = request.person(workspace_id)
    if person.role == "viewer":
        raise refuse("not_allowed")
    body = bodies.read(bodies.NewPairing, request.body)
    return answer(request.services.pairing.create(workspace_id, person.user_id, body.kind, body.name), 201)


@route(blueprint, _HERE + "/pairings/{pairing_id}", "GET")
def pairing_status(request: Request, workspace_id: str, pairing_id: str) -> Response:
    """How far a pairing is, and the agent that came of it."""
    request.member(workspace_id)
    services = request.services
    agent_id = services.pairing.find(workspace_id, pairing_id).data.get("agentId")
    agent = services.queries.agent(workspace_id, agent_id) if agent_id else None
    status = services.pairing.status(workspace_id, pairing_id, agent)
    return answer({"status": status, "agent": dump(agent) if agent else None})


@route(blueprint, _HERE + "/agents/{agent_id}/log", "GET")
def agent_log(request: Request, workspace_id: str, agent_id: str) -> Response:
    """An agent's connection log."""
    request.member(workspace_id)
    return answer({"entries": request.services.agent_log.list(workspace_id, agent_id)})
