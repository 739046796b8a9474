"""Worked examples: rounds that were dealt and settled, and every row that they were chosen to show."""

from __future__ import annotations

import pytest

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.reports.placard.examples import SEAT, _shown, example_sheet, worked_examples
from fairfelt.reports.sheet.text import plain_text
from fairfelt.rules.outcomes import settlement_rows
from fairfelt.table import Round


@pytest.mark.parametrize(
    "name", ["three-card-baccarat", "ultimate-texas-holdem", "mississippi-stud", "caribbean-stud", "dragon-bonus"]
)
def test_every_row_of_every_wager_is_shown(name: str) -> None:
    game = games.find(name)
    rounds = worked_examples(game)
    shown = {(bet.wager, bet.outcome.name) for round in rounds if round.settlement for bet in round.settlement.settled}
    rows = {
        (wager.name, row.when.removesuffix(" or more")) for wager in game.wagers for row in settlement_rows(game, wager)
    }
    assert rows <= shown
    for round in rounds:
        again = Round.replay(game, round.operations)
        assert again.settlement and again.settlement == round.settlement
        assert sum(bet.net_micros for bet in again.settlement.settled) == again.settlement.net_micros(SEAT)
    assert len(rounds) < len(rows), "a round shows several"
    assert worked_examples(game) == rounds, "the same every time"


def test_what_is_rarer_than_the_rounds_dealt_is_named() -> None:
    said = " ".join(plain_text(example_sheet(games.find("straight-edge-poker"))).split())
    assert "Play Won by 6 cards Rarer" in said.partition("Not shown")[2]
    assert "Example 1: the player wins" in said
    assert "gets all bets back" not in said


def test_split_and_doubled_hands_of_blackjack_are_shown() -> None:
    """They were rarer than the rounds that were dealt: third and fourth hands never came."""
    shown = {row for round in worked_examples(games.find("classic-blackjack")) for row in _shown(round)}
    assert {
        (f"{bet} {hand}", end)
        for bet in ("Hand", "Double")
        for hand in (2, 3, 4)
        for end in ("wins", "loses", "pushes")
    } <= shown


def test_a_row_that_cannot_come_is_said_to_be_one() -> None:
    """It was said to be rare: no raise is made at Red Dog once the first two cards are a pair or neighbors."""
    game = games.find("red-dog")
    said = " ".join(plain_text(example_sheet(game, engine.answer(game).par)).split()).partition("Not shown")[2]
    assert "Raise Pair It does not come by the play that is counted" in said
    game = games.find("face-up-pai-gow")
    said = " ".join(plain_text(example_sheet(game, engine.answer(game).par)).split()).partition("Not shown")[2]
    assert "1 in 2,140,876 rounds" in said
