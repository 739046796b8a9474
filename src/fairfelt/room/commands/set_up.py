"""Commands that set a room up: jackpots, links, tables."""

from __future__ import annotations

from typing import Any

from fairfelt import games
from fairfelt.jackpot import Level
from fairfelt.law import check_kind
from fairfelt.room.events.set_up import table_set_up
from fairfelt.room.law.ask_law import lawful, review
from fairfelt.room.law.law_verdict import NO_VERDICT
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.hand_buttons import HandButton, hand_buttons
from fairfelt.room.state.people import SETS_UP
from fairfelt.room.state.table import Controls
from fairfelt.rules import Game, UnknownName

from ..authority import known, new, set_up_by
from ..fields import Body, cards, each, one_of, text, text_or_none, whole
from ..refusal import Code, Refusal, refusing
from .command import NewEvent
from .limits import seats, table_limits
from .terms import terms

PROGRESSIVE = "progressive"
"""The kind of jackpot that this room keeps the meters of."""


def open_jackpot(floor: Floor, device: str, body: Body) -> NewEvent:
    set_up_by(floor, cards(body), SETS_UP)
    jackpot = new(floor.jackpots, body, "jackpot")
    kind, law = text_or_none(body, "kind") or PROGRESSIVE, floor.jurisdiction.law
    said = lawful(floor, check_kind(law, kind) if law else ())
    other = {"kind": kind} if kind != PROGRESSIVE else {}
    return "jackpot opened", {"jackpot": jackpot, "terms": terms(body).to_dict(), **other, **said}


def make_link(floor: Floor, device: str, body: Body) -> NewEvent:
    set_up_by(floor, cards(body), SETS_UP)
    link = new(floor.links, body, "link")
    known(floor.jackpots, body, "jackpot")
    return "link made", {"link": link, "jackpot": body["jackpot"], "location": text(body, "location")}


def set_up_table(floor: Floor, device: str, body: Body) -> NewEvent:
    """A table of a game; its hand buttons come from the game's paytable and are written into the log."""
    set_up_by(floor, cards(body), SETS_UP)
    new(floor.tables, body, "table")
    link = known(floor.links, body, "link")
    game, hands = _game(body)
    _verify_levels(hands, floor.jackpots[link.jackpot].terms.levels, f"paytable {body['paytable']}")
    event = {
        **{name: body[name] for name in ("table", "link", "wager", "paytable")},
        "controls": one_of(body, "controls", Controls).value,
        "game": game.slug,
        "variant": game.variant,
        "fingerprint": games.fingerprint_of(game.slug, game.variant),
        "seats": seats(body, game),
        "denominations_micros": _denominations(body),
        "folded_hands_qualify": game.wager(body["wager"]).survives_fold,
        "hands": [button.to_dict() for button in hands],
        "posted": table_limits(body, game, body["wager"], body["paytable"]).to_dict(),
    }
    return "table set up", {**event, "judged": _judged(floor, event)}


def _judged(floor: Floor, event: Body) -> dict[str, Any]:
    """What the law says to every table of the link once this one stands there; what stops it keeps it out."""
    said = review(table_set_up(floor, event), event["link"])
    if stop := said.get(event["table"], NO_VERDICT.to_dict())["stop"]:
        raise Refusal(Code.UNLAWFUL, f"table {event['table']} may not open: {stop}")
    return said


def _game(body: Body) -> tuple[Game, tuple[HandButton, ...]]:
    """The game of a command, and the buttons for its wager."""
    with refusing(Code.UNKNOWN_NAME, UnknownName):
        game = games.find(text(body, "game"), text_or_none(body, "variant"))
        return game, hand_buttons(game, text(body, "wager"), text(body, "paytable"))


def _verify_levels(hands: tuple[HandButton, ...], levels: tuple[Level, ...], paytable: str) -> None:
    there = [level.name for level in levels]
    for button in hands:
        if button.level and button.level not in there:
            sentence = f"{paytable} wins a level {button.level!r}; this jackpot has {', '.join(there)}"
            raise Refusal(Code.UNKNOWN_NAME, sentence, "paytable")


def _denominations(body: Body) -> list[int]:
    coins = each(body, "denominations_micros", "a denomination", whole)
    if any(coin < 1 for coin in coins):
        raise Refusal(Code.BAD_FIELD, "denominations are amounts above zero", "denominations_micros")
    return sorted(coins)
