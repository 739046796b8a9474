"""Webhooks by the Standard Webhooks convention: JSON that is signed, numbered and sent until it is taken."""

from __future__ import annotations

import base64
import hmac
import time
from dataclasses import dataclass, field
from http.client import HTTPException
from http.client import HTTPResponse as Answer
from typing import IO, Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

PATIENCE_S = 10.0
PREFIX = "whsec_"
LEAST_SECRET_BYTES, MOST_SECRET_BYTES = 24, 64


class NotDelivered(Exception):  # noqa: N818  (it reads as what happened)
    """What was sent was not taken, and why."""


class BadSecret(ValueError):  # noqa: N818  (it reads as what it is)
    """A secret that no signature can be made with."""


def read_secret(text: str) -> bytes:
    """The secret that both ends share, as people hand it on: whsec_ and base64."""
    try:
        found = base64.b64decode(text.strip().removeprefix(PREFIX), validate=True)
    except ValueError as error:
        raise BadSecret(f"the secret of a webhook is {PREFIX} and base64") from error
    if not LEAST_SECRET_BYTES <= len(found) <= MOST_SECRET_BYTES:
        raise BadSecret(f"the secret of a webhook has {LEAST_SECRET_BYTES} to {MOST_SECRET_BYTES} bytes")
    return found


def signature(secret: bytes, number: str, at_s: int, body: bytes) -> str:
    """What goes into the webhook-signature header."""
    signed = hmac.digest(secret, f"{number}.{at_s}.".encode() + body, "sha256")
    return f"v1,{base64.b64encode(signed).decode()}"


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        return None


_opener = build_opener(_NoRedirects)


@dataclass(frozen=True)
class Webhook:
    """Somewhere that takes what is sent, and the secret that it checks signatures with."""

    url: str
    secret: bytes = field(repr=False)

    @property
    def system(self) -> str:
        """The machine that takes it; the rest of an address may hold a secret."""
        return self.url.partition("://")[2].partition("/")[0].rpartition("@")[2]

    def send(self, number: str, body: bytes) -> None:
        """Send once, off the event loop; NotDelivered says why it was not taken.

        The time is that of this try: a verifier refuses what was signed minutes ago.
        """
        at_s = int(time.time())
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Fairfelt",
            "webhook-id": number,
            "webhook-timestamp": str(at_s),
            "webhook-signature": signature(self.secret, number, at_s, body),
        }
        try:
            answer: Answer
            with _opener.open(Request(self.url, body, headers, method="POST"), timeout=PATIENCE_S) as answer:
                if not 200 <= answer.status < 300:
                    raise NotDelivered(f"{self.system} answered {answer.status}")
        except HTTPError as error:
            raise NotDelivered(f"{self.system} answered {error.code}") from error
        except (OSError, HTTPException, ValueError) as error:
            raise NotDelivered(f"{self.system} cannot be reached: {error}") from error
