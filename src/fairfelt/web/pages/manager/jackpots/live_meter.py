"""A jackpot of this room as a question about its meter: what stands on it, and the pace at which wagers come in.

All of it is rounded to a few digits: a meter moves with every wager, and what was computed a minute ago still holds.
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from fairfelt.exact import Progress
from fairfelt.exact.core.numbers import to_decimal
from fairfelt.jackpot.book import RESERVE, at
from fairfelt.ledger import Ledger
from fairfelt.meters import Case, Standing
from fairfelt.reports.meter.live_case import MICROS_PER_WEEK, Observed, game_at, live_case, table_of
from fairfelt.room import Floor
from fairfelt.rules import MICROS
from fairfelt.web.pages.meters.meter_reports import solved_for

DIGITS = 3
STARTED = "game started"
Amounts = tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True)
class LiveMeter:
    """What a forecast goes by."""

    floor: Floor
    jackpot: str
    meters: Amounts
    reserves: Amounts
    seen: Observed
    others: int

    @property
    def key(self) -> tuple[Hashable, ...]:
        """Equal ones have one answer. Of the floor only terms and bet matter."""
        table = table_of(self.floor, self.jackpot)
        bet = table.game, table.variant, table.wager, table.paytable, table.folded_hands_qualify
        return self.floor.jackpots[self.jackpot].terms, bet, self.meters, self.reserves, self.seen, self.others

    @property
    def solving(self) -> str:
        """The game that has to be solved for its bet, if any."""
        table = table_of(self.floor, self.jackpot)
        return solved_for(game_at(table), table.wager)

    def case(self, executor: Executor, progress: Progress) -> Case:
        """The question with its bet in numbers."""
        progress(0, 1, "counting the bet")
        found = live_case(self.floor, self.jackpot, self.seen, others=self.others)
        return replace(found, standing=Standing(dict(self.meters), dict(self.reserves)))


def live_meter(floor: Floor, jackpot: str, seen: Observed, *, others: int = 0) -> LiveMeter:
    """The jackpot as it stands, in few digits."""
    found = floor.jackpots[jackpot]
    meters = {level.name: Fraction(found.meter(level.name), MICROS) for level in found.terms.levels}
    reserves = {name: Fraction(found.book[at(RESERVE, name)], MICROS) for name in meters}
    return LiveMeter(
        floor,
        jackpot,
        meters=tuple((name, few_digits(meter)) for name, meter in meters.items()),
        reserves=tuple((name, _as_coarse(reserves[name], meter)) for name, meter in meters.items()),
        seen=in_few_digits(seen),
        others=others,
    )


def _as_coarse(amount: Fraction, other: Fraction) -> Fraction:
    """To the last digit that the other one is rounded to."""
    last = Fraction(10) ** (to_decimal(other).adjusted() - DIGITS + 1)
    return round(amount / last) * last


def in_few_digits(seen: Observed) -> Observed:
    """The mean wager and the wagers of a week, if there was time enough to tell those."""
    stake_micros = int(few_digits(seen.mean_wager or Fraction(1)) * MICROS)
    weekly = int(few_digits(seen.pace.wagers_per_week)) if seen.pace else 0
    return Observed(weekly, stake_micros * weekly, MICROS_PER_WEEK) if weekly else Observed(1, stake_micros, 0)


def at_a_pace(seen: Observed, wagers_per_week: int) -> Observed:
    """The same wagers on average, but so many of them."""
    mean_micros = int((seen.mean_wager or Fraction(1)) * MICROS)
    return Observed(wagers_per_week, mean_micros * wagers_per_week, MICROS_PER_WEEK)


def few_digits(number: Fraction) -> Fraction:
    """Three digits that say something."""
    return Fraction(Decimal(f"{to_decimal(number):.{DIGITS}g}"))


def seen_so_far(ledger: Ledger[Floor], floor: Floor, jackpot: str) -> Observed:
    """Wagers of a jackpot since its first round; the jackpot counts them itself, and the log says since when."""
    found, now_micros = floor.jackpots[jackpot], ledger.committed.head.at_micros
    first_micros = _first_round(ledger, floor, jackpot)
    span_micros = 0 if first_micros is None else now_micros - first_micros
    return Observed(found.counts.wagers, found.in_micros, span_micros)


def _first_round(ledger: Ledger[Floor], floor: Floor, jackpot: str) -> int | None:
    tables = {name for name, table in floor.tables.items() if floor.links[table.link].jackpot == jackpot}
    after = 0
    while entries := ledger.entries(after=after, kinds=(STARTED,)):
        for entry in entries:
            if json.loads(entry.body)["table"] in tables:
                return entry.at_micros
        after = entries[-1].number
    return None
