"""What may be asked of the floor: each request is checked and, if it may be, becomes the body of one event."""

from __future__ import annotations

from collections.abc import Mapping

from . import (
    accounts,
    closing,
    devices,
    duties,
    funds,
    law,
    limits,
    odds,
    paperwork,
    people,
    retirement,
    rounds,
    set_up,
)
from .command import Request

REQUESTS: Mapping[str, Request] = {
    request.__name__.replace("_", " "): request
    for subject in (
        set_up, devices, people, rounds, accounts, closing, law, paperwork, odds, limits, funds, duties, retirement,
    )
    for request in subject.REQUESTS
}  # fmt: skip
"""By the kind of command."""

__all__ = ["REQUESTS", "Request"]
