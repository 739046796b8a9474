"""Rows of the portfolio page: seeds and rates of a meter as they are typed, and what is wrong with them."""

from __future__ import annotations

import pytest

from fairfelt import games
from fairfelt.analysis.winnings.bets import usual_meter
from fairfelt.engine import exact as engine
from fairfelt.web.http.answers import BadQuery
from fairfelt.web.pages.games.game_pages import COLUMNS, read_rows

METER = "blazing-7s-progressive-dealers-up-card"


def typed(**said: str) -> list[dict[str, str]]:
    return [dict.fromkeys(COLUMNS, "") | {"table": METER} | said]


def test_a_meter_has_the_seed_and_the_rate_that_are_typed() -> None:
    """What the house keeps falls by the rate that is set aside and by the seed of every whole award."""
    par = engine.answer(games.find(METER)).par
    usual, own, dearer = (
        read_rows(typed(**said))[0].line(par)
        for said in ({}, {"seed": "20,000", "rate": "10"}, {"seed": "30,000", "rate": "10"})
    )
    assert usual.meter == usual_meter(games.find(METER).wagers[0].paytable)
    assert own.meter and float(own.meter.set_aside) == 0.1 and own.meter.origin == "Seeds and rates as you say."
    chance = sum(jackpot.chance for jackpot in own.jackpots if jackpot.share == 1)
    assert own.plan.bet.edge - dearer.plan.bet.edge == 10_000 * chance


@pytest.mark.parametrize(
    ("said", "field", "sentence"),
    [
        ({"table": "three-card-poker", "seed": "100"}, "seed-1", "for a bet on a meter"),
        ({"rate": "10 5"}, "rate-1", "more than the levels of this bet"),
        ({"rate": "101"}, "rate-1", "not possible"),
        ({"seed": "much"}, "seed-1", "much"),
    ],
)
def test_what_is_wrong_with_a_meter_is_told_in_its_field(said: dict[str, str], field: str, sentence: str) -> None:
    with pytest.raises(BadQuery, match=sentence) as wrong:
        read_rows(typed(**said))
    assert wrong.value.field == field
