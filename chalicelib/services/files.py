"""Uploaded files: what is known of each, its signed address, and commands that name them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeVar

from chalicelib.lap.commands import Command, CreateArtifact, CreateMessage, CreateTask, RequestInteraction
from chalicelib.lap.errors import Refused
from chalicelib.lap.text import Link

from . import items
from .failures import refuse
from .ports import Clock, Files, Item, Served, Table
from .times import stamp

ADDRESS_SECONDS = 300
L = TypeVar("L", bound=Link)


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of an uploaded file; nothing of it ever changes."""

    id: str
    name: str
    size: int
    mime_type: str
    served: Served

    @classmethod
    def of(cls, item: Item) -> Kept:
        """From the item of `items.file`."""
        d = item.data
        served = Served(d["contentType"], d["disposition"])
        return cls(item.key.sk, d["name"], int(d["size"]), d["mimeType"], served)

    def facts(self) -> dict[str, Any]:
        """`{name, size, mimeType}`."""
        return {"name": self.name, "size": self.size, "mimeType": self.mime_type}


class KeptFiles:
    """The files of workspaces."""

    def __init__(self, table: Table, files: Files, clock: Clock) -> None:
        self._table = table
        self._files = files
        self._clock = clock

    def find(self, workspace_id: str, id: str) -> Kept:
        """The file; `not_found` for what is no finished file of this workspace."""
        key = items.file(workspace_id, id)
        item = self._table.get([key]).get(key)
        if item is None:
            raise refuse("not_found", "There is no such file.")
        return Kept.of(item)

    def address(self, workspace_id: str, id: str) -> dict[str, Any]:
        """`{url, until, name, size, mimeType}`: where it can be had for the next five minutes."""
        kept = self.find(workspace_id, id)
        until = (self._clock.now() + timedelta(seconds=ADDRESS_SECONDS)).replace(microsecond=0)
        url = self._files.address(items.file_bytes(workspace_id, id), kept.served, until)
        return {"url": url, "until": stamp(until), **kept.facts()}


def file_ids(command: Command) -> list[str]:
    """The files that a command names."""
    return [link.file_id for link in _links(command) if link.file_id is not None]


def with_facts(command: Command, found: Mapping[str, Kept]) -> Command:
    """The command with what the server knows of its files, instead of what its sender says of them. Raises `Refused`
    for a file that is not there, not complete or of another workspace.

    A card stays as it was sent, since its digest is over that: what it says must be true.
    """
    for id in file_ids(command):
        if id not in found:
            raise Refused("file_incomplete", "There is no finished file of this id here.", {"fileId": id})
    match command:
        case RequestInteraction():
            _check_card(command, found)
        case CreateMessage() | CreateTask():
            links = [_filled(link, found) for link in command.payload.attachments or []]
            payload = command.payload.model_copy(update={"attachments": links or None})
            return command.model_copy(update={"payload": payload})
        case CreateArtifact():
            return command.model_copy(update={"payload": _filled(command.payload, found, "mime_type", "size")})
    return command


def _links(command: Command) -> Iterator[Link]:
    match command:
        case CreateMessage() | CreateTask():
            yield from command.payload.attachments or []
        case CreateArtifact():
            yield command.payload
        case RequestInteraction():
            attachment = getattr(command.payload.interaction, "attachment", None)
            if isinstance(attachment, Link):
                yield attachment


def _filled(link: L, found: Mapping[str, Kept], *names: str) -> L:
    if link.file_id is None:
        return link
    kept = found[link.file_id]
    known = {"name": kept.name, "mime_type": kept.mime_type, "size": kept.size}
    return link.model_copy(update={name: known[name] for name in names or known})


def _check_card(command: RequestInteraction, found: Mapping[str, Kept]) -> None:
    for link in _links(command):
        if link.file_id is not None and link != _filled(link, found):
            raise Refused("invalid_request", "An attachment's name, mimeType and size must be those of the file.")
