"""Streamed text: seen live and by late joiners, replaced by the final message, never in the log."""

from typing import Any

from tests.support.scene import Scene, code_of


def stream(scene: Scene, offset: int, text: str, id: str = "msg-1") -> str:
    payload = {"messageId": id, "offset": offset, "text": text}
    return scene.adapter.send("message.delta", payload, conversationId="conv-1")


def drafts(scene: Scene) -> list[dict[str, Any]]:
    return list(scene.snapshot()["drafts"])


def test_pieces_are_seen_live_and_a_late_joiner_sees_the_text_so_far(scene: Scene) -> None:
    before = scene.head
    stream(scene, 0, "Hel")
    stream(scene, 3, "lo 😀")
    stream(scene, 7, "!")
    pieces = [(f["payload"]["offset"], f["payload"]["text"]) for f in scene.page.all("message.delta")]
    assert pieces == [(0, "Hel"), (3, "lo 😀"), (7, "!")]
    late = scene.world.browser(scene.user, scene.workspace)
    [draft] = late.last("system.welcome")["payload"]["drafts"]
    assert (draft["text"], draft["conversationId"], draft["agentId"]) == ("Hello 😀!", "conv-1", scene.agent_id)
    assert scene.head == before


def test_the_final_message_replaces_the_draft(scene: Scene) -> None:
    stream(scene, 0, "Hel")
    scene.adapter.send("message.create", {"content": "Hello!", "messageId": "msg-1"}, conversationId="conv-1")
    scene.world.pump()
    assert drafts(scene) == []
    assert [e["payload"]["messageId"] for e in scene.page.events("message.created")] == ["msg-1"]


def test_a_piece_that_comes_again_or_too_far_spoils_nothing(scene: Scene) -> None:
    stream(scene, 0, "Hello")
    stream(scene, 0, "Hello")
    stream(scene, 40, "too far")
    assert [draft["text"] for draft in drafts(scene)] == ["Hello"]


def test_a_draft_that_is_never_finished_is_forgotten(scene: Scene) -> None:
    stream(scene, 0, "Hello")
    scene.world.clock.forward(3600)
    assert drafts(scene) == []


def test_streaming_into_a_foreign_or_missing_conversation_is_refused(scene: Scene) -> None:
    scene.page.send("conversation.create", {"title": "Private", "agentIds": []}, conversationId="conv-2")
    payload = {"messageId": "msg-1", "offset": 0, "text": "psst"}
    for conversation in ("conv-2", "nowhere", None):
        sent = scene.adapter.send("message.delta", payload, conversationId=conversation)
        assert code_of(scene.adapter, sent) == "not_allowed"
    assert scene.page.all("message.delta") == []


def test_another_agents_draft_cannot_be_written_on(scene: Scene) -> None:
    other_credential = scene.world.agent(scene.user, scene.workspace)
    other_id = scene.world.services.pairing.identify(other_credential).agent_id
    both = {"title": "Both", "agentIds": [scene.agent_id, other_id]}
    scene.page.send("conversation.create", both, conversationId="conv-2")
    stream(scene, 0, "Hello")
    other = scene.world.adapter(other_credential)
    piece = {"messageId": "msg-1", "offset": 0, "text": "EVIL!"}
    other.send("message.delta", piece, conversationId="conv-2")
    assert [draft["text"] for draft in drafts(scene)] == ["Hello"]
    assert len(scene.page.all("message.delta")) == 1


def test_streamed_text_has_a_pace_of_its_own(scene: Scene) -> None:
    for n in range(200):
        stream(scene, n, "x")
    assert scene.adapter.all("system.error") == []
    sent = scene.adapter.send("message.create", {"content": "done"}, conversationId="conv-1")
    assert scene.adapter.answer_to(sent)["type"] == "system.ack"
