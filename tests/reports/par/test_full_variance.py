"""The standard deviation of a bet with what is won of a meter, and with envy."""

from __future__ import annotations

from fractions import Fraction

from fairfelt import games
from fairfelt.engine import exact as engine
from fairfelt.engine.answers.par import variance_with_envy, variance_with_meter
from fairfelt.reports.par.par_sheet import wager_section
from fairfelt.reports.sheet import Sheet
from fairfelt.reports.sheet.text import plain_text

GAME = games.find("three-card-poker", "progressive")
BET = next(sheet for sheet in engine.answer(GAME).par.wagers if sheet.levels and sheet.envy)
TABLE = GAME.paytable(BET.wager, BET.paytable)


def test_a_meter_is_one_more_pay() -> None:
    """Line by line: every net result with its share of a meter of 5,000 bets, and its square."""
    meter = Fraction(5000)
    shares = {row.line: row.share for row in BET.levels}
    nets = [
        (row.contribution / row.probability + shares.get(row.name, 0) * meter, row.probability)
        for row in BET.outcomes
        if row.probability
    ]
    mean = sum((net * chance for net, chance in nets), Fraction(0))
    assert variance_with_meter(BET, meter) == sum(((net - mean) ** 2 * chance for net, chance in nets), Fraction(0))
    assert variance_with_meter(BET, Fraction(0)) == BET.variance


def test_every_other_hand_adds_as_much() -> None:
    added = variance_with_envy(BET, TABLE, 1) - BET.variance
    assert added > 0
    assert variance_with_envy(BET, TABLE, 5) == BET.variance + 5 * added


def test_the_sheet_tells_both() -> None:
    text = " ".join(plain_text(Sheet("A", "B", wager_section(BET, GAME))).split())
    assert "a meter that stands there, the standard deviation is 77.95" in text
    assert "Other players House edge Standard deviation" in text
