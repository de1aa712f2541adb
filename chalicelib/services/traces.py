"""What the log may say of an unexpected exception.

An exception's own text can hold what a person typed (pydantic quotes its input), and no log handler of a Lambda would
take it out again: only the type and the places it passed are written.
"""

from __future__ import annotations

import traceback


def trace(error: BaseException) -> str:
    """`ValueError, relay.py:12 in append, ...`, the innermost place first."""
    frames = reversed(traceback.extract_tb(error.__traceback__))
    places = [f"{f.filename.rsplit('/', 1)[-1]}:{f.lineno} in {f.name}" for f in frames]
    return ", ".join([type(error).__name__, *places])
