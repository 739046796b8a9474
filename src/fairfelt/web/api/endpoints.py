"""All endpoints of the API, the most called first; the routes that lead to them, and the OpenAPI document of them."""

from __future__ import annotations

import json
import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from time import perf_counter
from typing import Any, get_type_hints

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from fairfelt.runtime.formats import convert
from fairfelt.version import __version__
from fairfelt.web.api.access import PUBLIC, Asking, authorised, kept_key
from fairfelt.web.api.endpoint import Call, Endpoint
from fairfelt.web.api.handlers import jackpots, law, set_up, tables, wins
from fairfelt.web.http.answers import (
    BROKEN,
    BYTES,
    MEDIA_TYPE,
    SECURED,
    SECURITY_HEADERS,
    Problem,
    ProblemBody,
    bad_request,
    problem_of,
    read_file,
    read_json,
)
from fairfelt.web.http.server import CERTIFICATE

_log = logging.getLogger(__name__)
_ALWAYS = [(b"cache-control", b"no-store"), *(row for row in SECURITY_HEADERS if row[0] != b"cache-control")]
_encode = msgspec.json.Encoder().encode


def build_routes(endpoints: Sequence[Endpoint]) -> list[Route]:
    """One route to a path, with all methods it has."""
    by_path: defaultdict[str, dict[str, Endpoint]] = defaultdict(dict)
    for endpoint in endpoints:
        by_path[endpoint.path][endpoint.method] = endpoint
    return [Route(path, _Served(methods, endpoints)) for path, methods in by_path.items()]


def with_api(app: Starlette, pages: ASGIApp, routes: Iterable[Route]) -> ASGIApp:
    """An application with the shortest way to its API: keypads wait for nothing that pages need.

    What none of these routes answers goes to the pages, which say so.
    """
    tree: dict[str, Any] = {}
    for route in routes:
        node = tree
        for part in route.path.split("/"):
            node = node.setdefault(_NAMED if part.startswith("{") else part, {})
        node[_SERVED] = route.endpoint, [part[1:-1] for part in route.path.split("/") if part.startswith("{")]

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        served, named = _walk(tree, scope["path"]) if scope["type"] == "http" else (None, {})
        if served:
            scope["app"], scope["path_params"] = app, named
        await (served or pages)(scope, receive, send)

    return answer


_NAMED, _SERVED = "{}", "{served}"


def _walk(tree: dict[str, Any], path: str) -> tuple[ASGIApp | None, dict[str, str]]:
    """What serves a path, and the names in it; Starlette's router tries one route after the other, ten times slower."""
    node, values = tree, []
    for part in path.split("/"):
        if (below := node.get(part)) is None or part in (_NAMED, _SERVED):
            if not part or (below := node.get(_NAMED)) is None:
                return None, {}
            values.append(part)
        node = below
    served, names = node.get(_SERVED, (None, ()))
    return served, dict(zip(names, values, strict=False))


class _Served:
    """All methods of one path, as an application of its own: the quickest way from the server to a handler."""

    def __init__(self, methods: Mapping[str, Endpoint], every: Sequence[Endpoint]) -> None:
        self._methods, self._every = methods, every

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began_s, is_head = perf_counter(), scope["method"] == "HEAD"
        endpoint = self._methods.get("GET" if is_head else scope["method"])
        if endpoint:
            answer = await self._answered(endpoint, scope, receive)
            took_s = perf_counter() - began_s
            scope["app"].state.metrics.answered(endpoint.name, answer.status_code, took_s, command=endpoint.command)
        else:
            status = HTTPStatus.METHOD_NOT_ALLOWED
            answer = Problem(status, status.description, headers={"Allow": ", ".join(self._methods)}).response()
        there = {name for name, _ in answer.raw_headers}
        answer.raw_headers += [row for row in _ALWAYS if row[0] not in there]
        if scope["scheme"] == "https":
            answer.raw_headers.append(SECURED)
        if is_head:
            answer = Response(None, answer.status_code, answer.headers)
        await answer(scope, receive, send)

    async def _answered(self, endpoint: Endpoint, scope: Scope, receive: Receive) -> Response:
        try:
            given = await endpoint.handler(await self._call(endpoint, scope, receive))
        except Exception as error:
            problem = problem_of(error)
            if problem is BROKEN:
                _log.error("an endpoint failed", exc_info=error, extra={"endpoint": endpoint.name})
            else:
                about = {"endpoint": endpoint.name, "status": problem.body.status, "why": str(problem)}
                _log.info("refused", extra=about)
            return problem.response()
        if isinstance(given, Response):
            return given
        return Response(_encode(given), endpoint.status, media_type=endpoint.media)

    async def _call(self, endpoint: Endpoint, scope: Scope, receive: Receive) -> Call:
        headers, access, state = dict(scope["headers"]), endpoint.access, scope["app"].state
        scheme, _, key = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
        tokens = headers.get(b"fairfelt-session", b"").decode("latin-1").split(",")
        asking = Asking(
            key=key.strip() if scheme.lower() == "bearer" else "",
            tokens=tuple(filter(None, map(str.strip, tokens))),
            client=scope["client"][0] if scope["client"] else "",
            path=scope["path_params"],
            certificate=scope.get("extensions", {}).get(CERTIFICATE, ""),
        )
        if access.kinds and not asking.key and b"cookie" in headers:
            asking = msgspec.structs.replace(asking, key=kept_key(Request(scope), state.controller))
        device, sessions = authorised(state.controller, access, asking, command=endpoint.command)
        content_type = headers.get(b"content-type", b"").decode("latin-1")
        body: Any = None
        if endpoint.takes_file:
            body = await read_file(content_type, receive)
        elif endpoint.takes:
            body = await read_json(content_type, receive, endpoint.takes)
        found = dict(QueryParams(scope["query_string"])) if scope["query_string"] else {}
        if found and endpoint.query is None:
            raise bad_request(f"this address takes no {next(iter(found))!r}")
        return Call(
            room=state.controller,
            metrics=state.metrics,
            path=asking.path,
            body=body,
            query=convert(found, endpoint.query, strict=False) if endpoint.query else None,
            device=device,
            sessions=sessions,
            client=asking.client,
            tokens=asking.tokens,
            base=f"{scope['scheme']}://{headers.get(b'host', b'').decode('latin-1')}",
            every=self._every,
        )


_SKELETON = json.loads((files(__package__) / "document.json").read_text("utf-8"))
"""The OpenAPI document without paths and types, and the description of each problem."""
REFERENCE = "#/components/schemas/{name}"
_IN_AN_ADDRESS = {"type": "string", "minLength": 1, "pattern": "^[^/]+$"}
_WAYS: list[dict[str, list[str]]] = [{"device": []}, {"paired": []}, {"paired": [], "named": []}]
"""How a device may say which one it is."""


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    types: list[type] = [kind for each in endpoints for kind in (each.takes, each.query, each.gives) if kind]
    schemas, components = msgspec.json.schema_components([*types, ProblemBody], ref_template=REFERENCE)
    by_type: dict[type, dict[str, Any]] = dict(zip([*types, ProblemBody], schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, by_type, components)
    whole = {
        "openapi": _SKELETON["openapi"],
        "info": {**_SKELETON["info"], "version": __version__},
        "paths": paths,
        "components": {"schemas": components, **_SKELETON["components"]},
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
    access, problem = endpoint.access, {MEDIA_TYPE: {"schema": by_type[ProblemBody]}}
    said = {status: _SKELETON["problems"][str(status)] for status in problems_of(endpoint)}
    problems = {str(status): {**words, "content": problem} for status, words in said.items()}
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "description": f"For {access}.",
        "parameters": [*_in_path(endpoint), *_in_query(endpoint, components)],
        "responses": {**_answers(endpoint, by_type), **problems},
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


_PARTS: Any = (tables, set_up, jackpots, wins, law)
ENDPOINTS: list[Endpoint] = [
    *tables.DISPLAY_ENDPOINTS,
    *(endpoint for part in _PARTS for endpoint in part.ENDPOINTS),
    *tables.PUBLIC_ENDPOINTS,
    Endpoint(method="GET", path="/api/openapi.json", handler=openapi, access=PUBLIC),
]


def api_document() -> dict[str, Any]:
    """The OpenAPI document of all of them."""
    return document(ENDPOINTS)


@cache
def _written() -> bytes:
    return msgspec.json.encode(api_document())
