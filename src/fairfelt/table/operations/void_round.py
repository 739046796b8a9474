"""The operation that ends a misdealt round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fairfelt.rules import Remedy

from ..errors import RoundError
from ..round import Round
from ..settlement import voided


@dataclass(frozen=True, slots=True)
class VoidRound:
    """A misdeal: nobody wins, and every player gets all wagers back."""

    why: str

    def verify(self, round: Round) -> None:
        """Refuse before the deal, when bets are still the players' own, and when everything is paid."""
        if Remedy.MISDEAL not in round.remedies():
            raise RoundError(f"there is no misdeal now: {round.expects}")

    def after(self, round: Round) -> Round:
        """The round with everything given back."""
        self.verify(round)
        return round._replace(operations=(*round.operations, self), turn=None, settlement=voided(round.seats))

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"do": "void round", "why": self.why}
