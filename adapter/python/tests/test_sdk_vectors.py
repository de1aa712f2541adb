"""The shared vectors of `adapter/spec`, which the relay and the web app run too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from lineup.protocol.feed import Cursor, Feed

SPEC = Path(__file__).parents[2] / "spec"
CONNECTION: list[dict[str, Any]] = json.loads((SPEC / "vectors" / "connection.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("vector", CONNECTION, ids=lambda v: v["name"])
def test_the_feed_moves_its_cursor_as_the_vectors_say(vector: dict[str, Any]) -> None:
    feed = Feed(Cursor(vector["epoch"], vector["cursor"]), recheck=1.0)
    for frame, outcome in zip(vector["frames"], vector["outcomes"], strict=True):
        before = feed.cursor
        read = feed.read({**frame, "head": frame["to"], "events": []}, now=0.0)
        if outcome == "apply":
            assert read == ()
            assert feed.cursor == Cursor(vector["epoch"], frame["to"])
        else:
            assert feed.cursor == before
            assert (read is None) == (outcome in ("gap", "resync"))
    assert feed.cursor == Cursor(vector["epoch"], vector["after"])


def test_only_what_is_new_in_a_frame_is_handed_on() -> None:
    feed = Feed(Cursor("e", 5), recheck=1.0)
    events = [{"sequence": number, "type": "message.delivered"} for number in (4, 5, 6, 8)]
    new = feed.read({"epoch": "e", "from": 3, "to": 9, "head": 9, "events": events}, now=0.0)
    assert [event["sequence"] for event in new or ()] == [6, 8]
