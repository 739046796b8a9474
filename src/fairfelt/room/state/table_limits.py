"""The limits that hang at a table: the house's own, within which every bet lies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from fairfelt.formats.fields import Line
from fairfelt.law import AggregateLimit, Limits, Offer
from fairfelt.rules import DOLLARS, MICROS, Game


class TableLimits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What two lines of a placard say of each bet, and how many places there are."""

    opening: Limits | None = None
    """Of each opening bet; none where nobody has said."""
    side_bets: Annotated[Mapping[Line, Limits], Meta(max_length=20)] = {}
    """Side bets and progressives that are offered, by name."""
    paytables: Annotated[Mapping[Line, Line], Meta(max_length=20)] = {}
    aggregates: Annotated[tuple[AggregateLimit, ...], Meta(max_length=20)] = ()

    def offer(self, game: Game, seats: int, currency: str = DOLLARS) -> Offer:
        """The table as the law looks at it; where no opening bet is posted, at one unit."""
        return Offer(
            game=game,
            opening=self.opening or Limits(MICROS, MICROS),
            side_bets=self.side_bets,
            seats=seats,
            paytables=self.paytables,
            aggregates=self.aggregates,
            currency=currency,
        )


NO_LIMITS = TableLimits()
