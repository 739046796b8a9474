"""What each event does to the floor. The log replayed through these gives the floor again, to the last millionth."""

from __future__ import annotations

from collections.abc import Mapping

from . import accounts, closing, devices, duties, funds, law, people, retirement, rounds, set_up
from .event import Happening, refused

HAPPENINGS: Mapping[str, Happening] = {
    happening.__name__.replace("_", " "): happening
    for happenings in (
        set_up.HAPPENINGS, devices.HAPPENINGS, people.HAPPENINGS, rounds.HAPPENINGS, accounts.HAPPENINGS,
        closing.HAPPENINGS, law.HAPPENINGS, funds.HAPPENINGS, duties.HAPPENINGS, retirement.HAPPENINGS, (refused,),
    )
    for happening in happenings
}  # fmt: skip
"""By the kind of event."""

__all__ = ["HAPPENINGS", "Happening"]
