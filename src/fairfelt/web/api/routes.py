"""From endpoints to routes: which address leads to which endpoint, how requests are read and answers sent."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from http import HTTPStatus
from time import perf_counter
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from fairfelt.runtime.formats import convert, decode
from fairfelt.web.api.authenticate import Asking, authorised, kept_key
from fairfelt.web.api.endpoint import Call, Endpoint
from fairfelt.web.http.answers import BROKEN, SECURED, SECURITY_HEADERS, Problem, bad_request, problem_of
from fairfelt.web.http.request import read_file, read_json
from fairfelt.web.http.server import CERTIFICATE

_log = logging.getLogger(__name__)
_HEADERS = [(b"cache-control", b"no-store"), *(row for row in SECURITY_HEADERS if row[0] != b"cache-control")]
_encode = msgspec.json.Encoder().encode


class Reader:
    """Reads requests for one endpoint and makes its answers."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._decode: Callable[[bytes], Any] | None = None
        if takes := endpoint.takes:
            self._decode = partial(decode, kind=takes, decoder=msgspec.json.Decoder(takes).decode)

    async def answered(self, scope: Scope, receive: Receive) -> Response:
        """What a handler gave, or what is wrong."""
        endpoint = self.endpoint
        try:
            given = await endpoint.handler(await self._call(scope, receive))
        except Exception as error:
            return self.problem(error)
        if isinstance(given, Response):
            return given
        return Response(_encode(given), endpoint.status, media_type=endpoint.media)

    def problem(self, error: Exception) -> Response:
        """The answer to a request that could not be carried out."""
        problem = problem_of(error)
        if problem is BROKEN:
            _log.error("an endpoint failed", exc_info=error, extra={"endpoint": self.endpoint.name})
        else:
            about = {"endpoint": self.endpoint.name, "status": problem.body.status, "why": str(problem)}
            _log.info("refused", extra=about)
        return problem.response()

    async def _call(self, scope: Scope, receive: Receive) -> Call:
        headers, access, state = dict(scope["headers"]), self.endpoint.access, scope["app"].state
        asking = _asking(scope, headers)
        if access.kinds and not asking.key and b"cookie" in headers:
            asking = msgspec.structs.replace(asking, key=kept_key(Request(scope), state.controller))
        who = authorised(state.controller, access, asking, command=self.endpoint.command)
        return Call(
            room=state.controller,
            metrics=state.metrics,
            path=asking.path,
            body=await self._body(headers.get(b"content-type", b"").decode("latin-1"), receive),
            query=self._query(scope["query_string"]),
            device=who.device,
            sessions=who.sessions,
            client=asking.client,
            tokens=asking.tokens,
            base=f"{scope['scheme']}://{headers.get(b'host', b'').decode('latin-1')}",
        )

    async def _body(self, content_type: str, receive: Receive) -> Any:
        """What was sent, if anything is read here."""
        if self.endpoint.takes_file:
            return await read_file(content_type, receive)
        return None if self._decode is None else await read_json(content_type, receive, self._decode)

    def _query(self, sent: bytes) -> Any:
        found = dict(QueryParams(sent)) if sent else {}
        if self.endpoint.query is not None:
            return convert(found, self.endpoint.query, strict=False)
        if found:
            raise bad_request(f"this address takes no {next(iter(found))!r}")
        return None


def _asking(scope: Scope, headers: Mapping[bytes, bytes]) -> Asking:
    scheme, _, key = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    tokens = headers.get(b"fairfelt-session", b"").decode("latin-1").split(",")
    return Asking(
        key=key.strip() if scheme.lower() == "bearer" else "",
        tokens=tuple(filter(None, map(str.strip, tokens))),
        client=scope["client"][0] if scope["client"] else "",
        path=scope["path_params"],
        certificate=scope.get("extensions", {}).get(CERTIFICATE, ""),
    )


def build_routes(endpoints: Iterable[Endpoint]) -> list[Route]:
    """One route to a path, with all methods it has."""
    by_path: defaultdict[str, dict[str, Endpoint]] = defaultdict(dict)
    for endpoint in endpoints:
        by_path[endpoint.path][endpoint.method] = endpoint
    return [Route(path, _Served(methods)) for path, methods in by_path.items()]


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

    def __init__(self, methods: Mapping[str, Endpoint]) -> None:
        self._readers = {name: Reader(endpoint) for name, endpoint in methods.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began_s, is_head = perf_counter(), scope["method"] == "HEAD"
        reader = self._readers.get("GET" if is_head else scope["method"])
        if reader:
            answer, endpoint = await reader.answered(scope, receive), reader.endpoint
            took_s = perf_counter() - began_s
            scope["app"].state.metrics.answered(endpoint.name, answer.status_code, took_s, command=endpoint.command)
        else:
            status = HTTPStatus.METHOD_NOT_ALLOWED
            answer = Problem(status, status.description, headers={"Allow": ", ".join(self._readers)}).response()
        there = {name for name, _ in answer.raw_headers}
        answer.raw_headers += [row for row in _HEADERS if row[0] not in there]
        if scope["scheme"] == "https":
            answer.raw_headers.append(SECURED)
        if is_head:
            answer = Response(None, answer.status_code, answer.headers)
        await answer(scope, receive, send)
