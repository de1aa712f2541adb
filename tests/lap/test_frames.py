"""Golden frames: every kind is a file, parsed, written back and compared; folder and tables hold the same names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from chalicelib.lap import commands, deliveries, ephemeral, events
from chalicelib.lap.envelope import Envelope
from chalicelib.lap.wire import dump

SPEC = Path(__file__).parents[2] / "adapter" / "spec"
FILES = sorted((SPEC / "frames").glob("*.json"))
TABLES: dict[str, dict[str, type[Envelope]]] = {
    "command": {**commands.CLIENT, **commands.AGENT, **commands.INTERNAL},
    "event": {**events.EVENTS},
    "delivery": {**deliveries.DELIVERIES},
    "ephemeral": {**ephemeral.FROM_CLIENT, **ephemeral.FROM_AGENT, **ephemeral.FROM_SERVER},
}
SCHEMA = json.loads((SPEC / "lap.schema.json").read_text(encoding="utf-8"))


def test_there_is_a_golden_frame_of_every_kind_and_of_no_other() -> None:
    wanted = {f"{direction}.{kind}" for direction, table in TABLES.items() for kind in table}
    assert {path.stem for path in FILES} == wanted


@pytest.mark.parametrize("path", FILES, ids=lambda p: p.stem)
def test_a_golden_frame_is_read_and_written_back_the_same(path: Path) -> None:
    direction, _, kind = path.stem.partition(".")
    frame = json.loads(path.read_text(encoding="utf-8"))
    model = TABLES[direction][kind]
    assert dump(model.model_validate(frame)) == frame
    name = model.__name__.rstrip("_")
    if name in SCHEMA["$defs"]:
        Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{name}"}).validate(frame)
    else:
        assert kind in commands.INTERNAL


def test_events_and_deliveries_are_in_the_schema() -> None:
    for table in (events.EVENTS, deliveries.DELIVERIES, commands.CLIENT, commands.AGENT):
        assert {model.__name__ for model in table.values()} <= set(SCHEMA["$defs"])
