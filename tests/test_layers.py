"""Dependencies point one way: lap <- services <- aws and local, edges <- wiring <- app (design.md §1)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "chalicelib/lap": ("chalicelib.lap",),
    "chalicelib/services": ("chalicelib.lap", "chalicelib.services"),
    "chalicelib/edges": (
        "chalicelib.lap", "chalicelib.services", "chalicelib.edges", "chalicelib.wiring", "chalicelib.settings"
    ),
    "chalicelib/aws": (
        "chalicelib.lap", "chalicelib.services", "chalicelib.aws", "chalicelib.settings", "chalicelib.wiring"
    ),
}  # fmt: skip
PURE = {
    "__future__", "ast", "collections", "dataclasses", "datetime", "enum", "functools", "hashlib", "json", "re",
    "typing", "unicodedata", "urllib", "uuid", "pydantic",
}  # fmt: skip


def imports(path: Path, package: str) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            found.add(".".join([*base, *([node.module] if node.module else [])]))
    return found


def modules(folder: str) -> list[tuple[Path, str]]:
    paths = sorted((ROOT / folder).rglob("*.py"))
    return [(path, ".".join(path.relative_to(ROOT).parent.parts)) for path in paths]


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_layer_imports_only_what_lies_below(folder: str) -> None:
    for path, package in modules(folder):
        ours = {name for name in imports(path, package) if name.split(".")[0] in ("chalicelib", "infra", "app")}
        assert all(name.startswith(MAY_IMPORT[folder]) for name in ours), (path, ours)


def test_the_core_is_pure() -> None:
    for path, package in modules("chalicelib/lap"):
        outside = {name.split(".")[0] for name in imports(path, package)} - PURE - {"chalicelib"}
        assert not outside, (path, outside)


def test_only_the_tables_know_engines() -> None:
    for folder in ("chalicelib/services", "chalicelib/edges", "chalicelib/lap"):
        for path, package in modules(folder):
            used = {name.split(".")[0] for name in imports(path, package)}
            assert not used & {"boto3", "botocore", "sqlite3"}, path


def test_nothing_reads_the_environment_at_import() -> None:
    for path, _ in modules("chalicelib"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in tree.body:
            text = ast.unparse(node) if not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Import) else ""
            assert "environ[" not in text, path
