"""What stands on a keypad, read off the table: its buttons, the chips it takes, and the hands it can claim."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fairfelt.engine.answers.numbers import percent_text
from fairfelt.jackpot import Terms
from fairfelt.room import LABELS, HandButton, Press, Table
from fairfelt.room.commands.records.felt import paytable_of
from fairfelt.rules import MICROS, Game, Kind, Wager

USUAL_MICROS = tuple(units * MICROS for units in (1, 2, 5, 10, 25, 50, 100))
"""Chips offered where a table lists no denominations; any other amount can be typed."""


@dataclass(frozen=True)
class Button:
    """A button of the keypad, as the API knows it."""

    press: Press
    label: str
    """As these controls call it; the table says by these names what is live."""
    path: str
    """What it is called in the API."""
    takes_card: bool = False
    asks_why: bool = False
    """Whether a reason is written down with it."""
    to_jph: bool | None = None
    """Which way a key is turned, for one that is."""


_PATHS = {
    Press.START: "start",
    Press.KEY_ON: "key",
    Press.CONFIRM: "confirm",
    Press.KEY_OFF: "key",
    Press.FOUL: "foul",
    Press.VOID: "void",
    Press.END: "end",
}
_ASK_WHY = (Press.FOUL, Press.VOID)
_TAKE_CARD = (Press.KEY_ON, Press.CONFIRM, Press.KEY_OFF, *_ASK_WHY)


def buttons(table: Table) -> tuple[Button, ...]:
    """The buttons of a round, in the order in which they are pressed."""
    labels = LABELS[table.controls]
    return tuple(
        Button(press, labels[press], path, press in _TAKE_CARD, press in _ASK_WHY, _turned(press))
        for press, path in _PATHS.items()
        if press in labels
    )


def _turned(press: Press) -> bool | None:
    return press is Press.KEY_ON if press in (Press.KEY_ON, Press.KEY_OFF) else None


def chips(table: Table, terms: Terms) -> tuple[int, ...]:
    """The bets that a finger can choose, in millionths."""
    offered = table.denominations_micros or USUAL_MICROS
    return tuple(chip for chip in offered if chip <= terms.largest_increment_micros)


def pay_text(hand: HandButton, terms: Terms) -> str:
    """What a hand pays, in a few words: "100% of Mega", "10% of the meter" where there is one, "50 for 1"."""
    if not hand.level:
        return f"{hand.times_wager} for 1"
    share = Fraction(hand.share)
    level = hand.level if len(terms.levels) > 1 else "the meter"
    return f"{percent_text(share, 0 if (share * 100).denominator == 1 else 2)} of {level}"


def felt_fields(table: Table, game: Game) -> dict[str, Any]:
    """What the page of a game's own bets shows: the bets that can be made, what paytables pay, and the buttons."""
    labels, posted = LABELS[table.controls], table.limits.opening
    wagers = [
        wager
        for wager in game.wagers
        if wager.kind is not Kind.BONUS and not wager.feeds_meter
        if not (posted and wager.is_optional) or wager.name in table.limits.side_bets
    ]
    bet = {wager.name for wager in wagers}
    paid = [(wager.name, _hands(table, game, wager)) for wager in game.wagers if not wager.feeds_meter]
    taken = (Press.REPORT, Press.PAY, *(() if table.link else (Press.FOUL, Press.VOID, Press.END)))
    return {
        "wagers": wagers,
        "paid": [(name, hands) for name, hands in paid if hands and (name in bet or not game.wager(name).is_optional)],
        "actions": [(_FELT_PATHS[press], labels[press]) for press in taken],
    }


_FELT_PATHS = {**_PATHS, Press.REPORT: "report", Press.PAY: "pay"}


def _hands(table: Table, game: Game, wager: Wager) -> list[tuple[str, str]]:
    """The hands that a bet is paid for here, best first, and what each pays."""
    in_play = paytable_of(table, game, wager)
    ranking = wager.ranking or (game.showdown.ranking if game.showdown else None)
    lines = sorted(in_play.pays.items(), reverse=True)
    return [(in_play.line_name(line, ranking), pay.words) for line, pay in lines if not pay.level]
