"""The HTTP API as OpenAPI 3.1, from the routes as they are registered."""

from __future__ import annotations

import importlib
import re
from typing import Any

from pydantic import BaseModel

from chalicelib.edges import guard
from chalicelib.lap.errors import CODES

Json = dict[str, Any]
_PUBLIC = {"send_code", "verify_code", "take_link", "refresh", "sign_out", "health", "redeem"}


def build() -> Json:
    """The document. Importing `app` registers the routes."""
    importlib.import_module("app")
    paths: dict[str, Json] = {}
    for route in sorted(guard.ROUTES, key=lambda r: (r.path, r.method)):
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {"title": "LineUp HTTP API", "version": "0.1"},
        "servers": [{"url": "/api", "description": "below the address of the web app"}],
        "paths": paths,
        "components": {
            "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
            "schemas": {"Error": _ERROR},
            "responses": {
                "Refused": {
                    "description": "A typed refusal; `next` says what to do.",
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
                }
            },
        },
    }


def _operation(route: guard.Route) -> Json:
    operation: Json = {
        "operationId": route.name,
        "summary": route.summary.strip(),
        "responses": {
            "2XX": {"description": "Done.", "content": {"application/json": {"schema": {"type": "object"}}}},
            "4XX": {"$ref": "#/components/responses/Refused"},
            "5XX": {"$ref": "#/components/responses/Refused"},
        },
    }
    parameters = [_path_parameter(name) for name in re.findall(r"{(\w+)}", route.path)]
    if route.query is not None:
        parameters += _query_parameters(route.query)
    if parameters:
        operation["parameters"] = parameters
    if route.body is not None:
        schema = _schema(route.body)
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    if route.name not in _PUBLIC:
        operation["security"] = [{"bearer": []}]
    return operation


def _path_parameter(name: str) -> Json:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _query_parameters(model: type[BaseModel]) -> list[Json]:
    properties = _schema(model)["properties"]
    return [{"name": name, "in": "query", "schema": schema} for name, schema in properties.items()]


def _schema(model: type[BaseModel]) -> Json:
    schema = model.model_json_schema(by_alias=True)
    schema.pop("additionalProperties", None)
    return schema


_ERROR: Json = {
    "type": "object",
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message", "next", "retryable", "diagnostic"],
            "properties": {
                "code": {"type": "string", "enum": sorted(CODES)},
                "message": {"type": "string"},
                "next": {"type": "string", "description": "What to do, in the language of Accept-Language."},
                "retryable": {"type": "boolean"},
                "diagnostic": {"type": "string", "description": "Quote it when you report the failure."},
                "details": {"type": "object"},
            },
        }
    },
}
