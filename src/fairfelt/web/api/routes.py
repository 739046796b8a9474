"""From endpoints to routes: which address leads to which endpoint, and how its answers go out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from time import perf_counter
from types import MappingProxyType
from typing import Any

from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from fairfelt.web.http.headers import SECURED

from .answering import Reader, completed
from .endpoint import Endpoint


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
