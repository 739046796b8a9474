"""Cards exchanged or bought before a showdown, counted from the hands that come of it.

After an exchange there are a hand, the cards that went and the dealer's up card. What folding and raising come to then
is a count of the dealer's hands that hold none of them, as in a sweep with cards taken away. Each such hand came of
others, by every choice of the cards that are new in it: its value is added to theirs, and so an exchange is worth the
sum over all hands that it leads to. Hands are classes up to an exchange of suits, before and after. Where an exchange
of suits leaves a hand as it is, what was added to places that it exchanges is shared evenly in the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import combinations
from math import comb, lcm

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.problem import MOST, Problem, Unsolved, has_one_deck
from fairfelt.engine.core.tree import Path
from fairfelt.engine.core.value_counts import counts_by_ranks
from fairfelt.engine.solution import HandAdvice, Solution
from fairfelt.engine.solvers.solver import Keeping, Solver
from fairfelt.engine.solvers.sweep.counter import SweepCounter
from fairfelt.rules import Cards, Choice, Deal, Decide, Exchange, Game, Packet, Street, Wager, price_of_cards
from fairfelt.rules.cards import ALL_CARDS, SUITS, Card, SuitClasses
from fairfelt.rules.courses.exchange import ExchangeState
from fairfelt.rules.hands import LINE_BITS
from fairfelt.runtime.compute.executors import local_threads, split_by_size, stream_tasks

from .exchange_kernels import Classes, add_rounds, add_values, trace_back, value_hands

IntArray = NDArray[np.int64]
BATCH = 1 << 16
"""Hands with cards that went which one task counts, about."""
MOST_SUMS = 1 << 28
"""Sums in memory: choices on cards, for every class of hands and every up card."""
MOST_S = 7_200.0
"""A game that takes longer on one core is refused."""
ROW_S = 3e-5
"""For a hand with cards that went and all up cards, on one core: it is counted twice."""


@dataclass(frozen=True, eq=False)
class Change:
    """One way to change a hand: how many cards go, how many come, and the hands that come of it."""

    gone: int
    new: int
    price: int
    columns: NDArray[np.int64]
    """By the places of the cards that go, as bits: the choice, as the street lists them."""
    counter: SweepCounter
    """Of hands as large as they are then."""

    @property
    def ways(self) -> int:
        """Cards that can come, with hands that the dealer can have, beside an own hand and an up card."""
        left = self.counter.left + self.new - self.gone - self.counter.shown
        return comb(left, self.new) * comb(left - self.new, self.counter.hidden)

    @property
    def following(self) -> int:
        """The dealer's hands beside a hand, an up card and the cards that went."""
        return comb(self.counter.left - self.gone - self.counter.shown, self.counter.hidden)

    @property
    def rows(self) -> int:
        """Hands with cards that went: up to an exchange of suits only in the hand."""
        return len(self.counter.own) * comb(self.counter.left, self.gone)


@dataclass(frozen=True, eq=False)
class ExchangePlan:
    """A game of exchange in integers."""

    game: Game
    changes: tuple[Change, ...]
    """That nothing is changed comes first."""

    @property
    def course(self) -> Exchange:
        assert isinstance(self.game.course, Exchange)
        return self.game.course

    @property
    def own(self) -> SuitClasses:
        """The classes of hands as they are dealt."""
        return self.changes[0].counter.own

    @property
    def problem(self) -> Problem:
        """The game without the exchange."""
        return self.changes[0].counter.problem

    @cached_property
    def ways(self) -> int:
        """Orders of what follows a hand and an up card, by which all choices have as many rounds."""
        return lcm(*(change.ways for change in self.changes))

    @cached_property
    def hands(self) -> NDArray[np.uint8]:
        """The hand of every class as it lies: the highest card first."""
        ordered = [sorted(hand, key=lambda card: (-Card(card).rank, card)) for hand in self.own.hands.tolist()]
        return np.array(ordered, np.uint8)

    @cached_property
    def classes(self) -> Classes:
        """The same, to be found by suits."""
        suits = [*self.own.suits, *(suit for suit in range(len(SUITS)) if suit not in self.own.suits)]
        order = np.argsort(self.own.keys)
        exchanged = len(self.own.orders) > 1
        return Classes(self.own.keys[order].astype(np.int64), order, self.hands, np.array(suits), exchanged)

    @cached_property
    def exchanges_of_suits(self) -> NDArray[np.uint8]:
        """[order, card]: the card that each becomes."""
        suits, cards = np.array(self.own.suits), np.arange(ALL_CARDS)
        found = np.tile(cards, (len(self.own.orders), 1))
        for at, suit in enumerate(suits):
            of_suit = cards // 13 == suit
            found[:, of_suit] = suits[self.own.orders[:, at]][:, None] * 13 + cards[of_suit] % 13
        found[:, ALL_CARDS - 1] = ALL_CARDS - 1
        return found.astype(np.uint8)

    def unchanged(self, exchange: NDArray[np.uint8]) -> tuple[IntArray, IntArray]:
        """The classes whose hand an exchange of suits leaves as it is, and the place that each of its cards takes."""
        moved = exchange[self.hands]
        same = np.flatnonzero((np.sort(moved, axis=1) == np.sort(self.hands, axis=1)).all(axis=1))
        places = (moved[same][:, :, None] == self.hands[same][:, None, :]).argmax(axis=2)
        return same, places

    def columns_after(self, change: Change, places: IntArray) -> IntArray:
        """[class, choice of cards that go]: the choice that it becomes when cards take those places."""
        found = []
        for gone in combinations(range(self.course.cards), change.gone):
            found.append(change.columns[(1 << places[:, list(gone)]).sum(axis=1)])
        return np.stack(found, axis=1)

    def columns_of(self, change: Change) -> list[int]:
        """The choices that a change stands for, as `columns_after` lists them."""
        cards = range(self.course.cards)
        return [int(change.columns[sum(1 << at for at in gone)]) for gone in combinations(cards, change.gone)]


@lru_cache(maxsize=4)
def plan_of(game: Game) -> ExchangePlan:
    """The game as hands that come of changes; refuse what such hands do not say."""
    course = game.course
    assert isinstance(course, Exchange)
    _verify(game, course)
    taking = course.taking.choices
    changes = [_change(game, 0, 0, 0, {0: 0})]
    for count, price in enumerate(course.exchange_prices, 1):
        places = {c: gone for c, gone in course.exchanges.items() if len(gone) == count}
        columns = {sum(1 << at for at in gone): taking.index(choice) for choice, gone in places.items()}
        changes.append(_change(game, count, count, price, columns))
    for choice, count in course.purchases.items():
        changes.append(_change(game, 0, count, choice.times, {0: taking.index(choice)}))
    found = ExchangePlan(game, tuple(changes))
    largest = max(int(np.abs(c.counter.problem.nets).max()) + c.price * c.counter.scale for c in changes)
    rounds = comb(len(game.deck), course.cards) * (len(game.deck) - course.cards) * found.ways
    if max(largest * found.ways, rounds) * len(found.own.orders) > MOST:
        raise Unsolved(f"{game.title}: its rounds are more than can be added up in 64 bits")
    return found


def _verify(game: Game, course: Exchange) -> None:
    if not has_one_deck(game) or game.deck.jokers:
        raise Unsolved(f"{game.title}: exchanged cards are counted from one deck without jokers")
    if course.discards or course.up_cards > 1:
        raise Unsolved(f"{game.title}: a dealer who discards, or shows several cards, is counted as a course only")
    if not counts_by_ranks(course.showdown.ranking, game.deck, course.dealer_cards):
        raise Unsolved(f"{game.title}: exchanged cards are counted where suits seldom matter, as in poker hands")
    for wager in _prices(game, course):
        if wager.settle is not price_of_cards:
            raise Unsolved(f"{game.title}: {wager.name} is no price that the house keeps, and is not counted")


def _prices(game: Game, course: Exchange) -> list[Wager]:
    """The bets that are made on cards."""
    names = {choice.bet for choice in course.taking.choices}
    return [wager for wager in game.wagers if wager.name in names]


def _change(game: Game, gone: int, new: int, price: int, columns: dict[int, int]) -> Change:
    course = game.course
    assert isinstance(course, Exchange)
    by_places = np.full(1 << course.cards, -1, np.int64)
    by_places[list(columns)] = list(columns.values())
    return Change(gone, new, price, by_places, SweepCounter(_without(game, course.cards - gone + new)))


def _without(game: Game, cards: int) -> Game:
    """The same game with this number of cards dealt and none exchanged."""
    course = game.course
    assert isinstance(course, Exchange)
    prices = _prices(game, course)
    street = Street(course.raising.name, *course.raising.choices, dealer=course.up_cards)
    return replace(
        game,
        course=None,
        deal=Deal(Packet(cards, to=Cards.OWN), Packet(course.dealer_cards, to=Cards.DEALER)),
        showdown=course.showdown,
        streets=(street,),
        wagers=tuple(wager for wager in game.wagers if wager.is_base and wager not in prices),
        strategies=(),
        published=(),
        rulings=(),
        others=(),
    )


@dataclass(frozen=True, eq=False)
class Arrived:
    """Some hands that come of a change, with the cards that went."""

    kinds: IntArray
    weights: IntArray
    below: NDArray[np.int32]
    live: NDArray[np.bool_]
    """[hand, up card]"""
    places: IntArray
    columns: IntArray
    moved: IntArray
    """As `trace_back` finds them."""


def arrive(plan: ExchangePlan, change: Change, hands: NDArray[np.uint8], weights: IntArray) -> Arrived:
    """Some classes of hands after a change, each with all that can have gone and all hands that it can have been."""
    counter, size = change.counter, hands.shape[1]
    left = np.zeros((len(hands), ALL_CARDS), np.bool_)
    left[:, plan.game.deck.faces] = True
    np.put_along_axis(left, hands.astype(np.int64), False, axis=1)
    rest = np.nonzero(left)[1].astype(np.uint8).reshape(len(hands), -1)
    choices = np.array([*combinations(range(rest.shape[1]), change.gone)], np.int64)
    after = np.repeat(hands, len(choices), axis=0)
    gone = rest[:, choices].reshape(len(after), change.gone)
    kinds = np.repeat(counter.kinds_of(hands), len(choices))
    below = counter.below_cuts(np.hstack((after, gone)), kinds)
    live = np.ones((len(after), 1), np.bool_)
    if counter.shown:
        live = np.repeat(left, len(choices), axis=0)
        np.put_along_axis(live, gone.astype(np.int64), False, axis=1)
    kept = np.array([*combinations(range(size), size - change.new)], np.int64)
    places, columns, moved = (np.zeros((len(after), len(kept), *more), np.int64) for more in ((), (), (4,)))
    trace_back(after, gone, kept, plan.classes, change.columns, places, columns, moved)
    return Arrived(kinds, np.repeat(weights, len(choices)), below, live, places, columns, moved)


def tasks_of(plan: ExchangePlan) -> Iterator[tuple[ExchangePlan, Change, NDArray[np.uint8], IntArray]]:
    """All hands that come of each change, the worst first: so each sweep ends early."""
    for change in plan.changes:
        counter = change.counter
        _ = counter.tables, counter.theirs
        each = max(1, BATCH // comb(counter.left, change.gone))
        for part in split_by_size(each, counter.own.hands[counter.order], counter.own.weights[counter.order]):
            yield (plan, change, *part)


# Both ways through all hands: what every choice is worth, and how the rounds end by the best ones.


@dataclass(frozen=True, eq=False)
class ExchangeResult:
    best: NDArray[np.uint8]
    """[class of hands, up card]: the choice on cards, as the street lists them."""
    raises: NDArray[np.uint8]
    """[class of hands, up card]: the choice that follows where nothing is changed, as the problem lists them."""
    totals: IntArray
    """[choice on cards, choice, line, row]: combinations."""


def solve_exchange(game: Game, executor: Executor | None = None) -> ExchangeResult:
    plan = plan_of(game)
    threads, labels = local_threads(executor), ALL_CARDS if plan.course.up_cards else 1
    sums = np.zeros((len(plan.own), len(plan.course.taking.choices), labels), np.int64)
    raises = np.zeros((len(plan.own), labels), np.uint8)
    for _, (found, values, choices) in stream_tasks(_valued, tasks_of(plan), threads):
        add_values(values, found.live, found.weights, found.places, found.columns, found.moved, sums)
        if found.columns.shape[1] == 1 and not found.columns.any():
            raises[found.places[:, 0]] = choices
    best, shared = choose_cards(plan, sums)
    if plan.course.up_cards:
        held = np.zeros(best.shape, np.bool_)
        np.put_along_axis(held, plan.hands.astype(np.int64), True, axis=1)
        best[held] = 0
    raises[best > 0] = 0
    totals = np.zeros((sums.shape[1], *_settled(plan.problem)), np.int64)
    for _, part in stream_tasks(partial(_counted, shared), tasks_of(plan), threads):
        totals += part
    totals, odd = np.divmod(totals, len(plan.own.orders))
    assert not odd.any(), "every exchange of suits counts each round once"
    for change in plan.changes:
        totals[plan.columns_of(change)] *= plan.ways // change.ways
    return ExchangeResult(best, raises, totals)


def _settled(problem: Problem) -> tuple[int, int, int]:
    """Choices, lines and rows of the showdown."""
    return len(problem.choices), problem.extras.shape[1], problem.nets.shape[1]


def _valued(
    plan: ExchangePlan, change: Change, hands: NDArray[np.uint8], weights: IntArray
) -> tuple[Arrived, IntArray, NDArray[np.uint8]]:
    found = arrive(plan, change, hands, weights)
    values, best = np.zeros(found.live.shape, np.int64), np.zeros(found.live.shape, np.uint8)
    value_hands(change.counter.tables, found.kinds, found.below, found.live, change.following, values, best)
    return found, values, best


def _counted(
    shared: NDArray[np.uint8], plan: ExchangePlan, change: Change, hands: NDArray[np.uint8], weights: IntArray
) -> IntArray:
    found = arrive(plan, change, hands, weights)
    totals = np.zeros((shared.shape[1], *_settled(plan.problem)), np.int64)
    add_rounds(
        change.counter.tables, found.kinds, found.below, found.live, change.following, found.weights, found.places,
        found.columns, found.moved, shared, totals,
    )  # fmt: skip
    return totals


def choose_cards(plan: ExchangePlan, sums: IntArray) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """[class, up card]: the best choice on cards; and [class, column, up card]: how often it is that of a class.

    Of equal choices the last. What an exchange of suits makes of a choice is that choice as well: both share evenly.
    """
    labels, orders = sums.shape[2], plan.exchanges_of_suits
    worth, same = np.zeros_like(sums), np.zeros(len(plan.own), np.int64)
    for order in orders:
        classes, places = plan.unchanged(order)
        same[classes] += 1
        ups = order.astype(np.int64) if labels > 1 else np.zeros(1, np.int64)
        for change in plan.changes:
            to = plan.columns_after(change, places)
            for at, column in enumerate(plan.columns_of(change)):
                worth[classes, column] += sums[classes[:, None], to[:, at, None], ups]
    worth //= len(orders)
    for change in plan.changes:
        for column in plan.columns_of(change):
            worth[:, column] -= change.price * plan.problem.scale * change.ways
            worth[:, column] *= plan.ways // change.ways
    best = (worth.shape[1] - 1 - worth[:, ::-1].argmax(axis=1)).astype(np.uint8)
    shared = np.zeros(sums.shape, np.uint8)
    for order in orders:
        classes, places = plan.unchanged(order)
        ups = order.astype(np.int64) if labels > 1 else np.zeros(1, np.int64)
        times = (len(orders) // same[classes]).astype(np.uint8)
        for change in plan.changes:
            to = plan.columns_after(change, places)
            for at, column in enumerate(plan.columns_of(change)):
                chosen = best[classes[:, None], ups] == to[:, at, None]
                shared[classes, column] += times[:, None] * chosen
    return best, shared


@lru_cache(maxsize=8)
def choices_of(cards: int, taken: int) -> NDArray[np.uint8]:
    """Every choice of `taken` among `cards` places."""
    return np.array([*combinations(range(cards), taken)], np.uint8)


class ExchangeSolution(Solution):
    """A game in which cards are exchanged or bought, then a showdown with one decision."""

    def __init__(self, game: Game, result: ExchangeResult) -> None:
        self.game, self.result, self.plan = game, result, plan_of(game)
        self.course = self.plan.course
        rows = self.plan.problem.rows
        self.endings = tuple(
            Ending(self._path(cards, choice), rows.facts[row], line, int(result.totals[cards, choice, line, row]))
            for cards, choice, line, row in np.argwhere(result.totals).tolist()
        )

    def _path(self, cards: int, choice: int) -> Path:
        taking, raising = self.course.streets
        return (taking.name, taking.choices[cards]), (raising.name, self.plan.problem.choices[choice])

    def advise(self, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()) -> HandAdvice:
        """Value every choice on cards with the cards that were dealt."""
        return self.advise_after((), cards, dealer)

    def values_in(self, state: ExchangeState, decide: Decide) -> Mapping[str, Fraction]:
        if decide.street != self.course.raising:
            return {}
        at, taken = decide.player, state.taken[decide.player]
        hand, gone = (list(map(int, cards[at])) for cards in (state.hands, state.gone))
        return {
            name: value - taken.times for name, value in self._against(hand, gone, state.dealer[: self.course.up_cards])
        }

    def advise_after(self, made: Path, cards: Sequence[Card], dealer: Sequence[Card]) -> HandAdvice:
        """The same after some choices. The cards are those that were dealt, with those that went by then."""
        taken = dict(made).get(self.course.taking.name)
        change, gone = self._changed(taken, cards)
        fits = len(cards) == self.course.cards + (change.new if change else 0) and len(dealer) == self.course.up_cards
        wanted = f"with {self.course.cards} cards of one's own, then with the new ones, and {self.course.up_cards} up"
        self.verify_decided(cards, dealer, fits=fits, wanted=wanted)
        up = int(dealer[0]) if dealer else 0
        if change:
            after = [int(card) for card in cards if card not in gone]
            pairs = ((name, value - change.price) for name, value in self._against(after, gone, dealer))
            return HandAdvice(self.course.raising.name, tuple(pairs))
        found = dict(pair for each in self.plan.changes for pair in self._exchanged(each, cards, up))
        rows = ((choice.name, found[at]) for at, choice in enumerate(self.course.taking.choices))
        return HandAdvice(self.course.taking.name, tuple(rows))

    def _against(self, hand: list[int], gone: list[int], dealer: Sequence[Card]) -> Iterator[tuple[str, Fraction]]:
        """Folding and raising with one hand: the dealer's hands are looked at one by one."""
        problem, ranking = self.plan.problem, self.plan.problem.showdown.ranking
        rest = np.array([face for face in self.game.deck.faces if face not in (*hand, *gone, *dealer)], np.uint8)
        hidden = rest[choices_of(len(rest), self.course.dealer_cards - len(dealer))]
        shown = np.tile(np.array([*dealer], np.uint8), (len(hidden), 1))
        theirs, mine = ranking.batch(np.hstack((shown, hidden))), ranking.batch(np.array([hand], np.uint8))
        counts = np.bincount(problem.comparison_rows(mine, theirs), minlength=problem.nets.shape[1])
        worth = problem.nets @ counts + len(hidden) * problem.extras[:, mine[0] >> LINE_BITS]
        for choice, value in zip(problem.choices, worth.tolist(), strict=True):
            yield choice.name, Fraction(value, len(hidden) * problem.scale)

    def _changed(self, taken: Choice | None, cards: Sequence[Card]) -> tuple[Change | None, list[int]]:
        """The change that a choice makes, and the cards that go by it."""
        if taken is None:
            return None, []
        dealt = sorted(cards[: self.course.cards], key=lambda card: (-card.rank, card))
        gone = [int(dealt[at]) for at in sorted(self.course.exchanges.get(taken, ()))]
        column = self.course.taking.choices.index(taken)
        change = next(change for change in self.plan.changes if column in self.plan.columns_of(change))
        return change, gone

    def _exchanged(self, change: Change, cards: Sequence[Card], up: int) -> Iterator[tuple[int, Fraction]]:
        """What every choice of a change is worth, by the number of the choice."""
        dealt = sorted(cards, key=lambda card: (-card.rank, card))
        shown = [up] if self.course.up_cards else []
        rest = [face for face in self.game.deck.faces if face not in (*dealt, *shown)]
        for gone in combinations(range(len(dealt)), change.gone):
            kept = [int(card) for at, card in enumerate(dealt) if at not in gone]
            after = np.array([[*kept, *new] for new in combinations(rest, change.new)], np.uint8)
            went = np.tile(np.array([int(dealt[at]) for at in gone], np.uint8), (len(after), 1))
            value = int(self._worth(change, after, went, up).max(axis=0).sum())
            column = int(change.columns[sum(1 << at for at in gone)])
            yield column, Fraction(value, change.ways * self.plan.problem.scale) - change.price

    def _worth(self, change: Change, after: NDArray[np.uint8], went: NDArray[np.uint8], up: int) -> IntArray:
        """[choice, hand]: what each hand after a change comes to, over the dealer's hands."""
        counter, tables = change.counter, change.counter.tables
        kinds = counter.kinds_of(after)
        below = counter.below_cuts(np.hstack((after, went)), kinds)[:, up if counter.shown else 0].astype(np.int64)
        edges = np.arange(below.shape[1]) < tables.cuts[kinds][:, None]
        upto = np.hstack((np.where(edges, below, change.following), np.full((len(kinds), 1), change.following)))
        counts = np.diff(upto, axis=1, prepend=0)
        return np.asarray(
            (tables.nets[:, tables.rows[kinds]] * counts).sum(axis=2)
            + change.following * tables.extras[:, tables.lines[kinds]]
        )

    def raises_of(
        self, change: Change, hands: NDArray[np.uint8], gone: NDArray[np.uint8], dealer: Sequence[Card]
    ) -> IntArray:
        """[hand]: the best choice after a change, as the problem lists them; of equal ones the last."""
        worth = self._worth(change, hands, gone, int(dealer[0]) if dealer else 0)
        return np.asarray(len(worth) - 1 - worth[::-1].argmax(axis=0), np.int64)

    def plays_after(
        self, made: Path, cards: Sequence[Card], community: Sequence[Card] = (), dealer: Sequence[Card] = ()
    ) -> str:
        taken = dict(made).get(self.course.taking.name)
        if taken and taken != self.course.taking.choices[0]:
            return self.advise_after(made, cards, dealer).best
        hand = np.array([cards], np.uint8)
        place = int(self.plan.own.places(hand)[0])
        turned = self.plan.own.turned(hand)[0]
        up = int(turned[dealer[0]]) if dealer else 0
        if taken and self.result.best[place, up]:
            return self.advise_after(made, cards, dealer).best
        if taken:
            raised: Choice = self.plan.problem.choices[self.result.raises[place, up]]
            return raised.name
        choice: Choice = self.course.taking.choices[self.result.best[place, up]]
        places = self.course.exchanges.get(choice)
        if places is None:
            return choice.name
        lying = sorted(cards, key=lambda card: (-card.rank, card))
        gone = {int(self.plan.hands[place, at]) for at in places}
        held = frozenset(at for at, card in enumerate(lying) if int(turned[card]) in gone)
        return next(each.name for each, found in self.course.exchanges.items() if found == held)


def _seconds(game: Game) -> float:
    return 2 * ROW_S * sum(change.rows for change in plan_of(game).changes)


def verify_exchange(game: Game) -> None:
    """Refuse a game whose hands after an exchange are too many."""
    plan = plan_of(game)
    sums = len(plan.own) * len(plan.course.taking.choices) * (ALL_CARDS if plan.course.up_cards else 1)
    if sums > MOST_SUMS or _seconds(game) > MOST_S:
        rows = sum(change.rows for change in plan.changes)
        raise Unsolved(f"{game.title}: exchanges lead to {rows:,} hands with cards that went, too many to count yet")


SOLVER = Solver(
    "exchange",
    lambda game: isinstance(game.course, Exchange) and len(game.course.streets) > 1,
    solve_exchange,
    ExchangeSolution,
    seconds=_seconds,
    prepare=verify_exchange,
    keeping=Keeping(vars, lambda game, arrays: ExchangeResult(**arrays), ships=True),
)
