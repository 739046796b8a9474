"""Paying a jackpot: steps by amount, in order, with their deadlines and what is to be kept."""

from datetime import date, datetime, timedelta

import pytest

from fairfelt.law import Award, Due, LawError, Payout, payout, tax_flags
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
        (5_001, 5, ["compare-hand", *VERIFIED, "tax-form", "pay-by-cheque", "file"]),
    ],
)
def test_steps_by_amount(amount: int, wager: int, expected: list[str]) -> None:
    assert steps(amount, wager) == expected


def test_steps_cite_their_rules() -> None:
    rules = {step.id: step.rule and step.rule.id for step in payout(LAW, award(10_000)).steps}
    assert rules["seal-evidence"] == "payout.verification"
    assert rules["tax-form"] == "tax.form"
    assert rules["pay-by-cheque"] == "payout.cheque"
    assert rules["file"] is None
    assert [step.id for step in payout(laboratory(), award(10_000)).steps] == ["compare-hand", "pay", "file"]


@pytest.mark.parametrize(("amount", "withheld"), [(5_000, 0), (5_001, 120_024), (10_000, 240_000)])
def test_tax_is_withheld_above_an_amount(amount: int, withheld: int) -> None:
    """24%, here in hundredths."""
    assert tax_flags(LAW, award(amount), in_cash=False).withhold_micros == withheld * 10_000


def test_cash_is_reported_from_an_amount_on_and_a_cheque_is_not() -> None:
    assert tax_flags(LAW, award(9_999), in_cash=True).cash_report is None
    assert tax_flags(LAW, award(10_000), in_cash=True).cash_report
    assert tax_flags(LAW, award(10_000), in_cash=False).cash_report is None


def gone_through(case: Payout, until: str, when: datetime) -> Payout:
    while case.next and case.next.id != until:
        case = case.after(case.next.id, by="Sam", at=when, note="noted")
    return case


def test_steps_are_done_in_order_with_their_notes() -> None:
    case = payout(LAW, award(500))
    with pytest.raises(LawError, match="first comes 'compare-hand'"):
        case.after("show-cards", by="Sam", at=at(21), note="camera 4")
    with pytest.raises(LawError, match="written down with both names"):
        case.after("compare-hand", by="Sam", at=at(21), note=" ")
    with pytest.raises(LawError, match="not before the one that goes before it"):
        case.after("compare-hand", by="Sam", at=at(19, 59), note="Sam and Ada")
    case = case.after("compare-hand", by="Sam", at=at(20), note="Sam and Ada")
    with pytest.raises(LawError, match="not before the one that goes before it"):
        case.after("show-cards", by="Sam", at=at(19, 59), note="camera 4")
    done = gone_through(case, "", at(20, 5))
    assert done.is_complete
    with pytest.raises(LawError, match="nothing is left to do"):
        done.after("file", by="Sam", at=at(22))


@pytest.mark.parametrize(
    ("now", "state"),
    [(at(20, day=2), Due.RUNNING), (at(20, 1, day=2), Due.OVERDUE)],
)
def test_a_cheque_is_there_within_a_day(now: datetime, state: Due) -> None:
    (deadline,) = payout(LAW, award(5_001)).deadlines
    assert deadline.state(now) is state
    assert payout(LAW, award(5_000)).deadlines == ()


@pytest.mark.parametrize(("paid", "state"), [(at(20, day=2), Due.DONE), (at(20, 1, day=2), Due.DONE_LATE)])
def test_a_cheque_in_time_or_late_stays_so(paid: datetime, state: Due) -> None:
    case = gone_through(payout(LAW, award(5_001)), "pay-by-cheque", at(20))
    (deadline,) = case.after("pay-by-cheque", by="Ada", at=paid, note="cheque 12").deadlines
    assert deadline.state(at(0, day=30)) is state


def test_hand_and_deck_are_kept_a_week_after_the_seal_and_the_recording_a_month() -> None:
    sealed = gone_through(payout(LAW, award(500)), "pay", at(21))
    evidence, recording = sealed.retentions
    assert not evidence.may_go(at(20, 59, day=8))
    assert evidence.may_go(at(21, day=8))
    assert recording.until == at(20) + timedelta(30)
    assert [kept.what for kept in payout(LAW, award(500)).retentions] == ["recording of win page 7"], "not sealed yet"
    assert payout(LAW, award(499)).retentions == ()
