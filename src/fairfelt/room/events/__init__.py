"""What each event does to the floor. The log replayed through these gives the floor again, to the last millionth."""

from __future__ import annotations

from collections.abc import Mapping

from ..functions import functions_of
from . import accounts, closing, devices, duties, event, funds, law, people, retirement, rounds, set_up
from .event import EventFunction

EVENTS: Mapping[str, EventFunction] = {
    name.replace("_", " "): function
    for subject in (set_up, devices, people, rounds, accounts, closing, law, funds, duties, retirement, event)
    for name, function in functions_of(subject, "floor", "body").items()
}
"""By the kind of event: every public function of these modules that takes a floor and a body."""

__all__ = ["EVENTS", "EventFunction"]
