"""A range of sort keys as DynamoDB can ask for it: one comparison, where the port has three bounds that combine.

Strings compare by code point here and by UTF-8 bytes there, which is the same order.
"""

from __future__ import annotations

from dataclasses import dataclass

from chalicelib.aws.images import SEPARATOR

_SURROGATES = range(0xD800, 0xE000)


@dataclass(frozen=True, slots=True)
class KeyRange:
    """Stored keys from `low` to `high`, both included, without the `holes`. None is an open end."""

    low: str | None
    high: str | None
    holes: frozenset[str]


def key_range(after: str | None, before: str | None, prefix: str | None, *, composite: bool) -> KeyRange | None:
    """The keys above `after`, below `before` and starting with `prefix`; None when there can be none.

    With `composite` the stored keys are an index's (`images.py`) and the bounds are index values, which as such are
    never stored; elsewhere a bound that is not part of the range is a hole.
    """
    end = successor(prefix) if prefix else None
    holes = frozenset() if composite else frozenset(bound for bound in (after, before, end) if bound)
    if after and composite:
        after += chr(ord(SEPARATOR) + 1)  # above all that carries this value, whatever its sk
    low = max(after or "", prefix or "") or None
    high = min((bound for bound in (before, end) if bound is not None), default=None)
    if high == "" or (low is not None and high is not None and low > high):
        return None
    return KeyRange(low, high, holes & {low, high})


def successor(prefix: str) -> str | None:
    """The least string above all that start with `prefix`, or None when there is none."""
    for length in range(len(prefix), 0, -1):
        code = ord(prefix[length - 1]) + 1
        if code in _SURROGATES:
            code = _SURROGATES.stop
        if code <= 0x10FFFF:
            return prefix[: length - 1] + chr(code)
    return None
