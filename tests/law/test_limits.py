"""Limits on each side of their boundary and of their day."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt import games
from fairfelt.law import (
    LawError,
    Limits,
    Mode,
    Offer,
    ante_limit,
    check_bet,
    check_bets,
    check_offer,
    check_seats,
    find_cap,
    verdict,
)
from fairfelt.rules import Game, Kind
from tests.law.law_days import CHANGE, LATER, LETTER, commercial, dollars, laboratory, refusal, told, tribal

WILD = games.find("flushes-gone-wild")
VERSIONS = [version for game in games.catalogue() for version in game.variants]
KINDS = [kind for kind in Kind if kind is not Kind.BONUS]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.value)
@pytest.mark.parametrize(("on", "cap"), [(LETTER, 300), (CHANGE - timedelta(1), 300), (CHANGE, 400), (LATER, 400)])
def test_the_cap_by_day_and_kind(kind: Kind, on: date, cap: int) -> None:
    most = find_cap(commercial(on), kind)
    assert most and most.micros == dollars(cap)
    assert find_cap(laboratory(on), kind) is None


@pytest.mark.parametrize("name", ["Ante", "Play", "Flush Rush", "Progressive"])
def test_a_bet_at_the_cap_and_a_millionth_above(name: str) -> None:
    wager = WILD.wager(name)
    assert not list(check_bet(commercial(), wager, dollars(300)))
    (finding,) = check_bet(commercial(), wager, dollars(300) + 1)
    assert finding.sentence == (
        f"{name}: $300.000001 is above $300.00, the most for a single wager on Jun 14, 2023 "
        "(WAC 230-15-140, from a secondary source)"
    )
    assert not list(check_bet(commercial(LATER), wager, dollars(400)))
    assert told(check_bet(commercial(LATER), wager, dollars(400) + 1)) == ["wager.cap"]
    assert not list(check_bet(laboratory(), wager, dollars(10_000)))


@pytest.mark.parametrize(
    ("slug", "times", "in_june", "later"),
    [
        ("three-card-poker", 1, 300, 400),
        ("flushes-gone-wild", 2, 150, 200),
        ("four-card-poker", 3, 100, 133),
        ("ultimate-texas-holdem", 4, 75, 100),
    ],
)
def test_the_ante_follows_from_the_largest_raise(slug: str, times: int, in_june: int, later: int) -> None:
    game = games.find(slug)
    june, january = ante_limit(commercial(), game), ante_limit(commercial(LATER), game)
    assert june
    assert january
    assert (june.amount_micros, june.times) == (dollars(in_june), times)
    assert january.amount_micros == dollars(later)
    assert ante_limit(laboratory(), game) is None


def test_an_ante_that_leads_above_the_cap_is_refused_with_the_bet_it_leads_to() -> None:
    assert not list(check_bets(commercial(), WILD, {"Ante": dollars(150)}))
    (finding,) = check_bets(commercial(), WILD, {"Ante": dollars(151)})
    assert "Ante: $151.00 can ask for a Play of $302.00 (2x)" in finding.text
    assert "the Ante goes up to $150.00" in finding.text
    assert not list(check_bets(commercial(CHANGE), WILD, {"Ante": dollars(151)}))


@given(game=st.sampled_from(VERSIONS), on=st.dates(LETTER, LATER))
def test_at_the_limit_every_bet_is_possible_and_one_chip_above_some_bet_is_not(game: Game, on: date) -> None:
    law = commercial(on)
    limit, cap = ante_limit(law, game), find_cap(law, Kind.RAISE)
    assert limit
    assert cap
    assert limit.amount_micros * limit.times <= cap.micros < (limit.amount_micros + dollars(1)) * limit.times
    first = game.wagers[0].name
    assert not list(check_bets(law, game, {first: limit.amount_micros}))
    assert told(check_bets(law, game, {first: limit.amount_micros + dollars(1)})) == ["wager.cap"]


def offer(*side_bets: tuple[str, int], most: int = 100, seats: int = 6) -> Offer:
    limits = {name: Limits(dollars(1), dollars(amount)) for name, amount in side_bets}
    return Offer(game=WILD, opening=Limits(dollars(5), dollars(most)), side_bets=limits, seats=seats)


def test_three_games_may_take_more_than_five_dollars() -> None:
    """The game itself, two side bets above $5, and a third one at $5 or a cent above."""
    large, both = (("Flush Rush", 25), ("Progressive", 25)), "table.one_progressive"
    assert told(check_offer(commercial(), offer(*large, ("Multi-Game Link Progressive", 5)))) == [both]
    finding, other = check_offer(commercial(), offer(*large, ("Multi-Game Link Progressive", 6)))
    assert other.rule.id == both
    assert finding.rule.id == "games.per_hand"
    assert "4 games (Flushes Gone Wild, Flush Rush, Progressive, Multi-Game Link Progressive)" in finding.text
    by_sheets = told(check_offer(tribal(), offer(*large, ("Multi-Game Link Progressive", 6))))
    assert by_sheets == ["games.per_hand", both], "the sheets bind every operator to WAC 230-15-040"


def test_six_games_with_one_hand_and_not_seven() -> None:
    bonus = WILD.wager("Flush Rush")
    names = [f"Side {n}" for n in range(1, 7)]
    extra = tuple(bonus.__class__(**{**vars(bonus), "name": name}) for name in names)
    game = WILD.__class__(**{**vars(WILD), "wagers": (*WILD.wagers, *extra)})
    bets = {"Ante": dollars(5), "Blind": dollars(5), **{name: dollars(1) for name in names}}
    (finding,) = check_bets(commercial(), game, bets)
    assert finding.text == "7 separate games with one hand are more than 6"
    del bets["Side 6"]
    assert not list(check_bets(commercial(), game, bets))


def test_nine_places_and_not_ten() -> None:
    assert not list(check_seats(commercial(), 9))
    assert told(check_seats(commercial(), 10)) == ["table.seats"]
    assert not list(check_seats(laboratory(), 10))


def test_limits_of_a_table_include_its_raises() -> None:
    assert offer(most=150).wagers["Play"] == Limits(dollars(10), dollars(300))
    assert told(check_offer(commercial(), offer(most=151))) == ["wager.cap"]
    assert not list(check_offer(commercial(LATER), offer(most=200)))


def test_an_offer_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(LawError, match="at most 8 seats, not 9"):
        offer(seats=9)
    with pytest.raises(LawError, match="Play is a bet of Flushes Gone Wild itself"):
        offer(("Play", 5))
    with pytest.raises(LawError, match="above zero"):
        Limits(0, 5)
    with pytest.raises(LawError, match="not less"):
        Limits(6, 5)


def test_what_enforce_stops_advise_only_tells() -> None:
    bad = list(check_bet(commercial(), WILD.wager("Ante"), dollars(301)))
    stopped, advised = verdict(Mode.ENFORCE, bad), verdict(Mode.ADVISE, bad)
    assert not stopped.allowed
    assert refusal(stopped).endswith("(WAC 230-15-140, from a secondary source)")
    assert advised.allowed
    assert refusal(advised) == ""
    assert advised.notices == tuple(bad)
