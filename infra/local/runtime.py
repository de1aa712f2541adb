"""The seam between this front and the product: what the front needs from it, as callables.

`product.py` plugs in the real `app.py`; the tests of the front plug in small Chalice apps of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from chalice.app import Chalice

from chalicelib.services.ports import Clock, Files, Gateway, Mailer, Table
from infra.local.database import open_table
from infra.local.feed import ChangeSource
from infra.local.options import Options

Event = dict[str, Any]
#: A Lambda handler: takes an event and a context, gives what API Gateway understands, or nothing.
Handler = Callable[[Event, Any], Any]
#: Makes the text of a `system.error` frame of a code and a message.
RenderError = Callable[[str, str], str]


class LocalTable(Table, ChangeSource, Protocol):
    """The Table of this runtime: also tells what changed, and is closed at the end."""

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Parts:
    """What the runtime gives to the services. `secret` (32 bytes) stays the same over restarts of one data folder.

    `public_url` is the address that people use, without a slash at the end.
    """

    table: Table
    gateway: Gateway
    mailer: Mailer
    files: Files
    clock: Clock
    options: Options
    public_url: str
    secret: bytes


@dataclass(frozen=True, slots=True)
class EntryPoints:
    """The handlers of `app.py`, as Lambda would find them."""

    app: Chalice
    connect: Handler
    message: Handler
    disconnect: Handler
    on_head_change: Handler
    on_schedule: Handler

    @classmethod
    def of(cls, module: Any) -> EntryPoints:
        """The entry points of a module or another object that has them as attributes."""
        return cls(**{name: getattr(module, name) for name in cls.__slots__})

    def socket_handlers(self) -> Mapping[str, Handler]:
        return {"connect": self.connect, "message": self.message, "disconnect": self.disconnect}


@dataclass(frozen=True, slots=True)
class Runtime:
    """One product on this front.

    `build_services` wires the services before `load_entry_points` imports the handlers; its result is handed to
    `sign_in_link`, which gives the token of a one-time link for an address (None: the owner's), or None where there is
    nobody to sign in.
    `open_table` takes the path of the data file and may raise `StartRefused`.
    """

    build_services: Callable[[Parts], Any]
    load_entry_points: Callable[[], EntryPoints]
    sign_in_link: Callable[[Any, str | None], str | None]
    render_error: RenderError
    open_table: Callable[[Path], LocalTable] = open_table
