"""The bets of a round together: how each varies with every other, and what a player who makes them all has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine import Solution, solve
from fairfelt.engine.core.endings import Ending, settle_ending
from fairfelt.engine.core.problem import has_one_deck
from fairfelt.engine.core.tree import tree_of
from fairfelt.engine.solvers.general.cost import cost_of
from fairfelt.engine.solvers.general.play_out import all_information_sets, play_out, symmetry_with
from fairfelt.engine.solvers.general.settlements import HandRead, Settlements, settlements_of, whole_line_reading
from fairfelt.engine.solvers.pai_gow.by_class import count_hands_by_class
from fairfelt.engine.solvers.pai_gow.deck_tables import flush_classes
from fairfelt.engine.solvers.pai_gow.flushes import SIZE
from fairfelt.engine.solvers.pai_gow.grid import Stakes
from fairfelt.engine.solvers.pai_gow.seven_cards import seven_cards
from fairfelt.engine.solvers.pai_gow.solution import PaiGowResult, PaiGowSolution
from fairfelt.engine.solvers.pai_gow.solver import PLAIN, PUSHES_WITH_JOKER, PaiGowCounter, PaiGowCounts, counter_of
from fairfelt.engine.view import View
from fairfelt.rules import Cards, Course, Game, Kind, PaiGowPoker, Paytable, Wager
from fairfelt.rules.cards import RANKS, Deck
from fairfelt.rules.hands import LINE_BITS, Ranking
from fairfelt.rules.hands.poker.joker_tables import JOKER

from ..bets import BetRound
from .covariances import THE_GAME, Bet, Covariances, Means, check_round, moments

# A bet on a player's seven cards beside the game that they are set for: the endings of a round, told apart by both.
#
# All pairs of hands are counted as for the game itself (`engine/solvers/pai_gow`), once for every line that pays, with
# the players who hold that line alone. Hands that are set alike and still paid apart are few, and are counted one by
# one.


IN_SUIT: Final = len(RANKS)
Bools = NDArray[np.bool_]
Faces = tuple[int, ...]


def reads_seven_cards(game: Game, wager: Wager) -> bool:
    """Whether a bet is paid by all seven cards of a player, beside the hands that they are set in."""
    whole = wager.ranking is not None and wager.first == SIZE and wager.on is Cards.OWN and not wager.against
    return whole and type(game.course) in ENDINGS_BY_LINE


def endings_by_line(solution: PaiGowSolution, wager: Wager, executor: Executor | None = None) -> tuple[Ending, ...]:
    """All endings of a round, each for one line of the bet; lines that no table pays are one."""
    assert wager.ranking is not None
    paid = {line for table in wager.paytables for line in table.pays}
    lines = LinesOfSeven(solution.course, solution.game.deck, wager.ranking)
    by_line = {line: lines.count(line, executor) for line in paid}
    rest = _sum((solution.counts, 1), *((counts, -1) for counts in by_line.values()))
    unpaid = next(line for line in range(len(wager.ranking.lines)) if line not in paid)
    return tuple(
        replace(ending, line=line)
        for line, counts in {unpaid: rest, **by_line}.items()
        for ending in PaiGowSolution(solution.game, PaiGowResult(solution.course, counts)).endings
    )


ENDINGS_BY_LINE: Mapping[type[Course[Any]] | type[None], Callable[[Any, Wager], tuple[Ending, ...]]] = {
    PaiGowPoker: endings_by_line
}
"""Courses whose rounds are counted by the line of all seven cards."""


class LinesOfSeven:
    """What the hands of one line of a ranking come to, at a course with some deck."""

    def __init__(self, course: PaiGowPoker, deck: Deck, ranking: Ranking) -> None:
        self.course, self.deck, self.ranking = course, deck, ranking

    def count(self, line: int, executor: Executor | None = None) -> PaiGowCounts:
        """All pairs of hands in which the player holds that line."""
        pairs = CounterOfSome(self.course, self._lines == line).count(self.deck, executor)
        kinds = pairs.kinds[1]
        found = PaiGowCounts(sum(kinds), pairs.won, pairs.lost, ((0,) * len(kinds), kinds))
        for hand, said, made in self._paid_apart:
            if line in (said, made):
                found = _sum((found, 1), (self._against_all(hand), 1 if line == made else -1))
        return found

    @cached_property
    def _lines(self) -> NDArray[np.int32]:
        """[class]: the line of the hand that stands for it."""
        return self.ranking.batch(seven_cards().hands) >> LINE_BITS

    @cached_property
    def _paid_apart(self) -> tuple[tuple[Faces, int, int], ...]:
        """Hands with another line than their class: two cards beside a flush are of one suit, and that pays.

        Each comes with the line of its class, and its own.
        """
        return tuple(self._find_paid_apart())

    def _find_paid_apart(self) -> Iterator[tuple[Faces, int, int]]:
        flushes = seven_cards().flushes
        first = flushes.blocks[0].first
        apart = flushes.hands.astype(np.int64)
        beside = np.where((apart >= 2 * IN_SUIT) & (apart < JOKER), apart - IN_SUIT, apart)
        real = (np.diff(np.sort(beside, axis=1), axis=1) > 0).all(axis=1)
        lines = self.ranking.batch(beside.astype(np.uint8)) >> LINE_BITS
        other = np.flatnonzero(real & (lines != self._lines[first:]))
        faces = set(self.deck.faces)
        suits = sorted({face // IN_SUIT for face in faces if face != JOKER})
        for place in other.tolist():
            for pair in permutations(suits, 2):
                hand = tuple(
                    face if face == JOKER else IN_SUIT * pair[face // IN_SUIT] + face % IN_SUIT
                    for face in beside[place].tolist()
                )
                if faces.issuperset(hand):
                    yield hand, int(self._lines[first + place]), int(lines[place])

    def _against_all(self, hand: Faces) -> PaiGowCounts:
        """One hand of a player, against every hand that the dealer can have then."""
        counter = counter_of(self.course)
        counts = count_hands_by_class(face for face in self.deck.faces if face not in hand)
        (mine,) = np.flatnonzero(count_hands_by_class(hand))
        high, low = (values[mine] for values in counter.choices)
        plays = counter.kind == PLAIN
        behind, front = high[:, None] > counter.high, low[:, None] > counter.low
        won, lost = (behind & front).any(axis=0) & plays, ~(behind | front).any(axis=0) & plays
        kinds = tuple(int(counts[counter.kind == kind].sum()) for kind in range(PUSHES_WITH_JOKER + 1))
        return PaiGowCounts(sum(kinds), int(counts[won].sum()), int(counts[lost].sum()), ((0,) * len(kinds), kinds))


class CounterOfSome(PaiGowCounter):
    """Counts the wins and losses of some classes of hands; pairs are told apart by whether the player's is of them."""

    def __init__(self, course: PaiGowPoker, taken: Bools) -> None:
        super().__init__(course)
        self.taken = taken

    @cached_property
    def stakes(self) -> Stakes:
        """How all dealers stand to some players."""
        return _only(counter_of(self.course).stakes, self.taken)

    @cached_property
    def stakes_without_suits(self) -> tuple[Stakes, Stakes]:
        """The same where suits do not count for one of them; flushes come as listed."""
        flushes = flush_classes()
        taken = np.concatenate((self.taken[: flushes.first], self.taken[flushes.first :][flushes.listed]))
        against, by = counter_of(self.course).stakes_without_suits
        return _only(against, taken), _only(by, taken)


def _only(stakes: Stakes, taken: Bools) -> Stakes:
    """The other players reach no corner, and so they neither win nor lose."""
    corners = stakes.corners
    steps = np.diff(corners.first)
    first = np.concatenate(([0], np.cumsum(steps * taken))).astype(corners.first.dtype)
    kept = np.append(np.repeat(taken, steps), True)
    corners = corners._replace(first=first, step=corners.step[kept])
    return stakes._replace(corners=corners, player_kind=taken.astype(np.uint8))


def _sum(*parts: tuple[PaiGowCounts, int]) -> PaiGowCounts:
    """Counts, each so many times."""
    kinds = sum(np.array(counts.kinds, object) * times for counts, times in parts)
    total, won, lost = (
        sum(getattr(counts, name) * times for counts, times in parts) for name in ("total", "won", "lost")
    )
    return PaiGowCounts(total, won, lost, tuple(tuple(row) for row in np.asarray(kinds).tolist()))


# Endings of a round told apart by every bet, also by bets on shared cards or on the dealer's, where deals are few.
#
# All deals are followed through the decisions, as a solution decides, and the cards that no decision sees are turned
# over in every way (`engine/solvers/general`); what is told apart at the end is all that any of the bets goes by.


MOST_EVALUATIONS: Final = 1_000_000_000
"""Whole rounds that are looked at: about half a minute on a core."""


def tray_tables(wager: Wager) -> tuple[Paytable, ...]:
    """The paytables of a bet as the tray pays them: a share of a meter comes out of what was set aside for it."""
    return tuple(
        replace(table, pays={line: pay for line, pay in table.pays.items() if not pay.level})
        for table in wager.paytables
    )


def is_told_by_deals(game: Game, wager: Wager) -> bool:
    """Whether a side bet is paid by a hand of its own, at a game with so few deals that all can be looked at."""
    if (
        game.course
        or not wager.is_optional
        or wager.ranking is None
        or wager.first
        or not any(table.pays for table in tray_tables(wager))
    ):
        return False
    return cost_of(View.of(game), symmetry_with(game, [wager]), settlements_of(game)).steps <= MOST_EVALUATIONS


def endings_told_apart(solution: Solution, wagers: Sequence[Wager]) -> tuple[Ending, ...]:
    """All endings of a round, each with the lines of these bets."""
    game = solution.game
    base, tree = settlements_of(game), tree_of(game)
    told = Settlements(game, base.rows, (*base.hands, *_readings(wagers)))
    found = play_out(solution, told, all_information_sets(game, symmetry_with(game, wagers)))
    return tuple(
        told.ending(tree.paths[path], ending, found[path, ending]) for path, ending in np.argwhere(found).tolist()
    )


def _readings(wagers: Sequence[Wager]) -> list[HandRead]:
    """What the bets are paid by; those that read the same cards in the same way are told by one reading."""
    found: dict[tuple[Ranking | None, Cards, Cards | None], list[Wager]] = {}
    for wager in wagers:
        found.setdefault((wager.ranking, wager.on, wager.against), []).append(wager)
    return [replace(whole_line_reading(same[0]), wagers=tuple(each.name for each in same)) for same in found.values()]


IN_SIGHT = {Cards.OWN, Cards.OWN | Cards.COMMUNITY}


def reads_cards_in_sight(game: Game, wager: Wager) -> bool:
    """Whether a side bet is paid by the cards that a player sees at the first decision, and by what is chosen there.

    A fold at a later decision would say more than these cards do, so that a bet lost by it is another matter.
    """
    if game.course or not game.streets or not wager.is_optional or wager.ranking is None or wager.against:
        return False
    own, shared = (min(each, wager.first or each) for each in map(game.deal.count, (Cards.OWN, Cards.COMMUNITY)))
    seen = wager.on in IN_SIGHT and own == game.hole
    if Cards.COMMUNITY in wager.on:
        seen = seen and shared == game.streets[0].community
    lasts = wager.survives_fold or len(game.streets) == 1
    return seen and lasts and has_one_deck(game) and any(table.pays for table in tray_tables(wager))


def reads_showdown_hand(game: Game, wager: Wager) -> bool:
    """Whether a side bet is paid by all the cards that the player shows down, shared ones among them."""
    showdown = game.showdown
    if game.course or showdown is None or not game.deal.count(Cards.COMMUNITY & showdown.shared):
        return False
    same = wager.ranking is showdown.ranking and wager.on == Cards.OWN | showdown.shared and not wager.first
    return wager.is_optional and same and not wager.against and any(table.pays for table in tray_tables(wager))


def with_bets_on_showdown(game: Game) -> Game:
    """The same game, where such bets go by the showdown: then its endings are told apart by what they are paid."""
    wagers = (replace(each, ranking=None) if reads_showdown_hand(game, each) else each for each in game.wagers)
    return replace(game, wagers=tuple(wagers))


TOGETHER = "all bets together"


@dataclass(frozen=True)
class BetsTogether:
    """Bets of one player in one round, each settled by how the round ends."""

    wagers: tuple[str, ...]
    means: Means
    """Net results in units of the opening bet; a side bet is one unit."""
    covariances: Covariances
    """[bet][bet]: on the diagonal the variance of each."""
    results: tuple[tuple[Fraction, Fraction], ...]
    """The net result of all of them together, from the greatest loss up, and how likely it is."""
    left_out: tuple[str, ...]
    """Bets that go by a meter, or by other cards than those that were told apart."""
    handle: Fraction
    """Units at risk when a round ends, on average; a bonus has no stake of its own."""

    @property
    def mean(self) -> Fraction:
        """Of all bets together."""
        return sum(self.means, Fraction(0))

    @property
    def variance(self) -> Fraction:
        """Of all bets together: every variance, and every covariance twice."""
        return sum((each for row in self.covariances for each in row), Fraction(0))

    @property
    def round(self) -> BetRound:
        """As one bet, for sessions of them."""
        return BetRound(
            TOGETHER, self.results, -self.mean, self.variance, self.handle,
            single=False, wager=TOGETHER, paytable=TOGETHER,
        )  # fmt: skip

    def correlation(self, one: int, other: int) -> float:
        """Between two of the bets, from -1 to 1; 0 where one of them never varies."""
        spread = float(self.covariances[one][one] * self.covariances[other][other]) ** 0.5
        return float(self.covariances[one][other]) / spread if spread else 0.0


def solve_together(game: Game, executor: Executor | None = None) -> BetsTogether:
    """Every bet of a game that can be counted with the others, with the paytables in play."""
    return bets_together(solve(with_bets_on_showdown(game), executor=executor))


def bets_together(solution: Solution) -> BetsTogether:
    """Every bet that the endings of the round settle or all deals tell, with the paytables in play.

    Where a hand is split or drawn to for as long as one likes, bets are counted one by one, and no ending has them all.
    """
    game, endings = solution.game, solution.endings
    fixed = [wager for wager in game.wagers if wager.paytable in tray_tables(wager)]
    apart = [wager for wager in fixed if is_told_by_deals(game, wager)]
    if not all(is_settled(game, wager) for wager in apart):
        endings = endings_told_apart(solution, apart)
    taken = [wager for wager in fixed if wager in apart or is_settled(game, wager)]
    left_out = tuple(wager.name for wager in game.wagers if wager not in taken)
    total = sum(ending.combinations for ending in endings)
    means, covariances = _moments(game, endings, [((wager, wager.paytable),) for wager in taken])
    results: dict[Fraction, int] = {}
    handle = 0
    for ending in endings:
        settled = [settle_ending(game, wager, wager.paytable, ending) for wager in taken]
        staked = sum(units for wager, (_, units) in zip(taken, settled, strict=True) if wager.kind is not Kind.BONUS)
        handle += staked * ending.combinations
        whole = sum((outcome.pay.net * units for outcome, units in settled), Fraction(0))
        results[whole] = results.get(whole, 0) + ending.combinations
    check_round(solution, sum((mean for wager, mean in zip(taken, means, strict=True) if wager.is_base), Fraction(0)))
    chances = tuple((net, Fraction(ways, total)) for net, ways in sorted(results.items()))
    names = tuple(wager.name for wager in taken)
    return BetsTogether(names, means, covariances, chances, left_out, Fraction(handle, total))


def all_paytables(solution: Solution) -> tuple[tuple[Bet, ...], Covariances]:
    """The game itself, without a name, and each side bet with each paytable: how any two of them vary in the tray."""
    game, endings = solution.game, solution.endings
    apart = [wager for wager in game.wagers if reads_seven_cards(game, wager)]
    if apart:
        endings = ENDINGS_BY_LINE[type(game.course)](solution, apart[0])
    elif any(_needs_every_deal(game, wager) for wager in game.wagers):
        apart = [wager for wager in game.wagers if is_told_by_deals(game, wager)]
        endings = endings_told_apart(solution, apart)
    base = tuple((wager, wager.paytable) for wager in game.wagers if wager.is_base)
    taken = [
        (wager, table)
        for wager in game.wagers if wager.is_optional
        for table in tray_tables(wager)
        if wager in apart or is_settled(game, wager, table)
    ]  # fmt: skip
    means, covariances = _moments(game, endings, [base, *((each,) for each in taken)])
    check_round(solution, means[0])
    return (THE_GAME, *((wager.name, table.name) for wager, table in taken)), covariances


def _needs_every_deal(game: Game, wager: Wager) -> bool:
    """Whether neither the endings of a round nor the player's own cards tell the bet's result, and all deals can."""
    settled = is_settled(game, wager, tray_tables(wager)[0])
    return not settled and not reads_cards_in_sight(game, wager) and is_told_by_deals(game, wager)


def _moments(
    game: Game, endings: Sequence[Ending], columns: Sequence[Sequence[tuple[Wager, Paytable]]]
) -> tuple[Means, Covariances]:
    """Means and covariances of net results, where each column is some bets together."""

    def net(column: Sequence[tuple[Wager, Paytable]], ending: Ending) -> Fraction:
        settled = (settle_ending(game, *bet, ending) for bet in column)
        return sum((outcome.pay.net * units for outcome, units in settled), Fraction(0))

    rows = ((ending.combinations, [net(column, ending) for column in columns]) for ending in endings)
    return moments(rows, len(columns))


def is_settled(game: Game, wager: Wager, table: Paytable | None = None) -> bool:
    """Whether an ending tells the bet's result: of the game, on the showdown, or on the hand that shows down."""
    if any(pay.level for pay in (table or wager.paytable).pays.values()):
        return False
    if wager.is_base or wager.ranking is None:
        return True
    same = game.showdown is not None and wager.ranking is game.showdown.ranking
    return same and wager.on is Cards.OWN and not wager.against and not wager.first
