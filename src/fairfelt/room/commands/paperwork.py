"""Commands about the papers that the law asks for: conditions met, games compared, the maker's system."""

from __future__ import annotations

from fairfelt import games
from fairfelt.law import letter
from fairfelt.room.law.ask_law import law_today, with_review
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import ADJUSTS
from fairfelt.rules import UnknownName

from ..authority import persons
from ..events import law as events
from ..fields import Body, cards, day, nested, sha256, text, text_or_none
from ..refusal import Code, Refusal, refusing
from .command import NewEvent


def meet_condition(floor: Floor, device: str, body: Body) -> NewEvent:
    """Something the approval asks for was done: when, and what shows it; for one game or for all."""
    (person,) = persons(floor, cards(body), ADJUSTS)
    condition, game = text(body, "condition"), text_or_none(body, "game")
    with refusing(Code.UNKNOWN_NAME, UnknownName):
        letter().condition(condition)
        if game:
            games.find(game)
    on = day(body, "on")
    if on > law_today(floor).on:
        sentence = f"{on} has not come yet; a condition is met on a day up to {law_today(floor).on}"
        raise Refusal(Code.BAD_FIELD, sentence, "on")
    event = {"condition": condition, "game": game, "on": on.isoformat(), "document": text(body, "document")}
    return "condition met", with_review(floor, events.condition_met, {**event, "by": person})


def withdraw_condition(floor: Floor, device: str, body: Body) -> NewEvent:
    """It turned out not to be met, or is met no longer."""
    (person,) = persons(floor, cards(body), ADJUSTS)
    condition, game = text(body, "condition"), text_or_none(body, "game")
    if not any((met.condition, met.game) == (condition, game) for met in floor.paperwork.met):
        sentence = f"condition {condition!r} was not met{f' for {game}' if game else ''}; nothing is withdrawn"
        raise Refusal(Code.UNKNOWN_NAME, sentence, "condition")
    event = {"condition": condition, "game": game, "why": text(body, "why"), "by": person}
    return "condition withdrawn", with_review(floor, events.condition_withdrawn, event)


def pin_game(floor: Floor, device: str, body: Body) -> NewEvent:
    """Two people have compared a game with its approved rules: the approval holds for this fingerprint."""
    people = persons(floor, cards(body), ADJUSTS, count=2)
    with refusing(Code.UNKNOWN_NAME, UnknownName, field="game"):
        game = games.find(text(body, "game"), text_or_none(body, "variant"))
    here, compared = games.fingerprint_of(game.slug, game.variant), sha256(body, "fingerprint")
    if compared != here:
        sentence = f"{game.title} has the fingerprint {here} here, not {compared}: compare it again"
        raise Refusal(Code.BAD_FIELD, sentence, "fingerprint")
    if any(one.pin.fingerprint == here for one in floor.paperwork.pins):
        raise Refusal(Code.ALREADY_DONE, f"{game.title} is pinned already")
    event = {"game": game.slug, "variant": game.variant, "fingerprint": here, "document": text(body, "document")}
    return "game pinned", with_review(floor, events.game_pinned, {**event, "by": people})


def withdraw_pin(floor: Floor, device: str, body: Body) -> NewEvent:
    """The comparison holds no longer."""
    people = persons(floor, cards(body), ADJUSTS, count=2)
    fingerprint = sha256(body, "fingerprint")
    if not any(one.pin.fingerprint == fingerprint for one in floor.paperwork.pins):
        sentence = f"no game with the fingerprint {fingerprint[:12]}… was pinned here"
        raise Refusal(Code.UNKNOWN_NAME, sentence, "fingerprint")
    event = {"fingerprint": fingerprint, "why": text(body, "why"), "by": people}
    return "pin withdrawn", with_review(floor, events.pin_withdrawn, event)


def install_components(floor: Floor, device: str, body: Body) -> NewEvent:
    """Which versions of a maker's progressive system are in use; none at all where this program is the system."""
    people = persons(floor, cards(body), ADJUSTS, count=2)
    versions = nested(body, "components")
    components = {text({"component": name}, "component"): text(versions, name) for name in versions}
    event = {"components": components, "document": text(body, "document"), "by": people}
    return "components installed", with_review(floor, events.components_installed, event)
