"""A solved game: how its rounds end under best play, and what any hand is worth."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.answer import CurvePoint, ShortRule, StrategyChart
from fairfelt.engine.answers.par import DecisionRow, RoundPar
from fairfelt.engine.core.endings import Ending, net_result, net_results, showdown_rows
from fairfelt.engine.core.problem import Unsolved
from fairfelt.engine.core.tree import Path, Tree, tree_of
from fairfelt.rules import Choice, Decide, Game, Strategy, Wager
from fairfelt.rules.cards import Card, format_cards

CURVE_POINTS = 240


@dataclass(frozen=True)
class HandAdvice:
    """The exact value of every choice with some visible cards, in units of the Ante for the whole game."""

    street: str
    values: tuple[tuple[str, Fraction], ...]

    @property
    def best(self) -> str:
        """The choice of greatest value; of equal ones the larger bet, which comes last."""
        return max(reversed(self.values), key=lambda pair: pair[1])[0]


class Solution(ABC):
    """What exact solving gives, whichever way it was done."""

    game: Game
    endings: tuple[Ending, ...]
    by_house_way: bool = False
    """Whether the round is played by the house way on both sides, and so not as well as possible."""

    @property
    def rule(self) -> str:
        """How to play at the first decision in a sentence, where one says it all."""
        return ""

    @abstractmethod
    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """Value the choices of the street at which n cards are visible."""

    def plays(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> str:
        """The choice that the figures of this solution count on: the best, unless it says otherwise."""
        return self.advise(cards, community, dealer).best

    def plays_after(
        self, made: Path, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()
    ) -> str:
        """The same after choices that were made before; they matter where a course asks more than once."""
        return self.plays(cards, community, dealer)

    def values_in(self, state: Any, decide: Decide) -> Mapping[str, Fraction]:
        """The value of each choice in a state of a course that shows more than a player's cards do; else none."""
        return {}

    def chooses(self, state: Any, decide: Decide) -> Choice | None:
        """The choice in a state of a course that shows more than a player's cards do; None where the cards say all."""
        return None

    def short_rules(self) -> tuple[tuple[ShortRule, ...], Fraction]:
        """Rules that can be remembered, and the house edge against them."""
        if self.game.streets and not self.rule:
            raise Unsolved(f"{self.game.title}: there is no short strategy for such a game yet")
        rules = (ShortRule(self.game.streets[0].name, self.rule),) if self.rule else ()
        return rules, self.round.house_edge

    def follow(self, strategy: Strategy) -> RoundPar:
        """The figures of the game itself with the choices of a rule of thumb."""
        raise Unsolved(f"{self.game.title}: rules of thumb are followed through a single decision only so far")

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        """The best choice for many hands at a street, one hand a row: own cards, community and dealer's together.

        Choices are numbered as the street lists them; the state is what was bet before, as the tree numbers it.
        """
        raise Unsolved(f"{self.game.title}: its decisions are no table of hands; ask for one hand at a time")

    def endings_of(self, wager: Wager) -> tuple[Ending, ...]:
        """How rounds end for a player who makes that bet."""
        return self.endings

    def states(self, street: int) -> int:
        """In how many states a player can come to a street that make a difference there."""
        return 1

    def state(self, street: int, cards: Sequence[Card], community: Sequence[Card], dealer: Sequence[Card] = ()) -> int:
        """The state in which best play comes to a street with these cards; the first if it would not come there."""
        return 0

    @property
    def chart(self) -> StrategyChart | None:
        """The short strategy as a table, where it is one."""
        return None

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        """Value of each choice at the first decision over all hands; empty where these have no order."""
        return ()

    @cached_property
    def total(self) -> int:
        """All combinations of a round."""
        return sum(ending.combinations for ending in self.endings)

    @cached_property
    def round(self) -> RoundPar:
        """The figures of the game itself."""
        results: Counter[Fraction] = Counter()
        risked = 0
        for net, units, count in net_results(self.game, self.endings):
            results[net] += count
            risked += units * count
        return round_of(results, Fraction(risked, self.total))

    def best_round(self, limit_s: float = 0.0) -> RoundPar | None:
        """The round with the best setting of every hand, where it is played by the house way.

        None where play is best as it is, or where the count is not kept and takes more than these seconds.
        """
        return None

    @cached_property
    def decisions(self) -> tuple[DecisionRow, ...]:
        """How often each choice is made, of all rounds."""
        return self.count_decisions()

    def count_decisions(self) -> tuple[DecisionRow, ...]:
        made: Counter[tuple[str, str]] = Counter()
        for ending in self.endings:
            for street, choice in ending.choices:
                made[street, choice.name] += ending.combinations
        return tuple(
            DecisionRow(street.name, choice.name, Fraction(made[street.name, choice.name], self.total))
            for street in self.game.streets
            for choice in street.choices
        )

    def verify_cards(self, cards: Sequence[Card], community: Sequence[Card], dealer: Sequence[Card] = ()) -> int:
        """The number of the street at which n cards are visible; a clear sentence if there is none."""
        self.game.deck.verify([*cards, *community, *dealer])
        if len(cards) != self.game.hole:
            raise ValueError(
                f"a player holds {self.game.hole} cards in {self.game.title}, not {len(cards)}: {format_cards(cards)}"
            )
        return self._street_with(len(community), len(dealer))

    def verify_decided(self, *given: Sequence[Card], fits: bool, wanted: str) -> None:
        """Refuse cards of the player's, the community and the dealer with which nothing is decided."""
        cards = [card for place in given for card in place]
        self.game.deck.verify(cards)
        if not fits:
            seen = format_cards(cards) or "no cards"
            raise ValueError(f"{self.game.title} is decided {wanted}, not with {seen}")

    @cached_property
    def _visible(self) -> list[tuple[int, int]]:
        """[street]: visible community cards and dealer's cards."""
        shared = accumulate(street.community for street in self.game.streets)
        shown = accumulate(street.dealer for street in self.game.streets)
        return list(zip(shared, shown, strict=True))

    def _street_with(self, community: int, dealer: int) -> int:
        """The first street with n visible cards of each."""
        if (community, dealer) in self._visible:
            return self._visible.index((community, dealer))
        sizes = dict.fromkeys(str(shared) for shared, _ in self._visible)
        if str(community) not in sizes:
            raise ValueError(
                f"{self.game.title} has a decision with {' or '.join(sizes)} community cards, not {community}"
            )
        shown = " or ".join(str(shown) for shared, shown in self._visible if shared == community)
        raise ValueError(f"{self.game.title} is decided with {shown} of the dealer's cards seen, not {dealer}")


def round_of(results: Mapping[Fraction, int], average_wager: Fraction) -> RoundPar:
    """The figures of a round from its net results, with how many combinations come to each."""
    total = sum(results.values())
    mean = sum((net * n for net, n in results.items()), Fraction(0)) / total
    square = sum((net * net * n for net, n in results.items()), Fraction(0)) / total
    return RoundPar(total, -mean, average_wager, square - mean * mean, tuple(sorted(results.items())))


class StreetByStreetSolution(Solution):
    """A game decided street by street; a state is what the player has bet by then."""

    tree: Tree

    @abstractmethod
    def choice_values(
        self, street: int, state: int, cards: Sequence[Card], shared: Sequence[Card], dealer: Sequence[Card] = ()
    ) -> list[Fraction]:
        """What each choice is worth with those visible cards, as the street lists them."""

    def states(self, street: int) -> int:
        return len(self.tree.arrivals[street])

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """Value the choices of a player who has played best so far; who would not be here has bet the least."""
        at = self.verify_cards(cards, community, dealer)
        street = self.game.streets[at]
        values = self.choice_values(at, self.state(at, cards, community, dealer), cards, community, dealer)
        listed, offered = zip(street.choices, values, strict=True), self.game.offered(street, cards)
        return HandAdvice(street.name, tuple((choice.name, value) for choice, value in listed if choice in offered))

    def state(self, street: int, cards: Sequence[Card], community: Sequence[Card], dealer: Sequence[Card] = ()) -> int:
        at, state = 0, 0
        while at < street and self.states(street) > 1:
            shared, shown = self._visible[at]
            hand = np.array([[*cards, *community[:shared], *dealer[:shown]]], np.uint8)
            step = state, int(self.decide(at, hand, state)[0])
            at, state = int(self.tree.leads_to[at][step]), int(self.tree.arrives_as[at][step])
        return state if at == street else 0


class CountedRounds(Solution):
    """Rounds that were counted by how they end, with no hand to ask about."""

    def __init__(self, game: Game, endings: Sequence[Ending]) -> None:
        self.game, self.endings = game, tuple(endings)

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        if not self.game.streets:
            raise ValueError(f"{self.game.title} has no decision: there is nothing to advise")
        raise Unsolved(f"{self.game.title}: hands with such information are counted together; none can be asked about")


def play_every_ending(solution: Solution) -> CountedRounds:
    """The game of a player who knows every card at the first decision: of each ending the best path is taken.

    Of equal ones the largest bet. The endings of the solution must keep what hands were also where they were folded.
    """
    game, found = solution.game, Counter[Ending]()
    for ending in solution.endings:
        ends = [replace(ending, choices=path) for path in tree_of(game).paths]
        best = max(ends, key=lambda end: net_result(game, end))
        found[replace(best, combinations=0)] += ending.combinations
    return CountedRounds(game, [replace(ending, combinations=count) for ending, count in found.items()])


def curve_of(
    columns: dict[str, NDArray[np.float64]], weights: NDArray[np.int64], words: Callable[[int], str]
) -> tuple[CurvePoint, ...]:
    """Hands from worst to best by the last choice, thinned to what a plot can show."""
    order = np.argsort(list(columns.values())[-1], kind="stable")
    share = np.cumsum(weights[order]) / weights.sum()
    picks = np.unique(np.searchsorted(share, np.linspace(0, 1, CURVE_POINTS)).clip(0, len(order) - 1))
    return tuple(
        CurvePoint(float(share[p]), {name: float(column[at]) for name, column in columns.items()}, words(at))
        for p in picks
        for at in [int(order[p])]
    )


# What other pays come to if nobody changes their play: the endings of a solved game, settled anew.


def replay(solution: Solution, game: Game) -> Solution | None:
    """The same play under the pays of that game, which differs in nothing else; None where that was not told apart.

    Where only bets are changed that nobody decides by, this is the solution of that game.
    """
    if not _tells_apart(solution.game, game):
        return None
    again = copy(solution)
    for name in [*vars(again)]:
        if isinstance(getattr(type(again), name, None), cached_property):
            del again.__dict__[name]
    again.game = game
    return again


def _tells_apart(played: Game, game: Game) -> bool:
    """Whether combinations counted together under the old pays are paid alike under the new ones."""
    if not game.showdown:
        return True
    old, new = showdown_rows(played), showdown_rows(game)
    possible = old.index >= 0
    pairs = np.unique(np.stack([old.index[possible], new.index[possible]]), axis=1)
    return bool(pairs.shape[1] == len(old))
