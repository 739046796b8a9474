"""The HTTP server: listening sockets, TLS, limits on connections, and uvicorn with them."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
import sys
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import InitVar, dataclass, field
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from types import FrameType
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from fairfelt.analysis.advisers import limit_arenas
from fairfelt.runtime.configuration.settings import Limits
from fairfelt.runtime.configuration.settings import Tls as TlsSettings

from .answers import Problem

LOOK_EVERY_S = 30.0
CERTIFICATE = "fairfelt.device_certificate"
"""The extension of a request that says which device's certificate came with it."""
_VERIFY = {"off": ssl.CERT_NONE, "optional": ssl.CERT_OPTIONAL, "required": ssl.CERT_REQUIRED}
_log = logging.getLogger(__name__)


class Tls:
    """The context of one server. A renewed certificate and list of withdrawn ones count from the next connection."""

    def __init__(self, files: TlsSettings) -> None:
        """The settings name a certificate and its key."""
        assert files.certificate_file
        self._files, self._pair = files, (files.certificate_file, files.key_file)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2
        self.context.load_cert_chain(*self._pair)
        if files.client_authority_file:
            self.context.load_verify_locations(files.client_authority_file)
        if files.client_revocations_file:
            self.context.load_verify_locations(files.client_revocations_file)
            self.context.verify_flags |= ssl.VerifyFlags.VERIFY_CRL_CHECK_LEAF
        self.context.verify_mode = _VERIFY[files.client_certificates]
        self._standing = self._stand()

    def renew(self) -> bool:
        """Read the files again if they have changed; a pair that does not fit is left alone and tried again."""
        standing = self._stand()
        if standing == self._standing:
            return False
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(*self._pair)
            self.context.load_cert_chain(*self._pair)
            if self._files.client_revocations_file:
                self.context.load_verify_locations(self._files.client_revocations_file)
        except (OSError, ssl.SSLError) as error:
            _log.warning("the new certificate was not taken", extra={"why": str(error)})
            return False
        self._standing = standing
        _log.info("the certificate and the list of withdrawn ones were read again")
        return True

    async def watch(self) -> None:
        """Look for a renewed certificate again and again."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            self.renew()

    def _stand(self) -> tuple[tuple[int, int], ...]:
        found = []
        for file in filter(None, (*self._pair, self._files.client_revocations_file)):
            try:
                at = file.stat()
            except OSError:
                found.append((0, 0))
            else:
                found.append((at.st_mtime_ns, at.st_ino))
        return tuple(found)


MOST_HEADER_BYTES = 32 * 1024
"""Of an address and all headers together; eight times what a browser sends."""


@dataclass
class Connections:
    """The open connections of a server by address; those that wait for a request give way to new ones."""

    limits: Limits = field(default_factory=Limits)
    proxies: InitVar[Sequence[str]] = ()
    """Their addresses are not counted: everybody comes from there."""
    _waiting: defaultdict[str, OrderedDict[LimitedProtocol, None]] = field(
        default_factory=lambda: defaultdict(OrderedDict)
    )
    _open: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    _strangers: OrderedDict[LimitedProtocol, None] = field(default_factory=OrderedDict)
    """From whatever address, those that have never asked anything."""
    _all: int = 0

    def __post_init__(self, proxies: Sequence[str]) -> None:
        self._exempt = [ip_network(one, strict=False) for one in proxies if one != "*"]

    def add(self, connection: LimitedProtocol) -> bool:
        """Take one more in, perhaps in the place of an older one that asks for nothing; False where there is none."""
        address = connection.address
        exempt = any(ip_address(address) in network for network in self._exempt)
        if self._open[address] >= self.limits.connections_per_address and not exempt:
            if not _let_go_of_oldest(self._waiting[address]):
                return False
        elif self._all >= self.limits.connections and not (
            _let_go_of_oldest(self._strangers) or _let_go_of_oldest(self._waiting[address])
        ):
            return False
        self._all += 1
        self._strangers[connection] = None
        self._open[address] += 1
        self.wait(connection)
        return True

    def remove(self, connection: LimitedProtocol) -> None:
        address = connection.address
        self._waiting[address].pop(connection, None)
        self._strangers.pop(connection, None)
        self._all -= 1
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
            self._waiting.pop(address, None)

    def wait(self, connection: LimitedProtocol) -> None:
        """A connection waits for its next request, and gives way if it must."""
        self._waiting[connection.address][connection] = None

    def serve(self, connection: LimitedProtocol) -> None:
        """A request is whole: the connection stays until it is answered."""
        self._waiting[connection.address].pop(connection, None)
        self._strangers.pop(connection, None)


def _let_go_of_oldest(held: OrderedDict[LimitedProtocol, None]) -> bool:
    """Hang up on the one that was taken in first; False where there is none."""
    oldest = next(iter(held), None)
    if oldest is not None:
        oldest.let_go()
    return oldest is not None


class LimitedProtocol(HttpToolsProtocol):
    """The server's protocol within limits. `Connections` is its class's, made for one server by `within`.

    uvicorn has no limit on a head, on the time that a request takes to arrive, or on connections by address, and an
    application is called too late to set one. So this sits where asyncio and the parser call the protocol
    (`connection_made`, `on_message_begin`, …), and where uvicorn says that it has answered; it looks at nothing else.
    """

    held: Connections = Connections()

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.address, self._device = "", ""
        self._taken = False
        self._in_head, self._head_bytes = False, 0
        self._unanswered = 0
        """Requests that are whole; below zero where one was answered before it was."""
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, or close it where there are too many."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        shown: dict[str, Any] = transport.get_extra_info("peercert") or {}  # was verified; empty if there was none
        names = (value for part in shown.get("subject", ()) for kind, value in part if kind == "commonName")
        self._device = next(names, "")
        self._taken = self.held.add(self)
        if self._taken:
            self._begin_patience()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def let_go(self) -> None:
        """Hang up at once: what is not answered was not asked."""
        self._leave()
        self.transport.abort()

    def _leave(self) -> None:
        self._end_patience()
        if self._taken:
            self._taken = False
            self.held.remove(self)

    def data_received(self, data: bytes) -> None:
        """More of a request; a head that does not end is not kept."""
        if not self._taken:
            return
        super().data_received(data)
        if self._unanswered <= 0 and not self.transport.is_closing():  # what came is no whole request
            self._begin_patience()
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEADER_BYTES and not self.transport.is_closing():
                self._refuse_head()

    def on_message_begin(self) -> None:
        self._in_head, self._head_bytes = True, 0
        super().on_message_begin()
        scope: Any = self.scope
        scope["extensions"] = {CERTIFICATE: self._device} if self._device else {}

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._unanswered += 1
        self._end_patience()
        if self._taken:
            self.held.serve(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """It is answered, and the next may come."""
        self._unanswered -= 1
        super().on_response_complete()
        if self._taken and not self.transport.is_closing():
            self.held.wait(self)

    def _begin_patience(self) -> None:
        if self._patience is None:
            self._patience = self.loop.call_later(self.held.limits.request_seconds, self._lose_patience)

    def _end_patience(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _lose_patience(self) -> None:
        self._patience = None
        if not self.transport.is_closing():
            self.let_go()

    def _refuse_head(self) -> None:
        sentence = b"The head of this request is too large"
        self.transport.write(
            b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-type: text/plain\r\nconnection: close\r\n"
            b"content-length: %d\r\n\r\n%b" % (len(sentence), sentence)
        )
        self._end_patience()
        self.transport.close()


def within(limits: Limits, proxies: Sequence[str]) -> type[LimitedProtocol]:
    """The protocol of one server, which counts its own connections."""
    return type(LimitedProtocol.__name__, (LimitedProtocol,), {"held": Connections(limits, proxies)})


SECONDS_TO_FINISH = 3
UNACKNOWLEDGED_MS = 10_000
"""A connection whose other end acknowledges nothing for so long is closed: a display that lost its line is noticed."""


def listen(host: str, port: int) -> socket.socket:
    """Take that port, or any free one for 0; an `OSError` if it cannot be had."""
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    listening = socket.create_server((host, port), family=family)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; connections inherit it
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MS)
    return listening


def url_of(listening: socket.socket, *, secured: bool = False) -> str:
    host, port, *_ = listening.getsockname()
    return f"http{'s' if secured else ''}://{f'[{host}]' if ':' in host else host}:{port}"


class _Server(uvicorn.Server):
    """Calls back when asked to stop, before it waits for open connections."""

    def __init__(self, config: uvicorn.Config, on_exit: Callable[[], None], tls: Tls | None = None) -> None:
        super().__init__(config)
        self._on_exit, self._tls = on_exit, tls

    async def main_loop(self) -> None:
        renewing = asyncio.create_task(self._tls.watch()) if self._tls else None
        try:
            await super().main_loop()
        finally:
            if renewing:
                renewing.cancel()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._on_exit()
        super().handle_exit(sig, frame)


SWITCH_S = 0.0005
"""How long a request waits for the interpreter's lock while another thread computes: a tenth of the default."""


def run(
    app: ASGIApp, listening: socket.socket, on_exit: Callable[[], None] = lambda: None, *, tls: Tls | None = None,
    proxies: Sequence[str] = (), limits: Limits | None = None,
) -> None:  # fmt: skip
    """Serve until interrupted; `on_exit` is told at once, so that streams without an end can end.

    What proxies say of who asks, and how, is believed if they are named.
    """
    limit_arenas()
    sys.setswitchinterval(SWITCH_S)
    _Server(configured(app, tls=tls, proxies=proxies, limits=limits), on_exit, tls).run([listening])


class ProxiesAlone:
    """An application over plain http behind proxies: other machines are refused, since anybody could listen to them."""

    def __init__(self, app: ASGIApp, proxies: Sequence[str]) -> None:
        self._app = app
        self._networks = [ip_network(one, strict=False) for one in proxies]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        answer: ASGIApp = self._app
        if scope["type"] == "http" and client and not self._is_near(client[0]):
            sentence = f"{client[0]} is no trusted proxy, and this server speaks plain http: use its https address"
            answer = Problem(HTTPStatus.FORBIDDEN, sentence).response()
        await answer(scope, receive, send)

    def _is_near(self, address: str) -> bool:
        found = ip_address(address)
        found = getattr(found, "ipv4_mapped", None) or found  # as a socket of both kinds writes an IPv4 address
        return found.is_loopback or any(found in network for network in self._networks)


def configured(
    app: ASGIApp, *, tls: Tls | None = None, proxies: Sequence[str] = (), limits: Limits | None = None
) -> uvicorn.Config:  # fmt: skip
    served: Any = ProxyHeadersMiddleware(app, list(proxies)) if proxies else app  # type: ignore[arg-type]
    if proxies and "*" not in proxies and tls is None:
        served = ProxiesAlone(served, proxies)
    config = uvicorn.Config(
        served,
        http=within(limits or Limits(), proxies),
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
    )
    config.load()
    config.ssl = tls.context if tls else None
    return config
