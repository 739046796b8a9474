"""From endpoints to routes: which address leads to which endpoint, how requests are read and answers sent."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from time import perf_counter
from types import MappingProxyType
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from fairfelt.runtime.formats import convert, decode
from fairfelt.web.http.headers import SECURED, SECURITY_HEADERS
from fairfelt.web.http.problems import BROKEN, bad_request, problem_of
from fairfelt.web.http.request import read_file, read_json
from fairfelt.web.http.server import CERTIFICATE

from .authenticate import Asking, Known, authorised, kept_key
from .call import Call
from .endpoint import Endpoint

_log = logging.getLogger(__name__)
_NEVER_KEPT = (b"cache-control", b"no-store")
_SECURITY = [row for row in SECURITY_HEADERS if row[0] != _NEVER_KEPT[0]]
_encode = msgspec.json.Encoder().encode


class Reader:
    """Reads requests for one endpoint and writes its answers."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint, self.name, self.command = endpoint, endpoint.name, endpoint.command
        self.headers = [(b"content-type", endpoint.media.encode()), _NEVER_KEPT, *_SECURITY]
        self._decode: Callable[[bytes], Any] | None = None
        if endpoint.takes:
            self._decode = partial(decode, kind=endpoint.takes, decoder=msgspec.json.Decoder(endpoint.takes).decode)

    async def answered(self, scope: Scope, receive: Receive) -> Response | bytes:
        """What a handler gave, or what is wrong; plain answers as the bytes that go out."""
        try:
            head = _Head(scope)
            asking, who = self._who(head)
            body = await self._body(head, receive)
            answer = await self.endpoint.handler(self._call(head, asking, who, body))
            return answer if isinstance(answer, Response) else _encode(answer)
        except Exception as error:
            return self.problem(error)

    def problem(self, error: Exception) -> Response:
        """The answer to a request that could not be carried out."""
        problem = problem_of(error)
        if problem is BROKEN:
            _log.error("an endpoint failed", exc_info=error, extra={"endpoint": self.name})
        else:
            about = {"endpoint": self.name, "status": problem.body.status, "why": str(problem)}
            _log.info("refused", extra=about)
        return problem.response()

    def _who(self, head: _Head) -> tuple[Asking, Known]:
        room, asking, access = head.room, head.asking, self.endpoint.access
        if access.kinds and not asking.key and head.has_cookies:
            asking = msgspec.structs.replace(asking, key=kept_key(Request(head.scope), room))
        return asking, authorised(room, access, asking, command=self.command)

    def _call(self, head: _Head, asking: Asking, who: Known, body: Any) -> Call:
        return Call(
            room=head.room,
            metrics=head.metrics,
            path=asking.path,
            body=body,
            query=self._query(head.query),
            device=who.device,
            sessions=who.sessions,
            client=asking.client,
            tokens=asking.tokens,
            base=head.base,
        )

    async def _body(self, head: _Head, receive: Receive) -> Any:
        """What was sent, if anything is read here."""
        if self.endpoint.takes_file:
            return await read_file(head.content_type, receive)
        return None if self._decode is None else await read_json(head.content_type, receive, self._decode)

    def _query(self, found: Mapping[str, str]) -> Any:
        if self.endpoint.query is None:
            if found:
                raise bad_request(f"this address takes no {next(iter(found))!r}")
            return None
        return convert(dict(found), self.endpoint.query, strict=False)


class _Head:
    """What the head of a request says."""

    __slots__ = ("asking", "base", "content_type", "has_cookies", "metrics", "query", "room", "scope")

    def __init__(self, scope: Scope) -> None:
        headers = dict(scope["headers"])
        state = scope["app"].state
        self.scope, self.room, self.metrics = scope, state.controller, state.metrics
        self.asking, self.has_cookies = _asking(scope, headers), b"cookie" in headers
        self.content_type = headers.get(b"content-type", b"").decode("latin-1")
        self.query: Mapping[str, str] = QueryParams(scope["query_string"]) if scope["query_string"] else {}
        self.base = f"{scope['scheme']}://{headers.get(b'host', b'').decode('latin-1')}"


def completed(answer: Response, scope: Scope) -> Response:
    """An answer with the headers that every answer of the API has."""
    there = {name for name, _ in answer.raw_headers}
    answer.raw_headers += [row for row in (_NEVER_KEPT, *_SECURITY) if row[0] not in there]
    if scope["scheme"] == "https":
        answer.raw_headers.append(SECURED)
    return answer


def _asking(scope: Scope, headers: Mapping[bytes, bytes]) -> Asking:
    scheme, _, key = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    sessions = headers.get(b"fairfelt-session")
    tokens = sessions.decode("latin-1").split(",") if sessions else ()
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
    return [Route(path, _Served(methods), methods=list(methods)) for path, methods in by_path.items()]


def with_api(app: Starlette, pages: ASGIApp, routes: Iterable[Route]) -> ASGIApp:
    """An application with the shortest way to its API: keypads wait for nothing that pages need.

    What none of these routes answers goes to the pages, which say so.
    """
    return _Api(app, pages, routes)


PATHS_KEPT = 4_096
"""Keypads ask for the same addresses again and again."""
_NAMED, _SERVED = "{}", "{served}"


class _Api:
    """The API of an application, and its pages behind it."""

    def __init__(self, app: Starlette, pages: ASGIApp, routes: Iterable[Route]) -> None:
        self._app, self._pages = app, pages
        self._tree: dict[str, Any] = {}
        for route in routes:
            node = self._tree
            for part in route.path.split("/"):
                node = node.setdefault(_NAMED if part.startswith("{") else part, {})
            node[_SERVED] = route.endpoint, [part[1:-1] for part in route.path.split("/") if part.startswith("{")]
        self._served_at = lru_cache(PATHS_KEPT)(self._walk)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request in a task of its own."""
        if scope["type"] == "http" and (served := self._find(scope)):
            await served(scope, receive, send)
        else:
            await self._pages(scope, receive, send)

    def _find(self, scope: Scope) -> _Served | None:
        """What serves a path by a method; the names in the path are put into the request."""
        if (found := self._served_at(scope["path"])) is None or scope["method"] not in found[0].methods:
            return None
        scope["path_params"], scope["app"] = found[1], self._app
        return found[0]

    def _walk(self, path: str) -> tuple[_Served, Mapping[str, str]] | None:
        """What serves a path, and the names in it."""
        node, values = self._tree, []
        for part in path.split("/"):
            if (below := node.get(part)) is None or part in (_NAMED, _SERVED):
                if not part or (below := node.get(_NAMED)) is None:
                    return None
                values.append(part)
            node = below
        if (end := node.get(_SERVED)) is None:
            return None
        return end[0], MappingProxyType(dict(zip(end[1], values, strict=True)))


class _Served:
    """All methods of one path, as an application of its own: the quickest way from the server to a handler."""

    def __init__(self, methods: Mapping[str, Endpoint]) -> None:
        self.methods = frozenset(methods)
        self._readers = {name: Reader(endpoint) for name, endpoint in methods.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began_s, status = perf_counter(), 500
        reader = self._readers["GET" if scope["method"] == "HEAD" else scope["method"]]
        try:
            answer = await reader.answered(scope, receive)
            status = answer.status_code if isinstance(answer, Response) else reader.endpoint.status
        finally:
            took_s = perf_counter() - began_s
            scope["app"].state.metrics.answered(reader.name, status, took_s, command=reader.command)
        if isinstance(answer, bytes):
            secured = scope["scheme"] == "https"
            more = [(b"content-length", b"%d" % len(answer)), *([SECURED] if secured else ())]
            await send({"type": "http.response.start", "status": status, "headers": [*reader.headers, *more]})
            await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else answer})
            return
        answer = completed(answer, scope)
        if scope["method"] == "HEAD":
            answer = Response(None, status, answer.headers)
        await answer(scope, receive, send)
