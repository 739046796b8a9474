"""Funds over HTTP: accounts by currency, deposits that are short, seizures, and the games report."""

from __future__ import annotations

from tests.web.api.calling import (
    TERMS,
    UNIT,
    House,
    bets,
    problem,
)
from tests.web.api.handlers.law.lawful_house import LAW, LETTER, SEEDS, keep, lawful, office


def test_amounts_say_their_currency_and_accounts_stay_apart(house: House) -> None:
    two = lawful(house)
    terms = {**TERMS, "currency": "CHF"}
    house.console("eve", "ida").do("/api/jackpots", jackpot="alpine", terms=terms)
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
    held = [(line["begin_micros"], line["held_micros"], line["end_micros"]) for line in lines]
    assert held == [(0, 0, 0), (0, SEEDS, SEEDS), (SEEDS, 0, SEEDS)], "the amounts of the paper"
    back = house.console("ray").get("/api/funds/report", first="2023-06-13", last="2023-06-12")
    assert back.json()["lines"] == []
    years = house.console("ray").get("/api/funds/report", first="2013-06-13", last=LETTER).json()
    assert (years["lines"][0]["on"], len(years["lines"])) == ("2022-06-14", 366), "a year at most"
    page = house.console("ray").get("/api/funds/report/paper", first="2023-06-13", last=LETTER).text
    assert "No activity" in page
    problem(house.console("ray").get("/api/funds/report", first="yesterday"), 400)
