"""Money held for players against money in the bank, as the whole journal has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from fairfelt import games
from fairfelt.law import (
    Daybook,
    DepositWeek,
    Findings,
    FundsPosition,
    Holdings,
    Law,
    LawError,
    Mode,
    Offer,
    check_odds_funds,
    deposit_due_on,
    deposit_record,
    funds_position,
    holdings,
)
from fairfelt.room import Floor
from fairfelt.rules import UnknownName

WEEKS = 13


@dataclass(frozen=True)
class FundsSeen:
    """How the account stands on a day, and what a law says to that."""

    position: FundsPosition
    due_on: date | None
    findings: Findings
    holdings: tuple[Holdings, ...]
    weeks: tuple[DepositWeek, ...]
    """The record of the last weeks, newest first."""

    def told(self, mode: Mode) -> dict[str, Any]:
        """What the room has to be told."""
        sentences = [finding.sentence for finding in self.findings]
        stops, notices = (sentences, []) if mode is Mode.ENFORCE else ([], sentences)
        names = ("held_micros", "balance_micros", "required_micros", "short_micros")
        return {**{name: getattr(self.position, name) for name in names}, "stops": stops, "notices": notices}


def funds_seen(floor: Floor, law: Law, book: Daybook) -> FundsSeen:
    """Look at the books, at the bank, and at what is kept for odds-based prizes."""
    position = funds_position(law, book, floor.bank)
    odds = check_odds_funds(law, offers(floor), floor.funds.odds_micros)
    due = deposit_due_on(law, book, floor.bank)
    held = tuple(holdings(name, jackpot.book) for name, jackpot in floor.jackpots.items())
    weeks = deposit_record(law, book, floor.bank, WEEKS)
    return FundsSeen(position, due, (*position.stops, *odds), held, weeks)


def offers(floor: Floor) -> Iterator[Offer]:
    """What every table offers; a game that is no longer here offers nothing."""
    for table in floor.tables.values():
        try:
            yield table.posted.offer(games.find(table.game, table.variant), table.seats)
        except (UnknownName, LawError):
            continue
