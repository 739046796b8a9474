"""Rounds at a table, pressed over HTTP: both generations of keypads, claims, awards, envy, and what is sent again."""

from __future__ import annotations

import pytest

from fairfelt import games
from tests.web.api.calling import QUADS, ROYAL, STRAIGHT_FLUSH, TERMS, UNIT, Caller, House, bets, problem


def test_a_whole_round_on_newer_controls(house: House) -> None:
    keypad = house.keypad("T1")
    assert keypad.get("/api/tables/T1").json()["live"] == ["bet", "START GAME"]
    lit = keypad.press("bets", bets=bets(1, 2, 3))
    assert (lit["phase"], lit["bets"]) == ("betting", {"1": 5 * UNIT, "2": 5 * UNIT, "3": 5 * UNIT})
    started = keypad.press("start")
    assert (started["phase"], started["round"], started["live"]) == (
        "playing",
        1,
        ["hand", "FOUL HAND", "MISDEAL", "END GAME"],
    )
    assert started["meters_micros"] == {"Mega": 10_002_250_000, "Major": 1_001_200_000}
    claimed = keypad.press("hand", seat=2, hand=STRAIGHT_FLUSH)
    assert (claimed["claims"], claimed["live"]) == (
        [{"seat": 2, "hand": STRAIGHT_FLUSH, "folded": False}],
        ["hand", "FOUL HAND", "MISDEAL", "CONFIRM"],
    )  # fmt: skip
    assert [prize["amount_micros"] for prize in claimed["prizes"]] == [1_001_200_000]
    assert (claimed["prizes_locked"], claimed["meters_micros"]) == (False, started["meters_micros"])
    paid = keypad.signed_in("eve", "sue").press("confirm")
    assert (paid["phase"], paid["live"]) == ("paid", ["hand", "FOUL HAND", "MISDEAL", "END GAME"])
    assert [(award["number"], award["seat"], award["amount_micros"]) for award in paid["awards"]] == [
        (1, 2, 1_001_200_000)
    ]
    assert paid["meters_micros"]["Major"] == 1_000_150_000, "the seed and what the reserve had gathered"
    assert keypad.press("end")["live"] == ["bet", "START GAME"]


def test_a_whole_round_on_legacy_controls(house: House) -> None:
    keypad = house.keypad("T2")
    assert keypad.press("start", bets=bets(1, 2))["live"] == ["hand", "FOUL HAND", "MISDEAL", "GAME OVER"]
    assert keypad.press("hand", seat=1, hand=QUADS)["live"] == ["hand", "FOUL HAND", "MISDEAL", "key to JPH"]
    assert (
        "J-POT cannot be pressed now"
        in problem(keypad.signed_in("sue").command("/api/tables/T2/confirm"), 409)["detail"]
    )
    sue = keypad.signed_in("sue")
    assert sue.press("key", to_jph=True)["live"] == ["J-POT", "key to RUN"]
    paid = keypad.signed_in("sue", "dan").press("confirm")
    assert paid["awards"][0]["amount_micros"] == 1_500 * UNIT
    assert paid["live"] == ["key to RUN"]
    assert sue.press("key", to_jph=False)["live"] == ["hand", "FOUL HAND", "MISDEAL", "GAME OVER"]
    assert keypad.press("end")["phase"] == "betting"


def test_a_whole_level_shows_table_seat_amount_and_the_new_amount(house: House) -> None:
    keypad = house.keypad("T1")
    keypad.press("start", bets=bets(1, 4))
    keypad.press("hand", seat=4, hand=ROYAL)
    (waiting,) = house.at("display").get("/api/links/pit").json()["pending"]
    assert waiting == {
        "table": "T1", "seat": 4, "hand": ROYAL, "level": "Mega", "amount_micros": 10_001_500_000, "locked": False,
    }  # fmt: skip
    keypad.signed_in("eve", "sue").press("confirm")
    shown = house.at("display").get("/api/links/pit").json()
    assert shown["last_win"] == {
        "number": 1, "table": "T1", "seat": 4, "hand": ROYAL, "level": "Mega",
        "amount_micros": 10_001_500_000, "new_amount_micros": 10_000_200_000,
        "envy_for_seat": None,
    }  # fmt: skip
    assert shown["levels"][0] == {
        "name": "Mega", "amount_micros": 10_000_200_000, "shown_micros": 10_000_200_000, "limit_reached": False,
    }  # fmt: skip
    assert shown["pending"] == []


def test_an_executive_and_a_second_person_are_needed_from_an_amount_on(house: House) -> None:
    keypad = house.keypad("T1")
    keypad.press("start", bets=bets(1))
    keypad.press("hand", seat=1, hand=ROYAL)
    told = problem(keypad.signed_in("sue").command("/api/tables/T1/confirm"), 409)
    assert told["type"] == "urn:fairfelt:refused"
    assert "Executive card required" in told["detail"]
    alone = problem(keypad.signed_in("eve").command("/api/tables/T1/confirm"), 409)
    assert "Two cards required" in alone["detail"]
    assert keypad.signed_in("eve", "sue").press("confirm")["phase"] == "paid"


def test_a_second_winner_of_a_round_is_confirmed_after_the_first(house: House) -> None:
    """After the first CONFIRM of a round no hand could be entered: a royal flush was lost."""
    keypad = house.keypad("T1")
    keypad.press("start", bets=bets(1, 6))
    keypad.press("hand", seat=6, hand=QUADS)
    keypad.signed_in("sue", "dan").press("confirm")
    keypad.press("hand", seat=1, hand=ROYAL)
    paid = keypad.signed_in("eve", "sue").press("confirm")
    assert [(row["number"], row["seat"], row["amount_micros"]) for row in paid["awards"]] == [(2, 1, 10_001_500_000)]
    assert [(row["number"], row["seat"]) for row in paid["awarded"]] == [(1, 6), (2, 1)]
    assert keypad.press("end")["phase"] == "betting"


def test_a_claim_taken_back_gives_the_prize_back(house: House) -> None:
    house.console("eve", "eli").do("/api/jackpots/mega/terms", terms={**TERMS, "freeze": "at claim"}, why="memo 8")
    keypad = house.keypad("T1")
    before = keypad.press("start", bets=bets(1))["meters_micros"]
    assert keypad.press("hand", seat=1, hand=ROYAL)["meters_micros"] != before
    back = keypad.press("hand", seat=1, hand=ROYAL)
    assert (back["meters_micros"], back["claims"], back["prizes"]) == (before, [], [])


def test_envy_goes_to_every_other_bettor_by_their_own_wager(house: House) -> None:
    keypad = house.keypad("T1")
    keypad.press("start", bets=[*bets(1), *bets(2, amount=UNIT), *bets(5, amount=10 * UNIT)])
    keypad.press("hand", seat=1, hand=ROYAL)
    paid = keypad.signed_in("eve", "sue").press("confirm")
    assert [(row["seat"], row["for_seat"], row["amount_micros"]) for row in paid["envy"]] == [
        (2, 1, 1_000 * UNIT),
        (5, 1, 10_000 * UNIT),
    ]
    assert house.console("ann").get("/api/jackpots/mega").json()["envy_pays_micros"] == 11_000 * UNIT


def test_the_same_command_sent_again_changes_nothing(house: House) -> None:
    keypad = house.keypad("T1")
    body = {"sequence": 1, "bets": bets(1, 2)}
    first = keypad.post("/api/tables/T1/start", body).json()
    again = keypad.post("/api/tables/T1/start", body).json()
    assert (first["again"], again["again"]) == (False, True)
    assert {**again, "again": False} == first
    assert house.console("ann").get("/api/jackpots/mega").json()["wagers"] == 2


def test_a_confirmation_sent_again_after_signing_in_anew_pays_once(house: House) -> None:
    keypad = house.keypad("T1")
    keypad.press("start", bets=bets(1))
    keypad.press("hand", seat=1, hand=QUADS)
    first = keypad.signed_in("sue", "dan").post("/api/tables/T1/confirm", {"sequence": 3})
    again = keypad.signed_in("sue", "dan").post("/api/tables/T1/confirm", {"sequence": 3})
    assert again.json() == {**first.json(), "again": True}
    assert house.console("ann").get("/api/floor").json()["awards"] == 1


def test_a_refused_command_is_refused_again_in_the_same_words(house: House) -> None:
    keypad = house.keypad("T1")
    first = problem(keypad.post("/api/tables/T1/end", {"sequence": 1}), 409)
    assert first["type"] == "urn:fairfelt:refused"
    assert first["detail"] == "END GAME cannot be pressed now; live buttons: bet, START GAME"
    assert problem(keypad.post("/api/tables/T1/end", {"sequence": 1}), 409) == first
    assert keypad.get("/api/device").json()["next_sequence"] == 2


@pytest.mark.parametrize("sequence", [3, 2**63 - 1])
def test_a_gap_is_refused_and_the_right_number_told(house: House, sequence: int) -> None:
    keypad = house.keypad("T1")
    keypad.press("start", bets=bets(1))
    told = problem(keypad.post("/api/tables/T1/end", {"sequence": sequence}), 409)
    assert (told["type"], told["expected"]) == ("urn:fairfelt:out-of-order", 2)
    assert keypad.press("end")["phase"] == "betting", "the number was not used up"


def test_a_number_with_another_body_is_refused(house: House) -> None:
    keypad = house.keypad("T1")
    keypad.press("start", bets=bets(1))
    told = problem(keypad.post("/api/tables/T1/start", {"sequence": 1, "bets": bets(1, 2)}), 409)
    assert (told["type"], told["expected"]) == ("urn:fairfelt:out-of-order", 2)
    assert "was another command" in told["detail"]


def test_two_people_in_either_order_are_the_same_command(house: House) -> None:
    ann_and_eve = house.console("ann", "eve")
    body = {
        "sequence": house.devices["console 1"].sequence + 1, "level": "Mega", "reason": "seed recovery",
        "amount_micros": UNIT, "document": "memo 7",
    }  # fmt: skip
    first = ann_and_eve.post("/api/jackpots/mega/adjustments", body).json()
    turned = Caller(house.client, ann_and_eve.device, ann_and_eve.tokens[::-1])
    assert turned.post("/api/jackpots/mega/adjustments", body).json() == {**first, "again": True}


def test_one_seat_has_one_bet(house: House) -> None:
    told = problem(house.keypad("T1").post("/api/tables/T1/start", {"sequence": 1, "bets": bets(1, 2, 1)}), 409)
    assert told["detail"] == "A seat is named twice: send one bet for each seat"
    assert (told["code"], told["field"]) == ("bad_bet", "bets")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"bets": [{"seat": 0, "amount_micros": 1}]}, "bets[0].seat"),
        ({"bets": [{"seat": 1, "amount_micros": 1.5}]}, "bets[0].amount_micros"),
        ({"bets": [{"seat": 1, "amount_micros": 0}]}, "bets[0].amount_micros"),
        ({"bets": [{"seat": 1}]}, "bets[0].amount_micros"),
        ({"bets": 7}, "bets"),
        ({"sequence": 0}, "sequence"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_cannot_be_read_is_told_by_its_field(shared_house: House, body: dict[str, object], field: str) -> None:
    keypad = shared_house.keypad("T1")
    told = problem(keypad.post("/api/tables/T1/start", {"sequence": 1, **body}), 400)
    assert told.get("field", "") == field
    assert keypad.get("/api/device").json()["next_sequence"] == 1


def test_a_round_of_the_game_itself_over_http(house: House) -> None:
    """A progressive table's base bets were told to nobody."""
    keypad = house.keypad("T1")
    keypad.press("start", bets=bets(1))
    openings = [wager.name for wager in games.flushes_gone_wild.opening_bets()]
    made = [{"seat": 1, "wager": name, "amount_micros": 10 * UNIT} for name in openings]
    told = keypad.press("report", bets=made)
    assert told["stakes"] == {"1": dict.fromkeys(openings, 10 * UNIT)}
    wrong = keypad.command("/api/tables/T1/pay", pays=[{"seat": 1, "wager": openings[0], "hand": "flush"}])
    assert problem(wrong, 401)["status"] == 401, "nobody's card is in"
    refused = keypad.signed_in("sue").command(
        "/api/tables/T1/pay", pays=[{"seat": 1, "wager": openings[0], "hand": "flush"}]
    )
    assert "has no paytable" in problem(refused, 409)["detail"]
    assert keypad.press("end")["stakes"] == {}
