"""A bonus on the round that follows: counted, by hand over every order of a small shoe, and at the table."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import perm

import pytest

from fairfelt.engine.courses.small_check import every_round, play_rounds
from fairfelt.engine.exact import par, solve
from fairfelt.rules import (
    Baccarat,
    Draw,
    Following,
    Game,
    Paytable,
    Result,
    War,
    even_money,
    fingerprint,
    on_first_round,
    on_following_round,
    opening,
    side_bet,
)
from fairfelt.rules.cards import Card, Deck
from fairfelt.rules.json_form.read import game_text, read_text
from fairfelt.runtime.formats import MICROS

TWICE = Game(
    name="Twice Player",
    summary="Bet on the Player hand, and on its winning again.",
    deck=Deck("89", "c", copies=6),
    course=Following(Baccarat()),
    wagers=(
        opening("Player", on_first_round(even_money)),
        side_bet(
            "Again", settle=on_following_round(even_money), pays=(Paytable("even money", {}),), survives_fold=True
        ),
    ),
)
NET = {Result.WIN: 1, Result.TIE: 0, Result.LOSS: -1}


def dealt(order: list[Card]) -> Result:
    """How the Player hand fares; the cards that it takes leave the order."""
    course = Baccarat()
    state = course.start(1)
    while isinstance(course.next(state), Draw):
        state = course.draw(state, order.pop(0))
    return course.facts(state, 0).result


def by_hand() -> tuple[Fraction, Fraction]:
    """What both bets come to, over every order of the shoe."""
    held = Counter(TWICE.deck.cards)
    player = again = orders = 0
    for order in product(sorted(held), repeat=12):
        ways = 1
        for card, many in Counter(order).items():
            ways *= perm(held[card], many)
        left = list(order)
        orders += ways
        first = dealt(left)
        player += ways * NET[first]
        again += ways * NET[dealt(left)] if first is Result.WIN else 0
    return Fraction(player, orders), Fraction(again, orders)


@pytest.mark.heavy
def test_both_rounds_are_counted_from_one_shoe() -> None:
    player, again = by_hand()
    sheet = par(TWICE)
    assert -sheet.round.house_edge == player
    assert sum((row.contribution for row in sheet.wager("Again").outcomes), Fraction(0)) == again


@pytest.mark.heavy
def test_the_table_comes_to_the_same() -> None:
    solution, sheet = solve(TWICE), par(TWICE)
    played = play_rounds(TWICE, every_round(TWICE, solution), {"Player": MICROS, "Again": MICROS})
    for name in ("Player", "Again"):
        counted = sum((row.contribution for row in sheet.wager(name).outcomes), Fraction(0))
        assert played[name] == MICROS * counted


@pytest.mark.heavy
def test_what_is_read_settles_all_that_can_happen_in_two_rounds_alike() -> None:
    assert fingerprint(read_text(game_text(TWICE))) == fingerprint(TWICE)


def test_it_is_a_known_part_and_knows_its_limits() -> None:
    read = read_text(game_text(TWICE))
    assert game_text(read) == game_text(TWICE) and read.course == TWICE.course
    assert "from the same shoe by the same rules" in TWICE.course.sentences[-1]  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="one in which nobody decides anything"):
        Following(War())
    with pytest.raises(ValueError, match="could run out"):
        TWICE.with_deck(Deck("89", "c", copies=5))
