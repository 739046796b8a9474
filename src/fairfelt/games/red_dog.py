"""Red Dog: bet that the third card falls between the first two, and double where the gap is wide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from fairfelt.language import *

CALL, RAISE = Choice("call"), bet("Raise")
SPREAD = Street("Spread", CALL, RAISE)
PAIR, NEIGHBORS = -1, 0
"""What stands for a spread where two cards have none between them: one rank, or two in a row."""
WIDEST = len(RANKS) - 2
FOUR_OR_MORE, THREE_ALIKE = 4, 5
"""Lines beside the spreads of one, two and three."""


@dataclass(frozen=True)
class SpreadFacts(Facts):
    """How many ranks lie between the first two cards, and whether the third is one of them, or the third of a kind."""

    spread: int = NEIGHBORS
    hit: bool = False


@dataclass(frozen=True)
class RedDogState:
    """The ranks that lie on the table, and who has answered."""

    players: int
    ranks: tuple[int, ...] = ()
    answered: int = 0

    @property
    def spread(self) -> int:
        """Ranks between the first two cards."""
        return abs(self.ranks[0] - self.ranks[1]) - 1


@dataclass(frozen=True)
class ThirdBetween(Course[RedDogState]):
    """Two cards for everybody; a third for a pair and, once all have called or raised, for a spread. Aces are high."""

    family: ClassVar[str] = "card between two"
    streets = (SPREAD,)

    def start(self, players: int) -> RedDogState:
        return RedDogState(players)

    def next(self, state: RedDogState) -> Step:
        if len(state.ranks) < 2:
            return Draw(Cards.COMMUNITY)
        if len(state.ranks) > 2 or state.spread == NEIGHBORS:
            return Over()
        if state.spread != PAIR and state.answered < state.players:
            return Decide(state.answered, SPREAD, SPREAD.choices)
        return Draw(Cards.COMMUNITY)

    def draw(self, state: RedDogState, card: Card) -> RedDogState:
        return replace(state, ranks=(*state.ranks, card.rank))

    def choose(self, state: RedDogState, choice: Choice) -> RedDogState:
        return replace(state, answered=state.answered + 1)

    def facts(self, state: RedDogState, player: int) -> SpreadFacts:
        if state.spread == NEIGHBORS:
            return SpreadFacts()
        low, high = sorted(state.ranks[:2])
        third = state.ranks[2]
        return SpreadFacts(spread=state.spread, hit=third == low if low == high else low < third < high)

    def visible_hand(self, state: RedDogState, player: int) -> VisibleHand:
        return VisibleHand(state.spread, "".join(RANKS[rank] for rank in sorted(state.ranks, reverse=True)))

    def possible_facts(self) -> Iterator[SpreadFacts]:
        yield SpreadFacts()
        for spread in (PAIR, *range(1, WIDEST + 1)):
            yield from (SpreadFacts(spread=spread, hit=hit) for hit in (False, True))

    def alike(self, card: Card) -> int:
        return card.rank

    def most_cards(self, players: int) -> int:
        return 3

    @property
    def sentences(self) -> tuple[str, ...]:
        return (
            "Two cards are dealt face up for all players. Aces are high; suits do not count.",
            "Two cards in a row push, and the round is over.",
            "With two cards of one rank a third is dealt: if it is of that rank too, all bets win, and otherwise they "
            "push.",
            "With any other two cards the spread is the number of ranks between them. Each player calls, or makes a "
            f"{RAISE.bet} bet equal to the first. A third card is dealt: if it falls between the two, all bets win by "
            "the spread, and otherwise they lose.",
        )


def by_spread(facts: SpreadFacts, reading: Reading) -> Outcome:
    """Pays by how narrow the spread was, if the third card fell in it."""
    if facts.spread == NEIGHBORS:
        return Outcome("two cards in a row", PUSH)
    if not facts.hit:
        return Outcome("pair", PUSH) if facts.spread == PAIR else Outcome("third card outside", LOSE)
    line = THREE_ALIKE if facts.spread == PAIR else min(facts.spread, FOUR_OR_MORE)
    return Outcome(reading.paytable.line_name(line, None), reading.paytable.pays[line], line)


PAYS = Paytable(
    "standard",
    {THREE_ALIKE: 11, 1: 5, 2: 4, 3: 2, FOUR_OR_MORE: 1},
    names={
        THREE_ALIKE: "three of a kind", 1: "spread of one", 2: "spread of two", 3: "spread of three",
        FOUR_OR_MORE: "spread of four or more",
    },
)  # fmt: skip

game = Game(
    name="Red Dog",
    summary="Bet that a third card falls between the first two.",
    headlines=("Two cards in a row push", "Three of a kind pay 11 to 1"),
    deck=Deck(copies=8),
    decks=(1, 2, 4, 6, 8),
    course=ThirdBetween(),
    wagers=(opening("Bet", by_spread, pays=(PAYS,)), raised("Raise", by_spread, pays=(PAYS,))),
    strategies=(
        Strategy(
            "seven or more",
            "Raise with a spread of seven or more.",
            lambda visible: RAISE if visible.value >= 7 else CALL,
        ),
    ),
    rulings=(
        Ruling(
            "raise_is_equal",
            "May a player raise by less than the bet?",
            "Nobody would want to: a raise that is worth making is worth making in full, so only that is offered.",
        ),
    ),
    published=(
        Published(wager="Round", figure="house_edge", printed="3.155%", decks=1, source="Wizard of Odds"),
        Published(wager="Round", figure="house_edge", printed="2.751%", decks=8, source="Wizard of Odds"),
    ),
)
