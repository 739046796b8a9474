"""What may be asked of the floor: each request is checked and, if it may be, becomes the body of one event."""

from __future__ import annotations

from collections.abc import Mapping

from . import (
    accounts,
    closing,
    devices,
    duties,
    endings,
    funds,
    law,
    limits,
    linking,
    papers,
    people,
    rounds,
    setting_up,
)
from .request import Request

REQUESTS: Mapping[str, Request] = {
    request.__name__.replace("_", " "): request
    for subject in (
        setting_up, devices, people, rounds, accounts, closing, law, papers, linking, limits, funds, duties, endings,
    )
    for request in subject.REQUESTS
}  # fmt: skip
"""By the kind of command."""

__all__ = ["REQUESTS", "Request"]
