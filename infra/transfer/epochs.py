"""A step back in time, or a second copy: every workspace gets a new epoch."""

from __future__ import annotations

from chalicelib.services import items
from chalicelib.services.log import with_new_epoch
from chalicelib.services.ports import ConditionFailed, Contention, Delete, Key, Put, Version
from infra.transfer.refused import Refused
from infra.transfer.stores import Store

TRIES = 20


def start_new_epochs(store: Store) -> int:
    """Give each workspace a new epoch, so that every client takes its snapshot; how many there are.

    What can be used once (links, codes, tickets) is dropped: it may have been used after the moment that this goes back
    to. Nothing else is revoked; whatever was revoked after that moment is not revoked here.
    """
    workspaces = 0
    for item in store.items():
        if items.is_head(item.key):
            _renew(store, item.key)
            workspaces += 1
        elif items.good_once(item.key):
            store.transact([Delete(item.key)])
    return workspaces


def _renew(store: Store, key: Key) -> None:
    for _ in range(TRIES):
        head = store.get([key])[key]
        try:
            store.transact([Put(with_new_epoch(head), Version(head.version))])
            return
        except (ConditionFailed, Contention):
            continue
    raise Refused("A log is written all the time. Stop what writes to it and run it again.")
