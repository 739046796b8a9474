"""How a game is handled at the table: the shuffler, folded cards, lammers. Nothing here decides what is paid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, kw_only=True)
class Shuffler:
    """The machine that deals the packets."""

    program: str = ""
    """The program made for the game; another that deals packets of the same size serves as well."""
    maker: str = ""
    """Whose shuffler it has to be, where the sheet says so."""
    button: str = ""
    """What the dealer presses for the first packet…"""
    ejects_rest: bool = False
    """…and again after the last hand, so that the rest comes out and the other deck is shuffled."""


@dataclass(frozen=True, kw_only=True)
class Tuck:
    """Where the cards of a player who folds lie until a bet that outlives the fold is settled."""

    under: str
    """The bet."""
    only_if_it_wins: bool = False
    """Whether only cards with which that bet wins are kept."""


@dataclass(frozen=True, kw_only=True)
class Procedure:
    """What a sheet says to the dealer besides the rules of play."""

    shuffler: Shuffler | None = None
    keeps_run_only: bool = False
    """Whether players discard the cards outside of the hand that counts."""
    tucks: tuple[Tuck, ...] = ()
    lammers: tuple[str, ...] = ()
    """Bets beside which an envy lammer is placed."""
    recommended_micros: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """By bet, the amount that the sheet recommends."""
    prohibits_bets_between_players: bool = False

    @property
    def wagers(self) -> Iterable[str]:
        """Every bet that it speaks of."""
        return (*(tuck.under for tuck in self.tucks), *self.lammers, *self.recommended_micros)


PLAIN_PROCEDURE = Procedure()
