"""What each event does to the floor. The log replayed through these gives the floor again, to the last millionth."""

from __future__ import annotations

from collections.abc import Mapping

from . import accounts, closing, devices, duties, funds, law, people, retirement, rounds, set_up
from .event import EventFunction, refused

EVENTS: Mapping[str, EventFunction] = {
    event.__name__.replace("_", " "): event
    for events in (
        set_up.EVENTS, devices.EVENTS, people.EVENTS, rounds.EVENTS, accounts.EVENTS,
        closing.EVENTS, law.EVENTS, funds.EVENTS, duties.EVENTS, retirement.EVENTS, (refused,),
    )
    for event in events
}  # fmt: skip
"""By the kind of event."""

__all__ = ["EVENTS", "EventFunction"]
