"""Plugs the product into the front: its services, its handlers, its first user."""

from __future__ import annotations

import importlib

from chalicelib import wiring
from chalicelib.lap.wire import compact
from chalicelib.services.frames import Frames
from chalicelib.services.times import stamp
from chalicelib.settings import Settings
from infra.local.clock import SystemClock
from infra.local.database import open_product_table
from infra.local.runtime import EntryPoints, Parts, Runtime

OWNER = "owner@localhost"
"""Whom the sign-in link signs in: the person at this machine."""


def runtime() -> Runtime:
    """The product on this front."""
    return Runtime(
        open_table=open_product_table,
        build_services=build_services,
        load_entry_points=load_entry_points,
        sign_in_link=lambda services, email: services.accounts.create_sign_in_link(email or OWNER),
        render_error=render_error,
    )


def build_services(parts: Parts) -> wiring.Services:
    """The services on this runtime's engines."""
    settings = Settings(root_key=parts.secret, public_url=parts.options.public_url or "")
    services = wiring.build(settings, parts.table, parts.gateway, parts.mailer, parts.files, parts.clock)
    wiring.install(services)
    return services


def load_entry_points() -> EntryPoints:
    """The handlers, as Lambda would import them."""
    return EntryPoints.of(importlib.import_module("app"))


def render_error(code: str, message: str) -> str:
    """A `system.error` frame."""
    return compact(Frames(stamp(SystemClock().now())).error(None, code, message))
