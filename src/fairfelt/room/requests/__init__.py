"""What may be asked of the floor: each request is checked and, if it may be, becomes the body of one event."""

from __future__ import annotations

from collections.abc import Mapping

from . import accounts, closing, devices, people, rounds, setting_up
from .request import Request

REQUESTS: Mapping[str, Request] = {
    request.__name__.replace("_", " "): request
    for subject in (setting_up, devices, people, rounds, accounts, closing)
    for request in subject.REQUESTS
}
"""By the kind of command."""

__all__ = ["REQUESTS", "Request"]
