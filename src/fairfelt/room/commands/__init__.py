"""Every command of the floor: it is checked and, if it may be, becomes the body of one event."""

from __future__ import annotations

from collections.abc import Mapping

from ..functions import functions_of
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
from .command import CommandFunction

COMMANDS: Mapping[str, CommandFunction] = {
    name.replace("_", " "): function
    for subject in (
        set_up, devices, people, rounds, accounts, closing, law, paperwork, odds, limits, funds, duties, retirement,
    )
    for name, function in functions_of(subject, "floor", "device", "body").items()
}  # fmt: skip
"""By the kind of command: every public function of these modules that takes a floor, a device and a body."""

__all__ = ["COMMANDS", "CommandFunction"]
