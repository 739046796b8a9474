"""Two hands drawn by a tableau, the nearer to nine wins; nobody decides anything once the bets are down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, product
from types import MappingProxyType

from fairfelt.rules.cards import Card
from fairfelt.rules.deal import Cards
from fairfelt.rules.settlement import Facts, Result

from .course import Course, Draw, LaidHand, Over, Step

NATURALS = (8, 9)
STOOD = "-"
HANDS = 2
MOST_CARDS = 6
TEN = 8
"""The rank of the ten: it and the court cards count nothing."""
ACE = 12


@dataclass(frozen=True)
class Tableau:
    """Who takes a third card, if neither hand is a natural."""

    player: str
    """Totals on which the Player hand draws."""
    banker: tuple[str, ...]
    """For each total of the Banker hand: the third cards of the Player hand on which it draws, "-" if that stood."""


USUAL = Tableau(
    player="012345",
    banker=(
        "-0123456789",
        "-0123456789",
        "-0123456789",
        "-012345679",
        "-234567",
        "-4567",
        "67",
        "",
    ),
)


@dataclass(frozen=True)
class BaccaratFacts(Facts):
    """`player` and `dealer` are the totals of the Player and the Banker hand; `result` is the Player hand's."""

    player_cards: int = 2
    banker_cards: int = 2

    @property
    def natural(self) -> bool:
        """Whether both hands stand on two cards because one of them is a natural."""
        two_each = self.player_cards == self.banker_cards == HANDS
        return two_each and (self.player in NATURALS or self.dealer in NATURALS)


@dataclass(frozen=True)
class BaccaratState:
    """Totals so far, the number of cards of each hand, and the Player hand's third card."""

    player: int = 0
    banker: int = 0
    player_cards: int = 0
    banker_cards: int = 0
    third: str = STOOD


@dataclass(frozen=True)
class Baccarat(Course[BaccaratState]):
    """Player and Banker are two hands on which all bet; the cards of the Player hand are face up for all."""

    tableau: Tableau = USUAL

    family = "baccarat"
    places = MappingProxyType({Cards.COMMUNITY: "the Player hand", Cards.DEALER: "the Banker hand"})

    def start(self, players: int) -> BaccaratState:
        return BaccaratState()

    def next(self, state: BaccaratState) -> Step:
        if state.player_cards + state.banker_cards < 2 * HANDS:
            first = state.player_cards == state.banker_cards
            return Draw(Cards.COMMUNITY if first else Cards.DEALER)
        if state.player_cards == HANDS and state.banker_cards == HANDS and self._natural(state):
            return Over()
        if state.player_cards == HANDS and state.banker_cards == HANDS and str(state.player) in self.tableau.player:
            return Draw(Cards.COMMUNITY)
        if state.banker_cards == HANDS and state.third in self.tableau.banker[state.banker]:
            return Draw(Cards.DEALER)
        return Over()

    def draw(self, state: BaccaratState, card: Card) -> BaccaratState:
        value, step = self.alike(card), self.next(state)
        assert isinstance(step, Draw), "a card is drawn where one is needed"
        player, banker, of_player, of_banker = state.player, state.banker, state.player_cards, state.banker_cards
        if step.to is Cards.DEALER:
            return BaccaratState(player, (banker + value) % 10, of_player, of_banker + 1, state.third)
        third = str(value) if of_player == HANDS else STOOD
        return BaccaratState((player + value) % 10, banker, of_player + 1, of_banker, third)

    def facts(self, state: BaccaratState, player: int) -> BaccaratFacts:
        return _facts(state.player, state.banker, state.player_cards, state.banker_cards)

    def possible_facts(self) -> Iterator[BaccaratFacts]:
        for player, banker, of_player, of_banker in product(range(10), range(10), (2, 3), (2, 3)):
            yield _facts(player, banker, of_player, of_banker)

    def alike(self, card: Card) -> int:
        return 1 if card.rank == ACE else card.rank + 2 if card.rank < TEN else 0

    def place_hands(self, place: Cards, cards: tuple[Card, ...], *, complete: bool) -> tuple[LaidHand, ...]:
        total = sum(map(self.alike, cards)) % 10
        natural = len(cards) == HANDS and total in NATURALS
        return (LaidHand(cards, words=f"natural {total}" if natural else f"{total}" if cards else ""),)

    def winning_place(self, state: BaccaratState) -> Cards | None:
        if state.player == state.banker:
            return None
        return Cards.COMMUNITY if state.player > state.banker else Cards.DEALER

    def most_cards(self, players: int) -> int:
        return MOST_CARDS

    @property
    def sentences(self) -> tuple[str, ...]:
        return (
            "Two cards are dealt to the Player hand and two to the Banker hand, one by one in turn. Aces count one, "
            "tens and court cards nothing, all others their number; of a total only the last digit counts.",
            f"If either hand has {' or '.join(map(str, NATURALS))} with two cards, a natural, both stand.",
            f"Otherwise the Player hand draws a third card with {_listed(self.tableau.player)}, else it stands.",
            f"The Banker hand then draws a third card, by its total: {'; '.join(self._banker_rules())}.",
            "The hand with the higher total wins.",
        )

    def _natural(self, state: BaccaratState) -> bool:
        return state.player in NATURALS or state.banker in NATURALS

    def _banker_rules(self) -> Iterator[str]:
        """Totals with the same rule together."""
        for third, totals in groupby(range(len(self.tableau.banker)), key=self.tableau.banker.__getitem__):
            yield f"with {_listed(''.join(map(str, totals)))} {_when(third)}"


def _facts(player: int, banker: int, player_cards: int, banker_cards: int) -> BaccaratFacts:
    result = Result.TIE if player == banker else Result.WIN if player > banker else Result.LOSS
    return BaccaratFacts(result, player, banker, player_cards=player_cards, banker_cards=banker_cards)


def _when(third: str) -> str:
    """On which third cards of the Player hand the Banker hand draws."""
    if len(third) == len(f"{STOOD}0123456789"):
        return "always"
    if not third:
        return "never"
    stood = "stood or " if STOOD in third else ""
    return f"if the Player hand {stood}drew {_listed(third.replace(STOOD, ''))}"


def _listed(digits: str) -> str:
    """Digits in their order: "0 to 5", "6 or 7", "0 to 7 or 9"."""
    runs: list[list[int]] = []
    for digit in map(int, digits):
        if runs and runs[-1][-1] == digit - 1:
            runs[-1].append(digit)
        else:
            runs.append([digit])
    words = [map(str, run) if len(run) <= 2 else [f"{run[0]} to {run[-1]}"] for run in runs]
    return " or ".join(word for run in words for word in run)
