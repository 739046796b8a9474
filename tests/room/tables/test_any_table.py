"""Every game of the catalogue stands on the floor, with a progressive or without one."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from fairfelt import games
from fairfelt.jackpot import Level
from fairfelt.law import check_odds_funds
from fairfelt.room import Press, display
from fairfelt.server.law_office import offers
from tests.room.floors import LINK_PROGRESSIVE, MAKER, MEGA, UNIT, Pit, digest
from tests.room.law.lawful_pit import DOCUMENT, OFFICE, SET_UP, LawfulPit
from tests.support.heavy import every_game

BACCARAT = "ez-baccarat-with-dragon-bonus"
POSTED = {"least_micros": 5 * UNIT, "most_micros": 100 * UNIT}


def set_up(pit: Pit, game: str, table: str = "T9", **body: Any) -> None:
    """A table without a progressive."""
    pit.do("set up table", table=table, game=game, **{"cards": SET_UP, **body})


@every_game
def test_a_game_is_set_up_without_a_jackpot_or_a_link(game: Any) -> None:
    """Only tables with a progressive could be set up: most games of the catalogue had no place in the room."""
    pit = Pit()
    set_up(pit, game.slug, variant=game.variant, limits={"opening": POSTED})
    table = pit.floor.tables["T9"]
    assert (table.link, table.hands, table.live) == ("", (), (Press.REPORT,))
    assert table.fingerprint == games.fingerprint_of(game.slug, game.variant)
    assert table.seats == game.seats
    assert all(shown.table != "T9" for shown in display(pit.floor, "pit", 1).tables)
    offer = table.limits.offer(game, table.seats)
    for wager in game.wagers:
        if wager.paytables and wager.paytable.name and not wager.is_optional:
            assert table.limits.paytables[wager.name] == offer.paytable(wager.name).name


def test_a_table_says_which_paytable_pays_each_bet_that_is_offered() -> None:
    pit = Pit()
    offered = {"opening": POSTED, "side_bets": {"pair plus": POSTED}, "paytables": {"Pair Plus": "40/30/5/4/1"}}
    set_up(pit, "three-card-poker", limits=offered)
    assert pit.floor.tables["T9"].limits.paytables == {"Ante Bonus": "5/4/1", "Pair Plus": "40/30/5/4/1"}


@pytest.mark.parametrize(
    "wrong, sentence",
    [
        ({"wager": LINK_PROGRESSIVE}, "wager is said of a progressive; name its link too, or leave it out"),
        ({"paytable": "ML01"}, "paytable is said of a progressive; name its link too, or leave it out"),
        ({"link": "pit"}, "there is no wager ''"),
        ({"limits": {"side_bets": {LINK_PROGRESSIVE: POSTED}}}, "is a progressive that this table has no link for"),
        ({"limits": {"openings": {"Ante": POSTED}}}, "is opened with equal bets"),
    ],
)
def test_half_a_progressive_is_refused(wrong: dict[str, Any], sentence: str) -> None:
    asked = {"table": "T9", "game": "flushes-gone-wild", "cards": SET_UP, **wrong}
    assert sentence in Pit().refused("set up table", **asked)


def test_bets_of_which_a_player_opens_with_one_have_limits_of_their_own() -> None:
    pit = Pit()
    less = {"least_micros": UNIT, "most_micros": 25 * UNIT}
    set_up(pit, BACCARAT, limits={"opening": POSTED, "openings": {"player": less}})
    table = pit.floor.tables["T9"]
    wagers = table.limits.offer(games.find(BACCARAT), table.seats).wagers
    assert (wagers["Player"].most_micros, wagers["Banker"].most_micros) == (25 * UNIT, 100 * UNIT)


def test_bets_that_are_paid_alike_have_one_paytable() -> None:
    pit = Pit()
    set_up(pit, "let-it-ride", limits={"paytables": {"Bet 1": "500 to 1"}})
    assert pit.floor.tables["T9"].limits.paytables == {"Bet 1": "500 to 1", "Bet 2": "500 to 1", "Bet $": "500 to 1"}
    two = {"paytables": {"Bet 1": "500 to 1", "Bet 2": "1000 to 1"}}
    refused = pit.refused("set up table", table="T8", game="let-it-ride", limits=two, cards=SET_UP)
    assert "are paid by one paytable, not by 1000 to 1 and 500 to 1" in refused


def test_a_table_without_a_progressive_stands_in_its_own_currency() -> None:
    pit = Pit()
    set_up(pit, "three-card-poker", currency="EUR")
    assert pit.floor.tables["T9"].currency == "EUR"
    assert pit.floor.currencies == ("USD", "EUR")


def test_the_law_is_asked_about_it_too() -> None:
    pit = LawfulPit()
    too_much = {"opening": {"least_micros": 5 * UNIT, "most_micros": 301 * UNIT}}
    assert "above $300" in pit.refused(
        "set up table", table="T9", game="three-card-poker", limits=too_much, cards=SET_UP
    )
    three = {"game": "three-card-poker", "fingerprint": games.fingerprint_of("three-card-poker")}
    pit.do("pin game", **three, document=DOCUMENT, cards=OFFICE)
    set_up(pit, "three-card-poker", limits={"opening": POSTED})
    assert not pit.stop("T9")


def test_its_prizes_count_for_what_is_kept_in_the_bank() -> None:
    """The funds for odds-based prizes were worked out from tables with a progressive only."""
    pit = LawfulPit(mode="advise")
    law = pit.floor.jurisdiction.law
    assert law
    assert not list(check_odds_funds(law, offers(pit.floor), 0))
    bonus = {"least_micros": UNIT, "most_micros": 26 * UNIT}
    set_up(pit, "three-card-poker", limits={"opening": POSTED, "side_bets": {"Three Card Poker Bonus": bonus}})
    (found,) = check_odds_funds(law, offers(pit.floor), 0)
    assert "less than $26,000.00, the second highest odds-based prize" in found.sentence


def test_the_log_alone_gives_the_same_floor() -> None:
    pit = LawfulPit(mode="advise")
    set_up(pit, BACCARAT, limits={"opening": POSTED, "fees": "One dollar a hand", "employee_play": "Employees play"})
    assert pit.replayed()
    assert pit.room.restore(pit.room.save(pit.floor)) == pit.floor


def test_the_only_bet_of_a_game_may_feed_a_meter() -> None:
    """Only side bets could: a game that is one progressive bet had no meter, no link and no limits in the room."""
    pit = Pit()
    level = Level("meter", 5_000 * UNIT, 150_000, 10_000)
    pit.do("open jackpot", jackpot="sevens", terms=structs.replace(MEGA, name="sevens", levels=(level,)), cards=SET_UP)
    pit.do("make link", link="blackjack", jackpot="sevens", location="Spokane", cards=SET_UP)
    posted = {"least_micros": 2 * UNIT, "most_micros": 5 * UNIT}
    set_up(
        pit, "blazing-7s-progressive-dealers-up-card", link="blackjack", wager="Blazing 7's", paytable="1",
        maker=MAKER, limits={"opening": posted},
    )  # fmt: skip
    table = pit.floor.tables["T9"]
    assert [button.hand for button in table.hands][:2] == ["three sevens of one suit", "three sevens of one color"]
    pit.do("enrol device", device="keypad T9", device_kind="keypad", table="T9", key_sha256=digest("T9"), cards=SET_UP)
    pit.do("switch device", device="keypad T9", enabled=True, cards=SET_UP)
    for amount, said in ((UNIT, "posted as $2.00 to $5.00, not $1.00"), (6 * UNIT, "not $6.00")):
        assert said in pit.refused("place bets", "keypad T9", table="T9", bets={"1": amount}, cards=["card dan"])
    pit.do("place bets", "keypad T9", table="T9", bets={"1": 5 * UNIT}, cards=["card dan"])
    assert pit.floor.tables["T9"].lit == {1: 5 * UNIT}
