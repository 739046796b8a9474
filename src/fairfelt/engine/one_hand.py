"""What one hand is worth, counted by itself: a coach needs no solved game and nothing compiled to answer."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.answers.key import answer_key, read_shipped
from fairfelt.engine.core.information_sets import Rows
from fairfelt.engine.core.problem import has_one_deck
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.core.value_counts import counts_by_ranks, hands_by_ranks, values_by_tracks
from fairfelt.engine.solution import Solution, StreetByStreetSolution
from fairfelt.engine.solvers.general.arrays import ArrayCount, DealerValues, NotForArrays, read_statements, run
from fairfelt.engine.solvers.general.settlements import settlements_of
from fairfelt.engine.solvers.general.solver import GeneralProblem, decide_hands, general_problem
from fairfelt.engine.solvers.general.source import counting_plan
from fairfelt.rules import Cards, Game
from fairfelt.rules.cards import Card, sets_of
from fairfelt.rules.hands import Ranking, TrackRanking

# How rounds end that go on from one information set: the plan of the general solver, in whole arrays.
#
# Where the dealer's hands are too many to be dealt one by one, they are counted by their values.


MANY_HANDS = 1_000_000
"""With fewer hands of the dealer's, each is looked at."""


def rounds_each(problem: GeneralProblem) -> int:
    """Rounds to look at for one information set of the last decision, without making anything ready."""
    if dealer_values(problem):
        return 1
    game, view = problem.game, problem.view
    read = game.showdown.shared | Cards.OWN | Cards.DEALER if game.showdown else Cards(0)
    for hand in problem.settlements.hands:
        read |= hand.places
    sizes, left = [group.size for group in view.down if group.place in read], view.size - view.levels[-1].cards
    return prod(comb(left - sum(sizes[:at]), size) for at, size in enumerate(sizes))


def dealer_values(problem: GeneralProblem) -> DealerValues | None:
    """How the dealer's hands are counted by their values, where they need not be dealt one by one."""
    game, view = problem.game, problem.view
    if not game.showdown or view.levels[-1].counts[2] or game.deal.count(Cards.COMMUNITY):
        return None
    if any(Cards.DEALER in hand.places for hand in problem.settlements.hands):
        return None
    ranking, draws = game.showdown.ranking, game.deal.count(Cards.DEALER)
    if isinstance(ranking, TrackRanking) and not ranking.wilds:
        return partial(values_by_tracks, ranking, draws)
    if comb(len(game.deck.faces), draws) > MANY_HANDS and counts_by_ranks(ranking, game.deck, draws):
        return lambda rest: hands_by_ranks(ranking, game.deck, draws, values_of).count(rest)
    return None


def values_of(ranking: Ranking, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """What many hands are worth, one a row, without a kernel."""
    names = [f"c{at}" for at in range(hands.shape[1])]
    written = ranking.emit("value", names)
    arrays = {**written.tables, **{name: hands[:, at] for at, name in enumerate(names)}}
    run(read_statements(written.statements), arrays)
    return arrays["value"].astype(np.int64)


# What the first decision of a game is worth, for every hand: counted once where too much follows it.


MOST_HANDS = 25_000
"""Games with more of them ship no opening."""


@dataclass(frozen=True, eq=False)
class Opening:
    """The values of every hand."""

    hands: dict[tuple[int, ...], int]
    """Where a hand stands, its cards in ascending order."""
    numerators: NDArray[np.int64]
    """[hand, choice]"""
    unit: int

    def values(self, hand: NDArray[np.uint8]) -> list[list[Fraction]]:
        """[state][choice]: there is one state before the first decision."""
        row = self.numerators[self.hands[tuple(sorted(hand.tolist()))]]
        return [[Fraction(value, self.unit) for value in row.tolist()]]


def opening_name(game: Game) -> str | None:
    """What it ships under: nothing that other rules or other code have counted."""
    key = answer_key(game, "opening")
    return f"fairfelt_opening_{key[:40]}" if key and comb(len(game.deck), game.hole) <= MOST_HANDS else None


@lru_cache(maxsize=64)
def read_opening(game: Game) -> Opening | None:
    """The opening of a game; None where none ships."""
    name = opening_name(game)
    content = read_shipped(name) if name else None
    if not content:
        return None
    with suppress(ValueError, LookupError), np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        hands = {tuple(hand): at for at, hand in enumerate(_hands(game).tolist())}
        return Opening(hands, arrays["numerators"], int(arrays["unit"]))
    return None


def is_opening_as_counted(game: Game, solution: Solution) -> bool | None:
    """Whether what ships is what the solved game says; None where nothing ships."""
    kept = read_opening(game)
    if kept is None or not isinstance(solution, StreetByStreetSolution):
        return None
    return all(kept.values(hand) == [solution.choice_values(0, 0, _cards(hand), ())] for hand in _hands(game))


def pack_opening(game: Game, solution: StreetByStreetSolution) -> bytes:
    """The values of the first decision, as they ship."""
    values = [solution.choice_values(0, 0, _cards(hand), ()) for hand in _hands(game)]
    unit = int(np.lcm.reduce([value.denominator for row in values for value in row], dtype=object))
    numerators: NDArray[Any] = np.array([[int(value * unit) for value in row] for row in values], np.int64)
    content = io.BytesIO()
    np.savez_compressed(content, numerators=numerators, unit=np.array(unit, np.int64))
    return content.getvalue()


def _cards(hand: NDArray[np.uint8]) -> list[Card]:
    return [Card(card) for card in hand.tolist()]


def _hands(game: Game) -> NDArray[np.uint8]:
    """Every hand a player can be dealt."""
    return np.sort(np.array(game.deck.faces, np.uint8))[sets_of(len(game.deck), game.hole)]


MOST_ROUNDS = 3_000_000
"""About as many as are looked at in a third of a second."""


class OneHand(StreetByStreetSolution):
    """Values any hand by itself; how all rounds end it does not know."""

    def __init__(self, game: Game) -> None:
        self.game, self.endings, self.tree = game, (), tree_of(game)
        self._problem = general_problem(game)
        self._last: tuple[object, list[list[Fraction]]] | None = None

    def rounds(self, street: int) -> int:
        """How many rounds are looked at for one hand there."""
        levels = self._problem.view.levels[self._level(street) :]
        steps = ((now.cards, then.cards) for now, then in pairwise(levels))
        return rounds_each(self._problem) * prod(comb(len(self.game.deck) - now, then - now) for now, then in steps)

    @cached_property
    def count(self) -> ArrayCount:
        """Made ready to be asked; refused where only a kernel can value hands."""
        problem, view, settlements = self._problem, self._problem.view, self._problem.settlements
        plan = counting_plan(settlements, view.levels[-1], view.down, left=view.size - view.levels[-1].cards)
        found = ArrayCount(plan, problem.symmetry.faces, len(settlements), dealer_values(problem))
        assert found.body, "a round ends somehow"
        return found

    def choice_values(
        self, street: int, state: int, cards: Sequence[Card], shared: Sequence[Card], dealer: Sequence[Card] = ()
    ) -> list[Fraction]:
        asked = street, tuple(cards), tuple(shared), tuple(dealer)
        last = self._last  # which another thread may exchange meanwhile
        if not last or last[0] != asked:
            last = asked, self._values(street, np.array([[*cards, *shared, *dealer]], np.uint8))
            self._last = last
        return last[1][state]

    def decide(self, street: int, hands: NDArray[np.uint8], state: int = 0) -> NDArray[np.uint8]:
        _, shown = self._visible[street]
        found = []
        for hand in hands:
            cards = _cards(hand)
            own, rest = cards[: self.game.hole], cards[self.game.hole :]
            split = len(rest) - shown
            values = self.choice_values(street, state, own, rest[:split], rest[split:])
            offered = self.game.offered(self.game.streets[street], own)
            order = [at for at in self.tree.orders[street] if self.game.streets[street].choices[at] in offered]
            found.append(max(reversed(order), key=lambda at: values[at]))
        return np.array(found, np.uint8)

    def _values(self, street: int, infoset: NDArray[np.uint8]) -> list[list[Fraction]]:
        """[state][choice]"""
        at, problem = self._level(street), self._problem
        if at == 0 and (opening := read_opening(self.game)):
            return opening.values(infoset[0])
        hand = Rows.of(problem.symmetry, problem.view.levels[at], infoset)
        result = decide_hands(problem, hand, lambda last: self.count.count(last.hands), _offered)
        unit = result.following[at] * result.scale
        return [[Fraction(int(value), unit) for value in row] for row in result.values[street][0, 0].tolist()]

    def _level(self, street: int) -> int:
        return next(at for at, level in enumerate(self._problem.view.levels) if street in level.streets)


def _offered(game: Game, street: int, own: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """[1, choice]: the player holds the same cards in every information set."""
    choices = game.offered(game.streets[street], _cards(own[0]))
    return np.array([[choice in choices for choice in game.streets[street].choices]])


def _can_be_asked(game: Game) -> bool:
    """Whether its bets go by whole hands of one deck, and end in no more ways than are told apart."""
    if game.course or not game.streets or not has_one_deck(game):
        return False
    found = settlements_of(game)
    return not found.are_too_many and not any(hand.first for hand in found.hands)


def needs_opening(game: Game) -> bool:
    """Whether its first decision is followed by too much, and is one of few hands, so that it ships counted."""
    few = comb(len(game.deck), game.hole) <= MOST_HANDS
    return few and _can_be_asked(game) and OneHand(game).rounds(0) > MOST_ROUNDS


@lru_cache(maxsize=256)
def values_alone(game: Game) -> bool:
    """Whether every hand of a game is valued by itself in a moment."""
    if not _can_be_asked(game):
        return False
    hand = OneHand(game)
    few = (hand.rounds(street) <= MOST_ROUNDS for street in range(len(game.streets)))
    return all(is_few or (street == 0 and read_opening(game)) for street, is_few in enumerate(few))


@lru_cache(maxsize=256)
def find_one_hand(game: Game) -> OneHand | None:
    """The game, ready to be asked about any hand; None where hands cannot be valued by themselves."""
    if not values_alone(game):
        return None
    hand = OneHand(game)
    try:
        hand.count  # noqa: B018  (it is made ready, or refused)
    except NotForArrays:
        return None
    return hand
