"""Funds: what is held against what is in the bank, day by day."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.jackpot import (
    Jackpot,
    Level,
    Move,
    Reason,
    Terms,
    Win,
    adjustment,
    contribute,
    open_jackpot,
    pay_prizes,
    set_aside,
)
from fairfelt.law import (
    BankEntry,
    BankEntryKind,
    Daybook,
    LawError,
    Movement,
    daybook,
    deposit_due_on,
    funds_position,
    games_report,
    holdings,
    movements,
)
from tests.law.law_days import LETTER, commercial, dollars, laboratory, told

DAY = LETTER
TERMS = Terms(
    name="Mega",
    levels=(Level("Mega", dollars(1_000), 200_000, reserve_rate_ppm=50_000),),
    largest_increment_micros=dollars(100),
    executive_from_micros=dollars(500),
)
SEED = BankEntry(DAY, BankEntryKind.DEPOSIT, dollars(1_000), "seed")


def played(*wagers: tuple[int, int]) -> Daybook:
    """A jackpot seeded on the first day, and wagers in dollars so many days after it."""
    jackpot = open_jackpot(TERMS)
    done = [Movement(DAY, "Mega", changes(Jackpot(TERMS), jackpot))]
    for after, wager in wagers:
        before, jackpot = jackpot.book, contribute(jackpot, dollars(wager))
        moves = tuple(Move(account, held - before[account]) for account, held in jackpot.book.balances.items())
        done.append(Movement(DAY + timedelta(after), "Mega", moves))
    return daybook(done)


def test_a_day_in_figures() -> None:
    figures = played((0, 100)).of(DAY, "Mega")
    assert figures.wagered_micros == dollars(100)
    assert figures.accrued_micros == dollars(25), "20% to the meter and 5% to the reserve"
    assert figures.house_micros == dollars(75)
    assert figures.seeded_micros == dollars(1_000)
    assert figures.held_micros == dollars(1_025)


@pytest.mark.parametrize(("after", "short"), [(0, 0), (7, 0), (8, 25)])
def test_a_deposit_may_follow_within_a_week(after: int, short: int) -> None:
    law = commercial(DAY + timedelta(after))
    position = funds_position(law, played((0, 100)), [SEED])
    assert position.short_micros == dollars(short)
    assert position.to_deposit_micros == dollars(25)
    assert told(position.stops) == (["funds.account"] if short else [])


def test_the_stop_says_what_to_do() -> None:
    (finding,) = funds_position(commercial(DAY + timedelta(8)), played((0, 100)), [SEED]).stops
    assert finding.sentence == (
        "the progressive jackpot account holds $1,000.00 of the $1,025.00 required on Jun 22, 2023: "
        "deposit $25.00 before any game starts (WAC 230-15-455 (2)(a))"
    )
    paid_in = BankEntry(DAY + timedelta(8), BankEntryKind.DEPOSIT, dollars(25), "slip 1")
    assert not list(funds_position(commercial(DAY + timedelta(8)), played((0, 100)), [SEED, paid_in]).stops)
    assert not list(funds_position(laboratory(DAY + timedelta(8)), played((0, 100)), []).stops)


def test_the_seed_is_required_at_once() -> None:
    position = funds_position(commercial(), played(), [])
    assert position.short_micros == dollars(1_000)


def test_by_when_the_next_deposit_is_due() -> None:
    book = played((0, 100), (3, 100))
    law = commercial(DAY + timedelta(3))
    assert deposit_due_on(law, book, [SEED]) == DAY + timedelta(7), "the first day's 25 are missing"
    first = BankEntry(DAY + timedelta(1), BankEntryKind.DEPOSIT, dollars(25), "slip 1")
    assert deposit_due_on(law, book, [SEED, first]) == DAY + timedelta(10)
    both = BankEntry(DAY + timedelta(3), BankEntryKind.DEPOSIT, dollars(50), "slip 2")
    assert deposit_due_on(law, book, [SEED, both]) is None
    assert deposit_due_on(commercial(DAY + timedelta(8)), book, [SEED]) == DAY + timedelta(8), "overdue: today"
    assert deposit_due_on(laboratory(), book, []) is None


def test_after_a_seizure_there_is_no_week() -> None:
    taken = BankEntry(DAY, BankEntryKind.SEIZURE, dollars(1), "writ")
    position = funds_position(commercial(), played((0, 100)), [SEED, taken])
    assert position.required_micros == dollars(1_025)
    assert told(position.stops) == ["funds.seizure"]
    back = BankEntry(DAY, BankEntryKind.DEPOSIT, dollars(26), "slip 1")
    assert not list(funds_position(commercial(), played((0, 100)), [SEED, taken, back]).stops)


def test_entries_of_a_later_day_do_not_count_yet() -> None:
    tomorrow = BankEntry(DAY + timedelta(1), BankEntryKind.DEPOSIT, dollars(1_000), "slip 1")
    assert funds_position(commercial(), played(), [tomorrow]).balance_micros == 0
    assert funds_position(commercial(DAY + timedelta(1)), played(), [tomorrow]).short_micros == 0


def test_a_bank_entry_has_an_amount_and_a_document() -> None:
    for amount, document in ((0, "slip"), (-1, "slip"), (1, "")):
        with pytest.raises(LawError, match="an amount above zero and a document"):
            BankEntry(DAY, BankEntryKind.DEPOSIT, amount, document)


def won(jackpot: Jackpot) -> Jackpot:
    """The jackpot after its level was won whole."""
    return pay_prizes(*set_aside(jackpot, [Win(1, "royal flush", "Mega", Fraction(1))]))


def test_what_is_held_by_purpose() -> None:
    jackpot = contribute(open_jackpot(TERMS), dollars(100))
    found = holdings("Mega", jackpot.book)
    assert (found.posted_micros, found.reserve_micros) == (dollars(1_020), dollars(5))
    assert found.seeds_out_micros == dollars(1_000)
    again = holdings("Mega", won(jackpot).book)
    assert (again.posted_micros, again.reserve_micros) == (dollars(1_005), 0), "seed and reserve start the next meter"
    assert again.seeds_out_micros == dollars(2_000)
    recovered = jackpot.after(adjustment(jackpot, "Mega", Reason.SEED_RECOVERY, dollars(300)))
    assert holdings("Mega", recovered.book).seeds_out_micros == dollars(700)


def test_every_day_has_its_line_also_without_activity() -> None:
    lines = games_report(played((2, 100)), {"Mega": "USD", "Minor": "USD"}, DAY, DAY + timedelta(2))
    assert [(line.on.day, line.jackpot, line.remark) for line in lines] == [
        (14, "Mega", ""),
        (14, "Minor", "no activity"),
        (15, "Mega", "no activity"),
        (15, "Minor", "no activity"),
        (16, "Mega", ""),
        (16, "Minor", "no activity"),
    ]
    assert lines[4].to_dict()["accrued_micros"] == dollars(25)


def test_postings_of_a_journal_are_movements_by_jackpot() -> None:
    postings = [
        ("A/B/meter/Mega", 5),
        ("A/B/wagers", -5),
        ("A/B/meter/paid", 0),
        ("C/seeds", -7),
        ("C/reserve/Mega", 7),
        ("mint", 9),
    ]
    assert list(movements(DAY, postings)) == [
        Movement(DAY, "A/B", (Move("meter/Mega", 5), Move("wagers", -5), Move("meter/paid", 0))),
        Movement(DAY, "C", (Move("seeds", -7), Move("reserve/Mega", 7))),
    ]


@given(wagers=st.lists(st.tuples(st.integers(0, 30), st.integers(1, 100)), max_size=20), win_after=st.integers(0, 20))
def test_the_days_add_up_to_what_the_book_holds(wagers: list[tuple[int, int]], win_after: int) -> None:
    jackpot = open_jackpot(TERMS)
    done = [Movement(DAY, "Mega", changes(Jackpot(TERMS), jackpot))]
    for place, (after, wager) in enumerate(sorted(wagers)):
        before = jackpot
        jackpot = contribute(jackpot, dollars(wager))
        if place == win_after:
            done.append(Movement(DAY + timedelta(after), "Mega", changes(before, jackpot)))
            before, jackpot = jackpot, won(jackpot)
        done.append(Movement(DAY + timedelta(after), "Mega", changes(before, jackpot)))
    book, last = daybook(done), DAY + timedelta(30)
    found = holdings("Mega", jackpot.book)
    held = found.posted_micros + found.reserve_micros + found.overflow_micros + found.pending_micros
    assert book.held_micros(last) == held
    for figures in book.figures.values():
        into = figures.wagered_micros + figures.seeded_micros + figures.transferred_micros
        assert figures.held_micros == into - figures.paid_micros - figures.house_micros
    assert book.accrued_micros(DAY, last) == sum(f.accrued_micros for f in book.figures.values())
    assert book.accrued_micros(last + timedelta(1), date.max) == 0


def changes(before: Jackpot, after: Jackpot) -> tuple[Move, ...]:
    old, new = before.book.balances, after.book.balances
    return tuple(Move(name, new[name] - old.get(name, 0)) for name in new)
