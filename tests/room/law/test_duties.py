"""Steps of a payment in their order, notices of malfunctions, prizes of the house, and the end of a jackpot."""

from __future__ import annotations

import re
from typing import Any

import pytest

from fairfelt.law import Stage
from fairfelt.room import Phase
from fairfelt.room.commands.duties import HouseJackpotPaid
from fairfelt.room.commands.round_events import AwardPosted
from fairfelt.room.commands.voids import AwardBackedOut
from tests.room.floors import UNIT, Pit, digest
from tests.room.law.lawful_pit import OFFICE, SET_UP, LawfulPit

ROYAL, STRAIGHT_FLUSH, QUADS = "royal flush", "straight flush", "four of a kind"
NUMBERED = {"show-cards", "seal-evidence", "pay-by-check"}
STEPS = ["compare-hand", "show-cards", "count-deck", "seal-evidence", "tax-form", "pay-by-check", "file"]


def won(pit: Pit, hand: str, bet: int = 5 * UNIT) -> None:
    """Somebody at seat 2 makes a hand, and it is confirmed."""
    pit.start(bet=bet)
    pit.press("press hand", seat=2, hand=hand)
    pit.press("confirm", cards=["card eve", "card sue"])
    pit.press("end game")


def do(pit: Pit, step: str, note: str = "number 7", number: int = 1) -> None:
    cards = ["card dan", "card sue"] if step == "compare-hand" else ["card sue"]
    pit.do("do payout step", number=number, step=step, note=note, cards=cards)


def test_a_large_award_has_steps_and_hours_and_each_is_signed() -> None:
    pit = LawfulPit()
    won(pit, ROYAL)
    payment = pit.floor.payments[1]
    assert [step.id for step in payment.steps] == STEPS
    assert [(timer.hours, timer.after, timer.ends) for timer in payment.timers] == [
        (24, "", "pay-by-check"), (7 * 24, "seal-evidence", ""), (30 * 24, "", ""),
    ]  # fmt: skip
    asked = {"number": 1, "cards": ["card sue"]}
    assert "first comes 'compare-hand'" in pit.refused("do payout step", step="pay-by-check", **asked)
    alone = pit.refused("do payout step", step="compare-hand", note="Dan and Sue", **asked)
    assert "compare the hand: a second card required" in alone, "one card signed for both"
    assert "card required" in pit.refused("do payout step", step="compare-hand", number=1, note="x", cards=["card dan"])
    do(pit, "compare-hand")
    for step in STEPS[1:]:
        if step in NUMBERED:
            assert "which has a number: not 'x'" in pit.refused("do payout step", step=step, note="x", **asked)
        do(pit, step)
    assert pit.floor.payments[1].next is None
    assert [done.by for done in pit.floor.payments[1].done[:2]] == ["dan and sue", "sue"]
    assert "nothing is left to do" in pit.refused("do payout step", step="file", **asked)
    assert pit.replayed()


def test_a_hand_is_compared_by_two_people_who_are_two() -> None:
    """An executive compared a hand beside a dealer of their own making, and which card came first decided."""
    pit = LawfulPit()
    won(pit, ROYAL)
    office = ["card eve", "card ida"]
    pit.do("add person", person="ghost", name="Ghost", role="dealer", cards=office)
    pit.do("issue card", card="card ghost", person="ghost", secret=digest("code"), cards=office)
    pit.serves("set pin", card="card ghost", device="console", secret=digest("x"))
    step: dict[str, Any] = {"number": 1, "step": "compare-hand"}
    pit.refused("do payout step", **step, cards=["card eve", "card ghost"])
    assert pit.events[-1].body.code == "not_independent"
    assert "second card required" in pit.refused("do payout step", **step, cards=["card ann", "card bob"])
    pit.do("do payout step", **step, cards=["card sue", "card ann"])
    assert pit.floor.payments[1].done[0].by == "sue and ann", "whichever card comes first"


def test_a_small_award_is_paid_without_a_checklist() -> None:
    pit = LawfulPit()
    won(pit, QUADS, bet=UNIT)
    assert pit.floor.awards == 1
    assert pit.floor.payments == {}
    assert pit.confirmed().payments == ()
    assert "no steps" in pit.refused("do payout step", number=1, step="file", cards=["card sue"])


def test_without_a_law_nothing_is_asked() -> None:
    pit = Pit()
    won(pit, ROYAL)
    assert pit.floor.payments == {}


def started_and_confirmed(pit: LawfulPit, day: str, bet: int = UNIT) -> None:
    """A round that begins before midnight and is confirmed after it."""
    pit.start(bet=bet)
    pit.press("press hand", seat=2, hand=STRAIGHT_FLUSH)
    pit.serves("begin day", day=day)
    pit.press("confirm", cards=["card eve", "card sue"])
    pit.press("end game")


def test_an_award_is_paid_by_the_law_of_the_day_its_round_began() -> None:
    """Steps and hours were those of the day of the confirmation, which may be another law."""
    pit = LawfulPit("2023-06-14")
    pit.start(bet=UNIT)
    pit.press("press hand", seat=2, hand=STRAIGHT_FLUSH)
    pit.set_law("advise", "laboratory")
    pit.press("confirm", cards=["card eve", "card sue"])
    assert [step.id for step in pit.floor.payments[1].steps][:4] == STEPS[:4]
    pit.press("end game")
    won(pit, STRAIGHT_FLUSH, UNIT)
    assert set(pit.floor.payments) == {1}, "the next round began without any duty"
    assert pit.replayed()


@pytest.mark.parametrize(("day", "form"), [("2025-12-31", True), ("2026-01-01", False)])
def test_the_tax_form_goes_by_the_day_of_the_payment(day: str, form: bool) -> None:
    """$1,000 on a $1 bet: reported up to the last day of 2025, and not from 2026 on."""
    pit = LawfulPit("2025-12-30")
    started_and_confirmed(pit, day)
    assert pit.floor.payments[1].amount_micros < 2_000 * UNIT
    assert ("tax-form" in [step.id for step in pit.floor.payments[1].steps]) is form
    assert pit.replayed()


def test_an_award_that_waits_over_new_year_gets_the_forms_of_the_new_year() -> None:
    pit = LawfulPit("2025-12-31")
    won(pit, STRAIGHT_FLUSH, UNIT)
    assert "tax-form" in [step.id for step in pit.floor.payments[1].steps]
    do(pit, "compare-hand")
    pit.serves("begin day", day="2026-01-01")
    payment = pit.floor.payments[1]
    assert "tax-form" not in [step.id for step in payment.steps]
    assert payment.next and payment.next.id == "show-cards", "what was done stays done"
    for step in [step.id for step in payment.steps[1:]]:
        do(pit, step)
    pit.serves("begin day", day="2026-01-02")
    assert pit.events[-1].body.payments == (), "it is paid"
    assert pit.replayed()


def test_a_form_that_was_filled_in_stays() -> None:
    pit = LawfulPit("2025-12-31")
    won(pit, STRAIGHT_FLUSH, UNIT)
    for step in ("compare-hand", "show-cards", "count-deck", "seal-evidence", "tax-form"):
        do(pit, step)
    pit.serves("begin day", day="2026-01-01")
    assert "tax-form" in [step.id for step in pit.floor.payments[1].steps]


def test_every_receiver_of_envy_has_steps_form_and_hours_of_its_own() -> None:
    """A royal without the bet paid $125,000 of envy with a page of $0.00, and no step for any receiver."""
    pit = LawfulPit("2026-11-18")
    pit.start(seats=(1, 2, 4), bet=UNIT)
    pit.press("press hand", seat=3, hand=ROYAL)
    pit.press("confirm", cards=["card eve", "card sue"])
    assert {number: due.what for number, due in pit.floor.payments.items()} == {
        number: f"seat {seat}, envy for seat 3's royal flush" for number, seat in ((1, 1), (2, 2), (3, 4))
    }
    for number, payment in pit.floor.payments.items():
        assert payment.amount_micros == 1_000 * UNIT, number
        assert [step.id for step in payment.steps][:4] == STEPS[:4]
        assert "tax-form" not in [step.id for step in payment.steps], "below $2,000"
    do(pit, "compare-hand", number=2)
    pit.do("back out award", number=2, why="misread", document="D", cards=["card ann", "card eve"])
    assert set(pit.floor.payments) == {1, 3}
    assert pit.replayed()


def test_envy_is_taxed_by_the_receivers_own_wager() -> None:
    pit = LawfulPit("2026-11-18")
    pit.press("start game", bets={"1": 5 * UNIT, "2": 25 * UNIT})
    pit.press("press hand", seat=3, hand=ROYAL)
    pit.press("confirm", cards=["card eve", "card sue"])
    forms = {n: next(s.text for s in due.steps if s.id == "tax-form") for n, due in pit.floor.payments.items()}
    assert "Withhold" not in forms[1], "$5,000 less the wager is not above $5,000"
    assert "Withhold $5,994.00 of $24,975.00" in forms[2]
    assert next(timer.ends for timer in pit.floor.payments[2].timers) == "pay-by-check"


def tax_of(pit: Pit, seat: int) -> list[str]:
    """What is to be done for taxes on each win page of a seat; empty where nothing is."""
    due = [pit.floor.payments[number] for number in sorted(pit.floor.payments)]
    mine = [payment for payment in due if payment.what.startswith(f"seat {seat},")]
    return ["".join(step.text for step in payment.steps if step.id == "tax-form") for payment in mine]


def two_straight_flushes(pit: Pit, *, together: bool) -> None:
    """Seats 1 and 2 bring seat 3 two envies of $1,500 for one wager of $5."""
    pit.start(seats=(1, 2, 3))
    for seat in (2, 1):
        pit.press("press hand", seat=seat, hand=STRAIGHT_FLUSH)
        if not together or seat == 1:
            pit.press("confirm", cards=["card eve", "card sue"])


@pytest.mark.parametrize("together", [True, False])
def test_all_that_one_wager_wins_in_a_round_is_taxed_together(together: bool) -> None:
    """Two envies of $1,500 for one wager of $5 are $3,000 of that wager: each alone stayed below $2,000."""
    pit = LawfulPit("2026-11-18")
    two_straight_flushes(pit, together=together)
    assert tax_of(pit, 3) == [
        "",
        "Identify the player and fill in Form W-2G. The same wager won $1,500.00 before in this round, "
        "$3,000.00 in all.",
    ]
    assert all(any(told) for told in (tax_of(pit, 1), tax_of(pit, 2))), "a Major and one envy"
    assert pit.replayed()


def test_the_wager_is_taken_off_once_from_all_that_it_wins() -> None:
    """300 for 1 at $25 alone is 299 times the wager; with an envy of $7,500 it is 599 times."""
    pit = LawfulPit("2026-11-18")
    pit.start(seats=(1, 2), bet=25 * UNIT)
    pit.press("press hand", seat=2, hand=QUADS)
    pit.press("confirm", cards=["card eve", "card sue"])
    assert "Withhold" not in tax_of(pit, 2)[0]
    pit.press("press hand", seat=1, hand=STRAIGHT_FLUSH)
    pit.press("confirm", cards=["card eve", "card sue"])
    assert "Withhold $3,594.00 more of $14,975.00, the proceeds less the wager" in tax_of(pit, 2)[1]
    pit.do("back out award", number=1, why="misread", document="D", cards=["card ann", "card eve"])
    (alone,) = tax_of(pit, 2)
    assert alone == "Identify the player and fill in Form W-2G.", "its own 300 times are not reached, less the wager"
    pit.press("press hand", seat=2, hand="full house")
    pit.press("confirm", cards=["card eve", "card sue"])
    assert "Withhold $1,250.00 more of $8,725.00, the proceeds less the wager" in tax_of(pit, 2)[1]
    assert tax_of(pit, 2)[1].endswith(
        "That is all of this award: $844.00 more is due, from what the same wager won before and is not paid yet, or "
        "else from the player."
    ), "a page never withholds more than it pays"
    assert pit.replayed()


def test_what_a_small_award_cannot_bear_is_withheld_from_the_next_ones_of_the_wager() -> None:
    """Envy of $5,000, three of a kind of $45 and two envies of $1,500, all of one wager of $5."""
    pit = LawfulPit("2026-11-18")
    pit.start(seats=(1, 2, 3, 4))
    for seat, hand in ((1, ROYAL), (2, "three of a kind"), (3, STRAIGHT_FLUSH), (4, STRAIGHT_FLUSH)):
        pit.press("press hand", seat=seat, hand=hand)
        pit.press("confirm", cards=["card eve", "card sue"])
    withheld = [re.findall(r"Withhold \$([\d,.]+) more|: \$([\d,.]+) more is due", text) for text in tax_of(pit, 2)]
    assert withheld == [
        [],
        [("45.00", ""), ("", "1,164.60")],
        [("1,500.00", ""), ("", "24.60")],
        [("384.60", "")],
    ], "24% of $8,040.00 is $1,929.60"
    assert pit.replayed()


@pytest.mark.parametrize("settled", [False, True])
def test_a_back_out_in_an_older_round_changes_the_taxes_of_what_its_wager_won_besides(settled: bool) -> None:
    """Pages of a round that was over for good kept the taxes of an award that did not stand any more."""
    pit = LawfulPit("2026-11-18")
    pit.start(seats=(1, 2), bet=25 * UNIT)
    pit.press("press hand", seat=2, hand=QUADS)
    pit.press("confirm", cards=["card eve", "card sue"])
    pit.press("press hand", seat=1, hand=STRAIGHT_FLUSH)
    pit.press("confirm", cards=["card eve", "card sue"])
    envy = next(number for number, due in pit.floor.payments.items() if due.what.startswith("seat 2, envy"))
    before = tax_of(pit, 2)[1]
    assert "Withhold $3,594.00 more of $14,975.00" in before
    pit.press("end game")
    pit.start(seats=(1, 2), bet=25 * UNIT)
    if settled:
        for step in [step.id for step in pit.floor.payments[envy].steps]:
            do(pit, step, number=envy)
    pit.do("back out award", number=1, why="misread", document="D", cards=["card ann", "card eve"])
    event = next(each.body for each in reversed(pit.events) if isinstance(each.body, AwardBackedOut))
    assert (event.reopens, event.taxes_settled) == (False, (envy,) if settled else ())
    assert tax_of(pit, 2) == [before if settled else "Identify the player and fill in Form W-2G."]
    assert pit.replayed()


def test_a_form_that_the_whole_wager_asks_for_goes_by_the_year_of_the_payment_too() -> None:
    pit = LawfulPit("2025-12-31")
    two_straight_flushes(pit, together=True)
    pit.press("end game")
    assert [bool(text) for text in tax_of(pit, 3)] == [True, True], "$600 and 300 times $5"
    pit.serves("begin day", day="2026-01-01")
    assert [bool(text) for text in tax_of(pit, 3)] == [False, True]
    assert pit.replayed()


def test_envy_goes_back_with_its_hand_and_its_steps_with_it() -> None:
    pit = LawfulPit("2026-11-18")
    pit.start()
    pit.press("press hand", seat=2, hand=ROYAL)
    pit.press("confirm", cards=["card eve", "card sue"])
    assert set(pit.floor.payments) == {1, 2, 3}
    pit.do("back out award", number=1, why="misread", document="D", cards=["card ann", "card eve"])
    assert pit.floor.payments == {}
    assert pit.replayed()


def test_envy_that_waits_over_new_year_gets_the_forms_of_the_new_year() -> None:
    """$1,000 at $1: reported up to 2025, and not from 2026 on; whoever is paid first is not asked again."""
    pit = LawfulPit("2025-12-30")
    pit.start(seats=(1, 2), bet=UNIT)
    pit.press("press hand", seat=3, hand=ROYAL)
    pit.serves("begin day", day="2025-12-31")
    pit.press("confirm", cards=["card eve", "card sue"])
    for step in pit.floor.payments[1].steps:
        do(pit, step.id)
    pit.serves("begin day", day="2026-01-01")
    assert ["tax-form" in [step.id for step in due.steps] for due in pit.floor.payments.values()] == [True, False]
    assert pit.floor.payments[2].what == "seat 2, envy for seat 3's royal flush"
    assert pit.replayed()


def test_a_malfunction_is_reported_and_told_once() -> None:
    pit = LawfulPit()
    pit.do("report malfunction", equipment="keypad T1", what="sensor 3 is stuck", cards=["card sue"])
    found = pit.floor.malfunctions[1]
    assert (found.within_hours, found.cited) == (72, "WAC 230-06-054, from a secondary source")
    asked = {"number": 1, "document": "letter 9", "cards": ["card ida"]}
    assert "there is no malfunction 2" in pit.refused("tell malfunction", **{**asked, "number": 2})
    pit.do("tell malfunction", **asked)
    assert "was told already, with letter 9" in pit.refused("tell malfunction", **asked)
    assert pit.replayed()


PRIZE: dict[str, Any] = {
    "name": "Lucky Seven", "table": "T1", "hand": "7-7-7", "amount_micros": 100 * UNIT, "cards": SET_UP,
}  # fmt: skip


def test_the_win_pages_of_a_house_jackpot_are_void_with_its_pay() -> None:
    pit = LawfulPit()
    pit.do("post house jackpot", **{**PRIZE, "amount_micros": 5_000 * UNIT}, posted=True)
    paid = {"name": "Lucky Seven", "document": "slip 3", "cards": ["card eve", "card sue"]}
    pit.do("pay house jackpot", **paid, seats=[1, 4])
    assert set(pit.floor.payments) == {1, 2}
    refused = pit.refused("back out award", number=2, why="x", document="D", cards=OFFICE)
    assert refused == "award 2 is a prize of the house: void the pay of Lucky Seven"
    pit.do("void house jackpot pay", name="Lucky Seven", why="another hand", document="incident 4", cards=OFFICE)
    assert not pit.floor.payments
    assert pit.events[-1].body.win_pages == (1, 2)
    assert "is an earlier prize of the house" in pit.refused(
        "back out award", number=2, why="x", document="D", cards=OFFICE
    )
    assert pit.replayed()


def test_a_house_jackpot_is_posted_paid_to_each_and_removed() -> None:
    pit = LawfulPit()
    before = pit.floor.balances()
    assert "post the amount and the two disclosures" in pit.refused("post house jackpot", **PRIZE)
    pit.do("post house jackpot", **PRIZE, posted=True)
    assert "already a house jackpot" in pit.refused("post house jackpot", **PRIZE, posted=True)
    paid = {"name": "Lucky Seven", "document": "slip 3", "cards": ["card sue", "card ann"]}
    alone = pit.refused("pay house jackpot", **{**paid, "cards": ["card sue"]}, seats=[1])
    assert alone == "two cards required: accounting or executive or supervisor"
    assert "different ones" in pit.refused("pay house jackpot", **paid, seats=[1, 1])
    pit.do("pay house jackpot", **paid, seats=[1, 4])
    assert pit.events[-1].body.amount_micros == 200 * UNIT
    assert pit.floor.house_jackpots["Lucky Seven"].paid == 2
    assert pit.floor.balances() == before, "no players' money is in it"
    void = {"name": "Lucky Seven", "why": "another hand", "document": "incident 4"}
    assert "two cards required" in pit.refused("void house jackpot pay", **void, cards=["card ann"])
    assert "two cards required" in pit.refused("void house jackpot pay", **void, cards=["card sue", "card ann"])
    pit.do("void house jackpot pay", **void, cards=OFFICE)
    assert (pit.events[-1].body.seats, pit.events[-1].body.amount_micros) == ((1, 4), 200 * UNIT)
    assert pit.floor.house_jackpots["Lucky Seven"].paid == 0
    assert "was not paid yet" in pit.refused("void house jackpot pay", **void, cards=OFFICE)
    for seat in (2, 3):
        pit.do("pay house jackpot", **paid, seats=[seat])
    pit.do("void house jackpot pay", **void, cards=OFFICE)
    refused = pit.refused("void house jackpot pay", **void, cards=OFFICE)
    assert refused == "house jackpot Lucky Seven was paid 1 times; only its last pay is voided, and only once"
    pit.do("remove house jackpot", name="Lucky Seven", why="over", cards=SET_UP)
    assert pit.floor.house_jackpots == {}
    assert "there is no house jackpot" in pit.refused("pay house jackpot", **paid, seats=[1])
    assert pit.replayed()


def test_a_large_house_jackpot_takes_two_people_and_the_steps_of_each_receiver() -> None:
    """$5,000 to each of two seats were paid by one supervisor, without a step."""
    pit = LawfulPit("2026-11-18")
    pit.do("post house jackpot", **{**PRIZE, "amount_micros": 5_000 * UNIT}, posted=True)
    paid = {"name": "Lucky Seven", "document": "slip 3", "seats": [1, 4]}
    for alone in (["card sue"], ["card eve"], ["card ann"], ["card ann", "card bob"], ["card sue", "card ann"]):
        assert "required" in pit.refused("pay house jackpot", **paid, cards=alone)
    pit.do("pay house jackpot", **paid, cards=["card eve", "card sue"])
    event = pit.events[-1].body
    assert isinstance(event, HouseJackpotPaid)
    assert [(page.number, page.seat, page.amount_micros) for page in event.pages()] == [
        (1, 1, 5_000 * UNIT), (2, 4, 5_000 * UNIT)
    ]  # fmt: skip
    assert (event.pages()[0].source, event.pages()[0].confirmed_by) == ("house jackpot Lucky Seven", "eve")
    for number, seat in ((1, 1), (2, 4)):
        payment = pit.floor.payments[number]
        assert [step.id for step in payment.steps] == [*STEPS[:5], "pay", "file"]
        assert payment.what == f"seat {seat}, house jackpot Lucky Seven, 7-7-7"
    posted = [each.body for each in pit.events if isinstance(each.body, AwardPosted)]
    assert [(each.number, each.house_jackpot) for each in posted] == [(1, "Lucky Seven"), (2, "Lucky Seven")]
    do(pit, "compare-hand", number=2)
    refused = pit.refused("back out award", number=1, why="x", document="D", cards=["card ann", "card eve"])
    assert "a prize of the house" in refused
    won(pit, QUADS, UNIT)
    assert pit.confirmed().awards[0].number == 3, "numbers go on"
    assert pit.replayed()


@pytest.mark.parametrize(
    ("units", "seats", "cards", "pages"),
    [
        (499, 1, ["card sue", "card ann"], 0),
        (500, 1, ["card ann", "card sue"], 1),
        (2_499, 2, ["card ann", "card sue"], 2),
        (2_500, 2, ["card eve", "card sue"], 2),
    ],
)
def test_house_jackpots_at_both_sides_of_each_amount(units: int, seats: int, cards: list[str], pages: int) -> None:
    pit = LawfulPit("2026-11-18")
    pit.do("post house jackpot", **{**PRIZE, "amount_micros": units * UNIT}, posted=True)
    paid = {"name": "Lucky Seven", "document": "slip 3", "seats": list(range(1, seats + 1))}
    assert "required" in pit.refused("pay house jackpot", **paid, cards=["card sue"])
    pit.do("pay house jackpot", **paid, cards=cards)
    assert (pit.floor.awards, len(pit.floor.payments)) == (pages, pages)
    assert pit.replayed()


def test_house_jackpots_of_a_round_are_added_up_and_a_seat_gets_one() -> None:
    """Pays of $4,999 to one seat after another, or four times to one, asked for no executive."""
    pit = LawfulPit("2026-11-18")
    pit.do("post house jackpot", **{**PRIZE, "amount_micros": 4_999 * UNIT}, posted=True)
    two, large = ["card ann", "card sue"], ["card eve", "card sue"]

    def paid(seat: int, document: str = "slip 3") -> dict[str, Any]:
        return {"name": "Lucky Seven", "document": document, "seats": [seat]}

    pit.do("pay house jackpot", **paid(1), cards=two)
    assert "seat 1 got house jackpot Lucky Seven already" in pit.refused("pay house jackpot", **paid(1), cards=large)
    assert "executive card required" in pit.refused("pay house jackpot", **paid(2), cards=two)
    pit.do("pay house jackpot", **paid(2), cards=large)
    pit.do("void house jackpot pay", name="Lucky Seven", why="another hand", document="incident 4", cards=OFFICE)
    pit.do("pay house jackpot", **paid(2), cards=large)
    pit.start(seats=(1,), bet=UNIT)
    pit.do("pay house jackpot", **paid(1), cards=two)
    refused = pit.refused("pay house jackpot", **paid(1, "slip 5"), cards=large)
    assert "seat 1 got" in refused, "a second document is no second win of a round"
    assert "executive card required" in pit.refused("pay house jackpot", **paid(3, "slip 5"), cards=two)
    assert pit.replayed()


def test_a_house_jackpot_without_a_law_still_takes_two_people() -> None:
    pit = Pit()
    pit.do("post house jackpot", **{**PRIZE, "amount_micros": 5_000 * UNIT}, posted=True)
    paid = {"name": "Lucky Seven", "document": "slip 3", "seats": [1]}
    assert "executive card required" in pit.refused("pay house jackpot", **paid, cards=["card sue", "card ann"])
    pit.do("pay house jackpot", **paid, cards=["card eve", "card sue"])
    assert (pit.floor.awards, pit.floor.payments) == (0, {})


def announce(pit: LawfulPit, way: str, to: str = "", **level: str) -> None:
    pit.do("announce retirement", jackpot="mega", way=way, to=to, **level, document="notice 1", cards=OFFICE)


def test_a_transfer_waits_for_its_notice() -> None:
    pit = LawfulPit()
    terms = pit.floor.jackpots["mega"].terms
    pit.do("open jackpot", jackpot="heir", terms=terms, cards=SET_UP)
    moved = {"jackpot": "mega", "into": "heir", "level": "Mega", "document": "memo", "cards": OFFICE}
    assert "not under way" in pit.refused("retire jackpot", **moved)
    announce(pit, "transfer", "heir", level="Mega")
    assert "was announced before" in pit.refused(
        "announce retirement", jackpot="mega", way="play off", document="D", cards=OFFICE
    )
    begin = {"jackpot": "mega", "cards": OFFICE}
    pit.serves("begin day", day="2023-06-23")
    assert "stays posted until Jun 24, 2023" in pit.refused("begin retirement", **begin)
    pit.serves("begin day", day="2023-06-24")
    pit.do("begin retirement", **begin)
    pit.do("retire jackpot", **moved)
    assert pit.floor.endings["mega"].stage is Stage.CLOSED
    assert str(pit.floor.endings["mega"].closed_on) == "2023-06-24"
    assert pit.floor.jackpots["mega"].retired
    assert pit.replayed()


def test_a_transfer_whose_heir_has_ended_is_announced_anew() -> None:
    """It could neither be carried out nor announced again: the jackpot had no end."""
    pit = LawfulPit()
    terms = pit.floor.jackpots["mega"].terms
    for name in ("heir", "other"):
        pit.do("open jackpot", jackpot=name, terms=terms, cards=SET_UP)
    announce(pit, "transfer", "heir", level="Mega")
    gone = {"jackpot": "heir", "way": "donation", "to": "the council on problem gambling"}
    pit.do("announce retirement", **gone, document="notice 2", cards=OFFICE)
    pit.serves("begin day", day="2023-06-24")
    for name in ("mega", "heir"):
        pit.do("begin retirement", jackpot=name, cards=OFFICE)
    again = {"jackpot": "mega", "way": "transfer", "to": "other", "level": "Mega", "document": "notice 3"}
    assert "was announced before" in pit.refused("announce retirement", **again, cards=OFFICE)
    pit.do("give jackpot away", jackpot="heir", document="receipt 1", cards=OFFICE)
    moved = {"jackpot": "mega", "into": "other", "level": "Mega", "document": "memo", "cards": OFFICE}
    assert "not under way" in pit.refused("retire jackpot", **moved)
    pit.do("announce retirement", **again, cards=OFFICE)
    assert "stays posted until" in pit.refused("begin retirement", jackpot="mega", cards=OFFICE)
    pit.serves("begin day", day="2023-07-04")
    pit.do("begin retirement", jackpot="mega", cards=OFFICE)
    pit.do("retire jackpot", **moved)
    assert pit.floor.endings["mega"].stage is Stage.CLOSED
    assert pit.replayed()


def test_under_advise_a_transfer_without_notice_is_on_its_event() -> None:
    pit = LawfulPit(mode="advise")
    pit.do("open jackpot", jackpot="heir", terms=pit.floor.jackpots["mega"].terms, cards=SET_UP)
    pit.do("retire jackpot", jackpot="mega", into="heir", level="Mega", document="memo", cards=OFFICE)
    assert "WAC 230-15-710" in pit.events[-1].body.notices[0]


def test_a_donation_gives_all_of_it_away_and_the_book_balances() -> None:
    pit = LawfulPit()
    pit.start()
    announce(pit, "donation", "the council on problem gambling")
    pit.serves("begin day", day="2023-06-24")
    assert "table T1 is playing" in pit.refused("begin retirement", jackpot="mega", cards=OFFICE)
    pit.press("end game")
    gift = {"jackpot": "mega", "document": "receipt 1", "cards": OFFICE}
    assert "announced; this takes a donation under way" in pit.refused("give jackpot away", **gift)
    pit.do("begin retirement", jackpot="mega", cards=OFFICE)
    assert "this takes a play off under way" in pit.refused("close retirement", **gift)
    pit.do("give jackpot away", **gift)
    book = pit.floor.jackpots["mega"].book
    assert book.is_balanced
    assert book["paid"] == pit.events[-1].body.amount_micros > 11_000 * UNIT
    assert "this jackpot is retired" in pit.refused("start game", "keypad T1", table="T1", bets={"1": UNIT})
    assert pit.replayed()


def test_a_play_off_ends_when_everything_was_won() -> None:
    pit = LawfulPit()
    announce(pit, "play off")
    pit.serves("begin day", day="2023-06-24")
    pit.do("begin retirement", jackpot="mega", cards=OFFICE)
    close = {"jackpot": "mega", "document": "memo 4", "cards": OFFICE}
    assert "still holds players' money" in pit.refused("close retirement", **close)
    standing = pit.meter("Mega")
    pit.do("start game", "keypad T1", table="T1", bets={"1": UNIT})
    assert pit.meter("Mega") > standing, "what players pay in until then is theirs"
    pit.do("end game", "keypad T1", table="T1")
    won(pit, ROYAL)
    assert pit.meter("Mega") == 0, "nothing reseeds it"
    won(pit, STRAIGHT_FLUSH)
    pit.do("close retirement", **close)
    assert pit.floor.endings["mega"].stage is Stage.CLOSED
    assert pit.floor.tables["T1"].phase is Phase.BETTING
    assert pit.replayed()


@pytest.mark.parametrize(
    ("way", "to", "says"),
    [
        ("transfer", "nobody", "there is no jackpot"),
        ("donation", "", "a donation who receives it"),
        ("play off", "somebody", "a play-off names nobody"),
        ("theft", "", "way is one of"),
    ],
)
def test_ends_that_cannot_be(way: str, to: str, says: str) -> None:
    pit = LawfulPit()
    asked = {"jackpot": "mega", "way": way, "to": to, "document": "notice", "cards": OFFICE}
    assert says in pit.refused("announce retirement", **asked)


def test_an_award_up_to_the_cash_amount_is_paid_in_cash() -> None:
    pit = LawfulPit()
    won(pit, STRAIGHT_FLUSH)
    assert [step.id for step in pit.floor.payments[1].steps][-2:] == ["pay", "file"]
    assert [timer.ends for timer in pit.floor.payments[1].timers] == ["", ""], "no check is waited for"


def test_where_a_law_binds_a_hand_is_entered_by_a_person_who_does_not_confirm_it() -> None:
    """With nobody signed in, one supervisor pressed a hand and confirmed it, and the log named nobody for the press."""
    pit = LawfulPit()
    pit.start()
    hand = {"table": "T1", "seat": 1, "hand": "four of a kind"}
    assert "nobody is signed in" in pit.refused("press hand", "keypad T1", **hand)
    pit.do("press hand", "keypad T1", **hand, cards=["card sue"])
    assert "another" in pit.refused("confirm", "keypad T1", table="T1", cards=["card sue"])
    pit.press("confirm", cards=["card eve"])
