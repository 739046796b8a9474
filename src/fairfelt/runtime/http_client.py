"""The client of everything that asks another server over HTTP: redirects are not followed, long answers are cut off."""

from __future__ import annotations

import json
import ssl
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from httpx2 import Client

IDLE_S = 2.0
"""A server closes a connection that was idle for some seconds, and what is sent on it then is lost."""
MOST_BYTES = 1 << 20
MOST_SAID = 300


class NoAnswer(Exception):  # noqa: N818  (it reads as what happened)
    """The server did not answer, or not as a server does; whether it took what was sent is not known."""


class HttpAnswer(NamedTuple):
    """A status and what came with it."""

    status: int
    body: bytes

    @property
    def plain(self) -> dict[str, Any]:
        """The answer as a JSON object; empty if it is none."""
        try:
            found = json.loads(self.body)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def detail(self) -> str:
        """The sentence of a problem (RFC 9457), or what else was answered."""
        return str(self.plain.get("detail") or " ".join(self.body.decode(errors="replace").split())[:MOST_SAID])


class HttpClient:
    """Asks one server or several, from any thread. Connections are kept for a moment and used again."""

    def __init__(
        self,
        base: str = "",
        *,
        timeout_s: float,
        key: str = "",
        headers: Mapping[str, str] | None = None,
        authority: Path | str | None = None,
        proxies: bool = True,
        most_bytes: int = MOST_BYTES,
    ) -> None:
        """`key` is that of a device; `authority` is the certificate of a private one; `proxies` of the environment."""
        self._base, self.timeout_s, self._proxies, self._most_bytes = base, timeout_s, proxies, most_bytes
        self.headers = {"Accept-Encoding": "identity", **(headers or {})}
        if key:
            self.headers["Authorization"] = f"Bearer {key}"
        self._context = ssl.create_default_context(cafile=authority or None)

    def ask(
        self,
        method: str,
        address: str,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        *,
        body: object = None,
        tokens: Sequence[str] = (),
    ) -> HttpAnswer:
        """One request, with bytes or with a body that is sent as JSON, for those whose sessions the tokens are.

        Of an answer that is longer than expected, the part is given that shows it.
        """
        sent = {**(headers or {})}
        if body is not None:
            content, sent = json.dumps(body).encode(), {"Content-Type": "application/json", **sent}
        if tokens:
            sent = {"Fairfelt-Session": ",".join(tokens), **sent}
        return self.exchange(method, address, content, sent)

    def url_of(self, address: str) -> str:
        return f"{self._base}{address}"

    def exchange(self, method: str, address: str, content: bytes | None, headers: Mapping[str, str]) -> HttpAnswer:
        """One request on the wire; here the simulated network begins."""
        import httpx2

        body = bytearray()
        try:
            with self._client.stream(method, address, content=content, headers=headers) as answer:
                for chunk in answer.iter_raw():
                    body += chunk
                    if len(body) > self._most_bytes:
                        break
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
            raise NoAnswer(str(error) or type(error).__name__) from error
        return HttpAnswer(answer.status_code, bytes(body))

    def close(self) -> None:
        if "_client" in vars(self):
            self._client.close()
            del self._client

    @cached_property
    def _client(self) -> Client:
        from httpx2 import Client, Limits

        return Client(
            base_url=self._base, headers=self.headers, timeout=self.timeout_s, verify=self._context,
            trust_env=self._proxies, limits=Limits(keepalive_expiry=IDLE_S),
        )  # fmt: skip
