"""Two small games with nothing wrong on their sheets, to be spoiled one thing at a time."""

from __future__ import annotations

from dataclasses import replace

from fairfelt.analysis.lint import CHECKS
from fairfelt.analysis.lint.check import Check, Finding, Subject
from fairfelt.rules import (
    FOLD,
    PUSH,
    Cards,
    Deal,
    Game,
    Packet,
    Pay,
    Paytable,
    Published,
    Qualify,
    Showdown,
    Street,
    bet,
    by_margin,
    even_money,
    opening,
    progressive,
    raised,
    side_bet,
    unless_dealer_qualifies,
)
from fairfelt.rules.hands import SOLITAIRE_RUN, THREE_CARD, ThreeCard

PAIRS = Paytable(
    "P-1",
    {
        ThreeCard.STRAIGHT_FLUSH: 40, ThreeCard.THREE_OF_A_KIND: 30, ThreeCard.STRAIGHT: 6, ThreeCard.FLUSH: 3,
        ThreeCard.PAIR: 1,
    },
)  # fmt: skip
EDGE = Published(wager="Pairs", figure="house_edge", printed="7.28%")

THREE = Game(
    name="Small Three",
    summary="Have the better three cards.",
    headlines=("Dealer plays with queen high or better", "Copies push"),
    deal=Deal(Packet(3, to=Cards.OWN), Packet(3, to=Cards.DEALER)),
    showdown=Showdown(THREE_CARD, qualify=Qualify("queen high", "Qc 3d 2h")),
    streets=(Street("Three cards", FOLD, bet("Play")),),
    wagers=(
        opening("Ante", unless_dealer_qualifies(even_money, pay=Pay(PUSH.net + 1, "1 to 1"))),
        raised("Play", unless_dealer_qualifies(even_money, pay=PUSH)),
        side_bet("Pairs", hand=THREE_CARD, pays=(PAIRS,), survives_fold=True),
    ),
    published=(EDGE,),
)

MARGINS = Paytable("M-1", {4: 50, 3: 10, 2: 3, 1: 1, 0: PUSH})
RUNGS = Paytable("R-1", {5: 400, 4: 40, 3: 9})

LADDER = Game(
    name="Small Ladder",
    summary="Have the longer run of alternating colors.",
    headlines=("Dealer plays with a king or better", "Copies push"),
    deal=Deal(Packet(5, to=Cards.OWN), Packet(5, to=Cards.DEALER)),
    showdown=Showdown(SOLITAIRE_RUN, qualify=Qualify("a king", "Kh")),
    streets=(Street("Five cards", FOLD, bet("Play")),),
    wagers=(
        opening("Ante", unless_dealer_qualifies(even_money, pay=PUSH)),
        opening("Blind", unless_dealer_qualifies(by_margin, pay=PUSH), pays=(MARGINS,)),
        raised("Play", unless_dealer_qualifies(even_money, pay=PUSH)),
        side_bet("Rungs", hand=SOLITAIRE_RUN, pays=(RUNGS,), survives_fold=True),
    ),
)


def with_pairs(*tables: Paytable) -> Game:
    """The three cards with other tables for the side bet."""
    return THREE.with_wager("Pairs", paytables=tables)


def with_wager(game: Game, **wager: object) -> Game:
    """The game with one more progressive on three cards."""
    added = progressive("Meter", hand=THREE_CARD, survives_fold=True, **wager)  # type: ignore[arg-type]
    return replace(game, wagers=(*game.wagers, added))


def with_headlines(game: Game, *headlines: str) -> Game:
    """The game with other words on its felt."""
    return replace(game, headlines=headlines)


def check_named(code: str) -> Check:
    """The check of that code."""
    return next(check for check in CHECKS if check.code == code)


def found(code: str, game: Game) -> list[Finding]:
    """What one check finds on a sheet."""
    return list(check_named(code)(Subject(game)))
