"""`docs/operations.md` has a line for each metric, and for no other."""

import re
from pathlib import Path

from chalicelib.services.metrics import Count, Time

PAGE = Path(__file__).parents[2] / "docs" / "operations.md"


def test_every_metric_is_explained() -> None:
    section = PAGE.read_text(encoding="utf-8").partition("## Metrics")[2].partition("\n## ")[0]
    explained = re.findall(r"^\| `(\w+)` \| (count|ms) \|", section, re.MULTILINE)
    assert dict(explained) == {**dict.fromkeys(map(str, Count), "count"), **dict.fromkeys(map(str, Time), "ms")}
    assert len(explained) == len(Count) + len(Time)
