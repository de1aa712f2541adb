"""The journal: what is taken in once stays so."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from lineup import wire
from lineup.errors import ConfigError, JournalInUse
from lineup.journal import Answered, Journal, MessageArrived, TaskCancelRequested, TaskReady, TaskStopped
from lineup.protocol import Acked, Cursor, Rejected

NOW = "2026-07-24T12:00:00.000Z"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "j.sqlite3"


def opened(path: Path) -> Journal:
    return Journal(path, "ws", lambda: NOW)


def delivery(n: int, kind: str, **payload: Any) -> dict[str, Any]:
    subject = {"conversationId": "c1", "taskId": payload.get("taskId", "t1")}
    return {"id": f"e{n}", "type": kind, "sequence": n, "payload": payload, **subject}


def outbox(journal: Journal) -> list[str]:
    return [body for _, _, body in journal.outbox.after(0)]


def on_disk(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.iterdir())


ASSIGNED = delivery(1, "task.assigned", taskId="t1", title="Do", conversationTitle="C", createdBy={"name": "Ann"})


def test_a_task_is_accepted_once_and_ready_when_the_server_took_it(path: Path) -> None:
    journal = opened(path)
    for _ in range(2):
        assert journal.take_in([ASSIGNED], Cursor("e", 1)) == []
    assert len(outbox(journal)) == 1
    accept = wire.derived_id("t1", "accept")
    assert journal.acked(Acked(accept, 2)) == [TaskReady("t1")]
    assert journal.acked(Acked(accept, 2)) == []
    assert outbox(journal) == []
    journal.close()


def test_a_refused_acceptance_is_never_run(path: Path) -> None:
    journal = opened(path)
    journal.take_in([ASSIGNED], Cursor("e", 1))
    news = journal.rejected(Rejected(wire.derived_id("t1", "accept"), "illegal_transition", "cancelled"))
    assert TaskStopped("t1", "illegal_transition") in news
    assert journal.tasks.open() == []
    journal.close()


def test_everything_is_still_there_after_reopening_and_seen_events_stay_seen(path: Path) -> None:
    journal = opened(path)
    journal.take_in([ASSIGNED, delivery(2, "message.delivered", content="hi", messageId="m")], Cursor("e", 2))
    journal.close()
    journal = opened(path)
    assert journal.cursor == Cursor("e", 2)
    assert journal.take_in([ASSIGNED], Cursor("e", 2)) == []
    assert [m["payload"]["content"] for m in journal.messages.unhandled()] == ["hi"]
    assert len(outbox(journal)) == 1
    journal.close()


def test_a_cancel_and_an_end_are_told_once(path: Path) -> None:
    journal = opened(path)
    journal.take_in([ASSIGNED], Cursor("e", 1))
    cancel = delivery(2, "task.cancel_requested", taskId="t1", reason="no")
    ended = delivery(3, "task.ended", taskId="t1", status="cancelled", reason="cancel_forced")
    assert journal.take_in([cancel], Cursor("e", 2)) == [TaskCancelRequested("t1")]
    assert journal.take_in([ended], Cursor("e", 3)) == [TaskStopped("t1", "cancel_forced")]
    assert journal.take_in([delivery(4, "task.cancel_requested", taskId="t1")], Cursor("e", 4)) == []
    journal.close()


def test_a_transaction_that_fails_leaves_nothing_behind(path: Path) -> None:
    journal = opened(path)
    with pytest.raises(KeyError):
        journal.take_in([ASSIGNED, delivery(2, "task.ended")], Cursor("e", 2))
    assert (journal.cursor, journal.tasks.open(), outbox(journal)) == (None, [], [])
    assert journal.take_in([ASSIGNED], Cursor("e", 1)) == []
    assert len(journal.tasks.open()) == 1
    journal.close()


def asked(journal: Journal, id: str = "i1") -> None:
    card = {"id": id, "type": "approval", "title": "Go?"}
    command = wire.envelope("interaction.requested", NOW, {"interaction": card}, task_id="t1", conversation_id="c1")
    journal.ask("t1", "key/go", card, wire.digest(card), command)


RESOLVED = {
    "interactionId": "i1", "outcome": "answered", "digest": "d", "response": {"type": "approval"}, "resolvedAt": NOW,
}  # fmt: skip
LATER = "2026-07-24T13:00:00.000Z"


def test_the_first_outcome_counts_and_only_that_one_is_acknowledged(path: Path) -> None:
    journal = opened(path)
    journal.take_in([ASSIGNED], Cursor("e", 1))
    asked(journal)
    other = {**RESOLVED, "response": {"type": "other"}}
    assert journal.take_in([delivery(2, "interaction.resolved", **RESOLVED)], Cursor("e", 2)) == [Answered("i1")]
    assert journal.redelivered(delivery(2, "interaction.resolved", **other)) == []
    outcome = journal.asks.outcome("i1")
    assert outcome is not None and outcome["response"]["type"] == "approval"
    acknowledged = [body for body in outbox(journal) if "interaction.acknowledged" in body]
    assert len(acknowledged) == 1
    journal.close()


def sent(journal: Journal, kind: str) -> list[Any]:
    return [body for text in outbox(journal) if (body := json.loads(text))["type"] == kind]


def drained(journal: Journal) -> None:
    for _, id, _body in journal.outbox.after(0):
        journal.acked(Acked(id, 3))


@pytest.fixture
def decided(path: Path) -> Iterator[Journal]:
    """A running task whose question was approved, all told to the server."""
    journal = opened(path)
    journal.take_in([ASSIGNED], Cursor("e", 1))
    asked(journal)
    journal.take_in([delivery(2, "interaction.resolved", **RESOLVED)], Cursor("e", 2))
    drained(journal)
    yield journal
    journal.close()


TASK = {"id": "t1", "conversationId": "c1", "title": "Do", "status": "waiting_for_human"}
CARD = {"id": "i1", "taskId": "t1", "conversationId": "c1", "status": "pending"}
REJECTED = {
    "digest": "d", "response": {"type": "approval", "optionId": "no"}, "status": "answered", "answeredAt": LATER,
}  # fmt: skip


def test_a_card_that_was_decided_before_the_server_was_set_back_is_withdrawn(decided: Journal) -> None:
    assert decided.rebuild([TASK], [CARD], Cursor("f", 1)) == []
    (withdrawn,) = sent(decided, "interaction.withdrawn")
    assert withdrawn["payload"]["interactionId"] == "i1" and "set back" in withdrawn["payload"]["reason"]
    assert decided.rebuild([TASK], [CARD], Cursor("f", 1)) == []
    assert len(outbox(decided)) == 1


@pytest.mark.parametrize("finished", [False, True])
def test_another_answer_after_a_set_back_is_contradicted_and_never_acknowledged(
    decided: Journal, finished: bool
) -> None:
    if finished:
        decided.finish("t1", wire.envelope("task.status_changed", NOW, {"status": "succeeded"}, task_id="t1"))
        drained(decided)
    for _ in range(2):
        decided.rebuild([TASK], [{**CARD, **REJECTED}], Cursor("f", 3))
    assert sent(decided, "interaction.acknowledged") == []
    (said,) = sent(decided, "message.create")
    assert said["conversationId"] == "c1" and "not** followed" in said["payload"]["content"]


def test_the_same_answer_given_again_after_a_set_back_is_acknowledged_by_its_time(decided: Journal) -> None:
    again = {**CARD, **REJECTED, "response": RESOLVED["response"]}
    decided.rebuild([TASK], [again], Cursor("f", 3))
    (acknowledged,) = sent(decided, "interaction.acknowledged")
    assert acknowledged["payload"] == {"interactionId": "i1", "resolvedAt": LATER}
    assert sent(decided, "message.create") == []


def test_a_secret_answer_that_is_told_again_is_known_after_its_text_is_forgotten(path: Path) -> None:
    journal = opened(path)
    journal.take_in([ASSIGNED], Cursor("e", 1))
    asked(journal)
    secret = {**RESOLVED, "response": {"type": "input", "secret": True, "text": "hunter2-hunter2"}}
    journal.take_in([delivery(2, "interaction.resolved", **secret)], Cursor("e", 2))
    journal.finish("t1", wire.envelope("task.status_changed", NOW, {"status": "succeeded"}, task_id="t1"))
    drained(journal)
    journal.redelivered(delivery(2, "interaction.resolved", **secret))
    journal.redelivered(delivery(2, "interaction.resolved", **{**secret, "resolvedAt": LATER}))
    assert [a["payload"]["resolvedAt"] for a in sent(journal, "interaction.acknowledged")] == [NOW]
    assert len(sent(journal, "message.create")) == 1
    journal.close()


def test_the_outcome_of_a_finished_task_is_told_again_as_it_was(decided: Journal) -> None:
    report = wire.envelope("task.status_changed", NOW, {"status": "succeeded", "summary": "3 moved"}, task_id="t1")
    decided.finish("t1", report)
    drained(decided)
    assert decided.rebuild([TASK], [], Cursor("f", 1)) == []
    assert [json.loads(body) for body in outbox(decided)] == [report]


def test_a_task_that_the_server_ended_and_then_has_open_again_is_reported_as_failed(decided: Journal) -> None:
    ended = delivery(3, "task.ended", taskId="t1", status="cancelled", reason="cancel_forced")
    decided.take_in([ended], Cursor("e", 3))
    for _ in range(2):
        assert decided.rebuild([TASK], [], Cursor("f", 1)) == []
    (report,) = sent(decided, "task.status_changed")
    assert report["payload"]["status"] == "failed" and "set back" in report["payload"]["error"]


def test_a_running_task_that_is_queued_again_is_accepted_again(decided: Journal) -> None:
    assert decided.rebuild([{**TASK, "status": "queued"}], [], Cursor("f", 1)) == []
    assert [body["taskId"] for body in sent(decided, "task.accepted")] == ["t1"]
    assert decided.acked(Acked(wire.derived_id("t1", "accept"), 2)) == []


def test_a_journal_of_the_first_version_is_upgraded_with_what_it_holds(path: Path) -> None:
    journal = opened(path)
    journal.take_in([ASSIGNED], Cursor("e", 1))
    asked(journal)
    journal.close()
    old = sqlite3.connect(path)
    old.executescript("ALTER TABLE tasks DROP COLUMN ending; ALTER TABLE asks DROP COLUMN gist; PRAGMA user_version=1;")
    old.close()
    journal = opened(path)
    journal.take_in([delivery(2, "interaction.resolved", **RESOLVED)], Cursor("e", 2))
    assert len(sent(journal, "interaction.acknowledged")) == 1
    journal.close()


def test_a_finished_task_is_never_open_again_and_its_secrets_are_gone(path: Path) -> None:
    journal = opened(path)
    journal.take_in([ASSIGNED], Cursor("e", 1))
    journal.acked(Acked(wire.derived_id("t1", "accept"), 2))
    asked(journal)
    secret = {**RESOLVED, "response": {"type": "input", "secret": True, "text": "hunter2-hunter2"}}
    journal.take_in([delivery(3, "interaction.resolved", **secret)], Cursor("e", 3))
    report = wire.envelope("task.status_changed", NOW, {"status": "succeeded"}, task_id="t1")
    assert journal.finish("t1", report)
    assert b"hunter2-hunter2" not in on_disk(path)
    assert not journal.finish("t1", {**report, "id": "again"})
    snapshot = {"id": "t1", "conversationId": "c1", "title": "Do", "status": "running"}
    assert journal.rebuild([snapshot], [], Cursor("f", 9)) == []
    journal.redelivered(delivery(3, "interaction.resolved", **secret))
    journal.close()
    assert b"hunter2-hunter2" not in on_disk(path)
    journal = opened(path)
    assert journal.tasks.open() == []
    journal.close()


def test_rebuilding_ends_what_is_gone_takes_what_is_new_and_asks_again(path: Path) -> None:
    journal = opened(path)
    journal.take_in([ASSIGNED], Cursor("e", 1))
    journal.acked(Acked(wire.derived_id("t1", "accept"), 2))
    asked(journal)
    asked(journal, "i2")
    for _, id, _body in journal.outbox.after(0):
        journal.acked(Acked(id, 3))
    tasks = [
        {"id": "t2", "conversationId": "c1", "title": "queued", "status": "queued"},
        {"id": "t3", "conversationId": "c1", "title": "ran", "status": "running", "cancelRequestedAt": NOW},
        {"id": "t1", "conversationId": "c1", "title": "Do", "status": "waiting_for_human"},
    ]
    pending = {"id": "i1", "taskId": "t1", "status": "pending"}
    news = journal.rebuild(tasks, [pending], Cursor("f", 50))
    assert news == [TaskReady("t3"), TaskCancelRequested("t3")]
    assert {(t.id, t.state, t.started) for t in journal.tasks.open()} == {
        ("t1", "running", False), ("t2", "accepting", False), ("t3", "running", True)
    }  # fmt: skip
    again = [body for body in outbox(journal) if "interaction.requested" in body]
    assert len(again) == 1 and '"i2"' in again[0]
    assert journal.rebuild([], [], Cursor("g", 3)) != []
    assert journal.tasks.open() == []
    journal.close()


def test_a_message_is_handed_out_until_it_was_handled(path: Path) -> None:
    journal = opened(path)
    said = delivery(1, "message.delivered", content="hi", messageId="m")
    assert journal.take_in([said], Cursor("e", 1)) == [MessageArrived("e1")]
    journal.close()
    journal = opened(path)
    assert len(journal.messages.unhandled()) == 1
    journal.messages.handled("e1")
    assert journal.messages.unhandled() == []
    assert len(journal.messages.of_task("t1")) == 1
    journal.close()


def test_the_lock_is_free_again_after_closing(path: Path) -> None:
    journal = opened(path)
    with pytest.raises(JournalInUse):
        opened(path)
    journal.close()
    opened(path).close()


def test_one_folder_is_one_process_whichever_agent_it_is_paired_to(path: Path) -> None:
    journal = opened(path)
    with pytest.raises(JournalInUse, match="One folder is one agent"):
        opened(path.with_name("journal-another.sqlite3"))
    journal.close()
    opened(path.with_name("journal-another.sqlite3")).close()


def test_a_folder_that_cannot_be_made_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="--home"):
        opened(tmp_path / "file" / "journal.sqlite3")
