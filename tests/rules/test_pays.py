"""Pays in writing and in numbers."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.rules import LOSE, PUSH, Pay, Paytable, for_one, parse_pay, percent, to
from fairfelt.rules.hands import STRAIGHT_RUN, THREE_CARD, ThreeCard


def test_a_pay_that_is_none_is_refused_with_what_would_be_one() -> None:
    """It was found where a bet is settled, and said that a text has no attribute."""
    with pytest.raises(ValueError, match=r"pays 'many'; write a whole number, or to\(3, 2\) for 3 to 2"):
        Paytable("own", {ThreeCard.STRAIGHT: "many"})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    "make",
    [
        lambda: to(-5, 2),
        lambda: to(3, 0),
        lambda: to(3, -2),
        lambda: to(2.5),  # type: ignore[arg-type]
        lambda: to(True),
        lambda: for_one(-1),
    ],
)
def test_odds_that_take_more_than_the_bet_are_no_pay(make: Callable[[], Pay]) -> None:
    """They were taken without a word."""
    with pytest.raises(ValueError, match=r"is not a pay: odds are whole numbers from 0 up"):
        make()


@pytest.mark.parametrize("pay", [-3, Pay(Fraction(-3), "minus three")])
def test_a_paytable_that_takes_more_than_the_bet_is_refused(pay: Pay | int) -> None:
    with pytest.raises(ValueError, match=r"the paytable 'own' pays .* which takes more than the bet"):
        Paytable("own", {ThreeCard.STRAIGHT: pay})


@pytest.mark.parametrize(
    ("text", "pay"),
    [
        ("40", to(40)),
        (40, to(40)),
        ("1,000 to 1", to(1000)),
        ("3 to 2", to(3, 2)),
        ("300 for 1", for_one(300)),
        ("10%", percent(10)),
        ("100% of Mega", percent(100, of="Mega")),
        ("100% of the Grand Mega", percent(100, of="Grand Mega")),
        ("push", PUSH),
        ("Lose", LOSE),
    ],
)
def test_pays_are_read_as_they_are_written(text: str | int, pay: Pay) -> None:
    assert parse_pay(text) == pay


@given(st.integers(0, 10**6), st.integers(1, 20))
def test_every_pay_reads_back_from_its_words(odds: int, one: int) -> None:
    for pay in (to(odds, one), for_one(odds), percent(odds), percent(odds, of="Minor")):
        assert parse_pay(pay.words) == pay


@pytest.mark.parametrize("text", ["", "forty", "3 to 0", "-5", "5 for 2", "50% Mega", True, 2.5, None])
def test_what_is_no_pay_is_refused_with_what_would_be(text: object) -> None:
    with pytest.raises(ValueError, match="is not a pay: write 40, '3 to 2'"):
        parse_pay(text)  # type: ignore[arg-type]


def test_for_one_keeps_the_stake_and_to_one_returns_it() -> None:
    assert for_one(5).net == 4
    assert to(5).net == 5
    assert to(3, 2).net == Fraction(3, 2)
    assert percent(100).net == -1


def test_a_special_case_pays_as_its_line_where_it_is_not_listed() -> None:
    table = Paytable("", {ThreeCard.STRAIGHT_FLUSH: 40, ThreeCard.PAIR: 1})
    assert table.for_line(ThreeCard.ROYAL, THREE_CARD) == to(40)
    assert table.for_line(ThreeCard.STRAIGHT, THREE_CARD) is LOSE


def test_only_what_is_listed_pays() -> None:
    insurance = Paytable("", {1: 25})
    assert insurance.for_line(1, STRAIGHT_RUN) == to(25)
    assert insurance.for_line(2, STRAIGHT_RUN) is LOSE


def test_margins_above_the_highest_pay_as_the_highest_only_where_it_says_or_more() -> None:
    assert Paytable("", {5: 200}, or_more=True).for_margin(6) == to(200)
    assert Paytable("", {5: 200}).for_margin(6) is LOSE


@pytest.mark.parametrize("text", ["5,5", "12,34", "1,0000", "40, to 1"])
def test_a_comma_separates_thousands_and_nothing_else(text: str) -> None:
    """Finding 10: "5,5" was silently read as 55."""
    with pytest.raises(ValueError, match="a comma stands before three digits"):
        parse_pay(text)
    assert parse_pay("12,345") == to(12_345)
