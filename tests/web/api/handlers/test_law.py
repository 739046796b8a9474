"""The law over HTTP: set by two people, days told by the server, certificates, funds, payouts and papers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from fairfelt import games
from tests.web.api.calling import (
    QUADS,
    ROYAL,
    TERMS,
    UNIT,
    Caller,
    Device,
    House,
    Wall,
    bets,
    furnished,
    problem,
    reopened,
)

LETTER = "2023-06-14"
LAW = {"profile": "wa-commercial", "mode": "enforce", "zone": "America/Los_Angeles", "document": "licence 1"}
LINK_WAGER = "Multi-Game Link Progressive"
LIMITS: dict[str, Any] = {
    "opening": {"least_micros": 5 * UNIT, "most_micros": 100 * UNIT},
    "side_bets": {LINK_WAGER: {"least_micros": UNIT, "most_micros": 25 * UNIT}},
}
OPENING = {"opening": LIMITS["opening"]}
SEEDS = 11_000 * UNIT
CONDITIONS = ("controls-submitted", "controls-approved", "makers-licensed", "system-approved", "display-plain")


@pytest.fixture(scope="module")
def room_of_2023(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Device]]:
    """A furnished room that was set up on the day of the letter."""
    folder, wall = tmp_path_factory.mktemp("letter"), Wall()
    wall.set(LETTER)
    with furnished(folder, wall) as house:
        return folder, house.devices


@pytest.fixture
def house(room_of_2023: tuple[Path, dict[str, Device]], tmp_path: Path) -> Iterator[House]:
    folder, devices = room_of_2023
    copytree(folder, tmp_path / "room")
    wall = Wall()
    wall.set(LETTER, 13)
    with reopened(tmp_path / "room", devices, wall) as opened:
        yield opened


def office(house: House) -> Caller:
    """Two people of accounting at the console."""
    return house.console("ann", "bob")


def lawful(house: House, **law: str) -> Caller:
    """The room with its papers, its limits, enough in the bank, and the law."""
    for table in ("T1", "T2"):
        house.console("eve").do(f"/api/tables/{table}/limits", limits=LIMITS)
    two = office(house)
    two.do("/api/law", **{**LAW, "mode": "advise"})
    for condition in CONDITIONS:
        two.do("/api/law/conditions", condition=condition, on=LETTER, document="D")
    two.do("/api/funds/entries", on=LETTER, entry_kind="deposit", amount_micros=SEEDS, document="slip 1")
    two.do("/api/law", **{**LAW, **law})
    return two


def keep(house: House) -> None:
    """What the controller does by itself at midnight, and every minute."""
    house.run(house.controller.law.keep, house.controller.ledger)


def test_the_law_is_set_and_the_server_tells_the_day_of_the_zone(house: House) -> None:
    before = house.console("ray").get("/api/law").json()
    assert (before["profile"], before["mode"], before["day"], before["rules"]) == ("laboratory", "advise", None, [])
    house.wall.set("2023-06-15", 3)
    office(house).do("/api/law", **LAW)
    told = house.console("ray").get("/api/law").json()
    assert (told["profile"], told["mode"], told["day"]) == ("wa-commercial", "enforce", LETTER), "evening in Spokane"
    assert any(rule["id"] == "wager.cap" and rule["citation"] == "WAC 230-15-140" for rule in told["rules"])
    assert all(table["approved"] and table["stop"] for table in told["tables"])


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


def pinned(two: Caller, game: str) -> None:
    two.do("/api/law/pins", game=game, fingerprint=games.fingerprint_of(game), document="comparison")


def joins(house: House, game: str, wager: str = LINK_WAGER, paytable: str = "ML01") -> Any:
    table = {"table": "T3", "link": "pit", "game": game, "wager": wager, "paytable": paytable, "maker": "Felt & Sons"}
    return house.console("eve").command("/api/tables", **table, limits=OPENING)


def test_another_game_joins_a_link_and_the_certificate_is_there_to_be_checked(house: House) -> None:
    pinned(lawful(house), "let-it-ride")
    assert joins(house, "let-it-ride").status_code == 200
    ray = house.console("ray")
    (row,) = ray.get("/api/certificates").json()["links"]
    assert (row["link"], row["lawful"], row["certificate"]) == ("pit", True, True)
    held = ray.get("/api/links/pit/certificate")
    assert {table["game"] for table in held.json()["tables"]} == {"flushes-gone-wild", "let-it-ride"}
    assert "attachment" in held.headers["content-disposition"]
    assert ray.get("/api/links/pit/certificate/check").json() == {"holds": True, "faults": []}


def test_a_game_of_other_odds_is_refused_with_both_fractions(house: House) -> None:
    lawful(house)
    eve = house.console("eve", "eli")
    levels = [{"name": "meter", "seed_micros": 1_000 * UNIT, "rate_ppm": 1}]
    terms = {"name": "m", "levels": levels, "largest_increment_micros": UNIT, "executive_from_micros": 0}
    eve.do("/api/jackpots", jackpot="m", terms=terms)
    eve.do("/api/links", link="m", jackpot="m", location="Spokane")
    table = {"link": "m", "limits": OPENING, "maker": "Felt & Sons"}
    first = {"table": "T8", "game": "flushes-gone-wild", "wager": LINK_WAGER, "paytable": "01"}
    eve.do("/api/tables", **table, **first)
    other = {
        "table": "T9",
        "game": "straight-edge-poker",
        "variant": "v1",
        "wager": "Two Way Bad Beat",
        "paytable": "1",
    }
    told = problem(eve.command("/api/tables", **table, **other), 409)
    assert "1/649740" in told["detail"]
    assert "37179392/2432328723825" in told["detail"]
    problem(house.console("ray").get("/api/links/m/certificate"), 404)


def test_amounts_say_their_currency_and_accounts_stay_apart(house: House) -> None:
    two = lawful(house)
    terms = {**TERMS, "currency": "CHF"}
    house.console("eve", "eli").do("/api/jackpots", jackpot="alpine", terms=terms)
    at = two.get("/api/funds").json()
    assert (at["currency"], [other["currency"] for other in at["others"]]) == ("USD", ["CHF"])
    assert (at["held_micros"], at["others"][0]["held_micros"], at["others"][0]["bank"]) == (SEEDS, SEEDS, [])
    entry = {"on": LETTER, "entry_kind": "deposit", "amount_micros": SEEDS, "document": "slip 2"}
    told = problem(two.command("/api/funds/entries", **entry), 409)
    assert told["detail"] == "Say in which currency: USD or CHF"
    two.do("/api/funds/entries", **entry, currency="CHF")
    assert two.get("/api/funds").json()["others"][0]["balance_micros"] == SEEDS
    lines = two.get("/api/funds/report").json()["lines"]
    assert [(line["jackpot"], line["currency"]) for line in lines if line["jackpot"] == "alpine"] == [("alpine", "CHF")]
    assert "CHF 11,000.00" in two.get("/api/funds/paper").text
    assert {table["currency"] for table in two.get("/api/law").json()["tables"]} == {"USD"}


def test_funds_that_are_short_close_the_floor_and_a_deposit_opens_it(house: House) -> None:
    two = lawful(house)
    house.keypad().press("start", bets=bets(1, 2))
    house.keypad().press("end")
    at = two.get("/api/funds").json()
    assert (at["held_micros"], at["balance_micros"], at["short_micros"]) == (SEEDS + 2_600_000, SEEDS, 0)
    assert (at["to_deposit_micros"], at["deposit_due_on"]) == (2_600_000, "2023-06-21")
    house.wall.set("2023-06-21")
    keep(house)
    assert house.controller.floor.closed == "", "the week is not over"
    house.wall.set("2023-06-22")
    keep(house)
    assert "deposit $2.60 before any game starts (WAC 230-15-455 (2)(a))" in house.controller.floor.closed
    problem(house.keypad().command("/api/tables/T1/start", bets=bets(1)), 409)
    two = office(house)
    two.do("/api/funds/entries", on="2023-06-22", entry_kind="deposit", amount_micros=2_600_000, document="slip 2")
    assert house.controller.floor.closed == ""
    house.keypad().press("start", bets=bets(1))


def test_the_weekly_deposit_record(house: House) -> None:
    lawful(house)
    house.keypad().press("start", bets=bets(1, 2))
    house.keypad().press("end")
    house.wall.set("2023-06-20")
    keep(house)
    two = office(house)
    two.do("/api/funds/entries", on="2023-06-20", entry_kind="deposit", amount_micros=2_600_000, document="slip 2")
    house.wall.set("2023-06-28")
    keep(house)
    newest, middle, first = house.console("ray").get("/api/funds").json()["weeks"]
    amounts = ("accrued_micros", "deposited_micros", "required_micros", "balance_micros")
    assert (newest["first"], newest["last"], *(newest[name] for name in amounts)) == (
        "2023-06-22", "2023-06-28", 0, 0, SEEDS + 2_600_000, SEEDS + 2_600_000,
    )  # fmt: skip
    assert (middle["first"], middle["last"], *(middle[name] for name in amounts)) == (
        "2023-06-15", "2023-06-21", 0, 2_600_000, SEEDS, SEEDS + 2_600_000,
    )  # fmt: skip
    assert [first[name] for name in amounts] == [2_600_000, SEEDS, SEEDS, SEEDS], "the week it opened in"
    assert "Weekly deposits" in house.console("ray").get("/api/funds/paper").text


def test_a_seizure_closes_at_once(house: House) -> None:
    two = lawful(house)
    two.do("/api/funds/entries", on=LETTER, entry_kind="seizure", amount_micros=UNIT, document="order 1")
    assert "WAC 230-15-715" in house.controller.floor.closed
    assert two.get("/api/funds").json()["closes"] == house.controller.floor.closed


def test_under_advise_short_funds_are_told_and_close_nothing(house: House) -> None:
    office(house).do("/api/law", **{**LAW, "mode": "advise"})
    assert house.controller.floor.closed == ""
    assert len(house.controller.floor.funds.notices) == 1
    assert len(house.console("ray").get("/api/funds").json()["findings"]) == 1


def test_the_games_report_has_every_day_also_without_activity(house: House) -> None:
    lawful(house)
    lines = house.console("ray").get("/api/funds/report", first="2023-06-13", last="2023-06-15").json()["lines"]
    assert [(line["on"], line["seeded_micros"], line["remark"]) for line in lines] == [
        ("2023-06-13", 0, "no activity"), (LETTER, SEEDS, ""), ("2023-06-15", 0, "no activity"),
    ]  # fmt: skip
    back = house.console("ray").get("/api/funds/report", first="2023-06-13", last="2023-06-12")
    assert back.json()["lines"] == []
    years = house.console("ray").get("/api/funds/report", first="2013-06-13", last=LETTER).json()
    assert (years["lines"][0]["on"], len(years["lines"])) == ("2022-06-14", 366), "a year at most"
    page = house.console("ray").get("/api/funds/report/paper", first="2023-06-13", last=LETTER).text
    assert "No activity" in page
    problem(house.console("ray").get("/api/funds/report", first="yesterday"), 400)


def claimed(house: House, hand: str, bet: int = 5 * UNIT) -> None:
    keypad = house.keypad("T1", "eve")
    keypad.press("start", bets=bets(2, amount=bet))
    keypad.press("hand", seat=2, hand=hand)
    keypad.press("confirm")
    keypad.press("end")


def test_a_payout_is_done_step_by_step_with_its_timers(house: House) -> None:
    lawful(house)
    house.wall.set(LETTER, 20)
    claimed(house, ROYAL)
    sue = house.console("sue")
    (due,) = sue.get("/api/payouts").json()["payments"]
    assert (due["number"], due["next"], due["tax"]) == (1, "compare-hand", True)
    (check,) = due["deadlines"]
    assert check["by_micros"] == due["won_at_micros"] + 24 * 3600 * UNIT
    assert check["state"] == "running"
    told = problem(sue.command("/api/payouts/1/steps", step="file"), 409)
    assert told["detail"].startswith("First comes 'compare-hand'")
    for step in due["steps"][:4]:
        sue.do("/api/payouts/1/steps", step=step["step"], note="noted")
    kept = sue.get("/api/payouts/1").json()["retentions"]
    assert [row["until_micros"] - due["won_at_micros"] for row in kept] == [7 * 86400 * UNIT, 30 * 86400 * UNIT]
    house.wall.set("2023-06-15", 21)
    assert house.console("sue").get("/api/payouts/1").json()["deadlines"][0]["state"] == "overdue"
    sue = house.console("sue")
    for step in due["steps"][4:]:
        sue.do("/api/payouts/1/steps", step=step["step"], note="noted")
    done = sue.get("/api/payouts/1").json()
    assert done["deadlines"][0]["state"] == "done late"
    assert all(step["by"] == "sue" and step["at_micros"] for step in done["steps"])
    assert sue.get("/api/payouts").json()["payments"] == []
    assert len(sue.get("/api/payouts", done="true").json()["payments"]) == 1


def test_a_small_award_waits_for_nothing(house: House) -> None:
    lawful(house)
    claimed(house, QUADS, UNIT)
    assert house.console("sue").get("/api/payouts").json()["payments"] == []
    problem(house.console("sue").get("/api/payouts/1"), 404)


def test_a_malfunction_has_its_hours(house: House) -> None:
    lawful(house)
    sue = house.console("sue")
    sue.do("/api/malfunctions", equipment="keypad T1", what="dark")
    (row,) = sue.get("/api/malfunctions").json()["malfunctions"]
    assert row["notice"]["by_micros"] == row["found_at_micros"] + 72 * 3600 * UNIT
    sue.do("/api/malfunctions/1/notice", document="letter 4")
    (row,) = house.console("ray").get("/api/malfunctions").json()["malfunctions"]
    assert (row["document"], row["notice"]["state"]) == ("letter 4", "done")


def test_the_end_of_a_jackpot_goes_through_its_stages(house: House) -> None:
    two = lawful(house)
    two.do("/api/jackpots/mega/ending", way="donation", to="a fund", document="notice 1")
    problem(two.command("/api/jackpots/mega/ending/begin"), 409)
    notice = two.get("/api/jackpots/mega/notice")
    assert "Jun 24, 2023" in notice.text
    house.wall.set("2023-06-24")
    keep(house)
    two = office(house)
    two.do("/api/jackpots/mega/ending/begin")
    two.do("/api/jackpots/mega/ending/gift", document="receipt 1")
    (row,) = two.get("/api/endings").json()["endings"]
    assert (row["stage"], row["closed_on"], row["document"]) == ("closed", "2023-06-24", "receipt 1")


def test_the_history_of_a_jackpot(house: House) -> None:
    two = lawful(house)
    body = {"level": "Mega", "reason": "seed recovery", "amount_micros": UNIT, "document": "memo"}
    two.do("/api/jackpots/mega/adjustments", **body)
    told = house.console("ray").get("/api/jackpots/mega/history").json()["events"]
    assert [event["kind"] for event in told] == ["jackpot opened", "adjusted"]
    assert told[0]["body"]["terms"]["levels"][0]["seed_micros"] == 10_000 * UNIT


def test_the_placard_is_made_from_the_room(house: House) -> None:
    problem(house.console("sue").get("/api/tables/T1/placard"), 404)
    lawful(house)
    eve = house.console("eve", "eli")
    prize = {"name": "Sevens", "table": "T1", "hand": "7-7-7", "amount_micros": 100 * UNIT, "posted": True}
    eve.do("/api/house-jackpots", **prize)
    page = house.console("sue").get("/api/tables/T1/placard").text
    for words in ("$100.00", "House jackpot: $100.00", "10,000.00", "WAC 230-15-060", "Disputes"):
        assert words in page, words
    paper = house.console("sue").get("/api/tables/T1/placard", form="pdf")
    assert paper.content.startswith(b"%PDF")
    assert "Sevens" not in house.console("sue").get("/api/tables/T2/placard").text


def test_notices_are_there_when_there_is_something_to_tell(house: House) -> None:
    sue = house.console("sue")
    problem(sue.get("/api/tables/T1/notice"), 404)
    sue.do("/api/tables/T1/closing", reason="torn felt")
    assert "torn felt" in sue.get("/api/tables/T1/notice").text
    problem(sue.get("/api/jackpots/mega/notice"), 404)
    problem(sue.get("/api/jackpots/mega/notice", level="Mega"), 404)


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
    eve = house.console("eve")
    told = problem(eve.command("/api/tables/T1/limits", limits={"opening": opening}), 409)
    assert (told["code"], told["decided_by"]) == ("unlawful", "house")
    above = {"least_micros": UNIT, "most_micros": 1_300 * UNIT}
    told = problem(eve.command("/api/tables/T1/limits", limits={"opening": above}), 409)
    assert (told["code"], told["decided_by"]) == ("unlawful", "law")
    third = {"table": "T3", "link": "pit", "game": "flushes-gone-wild", "wager": LINK_WAGER, "paytable": "ML01"}
    other = {**third, "maker": "Brass Works", "limits": OPENING}
    assert "different makers" in problem(eve.command("/api/tables", **other), 409)["detail"]
    two.do("/api/law/makers-reports", makers=["Brass Works", "Felt & Sons"], document="lab 7")
    eve.do("/api/tables", **other)


def test_how_long_records_are_kept_is_told(house: House) -> None:
    lawful(house)
    found = house.console("ray").get("/api/law/records").json()
    assert (found["keep_years"], found["keep_from"], found["may_go_up_to"]) == (5, "2018-06-14", 0)
    assert "No record may go" in found["says"]
