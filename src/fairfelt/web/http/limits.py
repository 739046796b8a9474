"""What a connection may cost: so many from one address, so long and so large until a request is whole.

A visitor who is slow, or says more than anybody has to, is let go of; keypads and displays never notice.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from .tls import CERTIFICATE, certified_device

MOST_HEADER_BYTES = 32 * 1024
"""Of an address and all headers together; eight times what a browser sends."""
REQUEST_S = 15.0
"""So long a request may take to arrive, from the first byte that is waited for to the last."""


@dataclass(frozen=True)
class ConnectionLimits:
    """How many connections are held, and who is not counted."""

    connections: int = 8_000
    per_address: int = 300
    request_s: float = REQUEST_S
    exempt: tuple[str, ...] = ()
    """Proxies: everybody comes from their address."""


@dataclass
class Connections:
    """The open connections of a server by address; those that wait for a request give way to new ones."""

    limits: ConnectionLimits = field(default_factory=ConnectionLimits)
    _waiting: defaultdict[str, OrderedDict[LimitedProtocol, None]] = field(
        default_factory=lambda: defaultdict(OrderedDict)
    )
    _open: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    _strangers: OrderedDict[LimitedProtocol, None] = field(default_factory=OrderedDict)
    """From whatever address, those that have never asked anything."""
    _all: int = 0

    def __post_init__(self) -> None:
        self._exempt: Collection[IPv4Network | IPv6Network] = [
            ip_network(one, strict=False) for one in self.limits.exempt
        ]

    def add(self, connection: LimitedProtocol) -> bool:
        """Take one more in, perhaps in the place of an older one that asks for nothing; False where there is none."""
        address = connection.address
        if self._open[address] >= self.limits.per_address and not self._is_exempt(address):
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
        """One has gone."""
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

    def _is_exempt(self, address: str) -> bool:
        return bool(self._exempt) and any(ip_address(address) in network for network in self._exempt)


def _let_go_of_oldest(held: OrderedDict[LimitedProtocol, None]) -> bool:
    """Hang up on the one that was taken in first; False where there is none."""
    oldest = next(iter(held), None)
    if oldest is not None:
        oldest.let_go()
    return oldest is not None


class LimitedProtocol(HttpToolsProtocol):
    """The server's protocol within limits. `Connections` is its class's, made for one server by `within`."""

    held: Connections = Connections()

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.address, self._device = "", ""
        self._taken = False
        self._in_request, self._in_head, self._head_bytes = False, False, 0
        self._patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody is there; perhaps one too many."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self._device = certified_device(transport)
        self._taken = self.held.add(self)
        if self._taken:
            self._begin_patience()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self._end_patience()
        if self._taken:
            self._taken = False
            self.held.remove(self)
        super().connection_lost(exc)

    def let_go(self) -> None:
        """Hang up at once: what is not answered was not asked."""
        self._end_patience()
        if self._taken:
            self._taken = False
            self.held.remove(self)
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """More of a request; a head that does not end is not kept."""
        if not self._taken or self.parser is None:
            return
        super().data_received(data)
        if self._keeps_us_waiting and not self.transport.is_closing():
            self._begin_patience()
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEADER_BYTES and not self.transport.is_closing():
                self._refuse_head()

    @property
    def _keeps_us_waiting(self) -> bool:
        """Something came that is no whole request; one behind another that is not answered yet has time."""
        answering = self.cycle is not None and not self.cycle.response_complete
        if self._in_request:
            return not self.pipeline and not (self._in_head and answering)
        return not answering and self.timeout_keep_alive_task is None

    def on_message_begin(self) -> None:
        """A request begins."""
        self._in_request, self._in_head, self._head_bytes = True, True, 0
        super().on_message_begin()
        scope: Any = self.scope
        scope["extensions"] = {CERTIFICATE: self._device} if self._device else {}

    def on_headers_complete(self) -> None:
        """A head is whole."""
        self._in_head = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """A request is whole."""
        self._in_request = False
        self._end_patience()
        if self._taken:
            self.held.serve(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """It is answered, and the next may come."""
        super().on_response_complete()
        if self._taken and not self.transport.is_closing():
            self.held.wait(self)

    def _begin_patience(self) -> None:
        if self._patience is None:
            self._patience = self.loop.call_later(self.held.limits.request_s, self._lose_patience)

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


def within(limits: ConnectionLimits) -> type[LimitedProtocol]:
    """The protocol of one server, which counts its own connections."""
    return type(LimitedProtocol.__name__, (LimitedProtocol,), {"held": Connections(limits)})
