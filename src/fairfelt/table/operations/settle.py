"""The operation that ends a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..layout import layout_of
from ..round import Round
from ..settlement import settlement_of


@dataclass(frozen=True, slots=True)
class Settle:
    """The dealer turns everything over, pays and collects."""

    def verify(self, round: Round) -> None:
        """Refuse while there is something left to do first."""
        round.expect("settling", "the round cannot be settled now")

    def after(self, round: Round) -> Round:
        """The round with its settlement."""
        self.verify(round)
        assert round.dealt, "the phase is verified"
        settlement = settlement_of(layout_of(round.game), round.seats, round.dealt, round.run)
        return round._replace(operations=(*round.operations, self), settlement=settlement)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"do": "settle"}
