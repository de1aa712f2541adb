"""LAP/0.1, the LineUp agent protocol: pure data and functions.

Imports the standard library and pydantic only; does no I/O, reads no clock, makes no random number (design.md §1).
Commands may be refused; events are facts. `decide` turns the one into the other, `evolve` folds events into state.
"""
