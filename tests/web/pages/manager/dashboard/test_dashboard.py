"""The dashboard: what needs somebody, today's figures, the map of the floor, and only the places one may see."""

from __future__ import annotations

import re

import pytest

from fairfelt.room.commands.rounds import Bet, EndGame, PressHand, StartGame
from fairfelt.room.state.table import Spot
from fairfelt.web.pages.manager.dashboard import Figures
from tests.web.back_office import PINS, BackOffice, mistake_at

UNIT = 1_000_000
SECOND = {"second_card": "A-1", "second_pin": PINS["A-1"][2]}
LAW = {"profile": "wa-commercial", "zone": "America/Los_Angeles", "document": "licence 5", "sure": "yes"}


def stat(page: str, name: str) -> list[str]:
    """A figure of the first row, and what stands beside it."""
    found = re.search(rf"<dt>{name}</dt><dd>(.*?)</dd>", page, re.S)
    assert found, f"no figure {name}"
    return re.findall(r">([^<>]+)<", found[1])


def row(page: str, table: str) -> list[str]:
    """The cells of a table's day."""
    found = re.search(rf'<tr data-table="{table}">(.*?)</tr>', page, re.S)
    assert found
    return [re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", found[1], re.S)]


def test_handle_wins_and_hold_of_today(office: BackOffice) -> None:
    """Finding 14: the dashboard said nothing of handle or wins."""
    office.win("T1")
    office.press(StartGame(table="T2", bets=(Bet(1, 5 * UNIT),)), "T2")
    office.press(EndGame(table="T2"), "T2")
    page = office.get("/manager")
    won = office.controller.floor.last_wins["mega"][-1].amount_micros
    assert stat(page, "Progressive handle")[0] == "$15.00"
    assert stat(page, "Jackpots paid") == [f"${won / UNIT:,.2f}", " ", "1 win"]
    assert stat(page, "Rounds")[0] == "2"
    assert row(page, "T2")[3:7] == ["1", "$5.00", "$0.00", "n/m"], "the hold of a round says nothing: it was -38410.0%"
    assert [Figures(20, 100, 1, won).hold_text for won in (0, 250, 1_001)] == ["100.0%", "-150.0%", "n/m"]
    assert row(page, "T2")[7] != "–", "the exact edge of a bet that the package has counted"
    office.clocks.now_micros += 24 * 3600 * UNIT
    office.press(StartGame(table="T2", bets=(Bet(1, 5 * UNIT),)), "T2")
    tomorrow = office.get("/manager")
    assert stat(tomorrow, "Progressive handle") == ["$5.00", " ", "yesterday $15.00"]


def test_payouts_stand_on_the_dashboard_with_their_hours(office: BackOffice) -> None:
    """Finding 14: three payouts whose hours ran were not mentioned."""
    office.send("/manager/law/set", **LAW, mode="advise", **SECOND)
    office.win(hand="royal flush")
    page = office.get("/manager")
    assert "Payout of win 1" in page
    assert re.search(r'data-by="\d+">running, [^<]+ left', page)
    assert '<a class="act quiet small-act" href="/manager/payouts/1/step">Next step' in page
    assert re.search(r"Payouts</span>\s*<span class=\"badge[^>]*>2", page), "and in the navigation, with its envy"


def test_a_pending_jackpot_is_counted_beside_its_place(office: BackOffice) -> None:
    assert 'class="badge' not in office.get("/manager")
    office.press(StartGame(table="T1", bets=(Bet(1, 5 * UNIT),)))
    office.press(PressHand(table="T1", seat=1, hand="full house"))
    page = office.get("/manager")
    assert re.search(r"Dashboard</span>\s*<span class=\"badge \">1<span[^>]*> pending jackpots", page)
    assert "map-table pending" in page


def test_nobody_is_led_to_what_they_may_not_see(office: BackOffice) -> None:
    """Finding 13: a regulator and a dealer were shown every place, and the button that closes the floor."""
    assert "/manager/floor/close" in office.get("/manager")
    office.sign_in("D-1")
    page = office.get("/manager")
    for address in ("/manager/log", "/manager/funds", "/manager/people", "/manager/floor/close", "/manager/floor/map"):
        assert f'href="{address}"' not in page
    assert 'href="/manager/jackpots"' in page


def test_tables_are_arranged_and_stay_there(office: BackOffice) -> None:
    page = office.get("/manager/floor/map")
    assert 'data-map="T1"' in page
    typed = {"column-0": "4", "row-0": "2", "column-1": "5", "row-1": "2"}
    assert office.send("/manager/floor/map", **typed).url.path == "/manager"
    assert office.controller.floor.tables["T1"].spot == Spot(4, 2)
    assert 'transform="translate(300 100)" data-map="T1"' in office.get("/manager")


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"column-0": "13"}, "column-0", "Enter a whole number from 1 to 12."),
        ({"column-0": "2", "row-0": "1", "column-1": "2", "row-1": "1"}, "", "have the same square"),
    ],
)
def test_two_tables_never_share_a_square(office: BackOffice, typed: dict[str, str], field: str, said: str) -> None:
    refused = office.send("/manager/floor/map", **typed)
    assert refused.status_code == 422
    assert said in (mistake_at(refused.text, field) if field else refused.text)
    assert office.controller.floor.tables["T1"].spot is None


def test_a_round_without_bets_does_not_hide_the_jackpot_of_a_table(office: BackOffice) -> None:
    """Finding 9: a table whose first round had no bets had no jackpot and no currency in the report of the day."""
    office.press(StartGame(table="T2", bets=()), "T2")
    office.press(EndGame(table="T2"), "T2")
    office.press(StartGame(table="T2", bets=(Bet(1, 5 * UNIT),)), "T2")
    report = office.get("/manager/reports")
    tables = report[report.index(">Tables</h2>") :]
    assert re.search(r"T2</td>\s*<td[^>]*>mega</td>\s*<td[^>]*>USD</td>", tables)
