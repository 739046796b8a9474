"""Reconciliation: what balances is said to balance, and one millionth too many is found and named."""

from __future__ import annotations

from collections import Counter
from datetime import date

from hypothesis import given
from hypothesis import strategies as some

from fairfelt.jackpot import Move
from fairfelt.jackpot.book import transfer
from fairfelt.law import Movement
from fairfelt.reports.room.period import reconciliation_report
from fairfelt.reports.sheet.csv import sheet_csv
from fairfelt.reports.sheet.text import plain_text
from fairfelt.room.projections.days import Reconciliation, add_movements, by_kind, difference_micros

MONDAY, TUESDAY = date(2027, 1, 18), date(2027, 1, 19)
SOURCES, PLACES = ("wagers", "seeds", "transferred"), ("meter/Mega", "reserve/Mega", "pending/Mega", "paid", "revenue")
MOVES = some.builds(transfer, some.sampled_from(SOURCES), some.sampled_from(PLACES), some.integers(1, 10**9))
MOVEMENTS = some.lists(
    some.builds(Movement, some.sampled_from((MONDAY, TUESDAY)), some.sampled_from(("mega", "mini")), MOVES)
)


def reconciled(movements: list[Movement]) -> Reconciliation:
    """A journal of these movements, and a room that holds what they come to."""
    held: dict[str, Counter[str]] = {}
    for movement in movements:
        into = held.setdefault(movement.jackpot, Counter())
        for name, micros in by_kind(movement.moves).items():
            into[name] += micros
    currencies = dict.fromkeys(held, "USD")
    return Reconciliation(
        days=add_movements(movements, {}), held=held, currencies=currencies, events=len(movements), head="f" * 64
    )


@given(MOVEMENTS)
def test_balanced_movements_balance_every_day_and_in_all(movements: list[Movement]) -> None:
    found = reconciled(movements)
    assert found.faults == ()
    assert all(difference_micros(sums) == 0 for sums in (*found.days.values(), *found.totals.values()))
    assert reconciliation_report(found).plain["balances"] is True


@given(MOVEMENTS, some.integers(0, 20))
def test_it_does_not_matter_in_how_many_looks_the_log_is_read(movements: list[Movement], cut: int) -> None:
    assert add_movements(movements[cut:], add_movements(movements[:cut], {})) == add_movements(movements, {})


def test_a_millionth_too_many_is_named_with_its_day() -> None:
    good = Movement(MONDAY, "mega", transfer("wagers", "meter/Mega", 5_000_000))
    bad = Movement(TUESDAY, "mega", (Move("wagers", -5_000_000), Move("meter/Mega", 5_000_001)))
    found = reconciled([good, bad])
    assert found.faults == (
        "mega is out of balance by -0.000001.",
        "mega on Jan 19, 2027 is out of balance by -0.000001.",
    )
    text = plain_text(reconciliation_report(found).sheet)
    assert "Out of balance" in text
    assert "out of balance by -0.000001" in sheet_csv(reconciliation_report(found).sheet)


def test_a_room_that_holds_something_else_than_the_log_is_named() -> None:
    found = reconciled([Movement(MONDAY, "mega", transfer("seeds", "meter/Mega", 2_000_000))])
    less = Reconciliation(**{**vars(found), "held": {"mega": {"seeds": -2_000_000, "meter": 1_000_000}}})
    assert less.faults == ("mega, meter: 2.00 in the log, 1.00 in the room.",)
    assert "✗ something else" in sheet_csv(reconciliation_report(less).sheet)


def test_jackpots_are_added_up_only_in_one_currency() -> None:
    movements = [Movement(MONDAY, name, transfer("wagers", "paid", 1_000_000)) for name in ("mega", "mini")]
    found = reconciled(movements)
    assert "Total,USD,2.00" in sheet_csv(reconciliation_report(found).sheet)
    mixed = Reconciliation(**{**vars(found), "currencies": {"mega": "USD", "mini": "CAD"}})
    assert "Total," not in sheet_csv(reconciliation_report(mixed).sheet)
