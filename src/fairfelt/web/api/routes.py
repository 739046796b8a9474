"""From endpoints to routes: who asks, what was sent, the handler, and what goes back."""

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

from fairfelt.controller import BadPin, SignInRefused, TooManyTries
from fairfelt.formats.reading import FieldError, convert, decode
from fairfelt.ledger import LedgerCorrupt, LedgerUnavailable, Malformed
from fairfelt.web.http.headers import SECURED, SECURITY_HEADERS
from fairfelt.web.http.request import BadBody, read_json
from fairfelt.web.http.tls import CERTIFICATE
from fairfelt.web.http.whole_answers import head_of, whole_sender

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
    return [Route(path, served, methods=list(served.methods)) for path, served in _by_path(endpoints).items()]


def _by_path(endpoints: Iterable[Endpoint]) -> dict[str, _Served]:
    by_path: defaultdict[str, dict[str, Endpoint]] = defaultdict(dict)
    for endpoint in endpoints:
        by_path[endpoint.path][endpoint.method] = endpoint
    return {path: _Served(methods) for path, methods in by_path.items()}


def with_api(app: Starlette, pages: ASGIApp, endpoints: Iterable[Endpoint]) -> ASGIApp:
    """An application with the shortest way to its API: keypads wait for nothing that pages need.

    What no endpoint answers goes to the pages, which say so.
    """
    tree: dict[str, Any] = {}
    for path, served in _by_path(endpoints).items():
        node = tree
        for part in path.split("/"):
            node = node.setdefault(_NAMED if part.startswith("{") else part, {})
        node[_SERVED] = served, [part[1:-1] for part in path.split("/") if part.startswith("{")]

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (found := _find(tree, scope)):
            served, scope["path_params"] = found
            scope["app"] = app
            await served(scope, receive, send)
        else:
            await pages(scope, receive, send)

    return answer


_SECURITY = [row for row in SECURITY_HEADERS if row[0] != _NEVER_KEPT[0]]
_NAMED, _SERVED = "{}", "{served}"


def _find(tree: Mapping[str, Any], scope: Scope) -> tuple[_Served, dict[str, str]] | None:
    """What serves a path by a method, and the names in the path."""
    node, values = tree, []
    for part in scope["path"].split("/"):
        if (below := node.get(part)) is None or part in (_NAMED, _SERVED):
            if not part or (below := node.get(_NAMED)) is None:
                return None
            values.append(part)
        node = below
    if (end := node.get(_SERVED)) is None or scope["method"] not in end[0].methods:
        return None
    served, names = end
    return served, dict(zip(names, values, strict=True))


class _Served:
    """All methods of one path, as an application of its own: the quickest way from the server to a handler."""

    def __init__(self, methods: Mapping[str, Endpoint]) -> None:
        self.methods = frozenset(methods)
        self._readers = {name: _Reader(endpoint) for name, endpoint in methods.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began_s, status = perf_counter(), 500
        reader = self._readers["GET" if scope["method"] == "HEAD" else scope["method"]]
        endpoint = reader.endpoint
        try:
            answer = await _answered(reader, scope, receive)
            status = answer.status_code if isinstance(answer, Response) else endpoint.status
        finally:
            took_s = perf_counter() - began_s
            scope["app"].state.metrics.answered(reader.name, status, took_s, command=reader.command)
        if isinstance(answer, bytes):
            secured = scope["scheme"] == "https"
            if send_whole := whole_sender(scope):
                await send_whole(reader.secured_head if secured else reader.head, answer)
                return
            more = [(b"content-length", b"%d" % len(answer)), *([SECURED] if secured else ())]
            await send({"type": "http.response.start", "status": status, "headers": [*reader.headers, *more]})
            await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else answer})
            return
        there = {name for name, _ in answer.raw_headers}
        answer.raw_headers += [row for row in (_NEVER_KEPT, *_SECURITY) if row[0] not in there]
        if scope["scheme"] == "https":
            answer.raw_headers.append(SECURED)
        if scope["method"] == "HEAD":
            answer = Response(None, status, answer.headers)
        await answer(scope, receive, send)


async def _answered(reader: _Reader, scope: Scope, receive: Receive) -> Response | bytes:
    """What a handler gave, or what is wrong; plain answers as the bytes that go out."""
    try:
        answer = await reader.handled(scope, receive)
        return answer if isinstance(answer, Response) else _encode(answer)
    except Problem as problem:
        about = {"endpoint": reader.endpoint.name, "status": problem.body.status, "why": str(problem)}
        _log.info("refused", extra=about)
        return problem.response()
    except Exception:
        _log.exception("an endpoint failed", extra={"endpoint": reader.endpoint.name})
        return Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "something went wrong here, and the log says what").response()


class _Reader:
    """Reads requests for one endpoint and writes its answers."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint, self.name, self.command = endpoint, endpoint.name, endpoint.command
        self.headers = [(b"content-type", endpoint.media.encode()), _NEVER_KEPT, *_SECURITY]
        self.head = head_of(endpoint.status, self.headers)
        self.secured_head = head_of(endpoint.status, [*self.headers, SECURED])
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

    async def _call(self, scope: Scope, receive: Receive) -> Call:
        state, headers = scope["app"].state, dict(scope["headers"])
        asking = _asking(scope, headers)
        if self.endpoint.access.kinds and not asking.key and b"cookie" in headers:
            asking = msgspec.structs.replace(asking, key=kept_key(Request(scope), state.controller))
        who = authorised(state.controller, self.endpoint.access, asking, command=self.command)
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
            base=f"{scope['scheme']}://{headers.get(b'host', b'').decode('latin-1')}",
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
        certificate=scope.get("extensions", {}).get(CERTIFICATE, ""),
    )
