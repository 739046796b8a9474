"""Rules by amount: small tray pays are the dealer's own, larger ones take a supervisor, an executive or two people."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from fairfelt.jackpot import FixedPays
from fairfelt.room import Authority, PayRules
from tests.room.floors import MEGA, UNIT, Pit
from tests.room.law.lawful_pit import LawfulPit

DAN, SUE, EVE, TWO = ["card dan"], ["card sue"], ["card eve"], ["card ann", "card bob"]
TERMS = replace(MEGA, executive_from_micros=50_000 * UNIT)
RULES = {
    "supervisor_from_micros": 300 * UNIT,
    "executive_from_micros": 1_000 * UNIT,
    "two_people_from_micros": 5_000 * UNIT,
}
QUADS, FULL_HOUSE, ROYAL = "four of a kind", "full house", "royal flush"


def pit_with_rules(terms: Any = TERMS) -> Pit:
    """A pit whose house has rules by amount."""
    pit = Pit(terms)
    pit.do("set pay rules", currency="USD", rules=RULES, why="internal controls 4", cards=TWO)
    return pit


def claim(pit: Pit, table: str = "T1", hand: str = FULL_HOUSE, bet: int = UNIT) -> Any:
    """A claim of the dealer's that waits; what the keypad is told."""
    pit.start(table, bet=bet)
    return pit.press("press hand", table, seat=1, hand=hand, cards=DAN)


def test_a_small_pay_from_the_tray_takes_the_dealer_alone_and_is_on_the_books() -> None:
    """Every fixed pay took a supervisor's card and PIN, about once in twelve rounds; so nobody recorded them."""
    pit = pit_with_rules()
    state = claim(pit)
    assert state["needs"] == "dealer"
    assert "dealer or executive or supervisor card required" in pit.refused("confirm", "keypad T1", table="T1")
    pit.press("confirm", "T1", cards=DAN)
    (award,) = pit.confirmed().awards
    assert (award.hand, award.number) == (FULL_HOUSE, 1)
    assert (pit.confirmed().page.confirmed_by, pit.confirmed().page.role) == ("dan", "dealer")
    assert pit.floor.jackpots["mega"].counts.fixed.hits == 1


def test_the_legacy_keypad_confirms_a_small_pay_without_the_key() -> None:
    pit = pit_with_rules()
    state = claim(pit, "T2")
    assert state["live"][-2:] == ["key to JPH", "J-POT"]
    pit.press("confirm", "T2", cards=DAN)
    pit.press("end game", "T2")


@pytest.mark.parametrize(
    "hand, bet, needs, enough, short",
    [
        (QUADS, 2 * UNIT, "supervisor", SUE, DAN),
        (QUADS, 5 * UNIT, "executive", EVE, SUE),
        (ROYAL, UNIT, "two people", [*EVE, *SUE], EVE),
        (ROYAL, UNIT, "two people", [*EVE, *SUE], SUE),
    ],
)
def test_a_larger_pay_takes_more(hand: str, bet: int, needs: str, enough: list[str], short: list[str]) -> None:
    pit = pit_with_rules()
    assert claim(pit, hand=hand, bet=bet)["needs"] == needs
    assert "required" in pit.refused("confirm", "keypad T1", table="T1", cards=short)
    pit.press("confirm", "T1", cards=enough)


def test_no_dealer_pays_alone_what_the_terms_leave_to_an_executive() -> None:
    """Rules by amount that two people had set very high left $7,500 to the dealer, whatever the terms say."""
    pit = Pit()
    high = {"supervisor_from_micros": 10**12, "executive_from_micros": 10**12, "two_people_from_micros": 10**12}
    pit.do("set pay rules", currency="USD", rules=high, why="x", cards=TWO)
    assert claim(pit, hand=QUADS, bet=10 * UNIT)["needs"] == "dealer"
    pit.press("confirm", cards=DAN)
    pit.press("end game")
    assert claim(pit, hand=QUADS, bet=25 * UNIT)["needs"] == "executive", "$7,500 is above the $5,000 of the terms"
    assert "executive card required" in pit.refused("confirm", "keypad T1", table="T1", cards=DAN)


@pytest.mark.parametrize("bet, needs", [(1, "dealer"), (2, "supervisor")])
def test_no_dealer_pays_alone_what_a_rule_has_verified(bet: int, needs: str) -> None:
    """From $500 on cards and deck are shown to the camera (WAC 230-15-405): no dealer confirms that alone."""
    pit = LawfulPit()
    pit.do("set pay rules", currency="USD", rules={"supervisor_from_micros": 4_000 * UNIT}, why="x", cards=TWO)
    assert claim(pit, hand=QUADS, bet=bet * UNIT)["needs"] == needs
    alone = pit.ask("confirm", "keypad T1", table="T1", cards=DAN)
    assert alone["ok"] == (needs == "dealer")


def test_two_cards_of_one_person_are_one_person() -> None:
    pit = pit_with_rules()
    pit.do("issue card", card="card eve 2", person="eve", secret="e" * 64, cards=["card eve", "card ida"])
    pit.serves("set pin", card="card eve 2", device="console", secret="f" * 64)
    claim(pit, hand=ROYAL)
    assert "two cards required" in pit.refused("confirm", "keypad T1", table="T1", cards=["card eve", "card eve 2"])


def test_a_share_of_a_meter_and_pays_off_the_meter_take_a_supervisor_however_small() -> None:
    rules = PayRules(supervisor_from_micros=10**15)
    assert rules.authority(1, tray=False) is Authority.SUPERVISOR
    pit = pit_with_rules(replace(TERMS, fixed_pays=FixedPays.METER))
    assert claim(pit)["needs"] == "supervisor"


def test_the_amount_in_the_terms_holds_besides() -> None:
    pit = pit_with_rules(replace(TERMS, executive_from_micros=0))
    assert claim(pit, hand=QUADS, bet=2 * UNIT)["needs"] == "executive"


def test_the_rules_take_two_people_and_rise() -> None:
    pit = Pit()
    asked = {"currency": "USD", "rules": RULES, "why": "controls", "cards": TWO}
    assert "two cards required" in pit.refused("set pay rules", **{**asked, "cards": TWO[:1]})
    falling = {**RULES, "two_people_from_micros": 1}
    assert "each amount is at or above the one before" in pit.refused("set pay rules", **{**asked, "rules": falling})
    pit.do("set pay rules", **asked)
    assert "say so already" in pit.refused("set pay rules", **asked)
    assert pit.room.restore(pit.room.save(pit.floor)) == pit.floor


def test_without_rules_a_supervisor_confirms_and_two_people_from_the_executives_amount_on() -> None:
    """One executive alone claimed and confirmed any amount."""
    pit = Pit()
    assert claim(pit)["needs"] == "supervisor"
    pit.press("confirm", cards=SUE)
    pit.press("end game")
    assert claim(pit, hand=ROYAL)["needs"] == "two people"
    for alone in (EVE, SUE, [*EVE, *DAN]):
        assert "required" in pit.refused("confirm", "keypad T1", table="T1", cards=alone)
    pit.press("confirm", cards=[*EVE, *SUE])


@pytest.mark.parametrize(
    "amount, tray, terms, needs",
    [
        (4_999, True, None, Authority.SUPERVISOR),
        (5_000, True, None, Authority.TWO_PEOPLE),
        (4_999, False, 50_000, Authority.SUPERVISOR),
        (49_999, False, 50_000, Authority.SUPERVISOR),
        (50_000, False, 50_000, Authority.TWO_PEOPLE),
        (0, False, 0, Authority.TWO_PEOPLE),
    ],
)
def test_the_default_by_amount(amount: int, tray: bool, terms: int | None, needs: Authority) -> None:
    by_terms = None if terms is None else terms * UNIT
    assert PayRules().authority(amount * UNIT, tray=tray, by_terms_micros=by_terms) is needs
    lower = PayRules(executive_from_micros=1 * UNIT)
    assert lower.authority(max(amount, 1) * UNIT, tray=tray, by_terms_micros=by_terms) is Authority.TWO_PEOPLE


def test_two_people_may_let_an_executive_confirm_alone_up_to_an_amount() -> None:
    pit = Pit()
    rules = {"two_people_from_micros": 20_000 * UNIT}
    assert "two cards required" in pit.refused("set pay rules", currency="USD", rules=rules, why="x", cards=EVE)
    pit.do("set pay rules", currency="USD", rules=rules, why="controls 5", cards=TWO)
    assert claim(pit, hand=ROYAL)["needs"] == "executive"
    pit.press("press hand", seat=1, hand=ROYAL)
    assert pit.press("press hand", seat=1, hand=ROYAL)["needs"] == "executive and a second card", "nobody is signed in"
    pit.press("press hand", seat=1, hand=ROYAL)
    pit.press("press hand", seat=1, hand=ROYAL, cards=DAN)
    pit.press("confirm", cards=EVE)


@pytest.mark.parametrize("seats, needs", [((1, 2), "supervisor"), ((1, 2, 4, 5), "two people")])
def test_envy_of_one_hand_counts_as_one_amount(seats: tuple[int, ...], needs: str) -> None:
    """A royal at a seat without the bet paid 5 x $25,000 on one supervisor's card."""
    pit = Pit()
    pit.start(seats=seats, bet=2 * UNIT)
    assert pit.press("press hand", seat=3, hand=ROYAL, cards=DAN)["needs"] == needs, f"{len(seats)} x $2,000"
    cards = SUE if needs == "supervisor" else [*EVE, *SUE]
    if needs == "two people":
        assert "required" in pit.refused("confirm", "keypad T1", table="T1", cards=SUE)
        assert "two cards required" in pit.refused("confirm", "keypad T1", table="T1", cards=EVE)
    pit.press("confirm", cards=cards)
    assert len(pit.confirmed().envy) == len(seats)


def test_a_dealer_alone_pays_no_envy_that_comes_to_more_together() -> None:
    """Four times $2,000 below $4,500 each were one dealer's own."""
    pit = Pit(TERMS)
    pit.do("set pay rules", currency="USD", rules={"supervisor_from_micros": 4_500 * UNIT}, why="x", cards=TWO)
    pit.start(seats=(1, 2, 4, 5), bet=2 * UNIT)
    assert pit.press("press hand", seat=3, hand=ROYAL, cards=DAN)["needs"] == "supervisor"
    assert "supervisor card required" in pit.refused("confirm", "keypad T1", table="T1", cards=DAN)
    pit.press("confirm", cards=SUE)


def test_envy_counts_beside_the_prize_of_its_hand() -> None:
    """The straight flush pays about $1,000 and brings each of three others $7,500."""
    pit = Pit(TERMS)
    pit.start(seats=(1, 2, 3), bet=25 * UNIT)
    claimed = pit.press("press hand", seat=1, hand="straight flush", cards=DAN)
    assert claimed["needs"] == "supervisor", "$15,000 below $50,000"
    low = Pit(replace(TERMS, executive_from_micros=15_000 * UNIT))
    low.start(seats=(1, 2, 3), bet=25 * UNIT)
    assert low.press("press hand", seat=1, hand="straight flush")["needs"] == "two people"


def test_whoever_enters_a_hand_does_not_confirm_it_alone() -> None:
    pit = Pit()
    pit.start()
    pit.press("press hand", seat=1, hand=QUADS, cards=SUE)
    answer = pit.ask("confirm", "keypad T1", table="T1", cards=SUE)
    assert (answer["code"], answer["decided_by"]) == ("own_claim", "house")
    assert answer["reason"] == "sue has entered the hand: another executive or supervisor confirms it"
    assert "sue has entered the hand" in pit.refused("confirm", "keypad T1", table="T1", cards=[*SUE, *DAN])
    pit.press("confirm", cards=[*SUE, *EVE])
    assert pit.confirmed().page.confirmed_by == "eve"


def test_where_it_takes_two_people_the_one_of_higher_rank_has_not_entered_the_hand() -> None:
    """An executive entered a royal flush and confirmed it with a supervisor, who alone had not claimed it."""
    pit = Pit()
    pit.start()
    assert pit.press("press hand", seat=1, hand=ROYAL, cards=EVE)["needs"] == "two people"
    answer = pit.ask("confirm", "keypad T1", table="T1", cards=[*EVE, *SUE])
    assert (answer["code"], answer["decided_by"]) == ("own_claim", "house")
    assert answer["reason"] == "eve has entered the hand: another executive confirms it"


def test_a_share_of_a_meter_that_nobody_has_entered_takes_a_second_card() -> None:
    """A supervisor entered a hand before signing in, and then confirmed it: who claimed it was not on record."""
    pit = Pit()
    pit.start()
    claimed = pit.press("press hand", seat=1, hand="straight flush")
    assert claimed["needs"] == "supervisor and a second card"
    for alone in (SUE, EVE):
        answer = pit.ask("confirm", "keypad T1", table="T1", cards=alone)
        assert (answer["code"], answer["decided_by"]) == ("role_required", "house")
        assert "nobody was signed in when this hand was entered" in answer["reason"]
    assert "supervisor card required" in pit.refused("confirm", "keypad T1", table="T1", cards=DAN)
    pit.press("confirm", cards=[*SUE, *DAN])
    assert pit.confirmed().page.confirmed_by == "sue"


def test_a_technician_is_no_second_card_beside_a_share_that_nobody_has_entered() -> None:
    pit = Pit()
    pit.start()
    pit.press("press hand", seat=1, hand="straight flush")
    refused = pit.refused("confirm", "keypad T1", table="T1", cards=[*SUE, "card ida"])
    assert "a second card required, the dealer’s will do" in refused


@pytest.mark.parametrize("seat", [1, 5])
@pytest.mark.parametrize("table", ["T1", "T2"])
def test_an_ordinary_pay_that_nobody_has_entered_takes_a_second_card_too(table: str, seat: int) -> None:
    """A supervisor alone invented a full house, or envy, entered it signed out and confirmed it."""
    pit = Pit()
    pit.start(table)
    hand = FULL_HOUSE if seat == 1 else "straight flush"
    assert pit.press("press hand", table, seat=seat, hand=hand)["needs"] == "supervisor and a second card"
    if table == "T2":
        pit.press("turn key", table, to_jph=True, cards=SUE)
    for alone in (SUE, EVE, [*SUE, "card ida"]):
        assert "a second card required" in pit.refused("confirm", f"keypad {table}", table=table, cards=alone)
    pit.press("confirm", table, cards=[*SUE, *DAN])
    assert pit.confirmed().page.confirmed_by == "sue"


def test_one_of_two_people_may_have_entered_the_hand() -> None:
    pit = Pit()
    pit.start()
    pit.press("press hand", seat=1, hand=ROYAL, cards=SUE)
    assert "two cards required" in pit.refused("confirm", "keypad T1", table="T1", cards=EVE)
    pit.press("confirm", cards=[*SUE, *EVE])
    assert pit.confirmed().page.confirmed_by == "eve"


def test_beside_a_dealer_the_dealer_enters_the_hand() -> None:
    pit = Pit()
    pit.start()
    pit.press("press hand", seat=1, hand=QUADS, cards=[*DAN, *SUE])
    (claimed,) = pit.floor.tables["T1"].claims
    assert claimed.entered_by == ("dan",)
    pit.press("confirm", cards=[*DAN, *SUE])
    assert pit.confirmed().page.confirmed_by == "sue"


def test_a_hand_entered_anew_by_another_is_confirmed_by_the_first() -> None:
    pit = Pit()
    pit.start()
    for cards in (SUE, SUE, EVE):
        pit.press("press hand", seat=1, hand=QUADS, cards=cards)
    assert "eve has entered the hand" in pit.refused("confirm", "keypad T1", table="T1", cards=EVE)
    pit.press("confirm", cards=SUE)


def test_two_who_entered_one_hand_each_confirm_both_together() -> None:
    pit = Pit()
    pit.start()
    pit.press("press hand", seat=1, hand=FULL_HOUSE, cards=SUE)
    pit.press("press hand", seat=2, hand=QUADS, cards=EVE)
    for alone in (SUE, EVE):
        assert "has entered the hand" in pit.refused("confirm", "keypad T1", table="T1", cards=alone)
    pit.press("confirm", cards=[*SUE, *EVE])


def test_a_dealer_still_pays_a_small_hand_alone_where_the_house_says_so() -> None:
    pit = pit_with_rules()
    pit.start(bet=UNIT)
    assert pit.press("press hand", seat=1, hand=FULL_HOUSE, cards=DAN)["needs"] == "dealer"
    pit.press("confirm", cards=DAN)
