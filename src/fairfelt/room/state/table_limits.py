"""The posted limits of a table, within which every bet lies, and the paytables in play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from fairfelt.law import AggregateLimit, Limits, Offer
from fairfelt.rules import DOLLARS, MICROS, Game
from fairfelt.runtime.formats import Line, OptionalLine

NO_EMPLOYEES = "Employees may not play at this table"
"""The default of a house on employee play."""


class TableLimits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What hangs at a table: limits of each bet, the paytables in play, fees, who may play."""

    opening: Limits | None = None
    """Limits of each opening bet; None if not set."""
    openings: Annotated[Mapping[Line, Limits], Meta(max_length=20)] = {}
    """Limits of single opening bets that differ from the rest, where a player opens with one of several."""
    side_bets: Annotated[Mapping[Line, Limits], Meta(max_length=20)] = {}
    """Side bets and progressives that are offered, by name."""
    paytables: Annotated[Mapping[Line, Line], Meta(max_length=20)] = {}
    """The one in play of each bet that is paid by one."""
    aggregates: Annotated[tuple[AggregateLimit, ...], Meta(max_length=20)] = ()
    fees: OptionalLine = ""
    """The fee to play, in a sentence; empty where nothing is charged."""
    employee_play: Line = NO_EMPLOYEES

    def posted(self, progressive: str) -> Limits | None:
        """The limits of the progressive bet, which is a side bet or the opening bet itself; None if not set.

        Capitals do not matter: early journals name the bet of a table as it was typed.
        """
        wager = progressive.lower()
        return next(
            (found for name, found in (*self.side_bets.items(), *self.openings.items()) if name.lower() == wager), None
        )

    def offer(self, game: Game, seats: int, currency: str = DOLLARS) -> Offer:
        """The table as the law looks at it; where no opening bet is posted, at one unit."""
        return Offer(
            game=game,
            opening=self.opening or Limits(MICROS, MICROS),
            openings=self.openings,
            side_bets=self.side_bets,
            seats=seats,
            paytables=self.paytables,
            aggregates=self.aggregates,
            currency=currency,
        )


NO_LIMITS = TableLimits()
