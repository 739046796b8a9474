"""What a sheet says besides the rules of play: procedure, rules that people follow, and figures that are printed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal, get_args

from fairfelt.rules.cards import parse_cards
from fairfelt.rules.deal import FOLD, Choice
from fairfelt.rules.hands import Ranking

# What a sheet says to the dealer besides.


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


# Rules that people follow, and figures that are printed.


@dataclass(frozen=True)
class VisibleHand:
    """All that a rule of thumb goes by. Suits count only as far as they make the hand worth more."""

    value: int
    """Of the player's cards, by the ranking of the showdown."""
    ranks: str
    """Of the player's cards as letters, the highest first: "AKJ83"."""
    dealer: str = ""
    """Ranks of the dealer's visible cards."""


Follow = Callable[[VisibleHand], Choice]


@dataclass(frozen=True)
class Strategy:
    """A rule for the one decision of a game, by a name and in words."""

    name: str
    words: str
    choose: Follow


@dataclass(frozen=True)
class FromHandOn:
    """One choice with the hand written as cards or a better one, and another with the rest."""

    ranking: Ranking
    least: str
    choice: Choice
    otherwise: Choice = FOLD

    @cached_property
    def floor(self) -> int:
        """What the least hand is worth."""
        return self.ranking.value(parse_cards(self.least))

    def __call__(self, hand: VisibleHand) -> Choice:
        return self.choice if hand.value >= self.floor else self.otherwise


@dataclass(frozen=True)
class Always:
    """One choice with every hand."""

    choice: Choice

    def __call__(self, hand: VisibleHand) -> Choice:
        return self.choice


from_hand_on, always = FromHandOn, Always


Figure = Literal[
    "house_edge", "hit_frequency", "element_of_risk", "average_wager", "standard_deviation", "value", "total_loss",
    "break_even_meter", "player_return", "expected_value", "combinations", "probability", "envy_per_bettor",
]  # fmt: skip

FIGURES: tuple[Figure, ...] = get_args(Figure)
ROUND = "Round"
"""Stands for the whole round where a figure belongs to no single wager."""


ONE_IN = "1 in "
SHEET = "the rule sheet"


@dataclass(frozen=True, kw_only=True)
class Published:
    """One printed figure and what it is a figure of."""

    wager: str
    figure: Figure
    printed: str
    paytable: str = ""
    paytable_of: str = ""
    """The wager whose paytable that is, where the figure is one of the round."""
    bettors: int = 0
    """Other players with the same bet, whose hands pay envy."""
    hand: str = ""
    """The cards held, for the value of one decision."""
    choice: str = ""
    """The choice made with these cards."""
    strategy: str = ""
    """The strategy followed, by its name; best play if none is named."""
    outcome: str = ""
    """For a count or a probability: the row of the wager's sheet it is of; all combinations if none is named."""
    beside: str = ""
    """For a probability among two rows only: the other one."""
    decks: int = 0
    """How many decks it holds for; as many as the game usually has if 0."""
    source: str = SHEET
    cut: bool = False
    """Whether the source has cut the digits off instead of rounding them."""

    @property
    def paytable_label(self) -> str:
        """The paytable, with its wager where that is not the figure's own: "Blind=A"."""
        return f"{self.paytable_of}={self.paytable}" if self.paytable_of else self.paytable

    def agrees(self, exact: Fraction | Decimal) -> bool:
        """Whether an exact number, rounded to the printed digits, is what was printed."""
        return self.as_printed(exact) == self.printed

    def as_printed(self, exact: Fraction | Decimal) -> str:
        """The number in the form and with the digits of the printed figure."""
        if self.printed.startswith(ONE_IN):
            return f"{ONE_IN}{(1 / _decimal(exact)).quantize(Decimal(1), ROUND_HALF_UP):,}"
        percent, currency = self.printed.endswith("%"), "$" if self.printed.startswith("$") else ""
        digits = self.printed.rstrip("%").partition(".")[2]
        step = Decimal(1).scaleb(-len(digits))
        number = (_decimal(exact) * (100 if percent else 1)).quantize(step, ROUND_DOWN if self.cut else ROUND_HALF_UP)
        return f"{currency}{number:{',' if ',' in self.printed else ''}}{'%' if percent else ''}"


def figures(wager: str, source: str = SHEET, **said: Any) -> Iterator[Published]:
    """Figures of one wager that a source prints, each by its name: figures("Tie", "a book", house_edge="14.36%").

    Any other word is a field that all of them share.
    """
    shared = {name: value for name, value in said.items() if name not in FIGURES}
    for figure in (name for name in said if name in FIGURES):
        yield Published(wager=wager, figure=figure, printed=said[figure], source=source, **shared)


def by_outcome(
    wager: str, figure: Figure, printed: Mapping[str, str], source: str = SHEET, **shared: Any
) -> Iterator[Published]:
    """One figure of several rows of a wager's sheet."""
    for outcome, number in printed.items():
        yield Published(wager=wager, figure=figure, outcome=outcome, printed=number, source=source, **shared)


def _decimal(exact: Fraction | Decimal) -> Decimal:
    if isinstance(exact, Fraction):
        return Decimal(exact.numerator) / Decimal(exact.denominator)
    return exact
