"""The law over HTTP: set, told at tables and displays, refused by whose rules, and kept through a restart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from fairfelt.server import Settings
from tests.web.api import calling
from tests.web.api.calling import (
    TERMS,
    UNIT,
    Device,
    House,
    Wall,
    bets,
    problem,
    reopened,
)
from tests.web.api.handlers.law.lawful_house import (
    CONDITIONS,
    LAW,
    LETTER,
    LIMITS,
    LINK_WAGER,
    SEEDS,
    attached,
    keep,
    lawful,
    office,
)


def test_the_law_is_set_and_the_server_tells_the_day_of_the_zone(house: House) -> None:
    before = house.console("ray").get("/api/law").json()
    assert (before["profile"], before["mode"], before["day"], before["rules"]) == ("laboratory", "advise", None, [])
    house.wall.set("2023-06-15", 3)
    office(house).do("/api/law", **LAW)
    told = house.console("ray").get("/api/law").json()
    assert (told["profile"], told["mode"], told["day"]) == ("wa-commercial", "enforce", LETTER), "evening in Spokane"
    assert any(rule["id"] == "wager.cap" and rule["citation"] == "WAC 230-15-140" for rule in told["rules"])
    assert all(table["approved"] and table["stop"] for table in told["tables"])


def test_a_law_that_begins_to_bind_closes_a_floor_that_is_reached_over_plain_http(
    room_of_2023: tuple[Path, dict[str, Device]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was found at the start and by the daily look: until then games were played, and after a reopening again."""
    folder, devices = room_of_2023
    copytree(folder, tmp_path / "room")
    usual, wall = calling.settings, Wall()
    wall.set(LETTER, 13)

    def reached(*said: Any, **more: Any) -> Settings:
        return replace(usual(*said, **more), plain_http=True)

    monkeypatch.setattr(calling, "settings", reached)
    with reopened(tmp_path / "room", devices, wall) as house:
        lawful(house, mode="advise")
        assert not house.controller.floor.closed
        office(house).do("/api/law", **LAW)
        assert "keys and PINs in the clear over plain http" in house.controller.floor.closed
        told = problem(house.keypad("T1", "dan").command("/api/tables/T1/start", bets=bets(1)), 409)
        assert "plain http" in told["detail"]
        house.console("eve", "eli").do("/api/floor/opening", why="for one game")
        keep(house)
        assert "plain http" in house.controller.floor.closed


def test_a_table_that_may_not_open_says_why_at_the_keypad_and_on_the_display(house: House) -> None:
    two = office(house)
    two.do("/api/funds/entries", on=LETTER, entry_kind="deposit", amount_micros=SEEDS, document="slip 1")
    two.do("/api/law", **LAW)
    told = problem(house.keypad().command("/api/tables/T1/start", bets=bets(1)), 409)
    assert "Letter of 14 June 2023" in told["detail"]
    shown = house.at("display").get("/api/links/pit").json()
    assert all("nothing shows that" in table["closed"] for table in shown["tables"])


def test_under_advise_notices_are_at_the_keypad_and_on_the_display(house: House) -> None:
    two = office(house)
    two.do("/api/law", **{**LAW, "mode": "advise"})
    two.do("/api/funds/entries", on=LETTER, entry_kind="deposit", amount_micros=SEEDS, document="slip 1")
    state = house.keypad().press("start", bets=bets(1))
    assert any("nothing shows that" in notice for notice in state["notices"])
    shown = house.at("display").get("/api/links/pit").json()
    assert shown["tables"][0]["notices"] == state["notices"]


def test_enforcement_off_is_told_with_whom_and_how_long(house: House) -> None:
    two = lawful(house)
    assert house.console("ray").get("/api/law").json()["lapses"] == []
    two.do("/api/law", **{**LAW, "mode": "advise"})
    assert house.wall.at_micros is not None
    house.wall.at_micros += 60_000_000
    two.do("/api/law", **LAW)
    (lapse,) = house.console("ray").get("/api/law").json()["lapses"]
    assert (lapse["profile"], lapse["by"], lapse["document"]) == ("wa-commercial", ["Ann", "Eve"], "licence 1")
    assert lapse["to_micros"] - lapse["from_micros"] >= 60_000_000
    told = house.console("ray").get("/api/papers/compliance", form="json").json()
    assert told["enforcement_off"] == [f"{lapse['says'][0].upper()}{lapse['says'][1:]}."]


def test_enforcement_off_is_on_every_paper_of_the_day_and_on_none_of_the_next(house: House) -> None:
    """It was missing on the account, the games report, placards and notices, though other papers had it."""
    two = lawful(house)
    two.do("/api/law", **{**LAW, "mode": "advise"})
    two.do("/api/law", **LAW)
    house.console("sue").do("/api/tables/T2/closing", reason="cards are counted")
    limited = {**TERMS, "levels": [{**TERMS["levels"][0], "limit_micros": 50_000_000_000}, TERMS["levels"][1]]}
    two.do("/api/jackpots/mega/terms", terms=limited, why="a limit is posted")
    ann = house.console("ann")
    papers = {
        "/api/funds/paper": {}, "/api/funds/report/paper": {}, "/api/tables/T1/placard": {},
        "/api/tables/T2/notice": {}, "/api/jackpots/mega/notice": {"level": "Mega"}, "/api/papers/compliance": {},
    }  # fmt: skip

    def says_so() -> list[bool]:
        for paper in ("progressive-report", "theoretical", "dealer-shifts", "master-games-report", "compliance"):
            copies = [ann.get(f"/api/papers/{paper}", form=form).text.lower() for form in ("html", "csv", "json")]
            said = [
                "enforcement was off" in copies[0],
                "enforcement was off" in copies[1],
                "enforcement_off" in copies[2],
            ]
            assert len({*said}) == 1, (paper, said)
        pages = {address: ann.get(address, **query) for address, query in papers.items()}
        assert all(page.status_code == 200 for page in pages.values()), pages
        return ["Enforcement was off" in page.text for page in pages.values()]

    assert all(says_so())
    house.wall.set("2023-06-15")
    keep(house)
    assert not any(says_so())


def test_a_lawful_room_plays(house: House) -> None:
    lawful(house)
    assert house.keypad().press("start", bets=bets(1))["notices"] == []


def test_a_new_day_is_told_once_and_tables_are_looked_at_again(house: House) -> None:
    lawful(house)
    for _ in range(2):
        house.wall.set("2023-08-22")
        keep(house)
    days = house.console("ray").get("/api/events", kind="day began").json()["events"]
    assert [event["body"]["day"] for event in days] == [LETTER, "2023-08-22"]


def test_approvals_tell_conditions_and_pins(house: House) -> None:
    lawful(house)
    told = house.console("ray").get("/api/law/approvals").json()
    asked = {row["condition"]: bool(row["met"]) for row in told["conditions"] if row["asked"]}
    assert asked == dict.fromkeys(CONDITIONS, True)
    assert told["games"] == 66
    assert all(pin["here"] for pin in told["pins"])


def test_the_room_lives_on_by_its_law_after_a_restart(house: House, tmp_path: Path) -> None:
    lawful(house)
    devices, floor = house.devices, house.controller.floor
    copytree(tmp_path / "room", tmp_path / "again")
    wall = Wall()
    wall.set("2023-06-16")
    with reopened(tmp_path / "again", devices, wall) as opened:
        now = opened.controller.floor
        assert str(now.jurisdiction.day) == "2023-06-16", "told before anybody could ask"
        assert (now.bank, now.paperwork) == (floor.bank, floor.paperwork)


def test_a_refusal_says_whose_rules_decided_and_house_rules_are_among_the_rules(house: House) -> None:
    """The answer cited a rule and did not say which layer it was of; house rules were no rules."""
    two = lawful(house)
    two.do("/api/house-rules/wagers", currency="USD", largest_micros=240 * UNIT, why="controls 9")
    rules = house.console("ray").get("/api/law").json()["rules"]
    assert [rule["layer"] for rule in rules if rule["id"] == "house.wager_cap"] == ["house"]
    opening = {"least_micros": UNIT, "most_micros": 125 * UNIT}
    eve = house.console("eve", "ida")
    told = problem(eve.command("/api/tables/T1/limits", limits={**LIMITS, "opening": opening}), 409)
    assert (told["code"], told["decided_by"]) == ("unlawful", "house")
    above = {"least_micros": UNIT, "most_micros": 1_300 * UNIT}
    told = problem(eve.command("/api/tables/T1/limits", limits={**LIMITS, "opening": above}), 409)
    assert (told["code"], told["decided_by"]) == ("unlawful", "law")
    third = {"table": "T3", "link": "pit", "game": "flushes-gone-wild", "wager": LINK_WAGER, "paytable": "ML01"}
    other = {**third, "maker": "Brass Works", "limits": LIMITS}
    assert "different makers" in problem(eve.command("/api/tables", **other), 409)["detail"]
    two.do("/api/law/makers-reports", makers=["Brass Works", "Felt & Sons"], **attached(house))
    eve.do("/api/tables", **other)


def test_how_long_records_are_kept_is_told(house: House) -> None:
    lawful(house)
    found = house.console("ray").get("/api/law/records").json()
    assert (found["keep_years"], found["keep_from"], found["may_go_up_to"]) == (5, "2018-06-14", 0)
    assert "No record may go" in found["says"]
