"""Requests about the papers that the law asks for: conditions met, games compared, the maker's system."""

from __future__ import annotations

from fairfelt import games
from fairfelt.law import letter
from fairfelt.room.law.ask_law import law_today, reviewed
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import ADJUSTS
from fairfelt.rules import UnknownName

from ..authority import persons
from ..events import law as happenings
from ..fields import Body, cards, day, nested, sha256, text, text_or_none
from ..refusal import Refusal
from .command import Asked, Request


def meet_condition(floor: Floor, device: str, asked: Body) -> Asked:
    """Something the approval asks for was done: when, and what shows it; for one game or for all."""
    (person,) = persons(floor, cards(asked), ADJUSTS)
    condition, game = text(asked, "condition"), text_or_none(asked, "game")
    try:
        letter().condition(condition)
        if game:
            games.find(game)
    except UnknownName as unknown:
        raise Refusal(str(unknown)) from None
    on = day(asked, "on")
    if on > law_today(floor).on:
        raise Refusal(f"{on} has not come yet; a condition is met on a day up to {law_today(floor).on}")
    body = {"condition": condition, "game": game, "on": on.isoformat(), "document": text(asked, "document")}
    return "condition met", reviewed(floor, happenings.condition_met, {**body, "by": person})


def withdraw_condition(floor: Floor, device: str, asked: Body) -> Asked:
    """It turned out not to be met, or is met no longer."""
    (person,) = persons(floor, cards(asked), ADJUSTS)
    condition, game = text(asked, "condition"), text_or_none(asked, "game")
    if not any((met.condition, met.game) == (condition, game) for met in floor.filed.met):
        raise Refusal(f"condition {condition!r} was not met{f' for {game}' if game else ''}; nothing is withdrawn")
    body = {"condition": condition, "game": game, "why": text(asked, "why"), "by": person}
    return "condition withdrawn", reviewed(floor, happenings.condition_withdrawn, body)


def pin_game(floor: Floor, device: str, asked: Body) -> Asked:
    """Two people have compared a game with its approved rules: the approval holds for this fingerprint."""
    people = persons(floor, cards(asked), ADJUSTS, count=2)
    try:
        game = games.find(text(asked, "game"), text_or_none(asked, "variant"))
    except UnknownName as unknown:
        raise Refusal(str(unknown)) from None
    here, compared = games.fingerprint_of(game.slug, game.variant), sha256(asked, "fingerprint")
    if compared != here:
        raise Refusal(f"{game.title} has the fingerprint {here} here, not {compared}: compare it again")
    if any(one.pin.fingerprint == here for one in floor.filed.pins):
        raise Refusal(f"{game.title} is pinned already")
    body = {"game": game.slug, "variant": game.variant, "fingerprint": here, "document": text(asked, "document")}
    return "game pinned", reviewed(floor, happenings.game_pinned, {**body, "by": people})


def withdraw_pin(floor: Floor, device: str, asked: Body) -> Asked:
    """The comparison holds no longer."""
    people = persons(floor, cards(asked), ADJUSTS, count=2)
    fingerprint = sha256(asked, "fingerprint")
    if not any(one.pin.fingerprint == fingerprint for one in floor.filed.pins):
        raise Refusal(f"no game with the fingerprint {fingerprint[:12]}… was pinned here")
    body = {"fingerprint": fingerprint, "why": text(asked, "why"), "by": people}
    return "pin withdrawn", reviewed(floor, happenings.pin_withdrawn, body)


def install_components(floor: Floor, device: str, asked: Body) -> Asked:
    """Which versions of a maker's progressive system are in use; none at all where this program is the system."""
    people = persons(floor, cards(asked), ADJUSTS, count=2)
    versions = nested(asked, "components")
    components = {text({"component": name}, "component"): text(versions, name) for name in versions}
    body = {"components": components, "document": text(asked, "document"), "by": people}
    return "components installed", reviewed(floor, happenings.components_installed, body)


REQUESTS: tuple[Request, ...] = (
    meet_condition, withdraw_condition, pin_game, withdraw_pin, install_components,
)  # fmt: skip
