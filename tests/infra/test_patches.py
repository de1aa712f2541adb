"""What is changed for an emulator is little, is told with its reason, and fails when there is nothing to change."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from infra.cloud_local.patches import StalePatch, patched, patches

EMULATOR = "http://127.0.0.1:4566"
Template = dict[str, Any]


def paths(value: Any, at: tuple[str, ...] = ()) -> dict[tuple[str, ...], Any]:
    """Every leaf of a template by where it is."""
    if isinstance(value, dict):
        return {key: leaf for name, inner in value.items() for key, leaf in paths(inner, (*at, name)).items()}
    return {at: value}


def test_a_patched_template_differs_just_where_the_patches_say(template: Template) -> None:
    before, after = paths(template), paths(patched(copy.deepcopy(template), EMULATOR))
    variable = ("Globals", "Function", "Environment", "Variables", "LINEUP_SOCKET_ENDPOINT", "Fn::Sub")
    assert {at for at in before.keys() | after.keys() if before.get(at) != after.get(at)} == {variable}
    assert before[variable] == "https://${WebsocketAPI}.execute-api.${AWS::Region}.${AWS::URLSuffix}/ws"
    assert after[variable] == f"{EMULATOR}/_aws/execute-api/${{WebsocketAPI}}/ws"


def test_each_patch_says_why() -> None:
    assert [patch.name for patch in patches(EMULATOR)] == ["socket endpoint"]
    assert all(patch.reason.endswith(".") for patch in patches(EMULATOR))


@pytest.mark.parametrize("number", range(len(patches(EMULATOR))))
def test_a_patch_that_was_applied_finds_nothing_any_more(template: Template, number: int) -> None:
    changed = copy.deepcopy(template)
    patches(EMULATOR)[number].apply(changed)
    with pytest.raises(LookupError):
        patches(EMULATOR)[number].apply(changed)


@pytest.mark.parametrize("empty", [{}, {"Globals": {"Function": {"Environment": {"Variables": {}}}}}])
def test_a_patch_of_what_is_not_there_is_out_of_date(empty: Template) -> None:
    with pytest.raises(StalePatch, match="socket endpoint: nothing to change"):
        patched(empty, EMULATOR)
