"""Every key and item shape of the table (ADR 0003). Nothing else in the product knows one.

ws#W            HEAD                     {sequence, epoch, floor}: the doorbell
ws#W            p#KIND#ID                projections; lsi1 lists what is open per agent
ws#W#log        SEQUENCE                 events; lsi1 by conversation, lsi2 by root task
ws#W#receipt#E  receipt                  what became of envelope E
ws#W#conns      CONNECTION               open sockets of the workspace
ws#W#presence   AGENT                    {connectionId, lastSeenAt}
ws#W#positions  AGENT                    {cursor}: how far an adapter said that it has the log
ws#W#drafts     MESSAGE                  streamed text so far
ws#W#secrets    INTERACTION              sealed secret answers
ws#W#uploads    WHO#FILE                 a file that is being uploaded
ws#W#files      FILE | #total            an uploaded file; the bytes of all of them
ws#W#mine#U     KIND#ID                  what is one person's alone (lap/mine.py)
ws#W#tokens     TOKEN                    developer tokens: {id, userId, name, hash, ...}
ws#W#agentlog#A TIME#ID                  an agent's connection log
ws#W#pairings   PAIRING                  {status, agentId}
conn#C          conn                     who is at the other end
timers#N        DUE#W#KIND#ID            what to look at, and when
cred#H code#H link#H ticket#H session#H token#H pair#H returned#H rate#K    one item each, named by a keyed hash
user#U          user | ws#W | session#H  a user; their workspaces; their sign-ins, one for each device
email#H         email                    {userId}
meta            schema                   {schema, key?}: of which shape all of this is, and of which root key (hash)
meta            import                   {digest}: an import that is not complete
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

from chalicelib.lap.effects import SetTimer
from chalicelib.lap.events import Event
from chalicelib.lap.state import MODELS, Entity, Interaction, Kind, Ref, Task
from chalicelib.lap.wire import dump

from .ports import Item, Key

SCHEMA = 1
"""Of which shape items are. With a change of it comes a migration in `infra/transfer/migrations.py`."""
SHARDS = 8
_DIGITS = 12
SIGN_INS = "session#"
"""Prefix of a user's sign-ins."""


def head(workspace_id: str) -> Key:
    """The workspace's position: every append writes it."""
    return Key(f"ws#{workspace_id}", "HEAD")


def workspace_of(pk: str) -> str:
    """The workspace of a HEAD item's partition."""
    return pk.removeprefix("ws#")


def projection(workspace_id: str, ref: Ref) -> Key:
    """Where a projection is."""
    return Key(f"ws#{workspace_id}", f"p#{ref.kind}#{ref.id}")


PROJECTIONS = "p#"


def entity_item(workspace_id: str, ref: Ref, entity: Entity) -> Item:
    """A projection as an item."""
    return Item(projection(workspace_id, ref), dump(entity), indexes=_open_index(entity))


def entity_of(item: Item) -> tuple[Ref, Entity]:
    """The projection that an item holds."""
    _, kind, id = item.key.sk.split("#", 2)
    ref = Ref(_kind(kind), id)
    return ref, MODELS[ref.kind].model_validate(dict(item.data))


def _kind(text: str) -> Kind:
    return next(kind for kind in MODELS if kind == text)


def _open_index(entity: Entity) -> dict[str, str]:
    if isinstance(entity, Task) and not entity.terminal and entity.parent_task_id is None:
        return {"lsi1": open_tasks(entity.agent_id) + entity.id}
    if isinstance(entity, Interaction) and entity.status in ("pending", "answered", "delivered"):
        return {"lsi1": open_cards(entity.agent_id) + entity.id}
    return {}


def open_tasks(agent_id: str) -> str:
    """Prefix in lsi1 of an agent's root tasks that have not ended."""
    return f"task#{agent_id}#"


def open_cards(agent_id: str) -> str:
    """Prefix in lsi1 of an agent's cards that are pending, or answered and not acknowledged."""
    return f"card#{agent_id}#"


def log(workspace_id: str) -> str:
    """The partition of the events."""
    return f"ws#{workspace_id}#log"


def position(sequence: int) -> str:
    """A sequence as a sort key."""
    return f"{sequence:0{_DIGITS}d}"


def event_item(event: Event, root_task_id: str | None) -> Item:
    """An event as an item; `root_task_id` is the task at the top of its task's tree."""
    at = position(event.sequence)
    indexes = {}
    if event.conversation_id:
        indexes["lsi1"] = f"{event.conversation_id}#{at}"
    if root_task_id:
        indexes["lsi2"] = f"{root_task_id}#{at}"
    return Item(Key(log(event.workspace_id), at), dump(event), indexes=indexes)


def receipt(workspace_id: str, envelope_id: str) -> Key:
    """What became of an envelope; kept as long as the log."""
    return Key(f"ws#{workspace_id}#receipt#{envelope_id}", "receipt")


def timer_item(workspace_id: str, timer: SetTimer) -> Item:
    """A timer; setting the same one twice is one item."""
    key = Key(
        f"timers#{crc32(workspace_id.encode()) % SHARDS}",
        f"{timer.due}#{workspace_id}#{timer.kind}#{timer.subject_id}",
    )
    return Item(key, {"workspaceId": workspace_id, "due": timer.due, "kind": timer.kind, "subjectId": timer.subject_id})


def timer_partitions() -> list[str]:
    """All partitions of timers."""
    return [f"timers#{shard}" for shard in range(SHARDS)]


def connection(connection_id: str) -> Key:
    """Who is at the other end of a socket."""
    return Key(f"conn#{connection_id}", "conn")


def connections(workspace_id: str) -> str:
    """The partition of a workspace's open sockets."""
    return f"ws#{workspace_id}#conns"


def presence(workspace_id: str, agent_id: str) -> Key:
    """An agent's current connection and last sign of life."""
    return Key(f"ws#{workspace_id}#presence", agent_id)


def reached(workspace_id: str, agent_id: str) -> Key:
    """How far an adapter has the log, by its own word."""
    return Key(f"ws#{workspace_id}#positions", agent_id)


def draft(workspace_id: str, message_id: str) -> Key:
    """Streamed text of a message that is not finished."""
    return Key(f"ws#{workspace_id}#drafts", message_id)


def mine(workspace_id: str, user_id: str) -> str:
    """The partition of what is one person's alone in a workspace."""
    return f"ws#{workspace_id}#mine#{user_id}"


def tokens(workspace_id: str) -> str:
    """The partition of a workspace's developer tokens."""
    return f"ws#{workspace_id}#tokens"


def sign_in(user_id: str, session_id: str) -> Key:
    """One of a user's sign-ins, as the user sees it."""
    return Key(user(user_id).pk, f"{SIGN_INS}{session_id}")


def secret(workspace_id: str, interaction_id: str) -> Key:
    """A sealed secret answer."""
    return Key(f"ws#{workspace_id}#secrets", interaction_id)


def upload(workspace_id: str, who: str, file_id: str) -> Key:
    """A file that is being uploaded, by those who do it."""
    return Key(f"ws#{workspace_id}#uploads", f"{who}#{file_id}")


def file(workspace_id: str, file_id: str) -> Key:
    """An uploaded file."""
    return Key(f"ws#{workspace_id}#files", file_id)


def file_total(workspace_id: str) -> Key:
    """How much a workspace's files are in all. No id has a `#`."""
    return Key(f"ws#{workspace_id}#files", "#total")


def file_bytes(workspace_id: str, file_id: str) -> str:
    """Where the bytes of an uploaded file are (`ports.Files`); the same on every engine, so that they can be copied."""
    return f"files/{workspace_id}/{file_id}"


def part_bytes(workspace_id: str, file_id: str, number: int) -> str:
    """Where a part of an upload is."""
    return f"parts/{workspace_id}/{file_id}/{number}"


def agent_log(workspace_id: str, agent_id: str) -> str:
    """The partition of an agent's connection log."""
    return f"ws#{workspace_id}#agentlog#{agent_id}"


def pairing(workspace_id: str, pairing_id: str) -> Key:
    """A pairing as the workspace follows it."""
    return Key(f"ws#{workspace_id}#pairings", pairing_id)


def single(kind: str, name: str) -> Key:
    """An item of its own partition: cred, code, link, ticket, session, pair, returned, rate, email."""
    return Key(f"{kind}#{name}", kind)


def user(user_id: str) -> Key:
    """A user."""
    return Key(f"user#{user_id}", "user")


def membership(user_id: str, workspace_id: str) -> Key:
    """A user's way to a workspace."""
    return Key(f"user#{user_id}", f"ws#{workspace_id}")


def schema() -> Key:
    """Of which shape the stored items are; without it they are of the first."""
    return Key("meta", "schema")


def unfinished_import() -> Key:
    """There while an import is not complete."""
    return Key("meta", "import")


def is_head(key: Key) -> bool:
    """Whether this is a workspace's position."""
    return key.sk == "HEAD" and key.pk.startswith("ws#")


def workspace_in(key: Key) -> str | None:
    """The workspace that an item of any of its partitions belongs to."""
    kind, _, rest = key.pk.partition("#")
    return rest.partition("#")[0] if kind == "ws" else None


def receipt_of(key: Key) -> tuple[str, str] | None:
    """Workspace and envelope of a receipt's key."""
    parts = key.pk.split("#")
    return (parts[1], parts[3]) if len(parts) == 4 and (parts[0], parts[2]) == ("ws", "receipt") else None


def file_of(key: Key) -> tuple[str, str] | None:
    """Workspace and id of an uploaded file's key."""
    workspace_id = workspace_in(key)
    if workspace_id is None or key != file(workspace_id, key.sk) or key == file_total(workspace_id):
        return None
    return workspace_id, key.sk


def of_sockets(key: Key) -> bool:
    """What means nothing without the process that holds the sockets: their rows, and counters of tries."""
    return key.sk in ("conn", "rate") or (key.pk.startswith("ws#") and key.pk.endswith("#conns"))


def good_once(key: Key) -> bool:
    """What may be used one time: after a step back in time it may be used already."""
    return key.sk in ("code", "link", "ticket", "pair") and key.pk.startswith(f"{key.sk}#")


Data = dict[str, Any]
