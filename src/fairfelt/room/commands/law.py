"""Requests about the law of the room: which one it is, and the day on which its rules are read."""

from __future__ import annotations

from fairfelt.law import LawError, Mode, profile, time_zone
from fairfelt.room.law.ask_law import reviewed
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import ADJUSTS
from fairfelt.rules import UnknownName

from ..authority import persons, server_only
from ..events import law as happenings
from ..fields import Body, cards, day, one_of, text, text_or_none
from ..refusal import Refusal
from .command import Asked, Request


def set_law(floor: Floor, device: str, asked: Body) -> Asked:
    """Two people choose the jurisdiction, and whether its rules stop what breaks them."""
    people = persons(floor, cards(asked), ADJUSTS, count=2)
    name, zone = text(asked, "profile"), text(asked, "zone")
    try:
        held = profile(name)
        time_zone(zone)
        if floor.regime.day:
            held.on(floor.regime.day)
    except (UnknownName, LawError) as error:
        raise Refusal(str(error)) from None
    body = {
        "profile": name,
        "mode": one_of(asked, "mode", Mode).value,
        "zone": zone,
        "location_class": text_or_none(asked, "location_class"),
        "document": text(asked, "document"),
        "by": people,
    }
    return "law set", reviewed(floor, happenings.law_set, body)


def begin_day(floor: Floor, device: str, asked: Body) -> Asked:
    """Midnight where the room is. Every table is looked at again, for rules have days."""
    server_only(device, "which day it is")
    today, last = day(asked, "day"), floor.regime.day
    if last and today <= last:
        raise Refusal(f"{last} has begun already; the next day is a later one, not {today}")
    try:
        profile(floor.regime.profile).on(today)
    except LawError as unknown:
        raise Refusal(str(unknown)) from None
    return "day began", reviewed(floor, happenings.day_began, {"day": today.isoformat()})


REQUESTS: tuple[Request, ...] = (set_law, begin_day)
