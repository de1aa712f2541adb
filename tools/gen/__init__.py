"""Generators: everything that is derived from the pydantic models of `chalicelib/lap` (design.md §6).

    schema      one JSON Schema of every named model        -> adapter/spec/lap.schema.json
    typescript  the same as TypeScript types                -> web/src/lap/protocol.gen.ts, describe.gen.ts
    asyncapi    the socket's channels                       -> adapter/spec/asyncapi.json
    openapi     the HTTP API                                -> adapter/spec/openapi.json
    docs        the tables of docs/protocol.md
    vectors     shared examples that Python and TypeScript run -> adapter/spec/vectors/*.json, frames/*.json

`python -m tools.gen` writes them; `--check` fails on drift.
"""
