"""The limits that hang at a table: the house's own, within which every bet lies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fairfelt.law import AggregateLimit, Limits, Offer
from fairfelt.rules import DOLLARS, MICROS, Game


@dataclass(frozen=True, kw_only=True)
class TableLimits:
    """What two lines of a placard say of each bet, and how many places there are."""

    opening: Limits | None = None
    """Of each opening bet; none where nobody has said."""
    side_bets: Mapping[str, Limits] = field(default_factory=dict)
    """Side bets and progressives that are offered, by name."""
    paytables: Mapping[str, str] = field(default_factory=dict)
    aggregates: tuple[AggregateLimit, ...] = ()

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

    def to_dict(self) -> dict[str, Any]:
        """Plain data for the log."""
        return {
            "opening": vars(self.opening) if self.opening else None,
            "side_bets": {name: dict(vars(limits)) for name, limits in self.side_bets.items()},
            "paytables": dict(self.paytables),
            "aggregates": [{**vars(limit), "wagers": list(limit.wagers)} for limit in self.aggregates],
        }

    @classmethod
    def from_dict(cls, body: Mapping[str, Any]) -> TableLimits:
        """Read back from the log."""
        return cls(
            opening=Limits(**body["opening"]) if body["opening"] else None,
            side_bets={name: Limits(**limits) for name, limits in body["side_bets"].items()},
            paytables=dict(body["paytables"]),
            aggregates=tuple(AggregateLimit(**{**one, "wagers": tuple(one["wagers"])}) for one in body["aggregates"]),
        )


NO_LIMITS = TableLimits()
