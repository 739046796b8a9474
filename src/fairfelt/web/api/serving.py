"""From endpoints to routes: who asks, what was sent, the handler, and what goes back."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Mapping
from time import perf_counter
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from fairfelt.controller import BadPin, Controller, SignInRefused, TooManyTries
from fairfelt.ledger import LedgerCorrupt, LedgerUnavailable, Malformed

from .authority import Asking, authorised
from .call import Call
from .endpoint import Endpoint
from .problem import Problem, bad_request, forbidden, too_long, too_many, unavailable, wrong_media

MOST_BODY_BYTES = 64 * 1024
_log = logging.getLogger(__name__)
_NEVER_KEPT = (b"cache-control", b"no-store")
_encode = msgspec.json.Encoder().encode


def routes(endpoints: Iterable[Endpoint]) -> list[Route]:
    """One route to a path, with all methods it has."""
    by_path: defaultdict[str, dict[str, Endpoint]] = defaultdict(dict)
    for endpoint in endpoints:
        by_path[endpoint.path][endpoint.method] = endpoint
    return [Route(path, _served(methods), methods=list(methods)) for path, methods in by_path.items()]


def _served(methods: Mapping[str, Endpoint]) -> Any:
    readers = {name: _Reader(endpoint) for name, endpoint in methods.items()}

    async def serve(request: Request) -> Response:
        began_s, status = perf_counter(), 500
        reader = readers["GET" if request.method == "HEAD" else request.method]
        endpoint = reader.endpoint
        try:
            response = await _answered(reader, request)
            status = response.status_code
        finally:
            took_s = perf_counter() - began_s
            request.app.state.metrics.answered(endpoint.name, status, took_s, command=endpoint.command)
        response.raw_headers.append(_NEVER_KEPT)
        return response if request.method != "HEAD" else Response(None, status, response.headers)

    return serve


async def _answered(reader: _Reader, request: Request) -> Response:
    try:
        return reader.written(await reader.handled(request))
    except Problem as problem:
        about = {"endpoint": reader.endpoint.name, "status": problem.body.status, "why": str(problem)}
        _log.info("refused", extra=about)
        return problem.response()


class _Reader:
    """Reads requests for one endpoint and writes its answers."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._decode = msgspec.json.Decoder(endpoint.takes).decode if endpoint.takes else None

    async def handled(self, request: Request) -> Any:
        """The handler's answer; what it may raise becomes a problem."""
        try:
            return await self.endpoint.handler(await self._call(request))
        except (LedgerUnavailable, LedgerCorrupt) as error:
            raise unavailable(str(error)) from error
        except (Malformed, BadPin) as error:
            raise bad_request(str(error)) from error
        except SignInRefused as error:
            raise forbidden(str(error)) from error
        except TooManyTries as error:
            raise too_many(str(error), error.wait_s) from error

    def written(self, answer: Any) -> Response:
        """The answer as it goes out."""
        if isinstance(answer, Response):
            return answer
        return Response(_encode(answer), self.endpoint.status, media_type=self.endpoint.media)

    async def _call(self, request: Request) -> Call:
        controller: Controller = request.app.state.controller
        asking = self._asking(request)
        who = authorised(controller, self.endpoint.access, asking)
        return Call(
            controller=controller,
            metrics=request.app.state.metrics,
            path=request.path_params,
            body=self._body(await _read(request)) if self._decode else None,
            query=self._query(request.query_params if request.scope["query_string"] else {}),
            device=who.device,
            sessions=who.sessions,
            client=asking.client,
            tokens=asking.tokens,
        )

    def _asking(self, request: Request) -> Asking:
        headers = request.headers
        scheme, _, key = headers.get("authorization", "").partition(" ")
        tokens = tuple(token.strip() for token in headers.get("fairfelt-session", "").split(",") if token.strip())
        return Asking(
            key=key.strip() if scheme.lower() == "bearer" else "",
            tokens=tokens,
            client=request.client.host if request.client else "",
            path=request.path_params,
        )

    def _body(self, raw: bytes) -> Any:
        assert self._decode is not None
        try:
            return self._decode(raw)
        except msgspec.ValidationError as error:
            raise bad_request(*_told(error)) from error
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise bad_request(f"the body is not JSON ({error})") from error

    def _query(self, found: Mapping[str, str]) -> Any:
        if self.endpoint.query is None:
            if found:
                raise bad_request(f"this address takes no {next(iter(found))!r}")
            return None
        try:
            return msgspec.convert(dict(found), self.endpoint.query, strict=False)
        except msgspec.ValidationError as error:
            raise bad_request(*_told(error)) from error


async def _read(request: Request) -> bytes:
    """The body, if it is JSON and of a sensible length."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise wrong_media(f"the body must be application/json, not {kind or 'of no type'}")
    parts, length = [], 0
    try:
        async for part in request.stream():
            length += len(part)
            if length > MOST_BODY_BYTES:
                raise too_long(f"the body is longer than {MOST_BODY_BYTES:,} bytes")
            parts.append(part)
    except ClientDisconnect as error:
        raise bad_request("the body is cut off") from error
    return b"".join(parts)


def _told(error: msgspec.ValidationError) -> tuple[str, str]:
    """What msgspec found, and the field it found it in: "Expected `int`, got `str` - at `$.bets[0].seat`"."""
    text, _, place = str(error).partition(" - at ")
    field = place.strip("`").removeprefix("$.").removeprefix("key in ")
    return (f"{field}: {text[:1].lower()}{text[1:]}" if field else text), field
