"""What every route does: find the language, turn refusals into typed answers, never show a trace."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from chalice.app import BadRequestError, Blueprint
from pydantic import BaseModel

from chalicelib.lap.errors import Refused
from chalicelib.lap.events import Role
from chalicelib.lap.ids import ID_PATTERN
from chalicelib.services.apitokens import PREFIX
from chalicelib.services.devices import device_of
from chalicelib.services.failures import refuse
from chalicelib.services.ports import Unavailable
from chalicelib.services.tokens import Bearer
from chalicelib.wiring import Services, services

from . import auth, render

Handler = Callable[..., Any]


class Member(NamedTuple):
    """A person and what they may do in a workspace."""

    user_id: str
    role: Role


class Caller(NamedTuple):
    """`token`: the name of the developer token that was shown; None for the person themselves."""

    user_id: str
    token: str | None = None


class Request:
    """One request, with what the routes ask of it."""

    def __init__(self, blueprint: Blueprint) -> None:
        raw = blueprint.current_request
        self.services: Services = services()
        self.headers: dict[str, str] = dict(raw.headers)
        self.query: dict[str, str] = dict(raw.query_params or {})
        self._raw = raw

    @property
    def body(self) -> Any:
        """The JSON body; `bad_json` if it is none, None if it is empty."""
        if not self._raw.raw_body:
            return None
        try:
            return self._raw.json_body
        except (BadRequestError, ValueError, RecursionError):
            raise refuse("bad_json") from None

    @property
    def address(self) -> str:
        """The caller's address."""
        source = str((self._raw.context.get("identity") or {}).get("sourceIp") or "unknown")
        return auth.caller(self.headers, source, self.services.settings)

    @property
    def secure(self) -> bool:
        """Whether people reach us over TLS."""
        return auth.is_secure(self.headers, self.services.settings)

    @property
    def device(self) -> str:
        """What the caller's browser says that it is."""
        return device_of(auth.header(self.headers, "user-agent"))

    def bearer(self) -> Bearer:
        """The signed-in user, and by which sign-in. A sign-in that was ended may read until its access token expires,
        and does nothing any more: no answer, no new way in."""
        tokens = self.services.accounts.tokens
        bearer = tokens.bearer_of(auth.bearer(self.headers))
        if self._raw.method != "GET" and not tokens.is_alive(bearer):
            raise refuse("unauthenticated")
        return bearer

    def user(self) -> str:
        """The signed-in user's id."""
        return self.bearer().user_id

    def person(self, workspace_id: str) -> Member:
        """A signed-in member themselves; no program acts for them here."""
        user_id = self.user()
        return Member(user_id, self.services.queries.role(workspace_id, user_id))

    def member(self, workspace_id: str) -> Caller:
        """Who acts in this workspace: a signed-in member, or a program with a member's developer token for it."""
        token = auth.bearer(self.headers)
        if not token.startswith(PREFIX):
            caller = Caller(self.user())
        else:
            use = self.services.api_tokens.use(token)
            if use.workspace_id != workspace_id:
                raise refuse("not_found", "There is no such workspace for this token.")
            caller = Caller(use.user_id, use.name)
        self.services.queries.role(workspace_id, caller.user_id)
        return caller


def language(headers: Any) -> str:
    """zh or en, from Accept-Language."""
    return "zh" if auth.header(headers, "accept-language").lower().startswith("zh") else "en"


class Route(NamedTuple):
    """What the OpenAPI document says of a route."""

    path: str
    method: str
    name: str
    summary: str
    body: type[BaseModel] | None
    query: type[BaseModel] | None


ROUTES: list[Route] = []


def route(
    blueprint: Blueprint, path: str, method: str, *,
    body: type[BaseModel] | None = None, query: type[BaseModel] | None = None,
) -> Callable[[Handler], Handler]:  # fmt: skip
    """A REST route whose handler takes a `Request` and the path's parameters. `body` and `query` are what the handler
    reads, for the OpenAPI document."""

    def register(handler: Handler) -> Handler:
        ROUTES.append(Route(path, method, handler.__name__, handler.__doc__ or "", body, query))

        @wraps(handler)
        def guarded(**parameters: str) -> Any:
            raw = blueprint.current_request
            try:
                if not all(re.fullmatch(ID_PATTERN, value) for value in parameters.values()):
                    raise refuse("not_found")  # what is no id names nothing, and must not become a key
                request = Request(blueprint)
                auth.check_edge(request.headers, request.services.settings)
                return handler(request, **parameters)
            except Refused as error:
                return render.failure(error, language(raw.headers))
            except Unavailable:  # the engine logs why, once
                return render.failure(Refused("busy"), language(raw.headers))
            except Exception as error:
                return render.internal(error, language(raw.headers))

        guarded.__name__ = handler.__name__
        blueprint.route(path, methods=[method], name=handler.__name__, content_types=_JSON)(guarded)
        return handler

    return register


_JSON = ["application/json"]
