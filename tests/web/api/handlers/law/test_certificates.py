"""Links over HTTP: games that join one, the certificate of their odds, and those that are refused."""

from __future__ import annotations

from fairfelt.law import certificate_faults
from fairfelt.version import imprint_data
from tests.web.api.calling import (
    UNIT,
    House,
    problem,
)
from tests.web.api.handlers.law.lawful_house import LINK_WAGER, joins, lawful, pinned, small


def test_another_game_joins_a_link_and_the_certificate_is_there_to_be_checked(house: House) -> None:
    lawful(house)
    pinned(house, "let-it-ride")
    assert joins(house, "let-it-ride").status_code == 200
    ray = house.console("ray")
    (row,) = ray.get("/api/certificates").json()["links"]
    assert (row["link"], row["lawful"], row["certificate"]) == ("pit", True, True)
    held = ray.get("/api/links/pit/certificate")
    assert {table["game"] for table in held.json()["tables"]} == {"flushes-gone-wild", "let-it-ride"}
    assert held.json()["imprint"] == imprint_data() and certificate_faults(held.json()) == ()
    assert "attachment" in held.headers["content-disposition"]
    assert ray.get("/api/links/pit/certificate/check").json() == {"holds": True, "faults": []}


def test_a_game_of_other_odds_is_refused_with_both_fractions(house: House) -> None:
    lawful(house)
    eve = house.console("eve", "ida")
    levels = [{"name": "meter", "seed_micros": 1_000 * UNIT, "rate_ppm": 10_000}]
    terms = {"name": "m", "levels": levels, "largest_increment_micros": UNIT, "executive_from_micros": 0}
    eve.do("/api/jackpots", jackpot="m", terms=terms)
    eve.do("/api/links", link="m", jackpot="m", location="Spokane")
    table = {"link": "m", "maker": "Felt & Sons"}
    first = {"table": "T8", "game": "flushes-gone-wild", "wager": LINK_WAGER, "paytable": "01"}
    eve.do("/api/tables", **table, **first, limits=small(LINK_WAGER))
    other = {
        "table": "T9",
        "game": "straight-edge-poker",
        "variant": "v1",
        "wager": "Two Way Bad Beat",
        "paytable": "1",
    }
    told = problem(eve.command("/api/tables", **table, **other, limits=small("Two Way Bad Beat")), 409)
    assert "1/649740" in told["detail"]
    assert "37179392/2432328723825" in told["detail"]
    problem(house.console("ray").get("/api/links/m/certificate"), 404)
