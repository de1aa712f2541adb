"""What adapters ask over HTTP, and health."""

from __future__ import annotations

from chalice.app import Blueprint, Response

from chalicelib.services.failures import refuse
from chalicelib.settings import VERSION

from . import auth, bodies
from .guard import Request, route
from .render import answer

blueprint = Blueprint(__name__)


@route(blueprint, "/health", "GET")
def health(request: Request) -> Response:
    """The service answers and its table can be read."""
    request.services.log.head("health")
    return answer({"status": "ok", "service": "lineup", "version": VERSION})


@route(blueprint, "/pair", "POST", body=bodies.Redeem)
def redeem(request: Request) -> Response:
    """A pairing code for a credential."""
    body = bodies.read(bodies.Redeem, request.body)
    facts = {
        "name": body.name,
        "kind": body.kind,
        "runtime": body.runtime,
        "agentVersion": body.agent_version,
    }
    services = request.services
    given = services.pairing.redeem(body.code, request.address, {k: v for k, v in facts.items() if v})
    return answer({**given, "workspaceName": services.queries.workspace_name(given["workspaceId"])}, 201)


@route(blueprint, "/agent/snapshot", "GET", query=bodies.SnapshotPage)
def agent_snapshot(request: Request) -> Response:
    """A page of what an adapter rebuilds from; `next` is the next page's `after`."""
    after = bodies.read(bodies.SnapshotPage, request.query).after
    services = request.services
    identity = services.pairing.identify(auth.bearer(request.headers))
    agent = services.queries.agent(identity.workspace_id, identity.agent_id)
    if agent is None or agent.status == "revoked":
        raise refuse("credential_invalid")
    return answer(services.queries.agent_snapshot(identity.workspace_id, identity.agent_id, after or ""))
