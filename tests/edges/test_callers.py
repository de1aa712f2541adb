"""Whose try it is that a limit counts."""

import pytest

from chalicelib.edges.auth import caller
from chalicelib.settings import Settings

OPEN = Settings(b"k" * 32)
BEHIND_CLOUDFRONT = Settings(b"k" * 32, edge_key="e" * 48)
VIEWER, CLOUDFRONT = "203.0.113.9", "198.51.100.1"


@pytest.mark.parametrize(
    ("forwarded", "found"),
    [
        (f"{VIEWER}, {CLOUDFRONT}", VIEWER),  # as API Gateway tells it, with whom it talks to last
        (VIEWER, VIEWER),
        (f"9.9.9.9, {VIEWER}, {CLOUDFRONT}", VIEWER),  # the viewer made up the first
        (f"{CLOUDFRONT}, {VIEWER}, {CLOUDFRONT}", VIEWER),
        ("", CLOUDFRONT),
    ],
)
def test_behind_cloudfront_it_is_whoever_asked_cloudfront(forwarded: str, found: str) -> None:
    assert caller({"X-Forwarded-For": forwarded}, CLOUDFRONT, BEHIND_CLOUDFRONT) == found


def test_without_a_front_nothing_that_is_told_is_believed() -> None:
    assert caller({"X-Forwarded-For": "9.9.9.9"}, VIEWER, OPEN) == VIEWER


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("::ffff:203.0.113.9", VIEWER),
        ("unknown", "unknown"),
        ("a:b", "a:b"),
    ],
)
def test_all_addresses_of_a_household_are_one_caller(address: str, found: str) -> None:
    assert caller({}, address, OPEN) == found
    assert caller({"X-Forwarded-For": f"{address}, {CLOUDFRONT}"}, CLOUDFRONT, BEHIND_CLOUDFRONT) == found
