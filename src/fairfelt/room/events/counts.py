"""Counts, bets and pays recorded at tables, and their corrections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from msgspec import Struct

from fairfelt.jackpot.book import fast_replace
from fairfelt.room.state.awards import EnvyRow
from fairfelt.room.state.duties import PaymentTerms
from fairfelt.room.state.floor import Floor
from fairfelt.room.state.people import Role
from fairfelt.room.state.table import PaidBet, Phase
from fairfelt.room.state.table_counts import DAYS_KEPT, SLIPS_KEPT, Counted, TableCount, TrayPay, TraySlip
from fairfelt.room.views.win_page import WinPage

from .event import RoomEvent
from .rounds import envy_page


class CountRecorded(RoomEvent, frozen=True, kw_only=True, tag="count recorded/1"):
    """Two people counted chips or money of a table."""

    told = ("number",)
    number: int
    table: str
    day: date
    counted: Counted
    amount_micros: int
    currency: str
    document: str
    rounds: int | None = None
    """Hands dealt that day, if counted by hand."""
    handle_micros: int | None = None
    """The day's handle of the opening bets, where it is counted."""
    side_handles: Mapping[str, int] = {}
    """The day's handle of each side bet, where it is counted."""

    def apply(self, floor: Floor) -> Floor:
        kept = {n: count for n, count in floor.counts.items() if (self.day - count.day).days < DAYS_KEPT}
        mine = TableCount(self.table, self.day, self.counted, self.amount_micros)
        return replace(floor, counts_made=self.number, counts={**kept, self.number: mine})


class CountCorrected(RoomEvent, frozen=True, kw_only=True, tag="count corrected/1"):
    """Two people set a count right; what it was stays on the log."""

    number: int
    """Number of the count that is corrected."""
    table: str
    was_micros: int
    amount_micros: int
    handle_micros: int | None = None
    """The right handle, if it was wrong."""
    side_handles: Mapping[str, int] = {}
    """The right handle of each side bet."""
    why: str

    def apply(self, floor: Floor) -> Floor:
        return floor.changing("counts", self.number, amount_micros=self.amount_micros)


class FeltBet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A bet on the game itself."""

    seat: int
    wager: str
    amount_micros: int
    paytable: str = ""
    """The paytable in play for it; empty on older logs."""


class BetsReported(RoomEvent, frozen=True, kw_only=True, tag="bets reported/1"):
    """The bets of a round on the game itself; a later report in the same round replaces an earlier one.

    At a table with a progressive they may come before the start of the round.
    """

    table: str
    round: int
    began: bool
    """Whether the round begins with them, as at a table without a progressive."""
    bets: tuple[FeltBet, ...]
    handle_micros: int
    """The increase of the opening bets since the last report."""
    other_micros: int
    """The increase of all other bets since the last report."""
    replaced: tuple[FeltBet, ...] = ()
    """The bets in whose place they stand."""

    def apply(self, floor: Floor) -> Floor:
        table, stakes = floor.tables[self.table], dict[int, dict[str, int]]()
        for bet in self.bets:
            stakes.setdefault(bet.seat, {})[bet.wager] = bet.amount_micros
        if table.phase is Phase.BETTING:
            table = fast_replace(table, terms=floor.terms_now(table) if stakes else None, ended=None)
        table = fast_replace(table, stakes=stakes)
        if self.began:
            table = fast_replace(table, phase=Phase.PLAYING, round=self.round)
        return floor.having("tables", self.table, table)


class TrayPaid(RoomEvent, frozen=True, kw_only=True, tag="tray paid/1"):
    """Fixed pays from the tray, and the envy that goes with them."""

    told = ("number",)
    number: int
    """Number of its slip."""
    table: str
    round: int
    pays: tuple[TrayPay, ...]
    envy: tuple[EnvyRow, ...]
    currency: str
    confirmed_by: str
    role: Role
    location: str
    game: str
    variant: str
    fingerprint: str
    payments: tuple[PaymentTerms, ...] = ()
    """Payment terms of every pay with a win page."""

    @property
    def amount_micros(self) -> int:
        """All that left the tray."""
        return sum(pay.amount_micros for pay in self.pays) + sum(row.amount_micros for row in self.envy)

    @property
    def win_pages(self) -> tuple[int, ...]:
        """The numbers of its win pages."""
        return self._slip().win_pages

    def pages(self, at_micros: int | None = None) -> tuple[WinPage, ...]:
        """The win pages of pays and envy for which a rule asks for more than paying."""
        moment: dict[str, Any] = {
            "location": self.location, "table": self.table, "game": self.game, "variant": self.variant,
            "fingerprint": self.fingerprint, "round": self.round, "currency": self.currency,
            "confirmed_by": self.confirmed_by, "role": self.role, "confirmed_at_micros": at_micros,
            "slip": self.number,
        }  # fmt: skip
        makers = {(pay.seat, pay.hand): pay for pay in self.pays}
        won = (
            WinPage(
                number=pay.win_page,
                paytable=pay.paytable,
                seat=pay.seat,
                wager_micros=pay.wager_micros,
                hand=pay.hand,
                amount_micros=pay.amount_micros,
                cut_micros=pay.cut_micros,
                bet=pay.wager,
                **moment,
            )
            for pay in self.pays
            if pay.win_page
        )
        envy = ((row, makers[row.for_seat, row.hand]) for row in self.envy if row.number)
        return *won, *(envy_page(row, paytable=maker.paytable, bet=maker.wager, **moment) for row, maker in envy)

    def _slip(self) -> TraySlip:
        return TraySlip(self.table, self.amount_micros, self.pays, self.envy)

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        mine = (PaidBet(self.number, pay.seat, pay.wager, pay.amount_micros, pay.win_page) for pay in self.pays)
        paid = (*table.tray_paid, *mine)
        kept = {number: slip for number, slip in floor.tray_slips.items() if number > self.number - SLIPS_KEPT}
        slips = {**kept, self.number: self._slip()}
        begun = {terms.number: terms.begin(self.currency) for terms in self.payments}
        floor = fast_replace(
            floor,
            slips_made=self.number,
            tray_slips=slips,
            awards=floor.awards + len(self.win_pages),
            payments={**floor.payments, **begun} if begun else floor.payments,
        )
        return floor.having("tables", self.table, fast_replace(table, tray_paid=paid))


class TrayPayVoided(RoomEvent, frozen=True, kw_only=True, tag="tray pay voided/1"):
    """Two people voided a slip of pays from the tray: all of it."""

    number: int
    table: str
    amount_micros: int
    pays: int
    """The number of its pays."""
    why: str
    names: tuple[str, ...]
    """Names of the two people at that time."""
    win_pages: tuple[int, ...] = ()
    """Win pages that are void with it."""
    paid: tuple[TrayPay, ...] = ()
    """The pays of the slip; empty on older logs."""
    envy: tuple[EnvyRow, ...] = ()
    """The envy paid with the slip; empty on older logs."""

    def apply(self, floor: Floor) -> Floor:
        table = floor.tables[self.table]
        left = tuple(paid for paid in table.tray_paid if paid.slip != self.number)
        voided = replace(floor.tray_slips[self.number], voided=True)
        if self.win_pages:
            due = {number: payment for number, payment in floor.payments.items() if number not in self.win_pages}
            floor = fast_replace(floor, payments=due)
        floor = floor.having("tables", self.table, fast_replace(table, tray_paid=left))
        return floor.having("tray_slips", self.number, voided)
