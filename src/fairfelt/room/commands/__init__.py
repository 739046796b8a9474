"""Every command of the floor: it is checked and, if it may be, becomes the body of one event."""

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
from .command import CommandFunction

COMMANDS: Mapping[str, CommandFunction] = {
    command.__name__.replace("_", " "): command
    for subject in (
        set_up, devices, people, rounds, accounts, closing, law, paperwork, odds, limits, funds, duties, retirement,
    )
    for command in subject.COMMANDS
}  # fmt: skip
"""By the kind of command."""

__all__ = ["COMMANDS", "CommandFunction"]
