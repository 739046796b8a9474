"""The jackpots' money over HTTP: adjustments by two people, new terms, retirement."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.api.calling import TERMS, UNIT, House, bets, problem

LETTER = "letter 7, 2013-01-02, Gambling Commission"
ADDRESS = "/api/jackpots/mega/adjustments"
ADJUSTMENT: dict[str, Any] = {
    "level": "Mega", "reason": "seed recovery", "amount_micros": 250 * UNIT, "document": "memo 7"
}  # fmt: skip


def test_an_adjustment_by_two_people_moves_the_money(house: House) -> None:
    done = house.console("ann", "eve").do(ADDRESS, **ADJUSTMENT)
    accounts = house.console("ann").get("/api/jackpots/mega").json()["accounts_micros"]
    assert accounts["meter/Mega"] == 9_750 * UNIT
    (event,) = house.console("ray").get("/api/events", after=done["number"] - 1, limit=1).json()["events"]
    assert event["kind"] == event["body"]["kind"] == "adjusted/1"
    assert event["body"]["by"] == [{"card": "card ann", "person": "ann"}, {"card": "card eve", "person": "eve"}]
    assert event["postings"] == [
        {"account": "mega/meter/Mega", "amount_micros": -250 * UNIT},
        {"account": "mega/seeds", "amount_micros": 250 * UNIT},
    ]


@pytest.mark.parametrize("people", [(), ("ann",), ("ann", "ann"), ("ann", "sue"), ("ida", "ike"), ("dan", "ray")])
def test_an_adjustment_takes_two_different_people_of_the_accounts(house: House, people: tuple[str, ...]) -> None:
    told = problem(house.console(*people).command(ADDRESS, **ADJUSTMENT), 403 if people else 401)
    assert "two people signed in (accounting or executive)" in told["detail"]
    assert house.console("ann").get("/api/jackpots/mega").json()["levels"][0]["overflow_micros"] == 0


def test_a_third_person_does_no_harm(house: House) -> None:
    assert house.console("sue", "ann", "bob").do(ADDRESS, **ADJUSTMENT)["again"] is False


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ({"reason": "because"}, 400, "Reason is one of won, display malfunction, over limit"),
        (
            {"reason": "seed recovery", "amount_micros": 0},
            409,
            "An adjustment for 'seed recovery' moves an amount above",
        ),
        ({"reason": "seed recovery", "amount_micros": 10**15}, 409, "The meter of Mega holds less than that: $"),
        ({"amount_micros": 10**15 + 1}, 400, "Amount_micros is a whole number of millionths, not 1000000000000001"),
        ({"level": "Tiny"}, 409, "Mega Link has no level 'Tiny'; it has Mega, Major"),
        ({"document": ""}, 400, 'Document is one line of 1 to 200 characters, not ""'),
        ({"document": "two\nlines"}, 400, 'Document is one line of 1 to 200 characters, not "two'),
    ],
)
def test_what_an_adjustment_may_not_be(house: House, change: dict[str, Any], status: int, sentence: str) -> None:
    answer = house.console("ann", "eve").command(ADDRESS, **{**ADJUSTMENT, **change})
    assert problem(answer, status)["detail"].startswith(sentence)


def test_an_unknown_jackpot(house: House) -> None:
    assert problem(house.console("dan").get("/api/jackpots/giga"), 404)["detail"] == "There is no jackpot 'giga'"
    refused = house.console("ann", "eve").command("/api/jackpots/giga/adjustments", **ADJUSTMENT)
    assert problem(refused, 409)["type"] == "urn:fairfelt:refused"


def test_new_rates_wait_for_the_next_whole_award(house: House) -> None:
    levels = [{**TERMS["levels"][0], "rate_ppm": 100_000}, TERMS["levels"][1]]
    house.console("eve", "eli").do("/api/jackpots/mega/terms", terms={**TERMS, "levels": levels}, why="memo 8")
    now = house.console("ann").get("/api/jackpots/mega").json()
    assert now["terms"]["levels"][0]["rate_ppm"] == 150_000
    assert now["awaiting"]["levels"][0]["rate_ppm"] == 100_000


def test_terms_are_told_as_they_were_sent(house: House) -> None:
    told = house.console("ann").get("/api/jackpots/mega").json()["terms"]
    assert {name: told[name] for name in TERMS if name != "levels"} == {
        name: value for name, value in TERMS.items() if name != "levels"
    }
    assert told["levels"] == [{**level, "limit_micros": None} for level in TERMS["levels"]]
    assert (told["several_winners"], told["freeze"], told["fixed_pays"]) == ("in order", "at confirmation", "tray")


def test_a_retired_jackpot_leaves_all_it_holds_to_another(house: House) -> None:
    house.console("ida", "eve").do("/api/jackpots", jackpot="next", terms={**TERMS, "name": "Next"})
    both = house.console("ann", "eve")
    both.do("/api/jackpots/mega/retirement", into="next", level="Mega", document="memo 9")
    old, heir = (both.get(f"/api/jackpots/{name}").json() for name in ("mega", "next"))
    assert old["retired"] is True
    assert [level["amount_micros"] for level in old["levels"]] == [0, 0]
    assert heir["levels"][0]["amount_micros"] == 21_000 * UNIT
    told = problem(house.keypad("T1").command("/api/tables/T1/start", bets=bets(1)), 409)
    assert told["detail"] == "This jackpot is retired; no bets are taken for it"


def test_the_books_of_a_jackpot_add_up_to_nothing(house: House) -> None:
    house.keypad("T1").press("start", bets=bets(1, 2, 3))
    told = house.console("dan").get("/api/jackpots/mega").json()
    assert sum(told["accounts_micros"].values()) == 0
    assert (told["wagers"], told["wagered_micros"]) == (3, 15 * UNIT)
