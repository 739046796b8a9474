"""Commands about the law of the room: which one it is, and the day on which its rules are read."""

from __future__ import annotations

from fairfelt.law import LawError, Mode, profile, time_zone
from fairfelt.room.law.ask_law import with_review
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import ADJUSTS
from fairfelt.rules import UnknownName

from ..authority import persons, server_only
from ..events import law as events
from ..fields import Body, cards, day, one_of, text, text_or_none
from ..refusal import Code, Refusal, refusing
from .command import NewEvent


def set_law(floor: Floor, device: str, body: Body) -> NewEvent:
    """Two people choose the jurisdiction, and whether its rules stop what breaks them."""
    people = persons(floor, cards(body), ADJUSTS, count=2)
    name, zone = text(body, "profile"), text(body, "zone")
    with refusing(Code.UNKNOWN_NAME, UnknownName, LawError):
        held = profile(name)
        time_zone(zone)
        if floor.jurisdiction.day:
            held.on(floor.jurisdiction.day)
    event = {
        "profile": name,
        "mode": one_of(body, "mode", Mode).value,
        "zone": zone,
        "location_class": text_or_none(body, "location_class"),
        "document": text(body, "document"),
        "by": people,
    }
    return "law set", with_review(floor, events.law_set, event)


def begin_day(floor: Floor, device: str, body: Body) -> NewEvent:
    """Midnight where the room is. Every table is looked at again, for rules have days."""
    server_only(device, "which day it is")
    today, last = day(body, "day"), floor.jurisdiction.day
    if last and today <= last:
        raise Refusal(Code.ALREADY_DONE, f"{last} has begun already; the next day is a later one, not {today}")
    with refusing(Code.UNLAWFUL, LawError):
        profile(floor.jurisdiction.profile).on(today)
    return "day began", with_review(floor, events.day_began, {"day": today.isoformat()})
