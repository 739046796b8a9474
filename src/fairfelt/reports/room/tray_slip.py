"""The record of pays from the tray: one slip, as the accounts file it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairfelt import games
from fairfelt.reports.sheet.english import capital
from fairfelt.reports.sheet.sheet import Column, Facts, Section, Sheet, Table, right
from fairfelt.rules import format_amount, format_moment

from ..report import Report

if TYPE_CHECKING:
    from fairfelt.room.projections.wins import PaidSlip

BLANK = "_" * 32
BY_HAND = ("Dealer", "Supervisor", "Remarks")


def tray_slip_report(slip: PaidSlip, zone: str) -> Report:
    """One slip on one page: what was paid for which hands, who confirmed it, and whether it is void."""
    paid = slip.paid
    sheet = Sheet(
        title=f"Tray slip {paid.number}{', VOID' if slip.void else ''}",
        subtitle=f"Table {paid.table}, round {paid.round}",
        sections=(
            *((Section("VOID", (Facts(_void(slip, zone)),)),) if slip.void else ()),
            Section("", (Facts(_facts(slip, zone)),)),
            Section("Pays", (_pays(slip),)),
            *((Section("Envy", (_envy(slip),)),) if paid.envy else ()),
            Section("Complete by hand", (Facts(tuple((line, BLANK) for line in BY_HAND)),)),
        ),
        colophon=f"Rules fingerprint {paid.fingerprint}.",
    )
    return Report(sheet, {}, f"tray-slip-{paid.number}")


def _void(slip: PaidSlip, zone: str) -> tuple[tuple[str, str], ...]:
    assert slip.void, "only a void slip is asked"
    by = " and ".join(slip.void.by)
    return ("Voided", format_moment(slip.void.at_micros, zone)), ("By", by), ("Why", slip.void.why)


def _facts(slip: PaidSlip, zone: str) -> tuple[tuple[str, str], ...]:
    paid = slip.paid
    return (
        ("Total", format_amount(paid.amount_micros, paid.currency)),
        ("Paid", format_moment(slip.at_micros, zone)),
        ("Confirmed by", f"{paid.confirmed_by}, {paid.role.value}"),
        ("Game", games.title_of(paid.game, paid.variant)),
        *((("Location", paid.location),) if paid.location else ()),
    )


def _pays(slip: PaidSlip) -> Table:
    paid, capped = slip.paid, any(pay.cut_micros for pay in slip.paid.pays)
    rows = tuple(
        (
            str(pay.seat), pay.wager, capital(pay.hand), format_amount(pay.wager_micros, paid.currency),
            format_amount(pay.amount_micros, paid.currency),
            *((format_amount(pay.cut_micros, paid.currency),) if capped else ()),
            str(pay.win_page or ""),
        )
        for pay in paid.pays
    )  # fmt: skip
    columns = (*right("Seat"), Column("Bet"), Column("Hand"), *right("Wager", "Paid"))
    return Table((*columns, *(right("Off by aggregate limit") if capped else ()), *right("Win page")), rows)


def _envy(slip: PaidSlip) -> Table:
    rows = tuple(
        (
            str(row.seat), f"seat {row.for_seat}, {row.hand}", format_amount(row.amount_micros, slip.paid.currency),
            str(row.number or ""),
        )
        for row in slip.paid.envy
    )  # fmt: skip
    return Table((*right("Seat"), Column("For the hand of"), *right("Paid", "Win page")), rows)
