"""`python -m tools.gen [--check]`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from . import asyncapi, docs, openapi, schema, typescript, vectors

ROOT = Path(__file__).resolve().parents[2]


def pretty(data: Any) -> str:
    """JSON text as it is committed."""
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def outputs() -> dict[str, str]:
    """Every generated file: path below the project's root -> text."""
    document = schema.build()
    files = {
        "adapter/spec/lap.schema.json": pretty(document),
        "web/src/lap/protocol.gen.ts": typescript.types(document),
        "web/src/lap/describe.gen.ts": typescript.sentences(),
    }
    files["adapter/spec/asyncapi.json"] = pretty(asyncapi.build())
    files["adapter/spec/openapi.json"] = pretty(openapi.build())
    files["docs/protocol.md"] = docs.fill((ROOT / "docs/protocol.md").read_text(encoding="utf-8"))
    files |= {f"adapter/spec/{path}": pretty(data) for path, data in vectors.build().items()}
    return files


def drift() -> list[str]:
    """Paths whose committed text is not what the models say."""
    return [
        path
        for path, text in outputs().items()
        if not (ROOT / path).exists() or (ROOT / path).read_text(encoding="utf-8") != text
    ]


def main() -> int:
    """Write, or with --check compare."""
    if "--check" in sys.argv:
        stale = drift()
        print("\n".join(f"stale: {path} (run make gen)" for path in stale) or "generated files are current")
        return 1 if stale else 0
    for path, text in outputs().items():
        (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / path).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
