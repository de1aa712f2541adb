"""What each command costs: exactly so many calls of AWS, which read and write exactly these items."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from bench.commands import COMMANDS
from bench.operations import FILE, PAGE, described, measure, table

TOLD: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))


def counted(act: dict[str, Any]) -> list[tuple[str, dict[str, int], dict[str, int]]]:
    """The calls that touch items, in order, with what they wrote and read."""
    return [
        (call["operation"], Counter(i["what"] for i in call["writes"]), Counter(i["what"] for i in call["reads"]))
        for call in act["items"]
    ]


def test_every_command_is_in_the_file_and_in_the_page() -> None:
    assert list(TOLD) == list(COMMANDS)
    assert table(TOLD) in PAGE.read_text(encoding="utf-8"), "run python -m bench.operations"


@pytest.mark.xdist_group("aws")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_makes_exactly_these_calls(name: str, aws: str) -> None:
    made = described(measure(name, aws))
    assert made["calls"] == TOLD[name]["calls"]
    assert counted(made) == counted(TOLD[name])
