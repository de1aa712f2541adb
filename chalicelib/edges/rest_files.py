"""Files up and down: people below their workspace, agents below /agent. Part by part through our own origin, so that
nothing is ever asked of a foreign one."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from chalice.app import Blueprint, Response
from pydantic import Field, StringConstraints

from chalicelib.lap.limits import FILE_PART_BYTES
from chalicelib.lap.text import Text
from chalicelib.lap.wire import Wire
from chalicelib.services.failures import refuse

from . import auth, bodies
from .guard import Request, route
from .render import answer

blueprint = Blueprint(__name__)
_PEOPLE = "/workspaces/{workspace_id}/files"
_AGENTS = "/agent/files"
_ENCODED = -(-FILE_PART_BYTES // 3) * 4


class NewFile(Wire):
    """`size` in bytes; `mimeType` as the sender believes."""

    name: Annotated[Text, StringConstraints(min_length=1, max_length=1000)]
    size: Annotated[int, Field(ge=1)]
    mime_type: Annotated[str, StringConstraints(max_length=300)] = ""


class FilePart(Wire):
    """Base64 of `partBytes` bytes; the last part has what is left."""

    data: Annotated[str, StringConstraints(min_length=4, max_length=_ENCODED)]


class FileDone(Wire):
    """SHA-256 of the whole file."""

    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-fA-F]{64}$")]


class _Sender(NamedTuple):
    workspace_id: str
    who: str


def _person(request: Request, workspace_id: str, *, writes: bool) -> _Sender:
    user_id = request.member(workspace_id).user_id
    if request.services.queries.role(workspace_id, user_id) == "viewer" and writes:
        raise refuse("not_allowed", "Viewers can read but not act.")
    return _paced(request, _Sender(workspace_id, f"user:{user_id}"))


def _agent(request: Request) -> _Sender:
    services = request.services
    identity = services.pairing.identify(auth.bearer(request.headers))
    agent = services.queries.agent(identity.workspace_id, identity.agent_id)
    if agent is None or agent.status == "revoked":
        raise refuse("credential_invalid")
    if not agent.confirmed:
        raise refuse("agent_not_confirmed")
    return _paced(request, _Sender(identity.workspace_id, f"agent:{identity.agent_id}"))


def _paced(request: Request, sender: _Sender) -> _Sender:
    """Parts come quickly, one after the other: as much as streamed text."""
    if not request.services.pacing.allows(f"files/{sender.who}", request.services.clock.now(), streams=True):
        raise refuse("rate_limited")
    return sender


def _begin(request: Request, sender: _Sender) -> Response:
    body = bodies.read(NewFile, request.body)
    return answer(request.services.uploads.begin(*sender, body.name, body.size, body.mime_type), 201)


def _part(request: Request, sender: _Sender, id: str, number: str) -> Response:
    if not (number.isascii() and number.isdigit() and len(number) < 4):
        raise refuse("not_found")
    body = bodies.read(FilePart, request.body)
    return answer(request.services.uploads.part(*sender, id, int(number), body.data))


def _done(request: Request, sender: _Sender, id: str) -> Response:
    return answer(request.services.uploads.done(*sender, id, bodies.read(FileDone, request.body).sha256))


@route(blueprint, _PEOPLE, "POST", body=NewFile)
def begin_file(request: Request, workspace_id: str) -> Response:
    """Announce a file: `{fileId, partBytes}`."""
    return _begin(request, _person(request, workspace_id, writes=True))


@route(blueprint, _PEOPLE + "/{id}/parts/{number}", "POST", body=FilePart)
def put_file_part(request: Request, workspace_id: str, id: str, number: str) -> Response:
    """A part, counted from 0: `{received}`, the bytes up to its end. The same part again replaces it."""
    return _part(request, _person(request, workspace_id, writes=True), id, number)


@route(blueprint, _PEOPLE + "/{id}/done", "POST", body=FileDone)
def finish_file(request: Request, workspace_id: str, id: str) -> Response:
    """All parts are there: `{file: {fileId, name, size, mimeType}}`, as it will be shown. Safe to repeat."""
    return _done(request, _person(request, workspace_id, writes=True), id)


@route(blueprint, _PEOPLE + "/{id}", "GET")
def file_address(request: Request, workspace_id: str, id: str) -> Response:
    """Where a file can be had for five minutes: `{url, until, name, size, mimeType}`; `url` is relative to the
    product's address."""
    sender = _person(request, workspace_id, writes=False)
    return answer(request.services.files.address(sender.workspace_id, id))


@route(blueprint, _AGENTS, "POST", body=NewFile)
def begin_agent_file(request: Request) -> Response:
    """Announce a file: `{fileId, partBytes}`."""
    return _begin(request, _agent(request))


@route(blueprint, _AGENTS + "/{id}/parts/{number}", "POST", body=FilePart)
def put_agent_file_part(request: Request, id: str, number: str) -> Response:
    """A part, counted from 0: `{received}`."""
    return _part(request, _agent(request), id, number)


@route(blueprint, _AGENTS + "/{id}/done", "POST", body=FileDone)
def finish_agent_file(request: Request, id: str) -> Response:
    """All parts are there: `{file: {fileId, name, size, mimeType}}`. Safe to repeat."""
    return _done(request, _agent(request), id)


@route(blueprint, _AGENTS + "/{id}", "GET")
def agent_file_address(request: Request, id: str) -> Response:
    """Where a file of the agent's workspace can be had for five minutes; an agent learns of one by being sent it."""
    return answer(request.services.files.address(_agent(request).workspace_id, id))
