"""Large pays from the tray have a win page and the law's steps; a slip is voided at its table or at the office."""

from __future__ import annotations

import pytest

from fairfelt.room.commands.felt import TrayPaid, TrayPayVoided
from fairfelt.room.commands.round_events import AwardPosted
from tests.room.floors import UNIT, Pit
from tests.room.law.lawful_pit import LATER, SET_UP, LawfulPit
from tests.room.tables.test_felt import BONUS, DAN, EVE, LIMITS, RULES, SUE, TWO, last, pay, report, with_keypad

AKQ = (2, BONUS, "AKQ of spades")
PAIR = (1, "Pair Plus", "pair")
"""A pay of $20,000.00, and one of $5.00."""


def lawful_table(pit: Pit | None = None) -> Pit:
    """A table T9 without a progressive whose round runs."""
    pit = pit or LawfulPit(LATER, "advise")
    pit.do("set up table", table="T9", game="three-card-poker", limits=LIMITS, cards=SET_UP)
    with_keypad(pit, "T9")
    pit.do("set pay rules", currency="USD", rules=RULES, why="internal controls 4", cards=TWO)
    report(pit)
    return pit


def test_a_large_pay_from_the_tray_has_a_win_page_and_the_steps_of_the_law() -> None:
    """A side bet that paid $20,000 left a slip and nothing else: no verified hand, no tax form, no check."""
    pit = lawful_table()
    state = pay(pit, PAIR, AKQ, cards=[*EVE, *SUE])
    event = last(pit)
    assert isinstance(event, TrayPaid)
    assert [row.win_page for row in event.pays] == [0, 1], "the small one is on the slip only"
    assert [paid["win_page"] for paid in state["tray_paid"]] == [0, 1]
    payment = pit.floor.payments[1]
    steps = {step.id: step.text for step in payment.steps}
    assert {"seal-evidence", "tax-form", "pay-by-check"} <= set(steps)
    assert (pit.floor.awards, payment.amount_micros) == (1, 20_000 * UNIT)
    assert "Withhold $4,800.00" in steps["tax-form"]
    (page,) = event.pages()
    assert (page.slip, page.bet, page.game, page.seat) == (1, BONUS, "three-card-poker", 2)
    posted = next(each.body for each in pit.events if isinstance(each.body, AwardPosted))
    assert (posted.number, posted.bet, posted.jackpot) == (1, BONUS, "")
    pit.do("do payout step", number=1, step="compare-hand", cards=[*SUE, "card dan"])
    backed = {"number": 1, "why": "misread", "document": "B-1", "cards": TWO}
    assert pit.refused("back out award", **backed) == "win page 1 was paid from the tray: void slip 1"
    pit.do("void tray pay", number=1, why="misread", cards=TWO)
    assert pit.floor.payments == {}
    assert last(pit).win_pages == (1,)
    assert len(last(pit).names) == 2


def test_without_a_law_a_slip_is_enough() -> None:
    pit = lawful_table(Pit())
    pay(pit, AKQ, cards=[*EVE, *SUE])
    assert (pit.floor.awards, pit.floor.payments) == (0, {})


@pytest.mark.parametrize(
    "row, paid_by, short, enough",
    [
        (PAIR, DAN, [SUE, DAN, EVE], [*DAN, *SUE]),
        (PAIR, DAN, [], [*SUE, *EVE]),
        (AKQ, [*EVE, *SUE], [[*DAN, *SUE], EVE], [*DAN, *EVE, *SUE]),
    ],
)
def test_a_slip_of_the_round_is_voided_at_its_table_by_two_people(
    row: tuple[int, str, str], paid_by: list[str], short: list[list[str]], enough: list[str]
) -> None:
    """It took two people of the office and the API, while the player waited."""
    pit = lawful_table()
    pay(pit, row, cards=paid_by)
    asked = {"table": "T9", "number": 1, "why": "wrong hand entered"}
    for cards in short:
        assert "required" in pit.refused("void pay in round", "keypad T9", cards=cards, **asked)
    state = pit.press("void pay in round", "T9", number=1, why="wrong hand entered", cards=enough)
    assert state["tray_paid"] == []
    event = last(pit)
    assert isinstance(event, TrayPayVoided)
    assert len(set(event.names)) == 2
    pay(pit, row, cards=paid_by)


def test_a_slip_of_an_earlier_round_or_of_another_table_is_voided_at_the_office_only() -> None:
    pit = lawful_table()
    pay(pit, PAIR, cards=DAN)
    pit.press("end game", "T9")
    report(pit)
    asked = {"table": "T9", "number": 1, "why": "late", "cards": [*DAN, *SUE]}
    assert pit.refused("void pay in round", "keypad T9", **asked) == (
        "slip 1 is not of the round that runs at table T9: void it at the office"
    )
    assert "is not the keypad of table T9" in pit.refused("void pay in round", "keypad T1", **asked)
    pit.do("void tray pay", number=1, why="late", cards=TWO)
    assert "slip 1 is void already" in pit.refused("void pay in round", "keypad T9", **asked)
