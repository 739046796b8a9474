"""How a game is handled at the table: the shuffler, folded cards, lammers, and what is done if something goes wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType


@dataclass(frozen=True, kw_only=True)
class Shuffler:
    """The machine that deals the packets."""

    program: str = ""
    """The program made for the game; another that deals packets of the same size serves as well."""
    maker: str = ""
    """Whose shuffler it has to be, where the sheet says so."""
    button: str = ""
    """What the dealer presses for the first packet."""
    ejects_rest: bool = False
    """Whether the dealer presses it again after the last hand to eject the rest and shuffle the other deck."""


@dataclass(frozen=True, kw_only=True)
class Tuck:
    """Where the cards of a player who folds lie until a bet that outlives the fold is settled."""

    under: str
    """The bet."""
    only_if_it_wins: bool = False
    """Whether only cards with which that bet wins are kept."""


class Remedy(StrEnum):
    """What the dealer does when something goes wrong. Table, room and school know these and no others."""

    GO_ON = "go on"
    MISDEAL = "misdeal"
    RETURN = "foul hand, wagers back"
    FORFEIT = "foul hand, wagers lost"

    @property
    def meaning(self) -> str:
        """What it does, in a sentence for the dealer."""
        return _REMEDIES[self]


_REMEDIES = {
    Remedy.GO_ON: "nothing is wrong: the round goes on",
    Remedy.MISDEAL: "it is a misdeal: the round is void, nobody wins, and every player gets all wagers back",
    Remedy.RETURN: "that hand is foul: it wins nothing and brings nobody envy, and its player gets all its wagers back",
    Remedy.FORFEIT: "that hand is foul: it wins nothing and brings nobody envy, and its player loses all its wagers",
}


@dataclass(frozen=True)
class Irregularity:
    """Something that can go wrong in a round, and what is done about it."""

    words: str
    """What is seen, without its full stop; `{seat}` stands for the seat that it concerns."""
    remedy: Remedy

    def at(self, seat: int) -> str:
        """What is seen, with the seat named."""
        return self.words.format(seat=f"seat {seat}")


USUAL_IRREGULARITIES = (
    Irregularity("the dealer has too many or too few cards", Remedy.MISDEAL),
    Irregularity("a card that should lie face down is turned over before its time", Remedy.MISDEAL),
    Irregularity("a card is found face up in the deck", Remedy.MISDEAL),
    Irregularity("a card is missing from the deck, or one too many is in it", Remedy.MISDEAL),
    Irregularity("{seat} has too many or too few cards", Remedy.RETURN),
    Irregularity("the dealer has taken up the cards of {seat} before they were settled", Remedy.RETURN),
    Irregularity("{seat} has exchanged a card with a neighbor", Remedy.FORFEIT),
    Irregularity("{seat} has taken cards off the table, out of sight", Remedy.FORFEIT),
    Irregularity("{seat} has turned the cards face up after the last decision", Remedy.GO_ON),
    Irregularity("{seat} asks for change after the deal", Remedy.GO_ON),
)
"""What holds where a sheet says nothing else: no sheet here speaks of misdeals or foul hands."""


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
    irregularities: tuple[Irregularity, ...] = USUAL_IRREGULARITIES
    """What can go wrong, and what is done then; some of it is harmless."""

    @property
    def wagers(self) -> Iterable[str]:
        """Every bet that it speaks of."""
        return (*(tuck.under for tuck in self.tucks), *self.lammers, *self.recommended_micros)


PLAIN_PROCEDURE = Procedure()
