"""Aggregate limits and funds for odds-based prizes."""

from datetime import date

import pytest

from fairfelt import games
from fairfelt.law import (
    AggregateLimit,
    Limits,
    Offer,
    check_aggregates,
    check_odds_funds,
    odds_funding,
    odds_prizes,
)
from tests.law.law_days import commercial, dollars, laboratory, told

WILD = games.find("flushes-gone-wild")
OLD, LAST_OLD, NEW = date(2015, 1, 1), date(2021, 6, 13), date(2021, 6, 14)


def offer(
    table: int, *, player: int | None = None, wagers: tuple[str, ...] = ("Flush Rush",), most: int = 300,
    approval: str = "A-1", displayed: bool = True,
) -> Offer:  # fmt: skip
    """Flush Rush pays at most 250 to 1."""
    limit = AggregateLimit(
        wagers=wagers,
        table_micros=dollars(table),
        player_micros=None if player is None else dollars(player),
        approval=approval,
        displayed=displayed,
    )
    side = {name: Limits(dollars(10), dollars(most)) for name in ("Flush Rush", "Progressive")}
    return Offer(game=WILD, opening=Limits(dollars(5), dollars(100)), side_bets=side, aggregates=(limit,))


@pytest.mark.parametrize(("most", "least"), [(300, 15_000), (400, 20_000)])
def test_the_floor_is_the_largest_wager_fifty_times(most: int, least: int) -> None:
    """The rule's own example: $300 at 50 to 1 is $15,000; with the cap of $400 it is $20,000."""
    law = commercial(date(2024, 1, 1))
    assert not list(check_aggregates(law, offer(least, most=most)))
    (finding,) = check_aggregates(law, offer(least - 1, most=most))
    assert f"is below ${least:,}.00" in finding.text
    assert not list(check_aggregates(laboratory(), offer(1)))


def test_before_june_2021_the_smallest_wager_counted_and_the_table_had_twice_the_player() -> None:
    """$300 at 50 to 1 is 15,000 a player, more than $10 at 250 to 1; a table has twice as much."""
    for on in (OLD, LAST_OLD):
        assert not list(check_aggregates(commercial(on), offer(30_000, player=15_000)))
        assert len(list(check_aggregates(commercial(on), offer(29_999, player=14_999)))) == 2
        small = offer(5_000, player=2_500, most=10)
        assert not list(check_aggregates(commercial(on), small)), "$10 at 250 to 1 decides"
        assert told(check_aggregates(commercial(on), offer(4_999, player=2_500, most=10))) == ["payout.aggregate"]
    (finding,) = check_aggregates(commercial(NEW), offer(30_000, player=15_000))
    assert "for all players of a deal" in finding.text


def test_it_is_not_imposed_on_low_odds() -> None:
    low = games.find("straight-edge-poker", "v1")
    limit = AggregateLimit(wagers=("Bonus",), table_micros=dollars(99_999), approval="A", displayed=True)
    table = Offer(
        game=low, opening=Limits(dollars(5), dollars(100)), side_bets={"Bonus": Limits(dollars(1), dollars(25))},
        aggregates=(limit,),
    )  # fmt: skip
    (finding,) = check_aggregates(commercial(), table)
    assert finding.text.startswith("Bonus pays at most 40 to 1; only from 50 to 1 on")
    fifty = Offer(
        game=low, opening=table.opening, side_bets=table.side_bets, aggregates=(limit,), paytables={"Bonus": "2"}
    )
    assert not list(check_aggregates(commercial(), fifty)), "the second paytable pays 50 to 1"


def test_it_needs_approval_and_a_sign_and_one_kind_of_prize() -> None:
    law = commercial()
    assert "needs an approval" in next(check_aggregates(law, offer(15_000, approval=""))).text
    assert "to be displayed" in next(check_aggregates(law, offer(15_000, displayed=False))).text
    both = offer(15_000, wagers=("Flush Rush", "Progressive"))
    assert "cannot cover Flush Rush and Progressive together" in next(check_aggregates(law, both)).text
    assert not list(check_aggregates(commercial(OLD), offer(180_000, wagers=("Flush Rush", "Progressive"))))


def table_of(most: int, *, aggregates: tuple[AggregateLimit, ...] = ()) -> Offer:
    """Prizes of Flush Rush at $100: 25,000 (250 to 1), 10,000, 5,000, …; of the Blind at 200 to 1."""
    side = {"Flush Rush": Limits(dollars(1), dollars(most))}
    return Offer(game=WILD, opening=Limits(dollars(5), dollars(5)), side_bets=side, aggregates=aggregates)


def test_one_prize_above_the_amount_asks_for_nothing_and_two_for_the_second() -> None:
    law = commercial()
    at_the_amount, above = odds_funding(law, [table_of(100)]), odds_funding(law, [table_of(300)])
    assert at_the_amount
    assert above
    assert at_the_amount.prizes == (), "exactly $25,000 is not above"
    assert [prize.amount_micros for prize in above.prizes] == [dollars(75_000), dollars(30_000)]
    assert above.required_micros == dollars(30_000)
    one = odds_funding(law, [table_of(101)])
    assert one
    assert (len(one.prizes), one.required_micros) == (1, 0)


def test_the_funds_are_there_or_a_dollar_short() -> None:
    tables = [table_of(300), table_of(300)]
    assert not list(check_odds_funds(commercial(), tables, dollars(30_000)))
    (finding,) = check_odds_funds(commercial(), tables, dollars(29_999))
    assert "less than $30,000.00, the second highest odds-based prize" in finding.text
    assert not list(check_odds_funds(laboratory(), tables, 0))


def test_an_aggregate_limit_lowers_the_prize_and_a_share_of_a_meter_is_none() -> None:
    limited = table_of(300, aggregates=(AggregateLimit(wagers=("Flush Rush",), table_micros=dollars(15_000)),))
    assert max(prize.amount_micros for prize in odds_prizes(limited)) == dollars(15_000)
    side = {"Multi-Game Link Progressive": Limits(dollars(1), dollars(5))}
    linked = Offer(game=WILD, opening=Limits(dollars(5), dollars(5)), side_bets=side)
    hands = [prize.hand for prize in odds_prizes(linked) if prize.wager == "Multi-Game Link Progressive"]
    assert "royal flush" not in hands
    assert "four of a kind" in hands
