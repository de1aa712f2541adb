"""What the template needs to run on an emulator, each with its reason. The template is asserted whole before.

A patch that finds nothing to change fails: it is out of date, and must go.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Template = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Patch:
    """One change. `apply` changes the template in place, or raises `LookupError`."""

    name: str
    reason: str
    apply: Callable[[Template], None]


class StalePatch(Exception):
    """A patch found nothing to change."""


def patches(endpoint_url: str) -> list[Patch]:
    """The changes for the emulator at `endpoint_url`."""

    def sockets(template: Template) -> None:
        variables = template["Globals"]["Function"]["Environment"]["Variables"]
        if "amazonaws.com" not in str(variables["LINEUP_SOCKET_ENDPOINT"]) and "URLSuffix" not in str(
            variables["LINEUP_SOCKET_ENDPOINT"]
        ):
            raise LookupError("LINEUP_SOCKET_ENDPOINT")
        variables["LINEUP_SOCKET_ENDPOINT"] = {"Fn::Sub": f"{endpoint_url}/_aws/execute-api/${{WebsocketAPI}}/ws"}

    return [
        Patch(
            "socket endpoint",
            "Frames are posted to execute-api.REGION.amazonaws.com, which is AWS; the emulator has the API at a path.",
            sockets,
        )
    ]


def patched(template: Template, endpoint_url: str) -> Template:
    """The template with every patch. Raises `StalePatch`."""
    for patch in patches(endpoint_url):
        try:
            patch.apply(template)
        except LookupError as error:
            raise StalePatch(f"{patch.name}: nothing to change ({error})") from error
    return template
