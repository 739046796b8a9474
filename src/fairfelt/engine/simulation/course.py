"""Courses of play sampled: the same little machine that the table steps, with random cards and the best choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations, groupby, product
from random import Random
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from fairfelt.engine.core.endings import Ending
from fairfelt.engine.core.tree import Path
from fairfelt.engine.courses.pai_gow.set_hands import PUSHES_WITH_JOKER, SetHands, set_hands
from fairfelt.engine.courses.pai_gow.seven_cards import SIZE, classes_of, seven_cards
from fairfelt.engine.courses.solution import Player, Position
from fairfelt.engine.estimate.draw import draws
from fairfelt.rules import Cards, Draw, Game, Over, PaiGowPoker, Result, SetFacts, Wager
from fairfelt.rules.cards import ALL_CARDS, Card
from fairfelt.rules.hands import LINE_BITS

from .dealer import Dealer, draw_statements, sample_source
from .tallies import Tally, TallyCounter

REPORT_EVERY = 1 << 12
"""Rounds between two reports of progress."""


def step_course(player: Player, rounds: int, seed: int, seats: int, report: Callable[[int], None]) -> Tally:
    """Play rounds one by one; `report` hears how many are done."""
    source, deck, ends = Random(seed), list(player.game.deck.cards), TallyCounter(player.game)
    for done in range(rounds):
        ends.add(player.round(seats, _shoe(deck, source)))
        if done % REPORT_EVERY == 0:
            report(done)
    report(rounds)
    return ends.tally()


def _shoe(deck: list[Card], source: Random) -> Iterator[Card]:
    """Cards in random order, as many as are asked for: Fisher and Yates, one place at a time."""
    size = len(deck)
    for at in range(size):
        drawn = at + source.randrange(size - at)
        deck[at], deck[drawn] = deck[drawn], deck[at]
        yield deck[at]


# A course of play as a table: every position that a round can come to, and where each kind of card leads from it.
#
# The course itself says all of it, stepped once from every position with one card of every kind that it tells apart. A
# kernel then deals rounds by looking up alone. It is for courses with few positions, such as war and baccarat.


MOST_POSITIONS: Final = 5_000
"""A course with more is stepped round by round: finding them all would take longer than most samples do."""


@dataclass(frozen=True, eq=False)
class Automaton:
    """All positions of a course, numbered from the first on."""

    kinds: NDArray[np.uint8]
    """[card]: its kind."""
    burns: NDArray[np.uint8]
    """[position]: cards burned before the next."""
    follows: NDArray[np.int32]
    """[position, kind]: the next position; past the end of a round, the ending's number as its complement."""
    endings: tuple[tuple[Ending, ...], ...]
    """What every player ends with."""
    game: Game
    seats: int

    def tally(self, counts: NDArray[np.int64]) -> Tally:
        """What players ended with, from counts of endings."""
        found = TallyCounter(self.game)
        for ends, times in zip(self.endings, counts.tolist(), strict=True):
            found.add(ends, times)
        return found.tally()

    @property
    def dealer(self) -> Dealer:
        """Deals blocks of rounds, and counts their endings."""
        tables: dict[str, NDArray[Any]] = {"kinds": self.kinds, "burns": self.burns, "follows": self.follows}
        return Dealer(self._source(tables), np.array(self.game.deck.cards, np.uint8), len(self.endings), tables)

    def _source(self, tables: dict[str, NDArray[Any]]) -> str:
        assert self.game.course
        shoe, most = len(self.game.deck), self.game.course.most_cards(self.seats)
        below = f"np.uint64({(1 << shoe.bit_length()) - 1})"  # no place in the shoe is higher
        end = (
            "at = np.uint64(0)",
            "position = np.int32(0)",
            "while position >= 0:",
            f"    at = at + burns[position] & {below}",
            "    position = follows[position, kinds[deck[at]]]",
            f"    at = at + np.uint64(1) & {below}",
            "counts[~position] += 1",
        )
        return sample_source(tables, (), (*draw_statements(shoe, most), *end))


def find_positions(player: Player, seats: int) -> Automaton | None:
    """Every position of a game with a course; None if there are too many, or a bet looks at the cards themselves."""
    if player.on_hands:
        return None
    kinds = [
        [*cards] for _, cards in groupby(sorted(player.game.deck.cards, key=player.course.alike), player.course.alike)
    ]
    start = player.start(seats)
    numbers: dict[object, int] = {_known(player, start): 0}
    endings: dict[tuple[Ending, ...], int] = {}
    waiting, burns, follows = [start], [], []
    for position in waiting:
        assert isinstance(position.step, Draw)
        burns.append(position.step.burn)
        row = [0] * len(kinds)
        for kind, card in _left(player, position, kinds):
            then = player.draw(position, card)
            if isinstance(then.step, Over):
                row[kind] = ~endings.setdefault(player.end(then), len(endings))
                continue
            row[kind] = numbers.setdefault(_known(player, then), len(numbers))
            if row[kind] == len(waiting):
                waiting.append(then)
        follows.append(row)
        if len(waiting) > MOST_POSITIONS:
            return None
    by_card = np.zeros(ALL_CARDS, np.uint8)
    for kind, cards in enumerate(kinds):
        by_card[cards] = kind
    return Automaton(
        by_card, np.array(burns, np.uint8), np.array(follows, np.int32), tuple(endings), player.game, seats
    )


def _known(player: Player, position: Position) -> object:
    """What there is to know of a position: where nobody decides, not how it came about."""
    return position if player.course.streets else position.state


def _left(player: Player, position: Position, kinds: list[list[Card]]) -> Iterator[tuple[int, Card]]:
    """The kinds that can still come, each with a card; all, where a position does not tell what came before it."""
    if not player.course.streets:
        yield from ((number, cards[0]) for number, cards in enumerate(kinds))
        return
    dealt = (*chain.from_iterable(position.held), *(card for _, card in position.shared))
    out = Counter(map(player.course.alike, dealt))
    for number, cards in enumerate(kinds):
        if (taken := out[player.course.alike(cards[0])]) < len(cards):
            yield number, cards[taken]


# Seven cards set in hands, many rounds at once: what a hand is set to is looked up by its class of seven cards.

FACTS = (
    *map(SetFacts, Result),
    *(SetFacts(Result.TIE, theirs=True, joker=joker, mine=mine) for joker, mine in product((False, True), repeat=2)),
)
"""By number: hands won, then the pushes."""
BATCH: Final = 1 << 14
"""Rounds that are settled at once."""


@dataclass(frozen=True, eq=False)
class SettingDealer(Dealer):
    """Deals blocks of rounds; counts cells, then pairs of cells."""

    kernel: SettingKernel | None = None

    def __call__(self, seed: int, rounds: int, block: int) -> NDArray[np.int64]:
        assert self.kernel
        size, seats, counts = len(self.kernel.cells), self.kernel.seats, np.zeros(self.cells, np.int64)
        for at in range(0, rounds, BATCH):
            nothing = np.empty((min(BATCH, rounds - at), 0), np.uint8)
            number = (seed * 1_000_003 + block) * 1_000_003 + at
            found = self.kernel.settle(draws(number % 2**32, nothing, self.cards, 1, SIZE * (seats + 1))[:, 0])
            counts[:size] += np.bincount(found.ravel(), minlength=size)
            for other, seat in combinations(range(seats), 2):
                np.add.at(counts, size + found[:, seat] * size + found[:, other], 1)
        return counts


@dataclass(frozen=True, eq=False)
class SettingKernel:
    """Players set by the house way; where the dealer's hand is visible, so that they win most."""

    game: Game
    course: PaiGowPoker
    path: Path
    seats: int

    @cached_property
    def on_hands(self) -> tuple[Wager, ...]:
        return tuple(wager for wager in self.game.wagers if wager.ranking)

    @cached_property
    def cells(self) -> tuple[Ending, ...]:
        """All that a player can end with."""
        lines = product(*([(w.name, line) for line in range(len(w.ranking.lines))] for w in self.on_hands if w.ranking))
        return tuple(Ending(self.path, facts, 0, 0, made) for facts, made in product(FACTS, list(lines)))

    def tally(self, counts: NDArray[np.int64]) -> Tally:
        """What players ended with, from counts of cells and of pairs of cells."""
        size = len(self.cells) if self.seats > 1 else 0
        pairs = counts[len(self.cells) :].reshape(size, size)
        return Tally(self.game, self.cells, counts[: len(self.cells)], pairs)

    @property
    def dealer(self) -> Dealer:
        size = len(self.cells) + (len(self.cells) ** 2 if self.seats > 1 else 0)
        return SettingDealer("", np.array(self.game.deck.cards, np.uint8), size, {}, on_gpu=False, kernel=self)

    @cached_property
    def _hands(self) -> SetHands:
        return set_hands(self.course, self.game.deck)

    @cached_property
    def _choices(self) -> list[NDArray[Any]]:
        """[class, setting], for each hand: what it may be set to."""
        hands = self._hands
        if self.course.face_up:
            return hands.every(np.arange(len(hands.classes)))
        return [column[:, None] for column in hands.values]

    @cached_property
    def _pushes(self) -> NDArray[np.int64]:
        """[class]: the number of the first facts of a hand of the dealer's that pushes; 0 where it does not."""
        kind = self._hands.kind
        return np.where(kind > 0, np.where(kind == PUSHES_WITH_JOKER, 5, 3), 0)

    def settle(self, shoes: NDArray[np.uint8]) -> NDArray[np.int64]:
        """[round, seat]: the number of the cell in which a player ends, in rounds dealt from these shoes."""
        *own, dealer = (shoes[:, SIZE * at : SIZE * (at + 1)] for at in range(self.seats + 1))
        theirs = classes_of(dealer, seven_cards().tables)
        values = [column[theirs][:, None] for column in self._hands.values]
        pushes, found = self._pushes[theirs], np.empty((len(shoes), self.seats), np.int64)
        for seat, hand in enumerate(own):
            mine = classes_of(hand, seven_cards().tables)
            won = np.sum([each[mine] > value for each, value in zip(self._choices, values, strict=True)], axis=0)
            cell = np.where(pushes > 0, pushes + (self._pushes[mine] > 0), won.max(axis=1))
            for wager in self.on_hands:
                assert wager.ranking
                lines = wager.ranking.batch(np.ascontiguousarray(hand)) >> LINE_BITS
                cell = cell * len(wager.ranking.lines) + lines.astype(np.int64)
            found[:, seat] = cell
        return found


def setting_kernel(player: Player, seats: int) -> SettingKernel | None:
    """The kernel of a game in which seven cards are set in two hands; None where a bet reads other cards."""
    for wager in player.on_hands:
        if wager.on != Cards.OWN or wager.against or 0 < wager.first < SIZE:
            return None
    course = cast(PaiGowPoker, player.course)
    return SettingKernel(player.game, course, player.solution.endings[0].choices, seats)
