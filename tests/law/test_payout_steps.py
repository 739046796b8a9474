"""Paying a jackpot: steps by amount, in order, with their deadlines and what is to be kept."""

from datetime import date, datetime, timedelta

import pytest

from fairfelt.law import Award, Certainty, Deadline, Due, LawError, Retention, payout, tax_flags
from fairfelt.law.payouts.payout import verify_turn
from tests.law.law_days import at, commercial, dollars, laboratory

LAW = commercial(date(2023, 7, 1))


def award(amount: int, wager: int = 1) -> Award:
    return Award(7, dollars(amount), dollars(wager), at(20))


def steps(amount: int, wager: int = 1) -> list[str]:
    return [step.id for step in payout(LAW, award(amount, wager)).steps]


VERIFIED = ["show-cards", "count-deck", "seal-evidence"]


@pytest.mark.parametrize(
    ("amount", "wager", "expected"),
    [
        (499, 1, ["compare-hand", "pay", "file"]),
        (500, 1, ["compare-hand", *VERIFIED, "pay", "file"]),
        (599, 1, ["compare-hand", *VERIFIED, "pay", "file"]),
        (600, 1, ["compare-hand", *VERIFIED, "tax-form", "pay", "file"]),
        (1_499, 5, ["compare-hand", *VERIFIED, "pay", "file"]),
        (1_500, 5, ["compare-hand", *VERIFIED, "tax-form", "pay", "file"]),
        (5_000, 5, ["compare-hand", *VERIFIED, "tax-form", "pay", "file"]),
        (5_001, 5, ["compare-hand", *VERIFIED, "tax-form", "pay-by-check", "file"]),
    ],
)
def test_steps_by_amount(amount: int, wager: int, expected: list[str]) -> None:
    assert steps(amount, wager) == expected


def test_steps_cite_their_rules() -> None:
    rules = {step.id: step.rule and step.rule.id for step in payout(LAW, award(10_000)).steps}
    assert rules["seal-evidence"] == "payout.verification"
    assert rules["tax-form"] == "tax.form"
    assert rules["pay-by-check"] == "payout.check"
    assert rules["file"] is None
    assert [step.id for step in payout(laboratory(), award(10_000)).steps] == ["compare-hand", "pay", "file"]


@pytest.mark.parametrize(("amount", "withheld"), [(5_000, 0), (5_001, 120_024), (10_000, 240_000)])
def test_tax_is_withheld_above_an_amount(amount: int, withheld: int) -> None:
    """24%, here in hundredths."""
    assert tax_flags(LAW, award(amount), in_cash=False).withhold_micros == withheld * 10_000


def test_tax_is_withheld_in_whole_cents() -> None:
    """Finding 8: a payout asked to withhold $2,400.036."""
    cents = Award(7, 10_000_150_000, dollars(1), at(20))
    assert tax_flags(LAW, cents, in_cash=False).withhold_micros == 2_400_040_000


def test_cash_is_reported_from_an_amount_on_and_a_check_is_not() -> None:
    assert tax_flags(LAW, award(9_999), in_cash=True).cash_report is None
    assert tax_flags(LAW, award(10_000), in_cash=True).cash_report
    assert tax_flags(LAW, award(10_000), in_cash=False).cash_report is None


def test_steps_are_done_in_order_with_their_notes() -> None:
    first, *others = payout(LAW, award(500)).steps
    verify_turn(7, (first, *others), "compare-hand", "Sam and Ada")
    with pytest.raises(LawError, match="first comes 'compare-hand'"):
        verify_turn(7, (first, *others), "show-cards", "camera 4")
    with pytest.raises(LawError, match="written down with both names"):
        verify_turn(7, (first, *others), "compare-hand", " ")
    with pytest.raises(LawError, match="nothing is left to do"):
        verify_turn(7, (), "file", "")


def running(amount: int, **done: datetime) -> list[Deadline | Retention]:
    """What runs for an award that was won at eight, after some of its steps."""
    done_at = {step.replace("_", "-"): moment for step, moment in done.items()}
    timers = payout(LAW, award(amount)).timers
    return [one for timer in timers if (one := timer.running(at(20), done_at))]


def deadlines(amount: int, **done: datetime) -> list[Deadline]:
    return [one for one in running(amount, **done) if isinstance(one, Deadline)]


def retentions(amount: int, **done: datetime) -> dict[str, datetime]:
    return {one.what: one.until for one in running(amount, **done) if isinstance(one, Retention)}


@pytest.mark.parametrize(
    ("now", "state"),
    [(at(20, day=2), Due.RUNNING), (at(20, 1, day=2), Due.OVERDUE)],
)
def test_a_check_is_there_within_a_day(now: datetime, state: Due) -> None:
    (deadline,) = deadlines(5_001)
    assert deadline.state(now) is state
    assert not deadlines(5_000)


@pytest.mark.parametrize(("paid", "state"), [(at(20, day=2), Due.DONE), (at(20, 1, day=2), Due.DONE_LATE)])
def test_a_check_in_time_or_late_stays_so(paid: datetime, state: Due) -> None:
    (deadline,) = deadlines(5_001, pay_by_check=paid)
    assert deadline.state(at(0, day=30)) is state


def test_hand_and_deck_are_kept_a_week_after_the_seal_and_the_recording_a_month() -> None:
    recording = {"recording of win page 7": at(20) + timedelta(30)}
    assert retentions(500, seal_evidence=at(21)) == {"hand and deck of win page 7": at(21, day=8), **recording}
    assert retentions(500) == recording, "not sealed yet"
    assert not retentions(499)


@pytest.mark.parametrize(
    ("day", "amount", "wager", "flagged"),
    [
        (date(2025, 12, 31), 600, 1, True),
        (date(2025, 12, 31), 599, 1, False),
        (date(2026, 1, 1), 1_999, 1, False),
        (date(2026, 1, 1), 2_000, 1, True),
        (date(2026, 12, 31), 2_999, 10, False),
        (date(2026, 12, 31), 3_000, 10, True),
        (date(2027, 6, 1), 2_000, 1, True),
    ],
)
def test_the_federal_threshold_is_that_of_the_year(day: date, amount: int, wager: int, flagged: bool) -> None:
    """The profile had $600 for all days; for payments in 2026 it is $2,000, and 300 times the wager as before."""
    law = commercial(day)
    assert bool(tax_flags(law, award(amount, wager), in_cash=False).form) is flagged
    rule = law.find("tax.form")
    assert rule and (rule.certainty is Certainty.RECALLED) is (day.year > 2026), "the indexed amount was not looked up"


def test_taxes_go_by_the_day_of_the_payment_and_all_else_by_the_round() -> None:
    old, new = commercial(date(2025, 12, 31)), commercial(date(2026, 1, 1))
    assert "tax-form" in [step.id for step in payout(old, award(700)).steps]
    assert [step.id for step in payout(old, award(700), paid=new).steps] == ["compare-hand", *VERIFIED, "pay", "file"]
