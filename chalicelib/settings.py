"""What differs between installations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

VERSION = "0.1.0"


class Installation(Protocol):
    """What the product asks about where it runs; each may be looked up when it is first asked for."""

    @property
    def root_key(self) -> bytes:
        """At least 32 bytes, from which every key is derived."""

    @property
    def public_url(self) -> str:
        """The origin that people open; empty: the request's own host. Behind a blank there may be others that are
        taken too, such as the old name while people move to a new one."""

    @property
    def edge_key(self) -> str:
        """What a front of ours shows with every request: without it a request is refused, and with it the caller's
        address is the one that the front tells. Empty: there is no such front."""


@dataclass(frozen=True, slots=True)
class Settings:
    """An `Installation` that is known from the beginning."""

    root_key: bytes
    public_url: str = ""
    edge_key: str = ""
