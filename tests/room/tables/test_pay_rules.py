"""Rules by amount: small tray pays are the dealer's own, larger ones take a supervisor, an executive or two people."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from fairfelt.jackpot import FixedPays
from fairfelt.room import Authority, PayRules
from tests.room.floors import MEGA, UNIT, Pit

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
    """A claim that waits; what the keypad is told."""
    pit.start(table, bet=bet)
    return pit.press("press hand", table, seat=1, hand=hand)


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


def test_without_rules_every_award_takes_a_supervisor_as_before() -> None:
    pit = Pit()
    assert claim(pit)["needs"] == "supervisor"
