"""Builds the product from its parts: one `build`, with real or other engines. Nothing is built at import."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from chalicelib.services.accounts import Accounts
from chalicelib.services.agentlog import AgentLog
from chalicelib.services.apitokens import ApiTokens
from chalicelib.services.connections import Connections
from chalicelib.services.deliveries import Secrets
from chalicelib.services.drafts import Drafts
from chalicelib.services.effects import Effects
from chalicelib.services.fanout import Fanout
from chalicelib.services.files import KeptFiles
from chalicelib.services.log import Log
from chalicelib.services.metrics import UNMETERED
from chalicelib.services.mine import Mine
from chalicelib.services.pacing import Pacing
from chalicelib.services.pairing import Pairing
from chalicelib.services.ports import Clock, Files, Gateway, Mailer, Metrics, Table
from chalicelib.services.presence import Presence
from chalicelib.services.queries import Queries
from chalicelib.services.rates import Rates
from chalicelib.services.relay import Relay
from chalicelib.services.replay import Replay
from chalicelib.services.returned import ReturnedMail
from chalicelib.services.search import Search
from chalicelib.services.secrets import Keys
from chalicelib.services.sessions import Sessions
from chalicelib.services.sweeps import Sweeps
from chalicelib.services.tokens import Tokens
from chalicelib.services.uploads import Uploads
from chalicelib.settings import Installation


@dataclass(frozen=True, slots=True)
class Services:
    """The product, wired."""

    settings: Installation
    table: Table
    clock: Clock
    relay: Relay
    log: Log
    connections: Connections
    presence: Presence
    fanout: Fanout
    sessions: Sessions
    accounts: Accounts
    api_tokens: ApiTokens
    pairing: Pairing
    queries: Queries
    mine: Mine
    search: Search
    sweeps: Sweeps
    agent_log: AgentLog
    files: KeptFiles
    uploads: Uploads
    pacing: Pacing
    returned_mail: ReturnedMail
    metrics: Metrics


def build(
    settings: Installation, table: Table, gateway: Gateway, mailer: Mailer, files: Files, clock: Clock,
    metrics: Metrics = UNMETERED,
) -> Services:  # fmt: skip
    """Wire the services around these engines."""
    keys = Keys(lambda: settings.root_key)
    log = Log(table)
    relay = Relay(table, clock, keys, metrics=metrics)
    connections = Connections(table, gateway, clock, metrics)
    agent_log = AgentLog(table, clock)
    presence = Presence(table, relay, connections, agent_log, clock)
    secrets = Secrets(table, keys)
    fanout = Fanout(log, connections, relay, secrets, clock, metrics)
    drafts = Drafts(table, connections, clock)
    queries = Queries(table, log, presence, drafts)
    rates = Rates(table, clock)
    returned_mail = ReturnedMail(table, keys, clock, metrics)
    accounts = Accounts(
        table, relay, Tokens(table, keys, clock), keys, mailer, returned_mail, rates, connections, clock, metrics
    )  # fmt: skip
    pacing = Pacing()
    effects = Effects(queries, connections, presence, secrets, agent_log)
    relay.perform = effects.perform

    replay = Replay(log, fanout, connections, presence, clock)
    sessions = Sessions(
        connections=connections, presence=presence, relay=relay, replay=replay, log=log, drafts=drafts,
        accounts=accounts, agent_log=agent_log, pacing=pacing, clock=clock, queries=queries,
    )  # fmt: skip
    return Services(
        settings=settings, table=table, clock=clock, relay=relay, log=log, connections=connections, presence=presence,
        fanout=fanout, sessions=sessions, accounts=accounts, api_tokens=ApiTokens(table, keys, clock),
        pairing=Pairing(table, relay, keys, rates, agent_log, clock), queries=queries,
        mine=Mine(table, connections, clock), search=Search(table),
        sweeps=Sweeps(table, relay, log, presence, connections, clock, metrics), agent_log=agent_log,
        files=KeptFiles(table, files, clock), uploads=Uploads(table, files, rates, clock), pacing=pacing,
        returned_mail=returned_mail, metrics=metrics,
    )  # fmt: skip


def _unset() -> Services:
    from chalicelib.aws.wiring import build_for_aws

    return build_for_aws()


_factory: Callable[[], Services] = _unset
_services: Services | None = None
_lock = threading.Lock()


def install(services: Services | None) -> None:
    """Use these services from now on (the embedded runtime, tests)."""
    global _services
    _services = services


def services() -> Services:
    """The services of this process, built on first use."""
    global _services
    if _services is None:
        with _lock:
            if _services is None:
                _services = _factory()
    return _services


def built() -> Services | None:
    """The services of this process, if they were built."""
    return _services
