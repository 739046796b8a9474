"""All endpoints of the API, the most called first, and the OpenAPI document written from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from typing import Any, get_type_hints

import msgspec
from starlette.responses import Response

from fairfelt.version import __version__
from fairfelt.web.api.access import PUBLIC
from fairfelt.web.api.authenticate import PREFIX
from fairfelt.web.api.endpoint import Call, Endpoint
from fairfelt.web.api.handlers import duties, funds, jackpots, law, records, set_up, tables, transparency, wins
from fairfelt.web.api.handlers.wins import paper_endpoints
from fairfelt.web.http.answers import MEDIA_TYPE, ProblemBody
from fairfelt.web.http.request import BYTES

REFERENCE = "#/components/schemas/{name}"
_SENTENCES = {
    400: "What was sent cannot be read; the sentence says what would be right.",
    401: "The device's key or the session is missing or not known.",
    403: "This device or these people may not do this.",
    404: "There is no such thing.",
    409: "The room refused the command, its number was not the next one, or the log ends before it; nothing was moved.",
    413: "The body is too long.",
    415: "The body does not say that it is application/json, or application/octet-stream where a file is taken.",
    429: "Too many failed attempts; wait as long as Retry-After says.",
    503: "The floor is closed, or this server stands by; the same request may be sent again.",
}
_RETRY = {"Retry-After": {"description": "Seconds to wait.", "required": True, "schema": {"type": "integer"}}}
_HEADERS = {
    401: {"WWW-Authenticate": {"description": "What is missing.", "required": True, "schema": {"type": "string"}}},
    429: _RETRY,
    503: _RETRY,
}
_SECURITY = {
    "device": {"type": "http", "scheme": "bearer", "description": "The key of an enrolled device."},
    "paired": {
        "type": "apiKey",
        "in": "cookie",
        "name": f"{PREFIX}DEVICE",
        "description": "A browser that was paired with a device keeps its key in a cookie, which only this room's own "
        "pages can send. DEVICE stands for the first 16 digits of the SHA-256 of the device's name.",
    },
    "named": {
        "type": "apiKey",
        "in": "header",
        "name": "Fairfelt-Device",
        "description": "Which of a browser's devices asks, percent-encoded, where it was paired with several.",
    },
    "session": {
        "type": "apiKey",
        "in": "header",
        "name": "Fairfelt-Session",
        "description": "The token that POST /api/sessions gave; two tokens with a comma where two people are needed.",
    },
}

_IN_AN_ADDRESS = {"type": "string", "minLength": 1, "pattern": "^[^/]+$"}
_WAYS: list[dict[str, list[str]]] = [{"device": []}, {"paired": []}, {"paired": [], "named": []}]
"""How a device may say which one it is."""


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole document."""
    types: list[type] = [kind for each in endpoints for kind in (each.takes, each.query, each.gives) if kind]
    schemas, components = msgspec.json.schema_components([*types, ProblemBody], ref_template=REFERENCE)
    by_type: dict[type, dict[str, Any]] = dict(zip([*types, ProblemBody], schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, by_type, components)
    whole = {
        "openapi": "3.1.0",
        "info": {
            "title": "Fairfelt room",
            "version": __version__,
            "description": "Linked progressive jackpots: tables, claims, meters, people and the log behind them.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": _SECURITY},
    }
    return {name: _for_all_readers(part) for name, part in whole.items()}


def problems_of(endpoint: Endpoint) -> list[int]:
    """The problems an endpoint may answer with."""
    found = [400, *endpoint.problems]
    if endpoint.takes or endpoint.takes_file:
        found += [413, 415]
    if endpoint.access.kinds:
        found += [401, 403, 429, 503]
    if endpoint.command:
        found.append(409)  # also for what is not there: every command that is refused is on the log
    elif endpoint.parameters:
        found.append(404)
    return sorted(set(found))


def _operation(
    endpoint: Endpoint, by_type: Mapping[type, Mapping[str, Any]], components: Mapping[str, Any]
) -> dict[str, Any]:
    access = endpoint.access
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "description": f"For {access}.",
        "parameters": [*_in_path(endpoint), *_in_query(endpoint, components)],
        "responses": {**_answers(endpoint, by_type), **_problems(endpoint, by_type)},
    }
    if access.kinds:
        session: dict[str, list[str]] = {"session": []} if access.people else {}
        operation["security"] = [{**way, **session} for way in _WAYS]
    if endpoint.takes:
        content = {"application/json": {"schema": by_type[endpoint.takes]}}
        operation["requestBody"] = {"required": True, "content": content}
    if endpoint.takes_file:
        some = {"type": "string", "minLength": 1}
        operation["requestBody"] = {"required": True, "content": {BYTES: {"schema": some}}}
    return operation


def _in_path(endpoint: Endpoint) -> Iterable[dict[str, Any]]:
    """Names in the address: where they are fields of a command they hold what these hold."""
    fields = get_type_hints(endpoint.asks, include_extras=True) if endpoint.asks else {}
    for name in endpoint.parameters:
        schema = msgspec.json.schema(fields[name]) if name in fields else _IN_AN_ADDRESS
        yield {"name": name, "in": "path", "required": True, "schema": schema}


def _in_query(endpoint: Endpoint, components: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
    if endpoint.query is None:
        return
    whole = components[endpoint.query.__name__]
    for name, schema in whole["properties"].items():
        yield {"name": name, "in": "query", "required": name in whole.get("required", ()), "schema": schema}


def _answers(endpoint: Endpoint, by_type: Mapping[type, Mapping[str, Any]]) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": "Done."}
    if endpoint.status == HTTPStatus.NO_CONTENT:
        return {str(endpoint.status): answer}
    if endpoint.gives and endpoint.media == "application/json":
        answer["content"] = {endpoint.media: {"schema": by_type[endpoint.gives]}}
    else:
        answer["content"] = {
            name: {"schema": {"type": "object" if name == "application/json" else "string"}}
            for name in (endpoint.media, *endpoint.also)
        }
    found = {str(endpoint.status): answer}
    if endpoint.may_be_empty:
        found["204"] = {"description": "Nothing new."}
    return found


def _problems(endpoint: Endpoint, by_type: Mapping[type, Mapping[str, Any]]) -> dict[str, Any]:
    content = {MEDIA_TYPE: {"schema": by_type[ProblemBody]}}
    return {
        str(status): {
            "description": _SENTENCES[status],
            "content": content,
            **({"headers": _HEADERS[status]} if status in _HEADERS else {}),
        }
        for status in problems_of(endpoint)
    }


def _for_all_readers(part: Any) -> Any:
    """As every reader understands it: the end of a text is \\Z to Python alone, and JSON has lists only."""
    if isinstance(part, dict):
        return {
            name: value.replace(r"\Z", "$") if name == "pattern" else _for_all_readers(value)
            for name, value in part.items()
        }
    return [_for_all_readers(each) for each in part] if isinstance(part, list | tuple) else part


async def openapi(call: Call) -> Response:
    """This document."""
    return Response(_written(), media_type="application/json")


ENDPOINTS: list[Endpoint] = [
    *tables.DISPLAY_ENDPOINTS,
    *(
        endpoint
        for part in (tables, set_up, jackpots, wins, records, law, funds, duties)
        for endpoint in part.ENDPOINTS
    ),
    *paper_endpoints(lambda: ENDPOINTS),
    *transparency.ENDPOINTS,
    *tables.PUBLIC_ENDPOINTS,
    Endpoint(method="GET", path="/api/openapi.json", handler=openapi, access=PUBLIC),
]


def api_document() -> dict[str, Any]:
    """The OpenAPI document of all of them."""
    return document(ENDPOINTS)


@cache
def _written() -> bytes:
    return msgspec.json.encode(api_document())
