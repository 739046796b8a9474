"""Requests that set a room up: jackpots, links, tables."""

from __future__ import annotations

from typing import Any

from fairfelt import games
from fairfelt.jackpot import Level
from fairfelt.law import check_kind
from fairfelt.room.events.set_up import table_set_up
from fairfelt.room.law.ask_law import lawful, review
from fairfelt.room.law.table_verdict import NOTHING_SAID
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.hand_buttons import HandButton, hand_buttons
from fairfelt.room.state.people import SETS_UP
from fairfelt.room.state.table import Controls
from fairfelt.rules import Game, UnknownName

from ..authority import known, new, set_up_by
from ..fields import Body, cards, listed, one_of, text, text_or_none, whole
from ..refusal import Refusal
from .command import Asked, Request
from .limits import posted, seats
from .terms import terms

PROGRESSIVE = "progressive"
"""The kind of jackpot that this room keeps the meters of."""


def open_jackpot(floor: Floor, device: str, asked: Body) -> Asked:
    set_up_by(floor, cards(asked), SETS_UP)
    jackpot = text(asked, "jackpot")
    new(floor.jackpots, jackpot, "jackpot")
    kind, law = text_or_none(asked, "kind") or PROGRESSIVE, floor.regime.law
    said = lawful(floor, check_kind(law, kind) if law else ())
    other = {"kind": kind} if kind != PROGRESSIVE else {}
    return "jackpot opened", {"jackpot": jackpot, "terms": terms(asked).to_dict(), **other, **said}


def make_link(floor: Floor, device: str, asked: Body) -> Asked:
    set_up_by(floor, cards(asked), SETS_UP)
    link = text(asked, "link")
    new(floor.links, link, "link")
    known(floor.jackpots, text(asked, "jackpot"), "jackpot")
    return "link made", {"link": link, "jackpot": asked["jackpot"], "location": text(asked, "location")}


def set_up_table(floor: Floor, device: str, asked: Body) -> Asked:
    """A table of a game; its hand buttons come from the game's paytable and are written into the log."""
    set_up_by(floor, cards(asked), SETS_UP)
    table = text(asked, "table")
    new(floor.tables, table, "table")
    link = known(floor.links, text(asked, "link"), "link")
    game, hands = _game(asked)
    _verify_levels(hands, floor.jackpots[link.jackpot].terms.levels, f"paytable {asked['paytable']}")
    body = {
        **{name: asked[name] for name in ("table", "link", "wager", "paytable")},
        "controls": one_of(asked, "controls", Controls).value,
        "game": game.slug,
        "variant": game.variant,
        "fingerprint": games.fingerprint_of(game.slug, game.variant),
        "seats": seats(asked, game),
        "denominations_micros": _denominations(asked),
        "folded_hands_qualify": game.wager(asked["wager"]).survives_fold,
        "hands": [button.to_dict() for button in hands],
        "posted": posted(asked, game, asked["wager"], asked["paytable"]).to_dict(),
    }
    return "table set up", {**body, "judged": _judged(floor, body)}


def _judged(floor: Floor, body: Body) -> dict[str, Any]:
    """What the law says to every table of the link once this one stands there; what stops it keeps it out."""
    said = review(table_set_up(floor, body), body["link"])
    if stop := said.get(body["table"], NOTHING_SAID.to_dict())["stop"]:
        raise Refusal(f"table {body['table']} may not open: {stop}")
    return said


def _game(asked: Body) -> tuple[Game, tuple[HandButton, ...]]:
    """The game that is asked for, and the buttons for its wager."""
    try:
        game = games.find(text(asked, "game"), text_or_none(asked, "variant"))
        return game, hand_buttons(game, text(asked, "wager"), text(asked, "paytable"))
    except UnknownName as unknown:
        raise Refusal(str(unknown)) from None


def _verify_levels(hands: tuple[HandButton, ...], levels: tuple[Level, ...], paytable: str) -> None:
    there = [level.name for level in levels]
    for button in hands:
        if button.level and button.level not in there:
            raise Refusal(f"{paytable} wins a level {button.level!r}; this jackpot has {', '.join(there)}")


def _denominations(asked: Body) -> list[int]:
    coins = [whole({"a denomination": coin}, "a denomination") for coin in listed(asked, "denominations_micros")]
    if any(coin < 1 for coin in coins):
        raise Refusal("denominations are amounts above zero")
    return sorted(coins)


REQUESTS: tuple[Request, ...] = (open_jackpot, make_link, set_up_table)
