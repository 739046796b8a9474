"""Paying a jackpot: steps by amount, in order, with their deadlines and what is to be kept."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from fractions import Fraction
from itertools import product

import pytest

from fairfelt import games
from fairfelt.jackpot.terms import CENT_MICROS as CENT
from fairfelt.law import Award, Certainty, Deadline, DeadlineState, LawError, Retention, payout, tax_flags
from fairfelt.law.payouts import verify_turn
from fairfelt.room import hand_buttons
from tests.law.law_days import at, commercial, dollars, laboratory

LAW = commercial(date(2023, 7, 1))


def award(amount: int, wager: int = 1) -> Award:
    return Award(7, dollars(amount), dollars(wager))


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
    cited = {step.id: step.cited for step in payout(LAW, award(10_000)).steps}
    asked = {"seal-evidence": "payout.verification", "tax-form": "tax.form", "pay-by-check": "payout.check"}
    for step, name in asked.items():
        rule = LAW.find(name)
        assert rule and cited[step] == rule.cited
    assert cited["file"] == ""
    assert [step.id for step in payout(laboratory(), award(10_000)).steps] == ["compare-hand", "pay", "file"]


def taxes(day: date, cents: int, wager_cents: int) -> tuple[bool, int]:
    """Whether there is a form, and what is withheld, in cents."""
    won = Award(7, cents * CENT, wager_cents * CENT)
    flags = tax_flags(commercial(day), won, in_cash=False)
    assert bool(flags.withhold) is (flags.withhold_micros > 0)
    assert flags.withhold_micros % CENT == 0
    return bool(flags.form), flags.withhold_micros // CENT


def by_statute(day: date, cents: int, wager_cents: int) -> tuple[bool, int]:
    """W-2G by the whole prize; 26 USC 3402(q): 24% of the prize less the wager, above $5,000 and from 300 times on."""
    line, proceeds = (200_000 if day.year >= 2026 else 60_000), cents - wager_cents
    form = cents >= line and cents >= 300 * wager_cents
    withheld = proceeds > 500_000 and proceeds >= 300 * wager_cents
    return form, (24 * proceeds + 50) // 100 if withheld else 0


@pytest.mark.parametrize(
    ("cents", "wager", "withheld"),
    [
        (500_100, 1, 0),  # $5,000.00 less the wager is not more than $5,000
        (500_101, 1, 120_000),
        (750_000, 25, 0),  # 300 for 1 is 299 times the wager
        (752_499, 25, 0),
        (752_500, 25, 180_000),  # 300 times, to the cent
        (1_002_025, 5, 240_366),
        (1_000_015, 1, 239_980),  # $2,399.796 in whole cents
        (2_500_000, 0, 600_000),  # a prize without a wager
    ],
)
def test_tax_is_withheld_from_the_prize_less_the_wager(cents: int, wager: int, withheld: int) -> None:
    """It was taken from the whole prize, and at 300 for 1: $1,800.00 too much of quads at $25."""
    assert taxes(date(2026, 11, 18), cents, wager * 100)[1] == withheld


def progressive_pays() -> Iterator[tuple[str, str, str, int, int]]:
    """Game, paytable, what is paid, wager and amount in cents, for every progressive of the catalogue."""
    for game in (each for found in games.catalogue() for each in (found, *found.variants)):
        for bet, table in ((on, table) for on in game.wagers if on.feeds_meter for table in on.paytables):
            for hand, wager in product(hand_buttons(game, bet.name, table.name), (1, 5, 25)):
                named = game.slug, table.name
                if hand.level:
                    for meter in (1_000_000, 1_000_150, 2_500_033):
                        yield *named, hand.hand, wager * 100, int(meter * Fraction(hand.share))
                else:
                    yield *named, hand.hand, wager * 100, hand.times_wager * wager * 100
                if envy := hand.envy.due_micros(dollars(wager)):
                    yield *named, f"envy for {hand.hand}", wager * 100, envy // CENT


@pytest.mark.parametrize("day", [date(2025, 12, 31), date(2026, 1, 1), date(2026, 12, 31), date(2027, 1, 1)])
def test_taxes_of_every_line_of_every_progressive_and_at_both_edges_of_every_threshold(day: date) -> None:
    found = set(progressive_pays())
    assert len({game for game, *_ in found}) > 3
    assert any(hand.startswith("envy") for _, _, hand, _, _ in found)
    for game, table, hand, wager, cents in sorted(found):
        assert taxes(day, cents, wager) == by_statute(day, cents, wager), (game, table, hand, wager, cents)
    for wager in (100, 500, 2_500):
        for line in (60_000, 200_000, 300 * wager, 301 * wager, 500_000, 500_000 + wager):
            for cents in (line - 1, line, line + 1):
                assert taxes(day, cents, wager) == by_statute(day, cents, wager), (wager, cents)


@pytest.mark.parametrize("day", [date(2025, 12, 31), date(2026, 1, 1)])
def test_prizes_of_one_wager_are_taxed_as_one_however_they_are_divided(day: date) -> None:
    law, parts = commercial(day), (90_000, 150_000, 499_999, 750_000, 1)
    for wager, first, second, third in product((100, 500, 2_500), parts, parts, parts):
        before, withheld = 0, 0
        for cents in (first, second, third):
            award = Award(7, cents * CENT, wager * CENT, before_micros=before * CENT, withheld_micros=withheld * CENT)
            flags = tax_flags(law, award, in_cash=False)
            assert flags.withhold_micros <= cents * CENT, "a page never withholds more than it pays"
            withheld, before = withheld + flags.withhold_micros // CENT, before + cents
            due = bool(flags.form), withheld + flags.short_micros // CENT
            assert due == by_statute(day, before, wager), (wager, first, second, third)


def test_without_a_record_of_it_all_that_was_due_before_was_withheld() -> None:
    """As on old logs, which did not say it."""
    won = Award(7, dollars(1_000), dollars(5), before_micros=dollars(10_000))
    assert tax_flags(commercial(date(2026, 11, 18)), won, in_cash=False).withhold_micros == dollars(240)


def test_withholding_says_of_what_and_by_which_rule() -> None:
    found = payout(commercial(date(2026, 11, 18)), Award(7, 10_020_250_000, dollars(5)))
    (form,) = (step.text for step in found.steps if step.id == "tax-form")
    assert "Withhold $2,403.66 of $10,015.25, the proceeds less the wager (26 USC 3402(q)" in form


def test_cash_is_reported_from_an_amount_on_and_a_check_is_not() -> None:
    assert tax_flags(LAW, award(9_999), in_cash=True).cash_report is None
    assert tax_flags(LAW, award(10_000), in_cash=True).cash_report
    assert tax_flags(LAW, award(10_000), in_cash=False).cash_report is None


def test_steps_are_done_in_order_with_their_notes() -> None:
    first, *others = payout(LAW, award(500)).steps
    verify_turn(7, (first, *others), "compare-hand", "Sam and Ada")
    with pytest.raises(LawError, match="first comes 'compare-hand'"):
        verify_turn(7, (first, *others), "show-cards", "camera 4")
    assert first.people == 2, "dealer and supervisor"
    with pytest.raises(LawError, match="written down with camera and time"):
        verify_turn(7, others, "show-cards", " ")
    with pytest.raises(LawError, match="with camera and time, which has a number: not 'x'"):
        verify_turn(7, others, "show-cards", "x")
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
    [(at(20, day=2), DeadlineState.RUNNING), (at(20, 1, day=2), DeadlineState.OVERDUE)],
)
def test_a_check_is_there_within_a_day(now: datetime, state: DeadlineState) -> None:
    (deadline,) = deadlines(5_001)
    assert deadline.state(now) is state
    assert not deadlines(5_000)


@pytest.mark.parametrize(
    ("paid", "state"), [(at(20, day=2), DeadlineState.DONE), (at(20, 1, day=2), DeadlineState.DONE_LATE)]
)
def test_a_check_in_time_or_late_stays_so(paid: datetime, state: DeadlineState) -> None:
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
