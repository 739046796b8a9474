"""From endpoints to routes: who asks, what was sent, the handler, and what goes back."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import Any

import msgspec
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from fairfelt.controller import BadPin, SignInRefused, TooManyTries
from fairfelt.formats.reading import FieldError, convert, decode
from fairfelt.ledger import LedgerCorrupt, LedgerUnavailable, Malformed
from fairfelt.web.http.request import BadBody, read_json

from .authenticate import Asking, authorised
from .call import Call
from .device_cookies import kept_key
from .endpoint import Endpoint
from .problem import Problem, bad_request, forbidden, too_many, unavailable

Headers = Mapping[bytes, bytes]
_log = logging.getLogger(__name__)
_NEVER_KEPT = (b"cache-control", b"no-store")
_encode = msgspec.json.Encoder().encode


def build_routes(endpoints: Iterable[Endpoint]) -> list[Route]:
    """One route to a path, with all methods it has."""
    by_path: defaultdict[str, dict[str, Endpoint]] = defaultdict(dict)
    for endpoint in endpoints:
        by_path[endpoint.path][endpoint.method] = endpoint
    return [Route(path, _Served(methods), methods=list(methods)) for path, methods in by_path.items()]


class _Served:
    """All methods of one path, as an application of its own: the quickest way from the server to a handler."""

    def __init__(self, methods: Mapping[str, Endpoint]) -> None:
        self._readers = {name: _Reader(endpoint) for name, endpoint in methods.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began_s, status = perf_counter(), 500
        reader = self._readers["GET" if scope["method"] == "HEAD" else scope["method"]]
        try:
            response = await _answered(reader, scope, receive)
            status = response.status_code
        finally:
            took_s, endpoint = perf_counter() - began_s, reader.endpoint
            scope["app"].state.metrics.answered(endpoint.name, status, took_s, command=endpoint.command)
        response.raw_headers.append(_NEVER_KEPT)
        if scope["method"] == "HEAD":
            response = Response(None, status, response.headers)
        await response(scope, receive, send)


async def _answered(reader: _Reader, scope: Scope, receive: Receive) -> Response:
    try:
        return reader.written(await reader.handled(scope, receive))
    except Problem as problem:
        about = {"endpoint": reader.endpoint.name, "status": problem.body.status, "why": str(problem)}
        _log.info("refused", extra=about)
        return problem.response()


class _Reader:
    """Reads requests for one endpoint and writes its answers."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._decode: Callable[[bytes], Any] | None = None
        if endpoint.takes:
            self._decode = partial(decode, kind=endpoint.takes, decoder=msgspec.json.Decoder(endpoint.takes).decode)

    async def handled(self, scope: Scope, receive: Receive) -> Any:
        """The handler's answer; what it may raise becomes a problem."""
        try:
            return await self.endpoint.handler(await self._call(scope, receive))
        except (LedgerUnavailable, LedgerCorrupt) as error:
            raise unavailable(str(error)) from error
        except Malformed as error:
            raise bad_request(str(error), error.field) from error
        except BadPin as error:
            raise bad_request(str(error)) from error
        except SignInRefused as error:
            raise forbidden(str(error)) from error
        except TooManyTries as error:
            raise too_many(str(error), error.wait_s) from error
        except BadBody as error:
            raise Problem(error.status, str(error)) from error

    def written(self, answer: Any) -> Response:
        """The answer as it goes out."""
        if isinstance(answer, Response):
            return answer
        return Response(_encode(answer), self.endpoint.status, media_type=self.endpoint.media)

    async def _call(self, scope: Scope, receive: Receive) -> Call:
        state, headers = scope["app"].state, dict(scope["headers"])
        asking = _asking(scope, headers)
        if self.endpoint.access.kinds and not asking.key and b"cookie" in headers:
            asking = replace(asking, key=kept_key(Request(scope), state.controller))
        who = authorised(state.controller, self.endpoint.access, asking, command=self.endpoint.command)
        return Call(
            room=state.controller,
            metrics=state.metrics,
            path=asking.path,
            body=await self._body(headers, receive),
            query=self._query(QueryParams(scope["query_string"]) if scope["query_string"] else {}),
            device=who.device,
            sessions=who.sessions,
            client=asking.client,
            tokens=asking.tokens,
        )

    async def _body(self, headers: Headers, receive: Receive) -> Any:
        if self._decode is None:
            return None
        try:
            return await read_json(headers.get(b"content-type", b"").decode("latin-1"), receive, self._decode)
        except FieldError as error:
            raise bad_request(str(error), error.field) from error

    def _query(self, found: Mapping[str, str]) -> Any:
        if self.endpoint.query is None:
            if found:
                raise bad_request(f"this address takes no {next(iter(found))!r}")
            return None
        try:
            return convert(dict(found), self.endpoint.query, strict=False)
        except FieldError as error:
            raise bad_request(str(error), error.field) from error


def _asking(scope: Scope, headers: Headers) -> Asking:
    scheme, _, key = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    tokens = headers.get(b"fairfelt-session", b"").decode("latin-1").split(",")
    return Asking(
        key=key.strip() if scheme.lower() == "bearer" else "",
        tokens=tuple(filter(None, map(str.strip, tokens))),
        client=scope["client"][0] if scope["client"] else "",
        path=scope["path_params"],
    )
