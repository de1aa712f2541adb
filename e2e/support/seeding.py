"""Long logs, written into the stored data of a server that stands still: thousands of events in a second."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chalicelib.lap.state import Ref
from chalicelib.services import items
from chalicelib.services.ports import MAX_WRITES, Expect, Item, Put, Table, Version
from e2e.support.desk import Desk
from e2e.support.wire import Wire

_CODE = "```py\nfor n in range(3):\n    print(n)\n```"
_MORE = f"- first\n- second, with `code` and a [link](https://example.com/a)\n\n{_CODE}"


def text_of(number: int) -> str:
    """What message `number` says: every tenth is longer."""
    return f"line {number}\n\n{_MORE}" if number % 10 == 9 else f"line {number}"


def seed(desk: Desk, messages: int) -> int:
    """The agent said `line 0` ... in the conversation of the desk: the last sequence. The first is said by itself, the
    others are made after it. The server is stopped meanwhile, and nobody else adds to the log."""
    with Wire(desk) as wire:
        wire.send("message.create", {"content": text_of(0)}, conversationId=desk.conversation)
    desk.wait_for_agent("offline")
    said = desk.log("message.created")[-1]
    desk.server.stop()
    with desk.server.table() as table:
        last = _append(table, desk, said, messages)
    desk.server.start()
    return last


def _append(table: Table, desk: Desk, said: Mapping[str, Any], messages: int) -> int:
    head = table.get([items.head(desk.workspace)])[items.head(desk.workspace)]
    first, number = head.data["sequence"], head.version
    made = [_event(desk, said, first + each, each) for each in range(1, messages)]
    step = MAX_WRITES - 2
    for start in range(0, len(made), step):
        part = made[start : start + step]
        sequence = part[-1].data["sequence"]
        moved = Item(head.key, {**head.data, "sequence": sequence})
        writes = [Put(each, Expect.ABSENT) for each in part]
        table.transact([Put(moved, Version(number)), *writes, _conversation(table, desk, part[-1].data)])
        number += 1
    return int(first) + len(made)


def _event(desk: Desk, said: Mapping[str, Any], sequence: int, number: int) -> Item:
    at = items.position(sequence)
    payload = {**said["payload"], "content": text_of(number), "messageId": f"seeded-{sequence}"}
    data = {**said, "id": f"seeded-{sequence}", "sequence": sequence, "payload": payload}
    return Item(items.Key(items.log(desk.workspace), at), data, indexes={"lsi1": f"{desk.conversation}#{at}"})


def _conversation(table: Table, desk: Desk, event: Mapping[str, Any]) -> Put:
    key = items.projection(desk.workspace, Ref("conversation", desk.conversation))
    held = table.get([key])[key]
    last = {**held.data["lastMessage"], "excerpt": event["payload"]["content"]}
    return Put(Item(key, {**held.data, "sequence": event["sequence"], "lastMessage": last}), Expect.ANY)
